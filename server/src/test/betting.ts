import { randomUUID } from 'node:crypto'
import { isCurrency, toDecimal } from '@croupier/contract/money'
import { begin, type Database } from '../db/db.ts'
import { lockPlayer } from '../features/account/account.ts'
import { bettingHouse } from '../features/bonuses/bonuses.ts'

type Issued = {
  playerId: bigint
  amount?: bigint
  currency?: string
  /** As content has them, where they differ from a bet on the house. */
  terms?: Record<string, unknown>
  key?: string
}

/** A betting bonus that the player may activate. Answers its number. */
export const issueBet = (
  db: Database,
  { playerId, amount = 1_000n, currency = 'EUR', terms = {}, key = randomUUID() }: Issued,
): Promise<bigint> =>
  begin(db, async (tx) => {
    await lockPlayer(tx, playerId)
    if (!isCurrency(currency)) throw new Error('no such currency')
    const body = { type: 'free_bet', amount: { [currency]: toDecimal(amount, currency) }, days: 7, ...terms }
    const grant = { playerId, source: 'operator', sourceKey: key, template: 'test', currency, amount } as const
    return (await bettingHouse.issue(tx, { ...grant, terms: body })).id
  })
