import type { SportsEventCard } from '@croupier/contract/methods/sports'
import { paths } from '@croupier/contract/paths'
import { memo, useMemo } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { usePlainTranslations } from '../../i18n/plain-text.ts'
import { Crest } from './crest.tsx'
import { KickOff } from './kick-off.tsx'
import { hasEnded, isInPlay, shortOutcomes } from './list-rules.ts'
import { useEvent } from './live-book.ts'
import { namesOf } from './market-words.ts'
import { MatchClock } from './match-clock.tsx'
import { OddsButton } from './odds-button.tsx'
import { OddsWordsOf } from './odds-words.tsx'
import { ShutOdds } from './shut-odds.tsx'
import { Star } from './star.tsx'

/** One event of a list: when, who, the odds of its main market, and how many markets more there are. */
export const EventRow = memo(({ event: loaded }: { event: SportsEventCard }) => {
  const t = usePlainTranslations('betting')
  const event = useEvent(loaded)
  const { sport, market, home, away, state, closed, market_count: count } = event
  // A clock that goes on does not draw the prices anew.
  const sold = useMemo(() => ({ ...loaded, state, closed }), [loaded, state, closed])
  const title = t('versus', { home: home.name, away: away.name })
  const more = count - (market ? 1 : 0)
  return (
    <article className="event-row">
      <div className="event-info">
        <EventTime event={event} />
        <Link className="event-teams" to={paths.bettingEvent(event)}>
          <Side side={home} sport={sport} score={scoreOf(event, 0)} />
          <Side side={away} sport={sport} score={scoreOf(event, 1)} />
        </Link>
        <Star kind="event" id={event.id} name={title} />
      </div>
      {closed !== null && !hasEnded(event) && <ShutOdds reason={closed} />}
      {market && market.outcomes.length <= 3 && !hasEnded(event) && closed === null && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
        <div className="event-odds" data-odds-row="" role="group" aria-label={title}>
          <OddsWordsOf names={namesOf(event)}>
            {market.outcomes.map((outcome) => (
              <OddsButton
                key={outcome}
                event={sold}
                market={market}
                outcome={outcome}
                label={shortOutcomes[outcome]}
                look="column"
              />
            ))}
          </OddsWordsOf>
        </div>
      )}
      {more > 0 && (
        <Link
          className="event-more num"
          to={paths.bettingEvent(event)}
          aria-label={t('moreMarkets', { count: more, title })}
        >
          +{more}
        </Link>
      )}
    </article>
  )
})

const scoreOf = (event: SportsEventCard, side: 0 | 1): number | null =>
  isInPlay(event) || hasEnded(event) ? (event.score.ft?.[side] ?? null) : null

/** The clock of play, the state in a word, or the beginning. */
function EventTime({ event }: { event: SportsEventCard }) {
  const t = useTranslations('betting.states')
  const { state } = event
  if (isInPlay(event))
    return (
      <span className="event-when live">
        <MatchClock card={event} />
      </span>
    )
  const isQuiet = state === 'planned' || state === 'open'
  return <span className="event-when">{isQuiet ? <KickOff at={event.starts_at} /> : <span>{t(state)}</span>}</span>
}

type SideProps = { side: SportsEventCard['home']; sport: string; score: number | null }

function Side({ side, sport, score }: SideProps) {
  return (
    <span className="event-team">
      <Crest side={side} sport={sport} />
      <bdi className="cut">{side.name}</bdi>
      {score !== null && <b className="num">{score}</b>}
    </span>
  )
}
