import type { JobContext, Tx } from '../../context.ts'
import { lockPlayer } from '../account/account.ts'
import { move, type PurseName } from '../wallet/wallet.ts'
import { costsToReturn, releaseFee, releaseTicket, spendTicket, writeFee } from './club-store.ts'
import type { Tournament } from './store.ts'

/** What joining costs: a ticket where the player has one, else points. The player and the tournament are locked. */

type Entry = { tournamentId: bigint; playerId: bigint; joinNo: number }

const pointsOf = (playerId: bigint): PurseName => ({ playerId, kind: 'points', currency: 'PTS' })
const fees: PurseName = { playerId: null, owner: 'loyalty', kind: 'tournaments', currency: 'PTS' }

async function moveFee(tx: Tx, entry: Entry, amount: bigint, isBack: boolean) {
  const { tournamentId, playerId, joinNo } = entry
  const own = pointsOf(playerId)
  const { kind } = await move(tx, {
    scope: isBack ? 'tournament-fee-back' : 'tournament-fee',
    // Who leaves before the start and comes again pays again.
    key: `${tournamentId}:${playerId}:${joinNo}`,
    playerId,
    body: { playerId, amount },
    transfers: [
      {
        ...(isBack ? { from: fees, to: own } : { from: own, to: fees }),
        ...{ amount, reason: 'fee', ref: `tournament:${tournamentId}` },
      },
    ],
    answer: () => ({}),
  })
  return kind
}

/** It was judged behind the locks that the player can pay; everything is taken back where that is not so. */
export async function payEntry(tx: Tx, { terms, definition }: Tournament, entry: Entry): Promise<void> {
  const { fee_points: fee, by_ticket } = terms
  if (by_ticket && (await spendTicket(tx, { ...entry, definition }))) return
  if (by_ticket && fee === undefined) throw new Error('a ticket that was seen is gone')
  if (fee === undefined) return
  const kind = await moveFee(tx, entry, BigInt(fee), false)
  if (kind !== 'moved') throw new Error(`a fee was not paid: ${kind}`)
  await writeFee(tx, entry, BigInt(fee))
}

/** Once, however often it is asked for. The player is locked. */
export async function returnEntryCost(tx: Tx, entry: Omit<Entry, 'joinNo'>): Promise<void> {
  await releaseTicket(tx, entry)
  const held = await releaseFee(tx, entry)
  if (!held) return
  const kind = await moveFee(tx, { ...entry, joinNo: held.joinNo }, held.fee, true)
  if (kind !== 'moved') throw new Error(`a fee was not given back: ${kind}`)
}

/** Every minute: what cancelled tournaments cost comes back, one transaction for each entry. */
export async function returnCosts({ sql: db, begin }: Pick<JobContext, 'sql' | 'begin'>): Promise<void> {
  for (const entry of await costsToReturn(db)) {
    await begin(async (tx) => {
      await lockPlayer(tx, entry.playerId)
      await returnEntryCost(tx, entry)
    })
  }
}
