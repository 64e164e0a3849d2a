import type { HistoryRound } from '@croupier/contract/methods/games'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { isGain, useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { cx } from '../../ui/cx.ts'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { netOf, type RoundFilter, toRound } from './round-rules.ts'

type Props = {
  filter: RoundFilter
  rounds: readonly HistoryRound[]
  /** So many empty rows instead, while the next ones are on their way. */
  waiting: number
}

/** Rounds as rows of a table; on a phone each row is a card. A row opens its round. */
export function RoundTable({ filter, rounds, waiting }: Props) {
  const t = useTranslations('bets.history')
  return (
    <table className="entries bets" aria-busy={waiting > 0 || undefined}>
      <caption className="sr">{t('title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('columns.game')}</th>
          <th scope="col">{t('columns.time')}</th>
          <th scope="col" className="entry-amount">
            {t('columns.staked')}
          </th>
          <th scope="col" className="entry-amount">
            {t('columns.returned')}
          </th>
          <th scope="col" className="entry-amount">
            {t('columns.net')}
          </th>
        </tr>
      </thead>
      <tbody>
        {waiting > 0
          ? Array.from({ length: waiting }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: empty rows are all the same
              <WaitingRow key={at} />
            ))
          : rounds.map((round) => <Row key={`${round.provider}-${round.round}`} round={round} filter={filter} />)}
      </tbody>
    </table>
  )
}

function Row({ round: row, filter }: { round: HistoryRound; filter: RoundFilter }) {
  const t = useTranslations('bets.history')
  const format = useFormat()
  const { round, provider, game, staked, won, opened_at: openedAt } = row
  const net = row.is_free ? won : netOf(staked, won)
  return (
    <tr>
      <td className="entry-method">
        <span className="bets-game">
          <Picture src={game.image_url} alt="" width={54} height={36} quality={84} />
          <span className="bets-name">
            <Link className="entry-link" to={toRound(filter, round, provider)}>
              {game.name}
            </Link>
            {row.is_free && <Tag>{t('free')}</Tag>}
            {!row.is_closed && <Tag tone="warning">{t('open')}</Tag>}
          </span>
        </span>
      </td>
      <td className="entry-date num">
        <LocalTime at={openedAt} withTime />
      </td>
      <td className="bets-staked num">
        <span className="bets-word">{t('columns.staked')} </span>
        {format.money(staked)}
      </td>
      <td className="bets-won num">
        <span className="bets-word">{t('columns.returned')} </span>
        {format.money(won)}
      </td>
      <td className={cx('entry-amount num', row.is_closed && isGain(net.amount) && 'is-win')}>
        {/* What is not over has no result yet. */}
        {row.is_closed ? format.signedMoney(net) : '—'}
      </td>
    </tr>
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
