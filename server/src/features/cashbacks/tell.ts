import { currencyOf, toWire, writeMoney } from '@croupier/contract/money'
import type { JobContext, Tx } from '../../context.ts'
import { dayText } from '../../day-text.ts'
import { lockPlayer } from '../account/account.ts'
import { tellPromotion } from '../limits/limits.ts'
import { claimEndingCashbacks, type NewCashback, playersWithEndingCashback } from './store.ts'

/** News of cashback, each in the transaction of what it is about. */

type Sum = Pick<NewCashback, 'currency' | 'amount'>

const money = ({ currency, amount }: Sum) => writeMoney(toWire(amount, currencyOf({ currency })))

/** It waits for a yes, or is in the wallet already; a bonus tells of itself. */
export async function tellClosed(tx: Tx, made: NewCashback): Promise<void> {
  const { playerId, state, pays, claimHours } = made
  const amount = money(made)
  if (state === 'active') {
    const until = dayText(new Date(Date.now() + claimHours * 3_600_000))
    await tellPromotion(tx, playerId, 'cashbackReady', { amount, date: until })
  } else if (pays === 'main') await tellPromotion(tx, playerId, 'cashbackPaid', { amount })
}

const most = 200

/** Every minute: cashbacks that end within a day and were not claimed, once. */
export async function tellEndingCashbacks(ctx: Pick<JobContext, 'sql' | 'begin'>): Promise<void> {
  for (const playerId of await playersWithEndingCashback(ctx.sql, most)) {
    await ctx.begin(async (tx) => {
      await lockPlayer(tx, playerId)
      for (const ending of await claimEndingCashbacks(tx, playerId)) {
        await tellPromotion(tx, playerId, 'cashbackEnding', { amount: money(ending), date: dayText(ending.until) })
      }
    })
  }
}
