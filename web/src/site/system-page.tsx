import { paths } from '@croupier/contract/paths'
import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { forgetFatal } from '../fatal.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-names.ts'
import { Spinner } from '../ui/spinner.tsx'
import { reloadPage } from './build-poll.ts'

/** Where each page's one button leads. Null: it tries the same page again. */
const pages = {
  maintenance: { icon: 'wrench', to: null },
  payCancel: { icon: 'ban', to: paths.deposit() },
  payFail: { icon: 'circle-alert', to: paths.deposit() },
  payMobile: { icon: 'smartphone', to: paths.cashierHistory() },
  payNewWindow: { icon: 'app-window', to: paths.deposit() },
  payPending: { icon: 'hourglass', to: paths.cashierHistory() },
  paySuccess: { icon: 'circle-check', to: paths.gamehall() },
  notFound: { icon: 'search', to: paths.home() },
  forbidden: { icon: 'lock', to: null },
  userBlock: { icon: 'ban', to: paths.support() },
  offline: { icon: 'wifi-off', to: null },
  errorsSlot: { icon: 'triangle-alert', to: paths.gamehall() },
} as const satisfies Record<string, { icon: IconName; to: string | null }>

type SystemKind = keyof typeof pages

type Props = {
  kind: SystemKind
  /** Printed under the words: the path that was not found, a transaction's number. */
  path?: string
  children?: ReactNode
}

type CardProps = { icon: IconName; isBusy?: boolean; title: ReactNode; text: ReactNode; children?: ReactNode }

/** What happened, one sentence, and below them one way on. */
export function SystemCard({ icon, isBusy = false, title, text, children }: CardProps) {
  return (
    <section className="system">
      <span className="system-pip">{isBusy ? <Spinner /> : <Icon name={icon} size={28} />}</span>
      <h1 className="system-title">{title}</h1>
      <p>{text}</p>
      {children}
    </section>
  )
}

/** One card: what happened, one sentence, one way on. */
export function SystemPage({ kind, path, children }: Props) {
  const t = useTranslations(`system.${kind}`)
  const { icon, to } = pages[kind]
  const { revalidate, state } = useRevalidator()
  const isOffline = kind === 'offline'
  return (
    <SystemCard icon={icon} isBusy={kind === 'payPending'} title={t('header')} text={t('description')}>
      {path && (
        <code className="system-path" dir="ltr">
          {path}
        </code>
      )}
      {children}
      {to ? (
        <ButtonLink kind="primary" size="l" to={to} onClick={forgetFatal}>
          {t('button')}
        </ButtonLink>
      ) : (
        // Without a connection a full load would leave the site for the browser's own page.
        <Button
          kind="primary"
          size="l"
          icon="refresh-cw"
          busy={isOffline && state === 'loading'}
          onClick={isOffline ? revalidate : reloadPage}
        >
          {t('button')}
        </Button>
      )}
    </SystemCard>
  )
}
