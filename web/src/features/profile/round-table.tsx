import type { HistoryRound } from '@croupier/contract/methods/games'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { isGain, useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { cx } from '../../ui/cx.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Tag } from '../../ui/tag.tsx'
import { netOf, type RoundFilter, toRound } from './round-rules.ts'

type Props = { filter: RoundFilter; rounds: readonly HistoryRound[]; waiting: number }

const resultOf = ({ is_free, staked, won }: HistoryRound) => (is_free ? won : netOf(staked, won))

/** Rounds of the player. A row opens its round. */
export function RoundTable({ filter, rounds, waiting }: Props) {
  const t = useTranslations('bets.history')
  const format = useFormat()
  /** On a phone a card has no head to say it. */
  const worded = (word: string, sum: HistoryRound['won']) => (
    <>
      <span className="bets-word">{word} </span>
      {format.money(sum)}
    </>
  )
  const columns: Column<HistoryRound>[] = [
    {
      name: 'game',
      head: t('columns.game'),
      cellClass: 'entry-method',
      cell: (row) => <GameOfRound row={row} filter={filter} />,
    },
    {
      name: 'time',
      head: t('columns.time'),
      cellClass: 'entry-date num',
      cell: ({ opened_at }) => <LocalTime at={opened_at} withTime />,
    },
    {
      name: 'staked',
      head: t('columns.staked'),
      headClass: 'entry-amount',
      cellClass: 'bets-staked num',
      cell: ({ staked }) => worded(t('columns.staked'), staked),
    },
    {
      name: 'returned',
      head: t('columns.returned'),
      headClass: 'entry-amount',
      cellClass: 'bets-won num',
      cell: ({ won }) => worded(t('columns.returned'), won),
    },
    {
      name: 'net',
      head: t('columns.net'),
      headClass: 'entry-amount',
      cellClass: (row) => cx('entry-amount num', row.is_closed && isGain(resultOf(row).amount) && 'is-win'),
      // What is not over has no result yet.
      cell: (row) => (row.is_closed ? format.signedMoney(resultOf(row)) : '—'),
    },
  ]
  return (
    <DataTable
      className="entries bets"
      caption={t('title')}
      columns={columns}
      rows={rounds}
      keyOf={({ provider, round }) => `${provider}-${round}`}
      waiting={waiting}
    />
  )
}

function GameOfRound({
  row: { round, provider, game, is_free, is_closed, paid_by },
  filter,
}: {
  row: HistoryRound
  filter: RoundFilter
}) {
  const t = useTranslations('bets.history')
  return (
    <span className="bets-game">
      <Picture src={game.image_url} alt="" width={54} height={36} quality={84} />
      <span className="bets-name">
        <Link className="entry-link" to={toRound(filter, round, provider)}>
          {game.name}
        </Link>
        {is_free && <Tag>{t('free')}</Tag>}
        {isGain(paid_by.bonus.amount) && <Tag>{t('bonus')}</Tag>}
        {!is_closed && <Tag tone="warning">{t('open')}</Tag>}
      </span>
    </span>
  )
}
