import type { JobContext, Tx } from '../../context.ts'
import { lockPlayer } from '../account/account.ts'
import { type Movement, move, moveAll, type PurseName } from '../wallet/wallet.ts'
import { costsToReturn, releaseFee, releaseTicket, spendTicket, writeFee } from './club-store.ts'
import type { Tournament } from './store.ts'

/** What joining costs: a ticket where the player has one, else points. The player and the tournament are locked. */

type Entry = { tournamentId: bigint; playerId: bigint; joinNo: number }

const pointsOf = (playerId: bigint): PurseName => ({ playerId, kind: 'points', currency: 'PTS' })
const fees: PurseName = { playerId: null, owner: 'loyalty', kind: 'tournaments', currency: 'PTS' }

/** Points that are on their way to the house. */
export type Fee = Entry & { amount: bigint }

function movementOf({ tournamentId, playerId, joinNo, amount }: Fee, isBack: boolean): Movement {
  const own = pointsOf(playerId)
  return {
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
  }
}

/** A ticket is spent at once; points are answered, to be paid by `payFees`. It was judged that the player has either. */
export async function takeCost(tx: Tx, { terms, definition }: Tournament, entry: Entry): Promise<Fee | null> {
  const { fee_points: fee, by_ticket } = terms
  if (by_ticket && (await spendTicket(tx, { ...entry, definition }))) return null
  if (by_ticket && fee === undefined) throw new Error('a ticket that was seen is gone')
  if (fee === undefined) return null
  await writeFee(tx, entry, BigInt(fee))
  return { ...entry, amount: BigInt(fee) }
}

/**
 * Of a whole crowd in one movement, which locks its purses in their order: the feed gives points to crowds too, and does
 * not lock their players. Everything is taken back where one of them cannot pay.
 */
export async function payFees(tx: Tx, all: readonly Fee[]): Promise<void> {
  const outcomes = await moveAll(
    tx,
    all.map((fee) => movementOf(fee, false)),
  )
  const wrong = outcomes.find(({ kind }) => kind !== 'moved')
  if (wrong) throw new Error(`a fee was not paid: ${wrong.kind}`)
}

/** Once, however often it is asked for. The player is locked. */
export async function returnEntryCost(tx: Tx, entry: Omit<Entry, 'joinNo'>): Promise<void> {
  await releaseTicket(tx, entry)
  const held = await releaseFee(tx, entry)
  if (!held) return
  const { kind } = await move(tx, movementOf({ ...entry, joinNo: held.joinNo, amount: held.fee }, true))
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
