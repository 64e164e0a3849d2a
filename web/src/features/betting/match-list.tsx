import type { SportsEventCard } from '@croupier/contract/methods/sports'
import { paths } from '@croupier/contract/paths'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { EventRow } from './event-row.tsx'
import { inShownOrder, isInPlay, type League, leaguesOf, shortOutcomes } from './list-rules.ts'
import { namesOf, useMarketWords } from './market-words.ts'
import { RovingOdds } from './roving-odds.tsx'
import { SportIcon } from './sport-icon.tsx'

/** Events under their leagues. What is loaded anew keeps the order in which it is shown; give another list another key. */
export function MatchList({ events }: { events: readonly SportsEventCard[] }) {
  const [known, setKnown] = useState({ events, shown: events })
  const shown = known.events === events ? known.shown : inShownOrder(known.shown, events)
  if (known.events !== events) setKnown({ events, shown })
  return (
    <RovingOdds className="league-list">
      {leaguesOf(shown).map((league) => (
        <LeagueCard key={league.id} league={league} />
      ))}
    </RovingOdds>
  )
}

function LeagueCard({ league: { events } }: { league: League }) {
  const t = useTranslations('betting')
  const [first] = events
  if (!first) return null
  const { sport, tournament, category } = first
  const live = events.filter(isInPlay).length
  return (
    <section className="league-card" aria-label={tournament.name}>
      <header>
        <SportIcon sport={sport} />
        <h2 className="cut">
          <Link to={paths.bettingTournament(sport, tournament.id, tournament.slug)}>
            <bdi>{tournament.name}</bdi>
          </Link>
        </h2>
        <span className="dim cut league-note">
          {live > 0 ? t('live', { count: live }) : <bdi>{category.name}</bdi>}
        </span>
        <Columns event={first} />
      </header>
      {events.map((event) => (
        <EventRow key={event.id} event={event} />
      ))}
    </section>
  )
}

/** What the columns of odds are; each button has it in its own name. */
function Columns({ event }: { event: SportsEventCard }) {
  const words = useMarketWords(namesOf(event))
  const { market } = event
  if (!market || market.outcomes.length > 3) return null
  return (
    <span className="league-columns" aria-hidden="true">
      {market.outcomes.map((outcome) => (
        <span key={outcome} className="cut">
          {shortOutcomes[outcome] ?? words.outcome({ ...market, line: null }, outcome)}
        </span>
      ))}
    </span>
  )
}
