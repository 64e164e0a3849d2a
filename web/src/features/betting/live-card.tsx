import './live-card.css'
import type { SportsEventCard } from '@croupier/contract/methods/sports'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { Crest } from './crest.tsx'
import { shortOutcomes } from './list-rules.ts'
import { useEvent } from './live-book.ts'
import { MatchClock } from './match-clock.tsx'
import { OddsButton } from './odds-button.tsx'

/** A live event on its playing surface; the picture is one link, the odds stand under it. */
export function LiveCard({ event: loaded }: { event: SportsEventCard }) {
  const event = useEvent(loaded)
  const { market } = event
  return (
    <article className="live-card">
      <LiveSurface event={event} />
      {market && market.outcomes.length <= 3 && (
        <div className="live-odds" data-odds-row="">
          {market.outcomes.map((outcome) => (
            <OddsButton key={outcome} event={event} market={market} outcome={outcome} label={shortOutcomes[outcome]} />
          ))}
        </div>
      )}
    </article>
  )
}

/** League, clock and score of an event. */
export function LiveSurface({ event }: { event: SportsEventCard }) {
  const { sport, tournament, home, away, score } = event
  const periods = Object.keys(score).filter((period) => /^[sqm]\d$/.test(period))
  return (
    <Link className={`surface surface-${sport}`} to={paths.bettingEvent(event)}>
      <span className="live-head">
        <bdi className="cut">{tournament.name}</bdi>
        <span className="live">
          <MatchClock card={event} />
        </span>
      </span>
      {[home, away].map(({ id, name, crest }, side) => (
        <span key={id} className="live-side">
          <Crest id={id} crest={crest} />
          <bdi className="cut">{name}</bdi>
          {periods.map((period) => (
            <i key={period}>{score[period]?.[side]}</i>
          ))}
          <b>{score.ft?.[side] ?? 0}</b>
        </span>
      ))}
    </Link>
  )
}
