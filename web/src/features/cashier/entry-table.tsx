import type { Transaction } from '@croupier/contract/methods/cashier'
import { paths } from '@croupier/contract/paths'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { cx } from '../../ui/cx.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { endWordOf, hasMoved, hasReceipt, maskOf, signed } from './entry-rules.ts'
import { EntryStatus } from './entry-status.tsx'

type Props = {
  caption: string
  entries: readonly Transaction[]
  waiting?: number
  empty?: ReactNode
}

/** Entries of the cashier. A row leads to its receipt. */
export function EntryTable({ caption, entries, waiting, empty }: Props) {
  const t = useTranslations('cashier.entries')
  const format = useFormat()
  const columns: Column<Transaction>[] = [
    {
      name: 'date',
      head: t('date'),
      cellClass: 'entry-date num',
      cell: ({ created_at }) => <LocalTime at={created_at} withTime />,
    },
    {
      name: 'method',
      head: t('method'),
      cellClass: 'entry-method',
      cell: (entry) => <EntryMethod entry={entry} />,
    },
    {
      name: 'reference',
      head: t('reference'),
      cellClass: 'entry-reference num',
      cell: (entry) =>
        hasReceipt(entry) ? (
          <Link className="entry-link" to={paths.receipt(entry.id)}>
            #{entry.id}
            <span className="sr">, {t('receipt')}</span>
          </Link>
        ) : (
          `#${entry.id}`
        ),
    },
    {
      name: 'status',
      head: t('status'),
      cellClass: 'entry-status',
      cell: ({ status, bonus }) => (bonus ? <BonusMove move={bonus.move} /> : <EntryStatus status={status} />),
    },
    {
      name: 'amount',
      head: t('amount'),
      headClass: 'entry-amount',
      cellClass: (entry) => cx('entry-amount num', !hasMoved(entry) && 'is-quiet'),
      cell: (entry) => (hasMoved(entry) ? format.signedMoney(signed(entry)) : format.money(entry.amount)),
    },
  ]
  return (
    <DataTable
      className="entries"
      caption={caption}
      columns={columns}
      rows={entries}
      keyOf={({ type, id, bonus }) => `${type}-${id}-${bonus?.move}`}
      waiting={waiting}
      empty={empty}
    />
  )
}

/** The way it was paid, and what may be seen of the details. */
export function EntryMethod({ entry }: { entry: Transaction }) {
  const t = useTranslations('cashier.methods')
  const mask = maskOf(entry)
  if (entry.bonus?.title) return <BonusLine bonus={entry.bonus} />
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

type BonusNews = NonNullable<Transaction['bonus']>

/** Which bonus, and why its money went back. */
function BonusLine({ bonus }: { bonus: BonusNews }) {
  const t = useTranslations('cashier.bonusLines.ends')
  const end = endWordOf(bonus)
  return (
    <>
      {bonus.title}
      {end && (
        <small className="entry-why">
          {t(`${end}`)} {bonus.end_note}
        </small>
      )}
    </>
  )
}

const looks = {
  grant: { tone: 'info', icon: 'gift' },
  conversion: { tone: 'positive', icon: 'circle-check' },
  forfeit: { icon: 'undo-2' },
} as const

function BonusMove({ move }: { move: BonusNews['move'] }) {
  const t = useTranslations('cashier.bonusLines.moves')
  return <Tag {...looks[move]}>{t(`${move}`)}</Tag>
}
