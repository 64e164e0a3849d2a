import { foldTennis } from '@croupier/sportsbook/records/tennis'
import { useTranslations } from 'use-intl'
import { cx } from '../../ui/cx.ts'
import { calledPoints, factsOf, servingSide, type TrackerProps } from './tracker-rules.ts'

/** The running game: points as they are called, and who serves. */
export function TennisTracker({ record, names }: TrackerProps) {
  const t = useTranslations('betting-event.tracker')
  const match = foldTennis(factsOf('tennis', record))
  const set = match.sets.at(-1)
  const isTieBreak = set?.winner === null && set.score[0] === 6 && set.score[1] === 6
  const points = calledPoints(match.points, isTieBreak)
  const server = servingSide(match)
  const side = (at: 0 | 1, name: string) => (
    <li className={cx('court-side', server === at + 1 && 'court-serves')}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <circle cx="6" cy="6" r="5" />
      </svg>
      <bdi className="cut">{name}</bdi>
      {server === at + 1 && <span className="dim">{t('serving')}</span>}
      <b className="num">{points[at]}</b>
    </li>
  )
  return (
    <div className="court">
      <h2 className="h3 dim">{isTieBreak ? t('tieBreak') : t('game')}</h2>
      <ul>
        {side(0, names.home)}
        {side(1, names.away)}
      </ul>
    </div>
  )
}
