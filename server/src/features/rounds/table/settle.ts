import type { JobContext } from '../../../context.ts'
import type { Leaving } from '../../../ports/rounds.ts'
import type { Companion } from '../batch/companion.ts'
import { runBatch } from '../batch/run-batch.ts'
import { tableCall } from './batch.ts'
import { secretOf, type TableGame } from './game.ts'
import { endGuests } from './guest.ts'
import { type Aboard, listAboard, nextAuto } from './plays-store.ts'
import { readClockMs, readSharedById, type Shared } from './store.ts'

export type TableHouse = Pick<JobContext, 'sql' | 'begin' | 'announce' | 'keys' | 'log'> & {
  config: Pick<JobContext['config'], 'jurisdiction'>
  /** Those of every batch: the money of the table moves as all other money does. */
  companions: readonly Companion[]
}

/** Plays that are settled in one transaction. */
const most = 200

/** Pays what was set in advance and is reached by now; answers in how many milliseconds there is something to do. */
export async function settleFlight(house: TableHouse, game: TableGame, shared: Shared): Promise<number> {
  const { sql } = house
  const { flight } = game
  const startsMs = shared.startsMs ?? (await readClockMs(sql))
  const { point } = await secretOf(game, shared, house.keys)
  const height = Math.min(point, flight.heightAt((await readClockMs(sql)) - startsMs))
  await settleEach(house, { game, shared, leaving: { cause: 'height', height } })
  const next = await nextAuto(sql, shared.id, point)
  const endsMs = flight.endMsOf(point)
  return startsMs + (next === null ? endsMs : Math.min(endsMs, flight.msOf(next))) - (await readClockMs(sql))
}

/** Ends every play of a round that is over. */
export async function settleRound(house: TableHouse, game: TableGame, sharedId: bigint): Promise<void> {
  const shared = await readSharedById(house.sql, sharedId)
  if (!shared) return
  const { isInterrupted, point } = shared
  await settleEach(house, { game, shared, leaving: { cause: 'end', point: Number(point), isInterrupted } })
}

type Settling = { game: TableGame; shared: Shared; leaving: Leaving }

async function settleEach(house: TableHouse, settling: Settling) {
  const { sql, log } = house
  const { shared, leaving } = settling
  // Only plays that were to get off there or lower.
  const height = leaving.cause === 'height' ? leaving.height : undefined
  const passed = new Set<string>()
  for (;;) {
    const found = await listAboard(sql, shared.id, most + passed.size, height)
    const aboard = found.filter(({ round }) => !passed.has(round)).slice(0, most)
    if (aboard.length === 0) return
    // What cannot be paid together is paid one by one, so that a fault stays with the play it belongs to.
    await settle(house, settling, aboard).catch(async () => {
      for (const one of aboard)
        await settle(house, settling, [one]).catch((error: unknown) =>
          log.error({ fault: faultText(error) }, 'a play was not settled'),
        )
    })
    for (const { round } of aboard) passed.add(round)
  }
}

/** Ends these plays in one transaction: a second run finds them over. */
async function settle(
  house: TableHouse,
  { game, shared, leaving }: Settling,
  aboard: readonly Aboard[],
): Promise<void> {
  // What comes back asks for no chance.
  const isUnknown = shared.phase === 'over' && shared.link === null
  const link = isUnknown ? Buffer.alloc(0) : (await secretOf(game, shared, house.keys)).link
  const { sysname } = game.about
  const calls = aboard.flatMap(({ round, playerId }) =>
    playerId === null ? [] : tableCall({ kind: 'leave', playerId, round, game: sysname, link, leaving }),
  )
  const guests = aboard.flatMap(({ round, guestId }) => (guestId === null ? [] : { guestId, round, link, leaving }))
  const { companions, announce, log } = house
  await house.begin(async (tx) => {
    const results = calls.length > 0 ? await runBatch(tx, calls, { companions, announce, log, lane: 0 }) : []
    for (const result of results) {
      if ('refusal' in result) throw result.refusal
      if ('fault' in result) throw result.fault
    }
    await endGuests(tx, game, guests)
  })
}

export const faultText = (error: unknown) => (error instanceof Error ? error.message : 'unknown')
