import type { Tx } from '../../context.ts'
import { ledgerLines } from '../wallet/wallet.ts'
import { cupFeed } from './feed-store.ts'
import { finish } from './finish.ts'
import { makePassed } from './instances.ts'
import { payPrizes } from './pay-prizes.ts'
import {
  enterTournament,
  listTournaments,
  lockTournament,
  readTournament,
  readTournamentEntry,
  type Tournament,
} from './store.ts'

/** Tournaments as players of the demo world have lived through them. */

/** A player is in every tournament that runs, from its start on. Once; the player is locked. */
async function addRunning(tx: Tx, playerId: bigint): Promise<void> {
  const { rows } = await listTournaments(tx, { status: 'active', ids: null, count: 10, offset: 0 })
  for (const tournament of rows) {
    if (await readTournamentEntry(tx, tournament.id, playerId)) continue
    await lockTournament(tx, tournament.id)
    const purses = await ledgerLines.mainPurses(tx, [playerId])
    // All lines are new to it, so that the next sweep works in what was played.
    await cupFeed.addCursors(
      tx,
      purses.map((purse) => ({ ...purse, seq: 0n })),
    )
    await addEntry(tx, tournament, playerId)
  }
}

async function addEntry(tx: Tx, { id, startsAt }: Pick<Tournament, 'id' | 'startsAt'>, playerId: bigint) {
  // As if it had joined at the start: players of the demo world have played since.
  await enterTournament(tx, { tournamentId: id, playerIds: [playerId], at: startsAt })
}

/** No board ran, so there is nothing that could differ from it. */
const silent = { error: () => undefined }

/** The last instance of a definition, with these players in it, settled and paid. Once; the players are locked. */
async function addFinished(tx: Tx, sysname: string, playerIds: readonly bigint[]): Promise<boolean> {
  const id = await makePassed(tx, sysname)
  const tournament = id === null ? null : await readTournament(tx, id)
  if (!tournament) return false
  for (const playerId of playerIds) await addEntry(tx, tournament, playerId)
  await finish({ log: silent }, tx, tournament.id)
  await payPrizes({ sql: tx, begin: (work) => work(tx), log: silent }, {}, tournament.id)
  return true
}

export const pastCups = { addFinished, addRunning }
