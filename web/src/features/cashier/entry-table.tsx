import type { Transaction } from '@croupier/contract/methods/cashier'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { hasMoved, hasReceipt, maskOf, signed } from './entry-rules.ts'
import { EntryStatus } from './entry-status.tsx'

type Props = {
  caption: string
  entries: readonly Transaction[]
  /** So many empty rows instead, while the next ones are on their way. */
  waiting?: number
}

/** Entries as rows of a table; on a phone each row is a card. A row leads to its receipt. */
export function EntryTable({ caption, entries, waiting = 0 }: Props) {
  const t = useTranslations('cashier.entries')
  return (
    <table className="entries" aria-busy={waiting > 0 || undefined}>
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('date')}</th>
          <th scope="col">{t('method')}</th>
          <th scope="col">{t('reference')}</th>
          <th scope="col">{t('status')}</th>
          <th scope="col" className="entry-amount">
            {t('amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {waiting > 0
          ? // biome-ignore lint/suspicious/noArrayIndexKey: empty rows have nothing else to be told apart by
            Array.from({ length: waiting }, (_, at) => <WaitingRow key={at} />)
          : entries.map((entry) => <EntryRow key={`${entry.type}-${entry.id}`} entry={entry} />)}
      </tbody>
    </table>
  )
}

function EntryRow({ entry }: { entry: Transaction }) {
  const t = useTranslations('cashier.entries')
  const format = useFormat()
  const { id, status, created_at, amount } = entry
  const isQuiet = !hasMoved(entry)
  return (
    <tr>
      <td className="entry-date num">
        <LocalTime at={created_at} withTime />
      </td>
      <td className="entry-method">
        <EntryMethod entry={entry} />
      </td>
      <td className="entry-reference num">
        {hasReceipt(entry) ? (
          <Link className="entry-link" to={paths.receipt(id)}>
            #{id}
            <span className="sr">, {t('receipt')}</span>
          </Link>
        ) : (
          `#${id}`
        )}
      </td>
      <td className="entry-status">
        <EntryStatus status={status} />
      </td>
      <td className={cx('entry-amount num', isQuiet && 'is-quiet')}>
        {isQuiet ? format.money(amount) : format.signedMoney(signed(entry))}
      </td>
    </tr>
  )
}

/** The way it was paid, and what may be seen of the details. */
export function EntryMethod({ entry }: { entry: Transaction }) {
  const t = useTranslations('cashier.methods')
  const mask = maskOf(entry)
  return (
    <>
      {t(`${entry.kind}.title`)}
      {mask && (
        <>
          {' '}
          <bdi className="entry-mask num">{mask}</bdi>
        </>
      )}
    </>
  )
}

function WaitingRow() {
  return (
    <tr className="entry-waiting">
      <td colSpan={5}>
        <Skeleton />
      </td>
    </tr>
  )
}
