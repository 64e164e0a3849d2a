import type { Activity } from '@croupier/contract/methods/account-control'
import { paths } from '@croupier/contract/paths'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useLimitWords } from './words.ts'

/** The report behind the meter: this session, today, and since the account was opened. */
export function ActivityCard({ activity }: { activity: Activity }) {
  const t = useTranslations('control.activity')
  const format = useFormat()
  const words = useLimitWords()
  const { session, today, session_started_at, session_seconds, open_stakes, net_deposits } = activity
  const minutes = (seconds: number) => words.time(Math.floor(seconds / 60))
  return (
    <Card id="activity" className="control-card">
      <header className="control-head">
        <Icon name="history" />
        <h2>{t('title')}</h2>
      </header>
      <p className="muted">{t.rich('since', { date: () => <LocalTime at={session_started_at} withTime /> })}</p>
      <div className="activity-table">
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">{t('session')}</th>
              <th scope="col">{t('today')}</th>
            </tr>
          </thead>
          <tbody>
            <Row title={t('time')} values={[minutes(session_seconds), minutes(today.seconds)]} />
            <Row title={t('staked')} values={[format.money(session.staked), format.money(today.staked)]} />
            <Row title={t('won')} values={[format.money(session.won), format.money(today.won)]} />
            <Row title={t('net')} values={[format.signedMoney(session.net), format.signedMoney(today.net)]} />
          </tbody>
        </table>
      </div>
      <dl className="facts">
        <div>
          <dt>{t('open')}</dt>
          <dd className="num">{format.money(open_stakes)}</dd>
        </div>
        <div>
          <dt>{t('netDeposits')}</dt>
          <dd className="num">{format.money(net_deposits)}</dd>
        </div>
      </dl>
      <p className="control-links">
        <Link className="link" to={paths.betHistory()}>
          {t('bets')}
        </Link>
        <Link className="link" to={paths.cashierHistory()}>
          {t('payments')}
        </Link>
      </p>
    </Card>
  )
}

function Row({ title, values }: { title: string; values: ReactNode[] }) {
  return (
    <tr>
      <th scope="row">{title}</th>
      {values.map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns are never moved
        <td key={at} className="num">
          {value}
        </td>
      ))}
    </tr>
  )
}
