import type { AskedBet } from '@croupier/contract/methods/bets'
import { currencyOf, toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { Operation, PlayerContext } from '../../context.ts'
import { ownPurse } from '../funding/funding.ts'
import { grantFun, readPurses } from '../wallet/wallet.ts'
import { type Placed, readPlaced } from './read-placed.ts'
import { wireBets } from './wire-bet.ts'

/** Each bet has its own answer. Should one of them be unknown, all are: the same keys give the same bets again. */
export const placeBets: Operation<'bets.place'> = async (ctx, { bets }) => {
  const { player } = ctx
  await ensureFun(ctx, bets)
  const placed = await Promise.allSettled(
    bets.map((bet) => ctx.bets.place({ playerId: player.id, sessionId: player.sessionId, bet })),
  )
  for (const each of placed) if (each.status === 'rejected' && !(each.reason instanceof Refusal)) throw each.reason
  const ids = placed.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  const now = await readPlaced(ctx.sql, { playerId: player.id, ids: [...new Set(ids)] })
  const told = await wireBets(ctx, now.bets, now.about)
  const byId = new Map(told.map((bet) => [bet.id, bet]))
  const items = bets.map(({ key }, at) => {
    const each = placed[at]
    if (each?.status === 'fulfilled') return { key, bet: byId.get(String(each.value)) ?? null, error: null }
    return { key, bet: null, error: errorOf(each?.reason) }
  })
  return { items, balance: balanceAfter(ctx, bets, now.purses) }
}

const errorOf = (error: unknown) => {
  if (!(error instanceof Refusal)) throw error
  const { reason: _, ...data } = error.data ?? {}
  return {
    type: error.type,
    reason: error.reason ?? null,
    data: { ...data, ...(error.fields && { fields: error.fields }) },
  }
}

/** Play money is given to a player who never had some. */
async function ensureFun({ begin, player }: PlayerContext, bets: readonly AskedBet[]): Promise<void> {
  if (!bets.some(({ mode }) => mode === 'demo')) return
  if (readPurses(player.purses).some(({ kind }) => kind === 'fun')) return
  await begin((tx) => grantFun(tx, player.id))
}

function balanceAfter({ player }: PlayerContext, bets: readonly AskedBet[], purses: Placed['purses']) {
  const mode = bets.every((bet) => bet.mode === 'demo') ? 'demo' : 'real'
  const currency = mode === 'demo' ? 'FUN' : currencyOf(player.standing)
  const own = purses.find((purse) => purse.kind === ownPurse(mode) && purse.currency === currency)
  return toWire(own?.balance ?? 0n, currency)
}
