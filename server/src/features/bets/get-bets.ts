import type { BetState } from '@croupier/contract/bets'
import { currencyOf, toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { Operation } from '../../context.ts'
import { listBets, readBetByKey, readBetsOf, readStepsOf } from './read-store.ts'
import { wireBets } from './wire-bet.ts'

const statesOf: Record<'open' | 'settled' | 'all', readonly BetState[]> = {
  open: ['pending', 'open'],
  settled: ['settled', 'cashed'],
  all: ['pending', 'open', 'refused', 'settled', 'cashed'],
}

export const getBets: Operation<'bets.get'> = async (ctx, { states, mode, after, count }) => {
  const page = { states: statesOf[states], mode, after, count: count + 1 }
  const rows = await listBets(ctx.sql, ctx.player.id, page)
  const shown = rows.slice(0, count)
  return { items: await wireBets(ctx, shown), next: rows.length > count ? (shown.at(-1)?.number ?? null) : null }
}

export const getBet: Operation<'bets.getBet'> = async (ctx, { id }) => {
  const [row] = await readBetsOf(ctx.sql, ctx.player.id, [BigInt(id)])
  const [bet] = await wireBets(ctx, row ? [row] : [])
  if (!row || !bet) throw new Refusal('InvalidParameter:BET_UNKNOWN', { message: 'You have no such bet' })
  const currency = currencyOf(row)
  const steps = await readStepsOf(ctx.sql, row.id)
  return {
    bet,
    steps: steps.map(({ n, kind, at, actor, reason, part, returnedBefore, returnedAfter, boost, shortfall }) => ({
      ...{ n, kind, at: at.toISOString(), actor, reason, part: toWire(part, currency) },
      returned_before: toWire(returnedBefore, currency),
      returned_after: toWire(returnedAfter, currency),
      boost: toWire(boost, currency),
      shortfall: toWire(shortfall, currency),
    })),
  }
}

export const getBetByKey: Operation<'bets.getByKey'> = async (ctx, { key }) => {
  const row = await readBetByKey(ctx.sql, ctx.player.id, key)
  const [bet = null] = await wireBets(ctx, row ? [row] : [])
  return { bet }
}
