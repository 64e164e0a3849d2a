import type { Output } from '@croupier/contract/contract'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { betIdOf, entryIdOf, isOfBonus, moveOf, roundOf } from './statement-rules.ts'

export type Statement = Output<'cashier.getstatement'>
type Line = Statement['items'][number]

type Props = { caption: string; lines: readonly Line[]; waiting: number }

/** Movements of one purse, each with the balance after it. */
export function StatementTable({ caption, lines, waiting }: Props) {
  const t = useTranslations('cashier')
  const format = useFormat()
  const columns: Column<Line>[] = [
    {
      name: 'time',
      head: t('statement.columns.time'),
      cellClass: 'entry-date num',
      cell: ({ at }) => <LocalTime at={at} withTime />,
    },
    {
      name: 'what',
      head: t('statement.columns.what'),
      cellClass: 'entry-method',
      cell: ({ reason }) => t(`moves.${moveOf(reason)}`),
    },
    {
      name: 'reference',
      head: t('statement.columns.reference'),
      cellClass: 'entry-reference',
      cell: (line) => <Reference {...line} />,
    },
    {
      name: 'amount',
      head: t('statement.columns.amount'),
      headClass: 'entry-amount',
      cellClass: 'entry-amount num',
      cell: ({ amount }) => format.signedMoney(amount),
    },
    {
      name: 'balance',
      head: t('statement.columns.balance'),
      headClass: 'entry-amount',
      cellClass: 'entry-status num',
      cell: ({ balance }) => (
        <>
          <span className="statement-word">{t('statement.columns.balance')} </span>
          {format.money(balance)}
        </>
      ),
    },
  ]
  return (
    <DataTable
      className="entries statement"
      caption={caption}
      columns={columns}
      rows={lines}
      keyOf={({ seq }) => seq}
      waiting={waiting}
    />
  )
}

function Reference({ ref: text, game }: Pick<Line, 'ref' | 'game'>) {
  const t = useTranslations('cashier.statement')
  const id = entryIdOf(text)
  const round = roundOf(text)
  const bet = betIdOf(text)
  if (game && round)
    return (
      <Link className="entry-link" to={paths.betHistory(round)}>
        {game.name}
        <span className="sr">, {t('round')}</span>
      </Link>
    )
  if (bet !== null)
    return (
      <Link className="entry-link num" to={paths.betHistory({ product: 'sports', bet })}>
        #{bet}
        <span className="sr">, {t('bet')}</span>
      </Link>
    )
  if (isOfBonus(text))
    return (
      <Link className="entry-link num" to={paths.profileBonuses()}>
        {text.replace('bonus:', '#')}
        <span className="sr">, {t('bonuses')}</span>
      </Link>
    )
  if (id === null) return <bdi className="num">{text.replace(/^[a-z]+:(?=\d+$)/, '#')}</bdi>
  return (
    <Link className="entry-link num" to={paths.receipt(id)}>
      #{id}
      <span className="sr">, {t('receipt')}</span>
    </Link>
  )
}
