import { bettingTerms } from '@croupier/contract/promotion-terms'
import type { BonusEndReason } from '@croupier/contract/promotions'
import type { Tx } from '../../../context.ts'
import { tellPlayer } from '../../../db/announce.ts'
import { move, type Transfer } from '../../wallet/wallet.ts'
import { bettingMove, hasMoney } from './rules.ts'
import * as store from './store.ts'
import { fixBetting } from './terms.ts'

/** Opens and ends betting bonuses outside of a bet. Whoever calls it holds the player's lock. */

export type BettingGrant = {
  playerId: bigint
  source: store.BettingRow['source']
  /** The same key grants once. */
  sourceKey: string
  template: string
  /** As they were published. */
  terms: unknown
  currency: string
  /** Nothing for a refund and a boost. */
  amount: bigint
  deposit?: bigint
  offer?: string
  version?: string
}

/** The betting bonus of this key, new or known. Nothing moves before the player says yes. */
export async function issueBetting(tx: Tx, grant: BettingGrant): Promise<{ id: bigint; isNew: boolean }> {
  const { playerId, source, sourceKey, template, terms, currency, amount, deposit = 0n } = grant
  const fixed = fixBetting(bettingTerms.parse(terms), { currency, amount, deposit })
  const added = await store.addBetting(tx, {
    ...fixed,
    ...{ playerId, source, sourceKey, template, terms },
    offer: grant.offer ?? null,
    version: grant.version ?? null,
  })
  const id = added ?? (await store.idOfBettingKey(tx, sourceKey))
  if (id === null) throw new Error('a betting bonus was neither added nor known')
  if (added !== null) await tellPlayer(tx, playerId, 'bonuses')
  return { id, isNew: added !== null }
}

/** Its money comes into the purse, its time begins. */
export async function activateBetting(tx: Tx, bonus: store.BettingRow): Promise<void> {
  const { id, playerId, currency } = bonus
  bettingMove(bonus.state, 'active')
  const amount = hasMoney(bonus) ? bonus.amount : 0n
  await store.writeActivated(tx, id, amount)
  await moveOnce(tx, `betting-open:${id}`, playerId, [
    { from: house(currency), to: purse(playerId, currency), amount, reason: 'bonus', ref: refOf(id) },
  ])
  await tellPlayer(tx, playerId, 'bonuses')
}

export type BettingEnd = { state: 'expired' } | { state: 'removed'; reason: BonusEndReason; note?: string }

/** What is not in a bet goes back to the house. */
export async function endBetting(tx: Tx, bonus: store.BettingRow, end: BettingEnd): Promise<void> {
  const { id, playerId, currency, held } = bonus
  bettingMove(bonus.state, end.state)
  const [reason, note] = end.state === 'removed' ? [end.reason, end.note ?? ''] : [null, '']
  await store.writeBettingEnded(tx, id, { state: end.state, reason, note, forfeited: held })
  await moveOnce(tx, `betting-end:${id}`, playerId, [
    { from: purse(playerId, currency), to: house(currency), amount: held, reason: 'forfeit', ref: refOf(id) },
  ])
  await tellPlayer(tx, playerId, 'bonuses')
}

const house = (currency: string) => ({ playerId: null, owner: 'promotions', kind: 'main', currency }) as const
const purse = (playerId: bigint, currency: string) => ({ playerId, kind: 'betting_bonus', currency }) as const
const refOf = (id: bigint) => `betting-bonus:${id}`

/** The ledger itself refuses a second opening and a second end. */
async function moveOnce(tx: Tx, key: string, playerId: bigint, transfers: readonly Transfer[]): Promise<void> {
  const moved = transfers.filter(({ amount }) => amount > 0n)
  const movement = { scope: 'bonus', key, playerId, body: { playerId }, transfers: moved }
  const outcome = await move(tx, { ...movement, answer: () => ({}) })
  if (outcome.kind !== 'moved') throw new Error(`the money of a betting bonus did not move: ${outcome.kind}`)
}
