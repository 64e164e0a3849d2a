import type { WireTournament } from '@croupier/contract/methods/tournaments'
import { useTranslations } from 'use-intl'
import { cx } from '../../ui/cx.ts'
import { usePrizeText, useScoreText } from '../cups/cups.tsx'

const steps = 3

/** The first three of a tournament that is over. */
export function Podium({ tournament: { winners, score } }: { tournament: WireTournament }) {
  const t = useTranslations('tournaments')
  const scoreText = useScoreText()
  const prizeText = usePrizeText()
  const first = winners.slice(0, steps).filter((winner) => winner.prize !== null)
  if (first.length === 0) return null
  return (
    <ol className="cup-podium" aria-label={t('podium')}>
      {first.map(({ place, fakename, is_demo_player, score: reached, prize }) => (
        <li key={place} className="card">
          <span className={cx('cup-medal', `cup-medal-${place}`)}>{place}</span>
          <bdi className="cut">{fakename ?? t('board.hidden')}</bdi>
          {is_demo_player && <small className="muted">{t('board.demo')}</small>}
          <span className="num muted">{scoreText(reached, score.unit)}</span>
          {prize && <b className="num cup-brass">{prizeText(prize)}</b>}
        </li>
      ))}
    </ol>
  )
}
