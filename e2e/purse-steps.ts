import { randomUUID } from 'node:crypto'
import type { MoveReason } from '@croupier/contract/cashier'
import { move, type PlayerPurse } from '../server/src/features/wallet/wallet.ts'
import { inDatabase } from './new-player.ts'

type Change = {
  kind?: PlayerPurse
  currency?: string
  reason?: MoveReason
  ref?: string
}

/** Money comes to a player from outside, or leaves where the amount is below zero; in minor units. */
export const addMoney = (playerId: bigint, amounts: bigint | readonly bigint[], change: Change = {}) =>
  inDatabase(async (sql) => {
    const { kind = 'main', currency = 'EUR', reason = 'correction', ref = 'journey:1' } = change
    const own = { playerId, kind, currency }
    const house = { playerId: null, owner: 'house', kind: 'corrections', currency }
    for (const amount of typeof amounts === 'bigint' ? [amounts] : amounts) {
      const [from, to] = amount < 0n ? [own, house] : [house, own]
      const transfers = [{ from, to, amount: amount < 0n ? -amount : amount, reason, ref }]
      const movement = { scope: 'journey', key: randomUUID(), playerId, body: {}, transfers, answer: () => null }
      const { kind: outcome } = await sql.transaction().execute((tx) => move(tx, movement))
      if (outcome !== 'moved') throw new Error(`money did not move: ${outcome}`)
    }
  })
