import type { Boot } from '@croupier/contract/boot'
import type { Output } from '@croupier/contract/contract'
import type { SportsEventCard } from '@croupier/contract/methods/sports'
import { paths } from '@croupier/contract/paths'

/** Where two persons meet there is no home side. */
const ofPersons: readonly string[] = ['tennis']

type SportsEvent = SportsEventCard & Pick<Output<'sports.getEvent'>, 'first_starts_at'>

function statusOf({ state, first_starts_at: firstStartsAt }: SportsEvent): string {
  if (state === 'postponed') return 'EventPostponed'
  if (state === 'cancelled' || state === 'abandoned') return 'EventCancelled'
  return firstStartsAt === null ? 'EventScheduled' : 'EventRescheduled'
}

/** A match for machines that read pages: who, when, where. Prices and stakes have no place in it. */
export function sportsEventLd(event: SportsEvent, origin: string) {
  const { home, away, sport, tournament, category, starts_at: startsAt, first_starts_at: firstStartsAt } = event
  const side = ({ name }: { name: string }) => ({ '@type': ofPersons.includes(sport) ? 'Person' : 'SportsTeam', name })
  return {
    '@context': 'https://schema.org',
    '@type': 'SportsEvent',
    name: `${home.name} – ${away.name}`,
    url: origin + paths.bettingEvent(event),
    startDate: startsAt,
    ...(firstStartsAt !== null && { previousStartDate: firstStartsAt }),
    eventStatus: `https://schema.org/${statusOf(event)}`,
    sport,
    location: { '@type': 'Place', name: category.name },
    superEvent: { '@type': 'SportsEvent', name: tournament.name },
    image: `${origin}/og.jpg`,
    ...(ofPersons.includes(sport)
      ? { competitor: [side(home), side(away)] }
      : { homeTeam: side(home), awayTeam: side(away) }),
  }
}

/** What the page of an event says of itself. Searchers outside of the sandbox are not led to made-up matches. */
export function eventSeo(event: SportsEvent, { origin, isSandbox }: Pick<Boot, 'origin' | 'isSandbox'>) {
  const { home, away, tournament, starts_at: startsAt } = event
  const title = `${home.name} – ${away.name}`
  return {
    seoTokens: {
      ...{ title, name: title, home: home.name, away: away.name, tournament: tournament.name },
      day: startsAt.slice(0, 10).split('-').reverse().join('.'),
    },
    structured: [sportsEventLd(event, origin)],
    isIndexed: isSandbox || !event.is_simulated,
  }
}
