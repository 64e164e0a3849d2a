import { currencyOf, fromDecimal, toWire } from '@croupier/contract/money'
import type { Operation } from '../../../context.ts'
import { tellPlayers } from '../../../db/announce.ts'
import { ownRow, wireOne } from './cash-out.ts'
import { setAutoTarget } from './cash-out-store.ts'
import { cashOutRefusal } from './decide-rules.ts'
import { type HeldBet, withBet } from './run-cash-out.ts'

/** A target is above what the bet is worth now, so it can only be set while that can be said. */
export const setAutoCashOut: Operation<'bets.setAutoCashOut'> = async (ctx, { id, target }) => {
  const betId = BigInt(id)
  await withBet(ctx, { playerId: ctx.player.id, betId }, async (held) => {
    await setAutoTarget(held.tx, betId, target === undefined ? null : targetOf(held, target))
    await tellPlayers(held.tx, [ctx.player.id], 'bets')
  })
  return { bet: await wireOne(ctx, await ownRow(ctx, betId)) }
}

function targetOf({ bet, worth }: HeldBet, asked: string): bigint {
  if (bet.state !== 'open' && bet.state !== 'pending') throw cashOutRefusal('BET_CLOSED', { state: bet.state })
  if ('cause' in worth) throw cashOutRefusal('CASHOUT_UNAVAILABLE', { cause: worth.cause })
  const currency = currencyOf(bet)
  const [min, max] = [worth.value + 1n, worth.possible]
  const target = fromDecimal(asked, currency)
  if (target === null || target < min || target > max)
    throw cashOutRefusal('AUTO_TARGET', { min: toWire(min, currency), max: toWire(max, currency) })
  return target
}
