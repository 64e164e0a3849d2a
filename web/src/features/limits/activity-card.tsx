import type { Activity } from '@croupier/contract/methods/account-control'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useShell } from '../../shell.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useLimitWords } from './words.ts'

/** The report behind the meter: this session, today, and since the account was opened. */
export function ActivityCard({ activity }: { activity: Activity }) {
  const { features } = useShell()
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
        <DataTable
          columns={[
            { name: 'what', isRowHead: true, cell: ({ what }) => what },
            { name: 'session', head: t('session'), cellClass: 'num', cell: ({ ofSession }) => ofSession },
            { name: 'today', head: t('today'), cellClass: 'num', cell: ({ ofToday }) => ofToday },
          ]}
          rows={[
            { what: t('time'), ofSession: minutes(session_seconds), ofToday: minutes(today.seconds) },
            { what: t('staked'), ofSession: format.money(session.staked), ofToday: format.money(today.staked) },
            { what: t('won'), ofSession: format.money(session.won), ofToday: format.money(today.won) },
            { what: t('net'), ofSession: format.signedMoney(session.net), ofToday: format.signedMoney(today.net) },
          ]}
          keyOf={({ what }) => what}
        />
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
        {features.betHistory && (
          <Link className="link" to={paths.betHistory()}>
            {t('bets')}
          </Link>
        )}
        <Link className="link" to={paths.cashierHistory()}>
          {t('payments')}
        </Link>
      </p>
    </Card>
  )
}
