import type { Tx } from '../../context.ts'
import { addNotice, lockPlayers } from '../account/account.ts'
import { runBatch } from './batch/run-batch.ts'
import { ownCall } from './own/batch.ts'
import { dropGuests } from './own/guest-store.ts'
import { retireSeeds } from './own/seeds.ts'
import { listSeeded } from './own/seeds-store.ts'
import { listOpenOf } from './own/store.ts'
import { retireTables } from './table/retire.ts'
import type { TableHouse } from './table/settle.ts'

/** Players who are seen to in one transaction. */
const most = 200

/**
 * After the house was put back to an earlier day. What was shown since is known: seeds that were told, flights that
 * ended, cards that lay open. None of it may decide money again, so every seed and every chain is replaced, and what is
 * open is void. Doing it twice does no harm.
 */
export async function replaceChance(house: TableHouse): Promise<{ players: number; rounds: number }> {
  await retireTables(house)
  await dropGuests(house.sql)
  const done = { players: 0, rounds: 0 }
  for (let after = 0n; ; ) {
    const playerIds = await listSeeded(house.sql, after, most)
    const last = playerIds.at(-1)
    if (last === undefined) return done
    done.rounds += await house.begin((tx) => retireOf(tx, house, playerIds))
    done.players += playerIds.length
    after = last
  }
}

/** Answers how many rounds became void. */
async function retireOf(
  tx: Tx,
  { companions, announce, keys, log }: TableHouse,
  playerIds: readonly bigint[],
): Promise<number> {
  await lockPlayers(tx, playerIds)
  const open = await listOpenOf(tx, playerIds)
  const calls = open.map(({ playerId, round }) => ownCall({ kind: 'cancel', playerId, round }))
  for (const result of calls.length > 0 ? await runBatch(tx, calls, { companions, announce, log, lane: 0 }) : []) {
    if ('refusal' in result) throw result.refusal
    if ('fault' in result) throw result.fault
  }
  for (const playerId of new Set(open.map((each) => each.playerId))) await addNotice(tx, playerId, 'roundsReturned')
  await retireSeeds(tx, playerIds, keys)
  return open.length
}
