import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import type { IconName } from './icon-names.ts'

export type NoticeKind = 'info' | 'warning' | 'error' | 'success'

export const noticeIcons: Record<NoticeKind, IconName> = {
  info: 'info',
  warning: 'triangle-alert',
  error: 'circle-alert',
  success: 'circle-check',
}

type Props = {
  kind?: NoticeKind
  icon?: IconName
  children: ReactNode
  /** Makes it closable. */
  close?: { label: string; onClick: () => void }
}

export function Notice({ kind = 'info', icon, children, close }: Props) {
  return (
    <div className={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : undefined}>
      <Icon name={icon ?? noticeIcons[kind]} />
      <div>{children}</div>
      {close && <IconButton icon="x" size="s" label={close.label} onClick={close.onClick} />}
    </div>
  )
}
