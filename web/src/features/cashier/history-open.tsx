import type { Transaction } from '@croupier/contract/methods/cashier'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Card } from '../../ui/card.tsx'
import { maskOf } from './entry-rules.ts'
import { EntryStatus, Timeline } from './entry-status.tsx'
import { CancelWithdrawal } from './withdraw-cancel.tsx'

/** Payouts on their way, each with how far it is. */
export function OpenPayouts({ entries }: { entries: readonly Transaction[] }) {
  const t = useTranslations('cashier.open')
  if (entries.length === 0) return null
  return (
    <section className="stack" aria-label={t('label')}>
      {entries.map((entry) => (
        <OpenPayout key={entry.id} entry={entry} />
      ))}
    </section>
  )
}

function OpenPayout({ entry }: { entry: Transaction }) {
  const t = useTranslations('cashier.open')
  const m = useTranslations('cashier.methods')
  const r = useTranslations('cashier.reasons')
  const format = useFormat()
  const mask = maskOf(entry)
  return (
    <Card className="open-payout">
      <div className="open-text">
        <p className="open-sum">
          <Link className="num" to={paths.receipt(entry.id)}>
            {format.money(entry.amount)}
            <span className="sr"> #{entry.id}</span>
          </Link>
          <span role="status">
            <EntryStatus status={entry.status} />
          </span>
        </p>
        <p className="dim">
          {t.rich('text', {
            method: m(`${entry.kind}.title`),
            mask: mask ? () => <bdi>{mask}</bdi> : () => null,
            date: () => <LocalTime at={entry.created_at} withTime />,
          })}
        </p>
        {entry.reason && <p className="muted">{r(`${entry.reason}`)}</p>}
      </div>
      <Timeline status={entry.status} />
      <CancelWithdrawal entry={entry} />
    </Card>
  )
}
