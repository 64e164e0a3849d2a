import type { SportsEventCard } from '@croupier/contract/methods/sports'
import { shortOutcomes } from './list-rules.ts'
import { useEvent } from './live-book.ts'
import { LiveSurface } from './live-surface.tsx'
import { namesOf } from './market-words.ts'
import { OddsButton } from './odds-button.tsx'
import { OddsWordsOf } from './odds-words.tsx'
import { ShutOdds } from './shut-odds.tsx'

/** A live event on its playing surface; the picture is one link, the odds stand under it. */
export function LiveCard({ event: loaded }: { event: SportsEventCard }) {
  const event = useEvent(loaded)
  const { market } = event
  return (
    <article className="live-card">
      <LiveSurface event={event} />
      {event.closed !== null && <ShutOdds reason={event.closed} />}
      {market && market.outcomes.length <= 3 && event.closed === null && (
        <div className="live-odds" data-odds-row="">
          <OddsWordsOf names={namesOf(event)}>
            {market.outcomes.map((outcome) => (
              <OddsButton
                key={outcome}
                event={event}
                market={market}
                outcome={outcome}
                label={shortOutcomes[outcome]}
              />
            ))}
          </OddsWordsOf>
        </div>
      )}
    </article>
  )
}
