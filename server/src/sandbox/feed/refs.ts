import type { FeedMessage, FeedMessageOf } from '@croupier/sportsbook/feed'
import type { Fixture } from '@croupier/sportsbook/world/calendar'
import { seedHashOf } from './chance.ts'

/** Refs of the world have slashes in them, those of the feed have not; a colon is in neither by itself. */
export const eventRef = (ref: string): string => ref.replaceAll('/', ':')

export const worldRef = (event: string): string => event.replaceAll(':', '/')

export const momentText = (at: number): string => new Date(at).toISOString()

/** What the sport of a match needs to be understood. */
function formatOf({ model, pace, isKnockout }: Fixture): FeedMessageOf<'fixture'>['format'] {
  const common = { pace, ...(isKnockout ? { knockout: true } : {}) }
  switch (model.sport) {
    case 'football':
      return { ...common, minutes: 90, extra_time: model.params.isCup === true }
    case 'tennis':
      return { ...common, best_of: model.params.sets }
    case 'basketball':
      return { ...common, quarters: 4, minutes: 40 }
    case 'hockey':
      return { ...common, periods: 3, minutes: 60 }
    case 'shooter':
      return {
        ...common,
        best_of: model.params.maps.length,
        maps: model.params.maps.map(({ name }) => name).join(', '),
      }
  }
}

/** `planned`: for when it was planned at first. */
type Told = { startsAt: number; planned: number; isHandled: boolean; change?: FeedMessageOf<'fixture'>['change'] }

export const fixtureMessage = (
  secret: string,
  fixture: Fixture,
  { startsAt, planned, isHandled, change }: Told,
): FeedMessage => ({
  ...{ kind: 'fixture', event: eventRef(fixture.ref), tournament: fixture.tournament },
  ...{ home: fixture.home.ref, away: fixture.away.ref, starts_at: momentText(startsAt), has_live: true },
  ...{ format: formatOf(fixture), seed_hash: seedHashOf(secret, fixture.ref) },
  ...(startsAt !== planned && { first_starts_at: momentText(planned) }),
  ...(change && { change }),
  ...(isHandled && { is_handled: true }),
})
