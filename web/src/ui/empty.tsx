import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

type Props = { icon: IconName; title: ReactNode; text?: ReactNode; action?: ReactNode }

/** Nothing here: one line, one sentence, one neutral button. */
export function Empty({ icon, title, text, action }: Props) {
  return (
    <div className="empty">
      <span className="empty-pip">
        <Icon name={icon} />
      </span>
      <b className="h3">{title}</b>
      {text && <p>{text}</p>}
      {action}
    </div>
  )
}

type ErrorProps = { title: ReactNode; text?: ReactNode; retry?: { text: string; onClick: () => void } }

/** A part of the page that did not load, in the place where it would stand. */
export function ErrorInPlace({ title, text, retry }: ErrorProps) {
  const again = retry && (
    <Button size="s" icon="refresh-cw" onClick={retry.onClick}>
      {retry.text}
    </Button>
  )
  return (
    <div role="alert">
      <Empty icon="wifi-off" title={title} text={text} action={again} />
    </div>
  )
}
