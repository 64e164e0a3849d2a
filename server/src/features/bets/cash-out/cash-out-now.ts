import { randomBytes } from 'node:crypto'
import { Refusal } from '@croupier/contract/refusals'
import { decideCashOut, offerNow } from './decide-rules.ts'
import { leastOf } from './quote-rules.ts'
import { type CashOutHouse, sell, withBet } from './run-cash-out.ts'

/** All of it for what it is worth at this moment; false where that cannot be. */
export const cashOutNow = (
  house: CashOutHouse,
  { playerId, id: betId }: { playerId: bigint; id: bigint },
): Promise<boolean> =>
  withBet(house, { playerId, betId }, async (held) => {
    const { bet, worth } = held
    if (held.isWaiting || !('value' in worth)) return false
    const sold = decideCashOut(bet, worth, { offer: offerNow(bet, worth), part: null, minimum: leastOf(bet) })
    if (sold === 'changed' || sold instanceof Refusal) return false
    await sell(held, sold, { kind: 'player', hash: randomBytes(32) })
    return true
  })
