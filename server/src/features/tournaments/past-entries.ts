import type { Tx } from '../../context.ts'
import { ledgerLines } from '../wallet/wallet.ts'
import { cupFeed } from './feed-store.ts'
import { dateEntry, enterTournament, listTournaments, lockTournament, readTournamentEntry } from './store.ts'

/** A player of the demo world is in every tournament that runs, from its start on. Once; the player is locked. */
export async function addPastEntries(tx: Tx, playerId: bigint): Promise<void> {
  const { rows } = await listTournaments(tx, { status: 'active', ids: null, count: 10, offset: 0 })
  for (const { id: tournamentId, startsAt } of rows) {
    if (await readTournamentEntry(tx, tournamentId, playerId)) continue
    await lockTournament(tx, tournamentId)
    const purses = await ledgerLines.mainPurses(tx, [playerId])
    // All lines are new to it, so that the next sweep works in what was played.
    await cupFeed.addCursors(
      tx,
      purses.map((purse) => ({ ...purse, seq: 0n })),
    )
    await enterTournament(tx, { tournamentId, playerId })
    await dateEntry(tx, { tournamentId, playerId }, startsAt)
  }
}
