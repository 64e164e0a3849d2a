import type { Context } from '../../context.ts'
import { inPages } from '../../in-pages.ts'
import { hitsAfter, readRegistration, trackedAfter } from './store.ts'

/** What this feature keeps about a player, for the player. */
export async function exportTracking(
  { sql }: Pick<Context, 'sql'>,
  playerId: bigint,
): Promise<Record<string, unknown>> {
  const registration = await readRegistration(sql, playerId)
  return {
    registration: registration ? { ...registration, at: registration.at.toISOString() } : null,
    hits: inPages(hitsAfter(sql, playerId), ({ id, ...hit }) => ({ ...hit, at: hit.at.toISOString() })),
    events: inPages(trackedAfter(sql, playerId), ({ id, ...event }) => ({ ...event, at: event.at.toISOString() })),
  }
}
