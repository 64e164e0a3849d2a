import './live-card.css'
import type { SportsEventCard } from '@croupier/contract/methods/sports'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Crest } from './crest.tsx'
import { isInPlay } from './list-rules.ts'
import { MatchClock } from './match-clock.tsx'

/** League, clock and score of an event. */
export function LiveSurface({ event }: { event: SportsEventCard }) {
  const t = useTranslations('betting.states')
  const { sport, tournament, home, away, score } = event
  const periods = Object.keys(score).filter((period) => /^[sqm]\d$/.test(period))
  return (
    <Link className={`surface surface-${sport}`} to={paths.bettingEvent(event)}>
      <span className="live-head">
        <bdi className="cut">{tournament.name}</bdi>
        {isInPlay(event) ? (
          <span className="live">
            <MatchClock card={event} />
          </span>
        ) : (
          <span>{t(event.state)}</span>
        )}
      </span>
      {[home, away].map((side, at) => (
        <span key={side.id} className="live-side">
          <Crest side={side} sport={sport} />
          <bdi className="cut">{side.name}</bdi>
          {periods.map((period) => (
            <i key={period}>{score[period]?.[at]}</i>
          ))}
          <b>{score.ft?.[at] ?? 0}</b>
        </span>
      ))}
    </Link>
  )
}
