import type { Context } from '../../context.ts'
import { readEvents, readHits, readRegistration } from './store.ts'

/** What this feature keeps about a player, for the player. */
export async function exportTracking(
  { sql }: Pick<Context, 'sql'>,
  playerId: bigint,
): Promise<Record<string, unknown>> {
  const registration = await readRegistration(sql, playerId)
  const hits = await readHits(sql, playerId)
  const events = await readEvents(sql, playerId)
  return {
    registration: registration ? { ...registration, at: registration.at.toISOString() } : null,
    hits: hits.map((hit) => ({ ...hit, at: hit.at.toISOString() })),
    events: events.map((event) => ({ ...event, at: event.at.toISOString() })),
  }
}
