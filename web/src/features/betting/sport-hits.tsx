import type { Call } from '@croupier/contract/contract'
import type { SportsEventCard } from '@croupier/contract/methods/sports'
import { paths } from '@croupier/contract/paths'
import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { KickOff } from './kick-off.tsx'
import { isInPlay } from './list-rules.ts'

/** What the search of the house finds in the book. */
export type SportHit = { id: string; to: string } & (
  | { kind: 'match'; event: SportsEventCard }
  | { kind: 'league'; name: string; category: string }
)

const most = 6

export async function askSportHits(call: Call, search: string): Promise<SportHit[]> {
  const { events, tournaments } = await call('sports.search', { search, count: most })
  return [
    ...tournaments.slice(0, 2).map(
      ({ id, sport, name, slug, category }): SportHit => ({
        ...{ kind: 'league', id: `league-${id}`, name, category },
        to: paths.bettingTournament(sport, id, slug),
      }),
    ),
    ...events.map(
      (event): SportHit => ({ kind: 'match', id: `match-${event.id}`, event, to: paths.bettingEvent(event) }),
    ),
  ].slice(0, most)
}

/** One line of it. */
export function SportHitLine({ hit }: { hit: SportHit }) {
  const t = useTranslations('betting')
  return (
    <>
      <span className="search-pic search-letter">
        <Icon name="volleyball" />
      </span>
      <span className="search-name">
        <b className="cut">
          {hit.kind === 'match' ? t('versus', { home: hit.event.home.name, away: hit.event.away.name }) : hit.name}
        </b>
        <small className="cut">
          {hit.kind === 'league' ? t('found.league', { category: hit.category }) : <When event={hit.event} />}
        </small>
      </span>
      <Icon name="chevron-right" />
    </>
  )
}

function When({ event }: { event: SportsEventCard }) {
  const t = useTranslations('betting')
  return (
    <>
      {event.tournament.name} · {isInPlay(event) ? t('clock.live') : <KickOff at={event.starts_at} />}
    </>
  )
}
