import { createHash } from 'node:crypto'
import { cashOutSeconds } from '@croupier/contract/bets'
import type { EditedBet } from '@croupier/contract/methods/bets'
import { currencyOf, toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { Operation } from '../../../context.ts'
import { bestReturn, decideBet, type SeenLeg, type TakenBet } from '../decide.ts'
import type { AskJob } from '../desk.ts'
import { editWord, readWord, signQuote } from '../sign-quote.ts'
import { balanceBeside, ownRow, wireOne } from './cash-out.ts'
import type { RunningRow } from './cash-out-store.ts'
import { cashOutRefusal, decideCashOut, offerNow } from './decide-rules.ts'
import { leastOf } from './quote-rules.ts'
import { type HeldBet, ownBet, withBet } from './run-cash-out.ts'
import { askEdit, freeOld, jobOf, judgeNew } from './run-edit.ts'

/** What a bet would become, by the rows and under the locks that decide when it is edited; nothing of it is written. */
export const quoteEdit: Operation<'bets.quoteEdit'> = async (ctx, { id, bet: asked }) => {
  const [playerId, betId] = [ctx.player.id, BigInt(id)]
  const old = await ownRow(ctx, betId)
  const draft = { key: 'none', sessionId: ctx.player.sessionId, hash: Buffer.alloc(0), asked }
  const job = jobOf(ctx, await ownBet(ctx, playerId, betId), draft)
  if (job instanceof Refusal) throw job
  const look = { kind: 'look', playerId, legs: job.legs } as const
  const before = (await wireOne(ctx, old)).possible
  return withBet(ctx, { playerId, betId, more: look }, async (held) => {
    const { bet, desk, isWaiting } = held
    const worth = isWaiting ? ({ cause: 'PENDING' } as const) : held.worth
    const offer = 'value' in worth ? offerNow(bet, worth) : { steps: bet.steps, value: 0n, worth: null }
    const sold = decideCashOut(bet, worth, { offer, part: null, minimum: leastOf(bet) })
    if (sold === 'changed' || sold instanceof Refusal || 'cause' in worth) throw sold
    const { value, fair, made } = worth
    if (isSame(held, job) && job.stake <= value) throw cashOutRefusal('EDIT_SAME')
    await freeOld(held, value)
    const taken = judgeNew(held, job, {
      said: made,
      decide: (facts, seen) => decideBet(job.asked, { ...facts, legs: seen.map(atPresent) }),
    })
    if (taken === 'changed' || taken instanceof Refusal) throw taken
    const currency = currencyOf(bet)
    const money = (amount: bigint) => toWire(amount, currency)
    const delay = Math.max(sold.delaySeconds, taken.delaySeconds)
    const expiresMs = desk.nowMs + cashOutSeconds[delay > 0 ? 'live' : 'before'] * 1_000
    const word = {
      ...({ kind: 'edit', bet: String(betId), steps: bet.steps } as const),
      ...{ value: String(value), worth: made, expiresMs },
    }
    return {
      quote: signQuote(ctx.keys.quoteKey, { ...word, asked: pinned(asked, taken) }),
      ...{ value: money(value), stake: money(job.stake), added: money(job.stake > value ? job.stake - value : 0n) },
      possible_before: before,
      possible: money(bestReturn(job.stake, taken.possible, taken.boostPercent, false)),
      ...{ cost: money(fair - value), delay_seconds: delay, expires_at: new Date(expiresMs).toISOString() },
    }
  })
}

/** The prices of now are the ones that are asked for. */
const atPresent = (leg: SeenLeg | null) => leg && { ...leg, askedPrice: leg.price }

const pinned = (asked: EditedBet, { legs }: TakenBet): EditedBet => ({
  ...asked,
  picks: asked.picks.map((each, at) =>
    'pick' in each
      ? { ...each, price: legs[at]?.price ?? each.price, version: legs[at]?.version ?? each.version }
      : each,
  ),
})

/** The old one again, less what is decided of it. */
function isSame({ bet, legs }: HeldBet, { asked, legs: wanted }: AskJob): boolean {
  const open = bet.legs.filter((_, place) => legs[place]?.parts.some(({ result }) => result === null))
  const picksOf = (list: readonly { parts: readonly { pick: string }[] }[]) =>
    JSON.stringify(list.map(({ parts }) => parts.map(({ pick }) => pick)))
  const shapeOf = ({ kind, sizes, bankers }: Pick<RunningRow, 'kind' | 'sizes' | 'bankers'>) =>
    kind === 'system' ? JSON.stringify([sizes, bankers]) : 'all of them'
  return picksOf(open) === picksOf(wanted) && shapeOf(bet) === shapeOf(asked)
}

export const editBet: Operation<'bets.edit'> = async (ctx, { id, key, quote }) => {
  const { id: betId } = await ownRow(ctx, BigInt(id))
  const word = readWord(ctx.keys.quoteKey, quote, editWord)
  if (word?.bet !== String(betId)) throw cashOutRefusal('QUOTE_INVALID')
  const { asked, steps, value, worth, expiresMs } = word
  const hash = createHash('sha256').update(`edit ${key} ${quote}`).digest()
  const said = await askEdit(ctx, {
    ...{ playerId: ctx.player.id, betId, expiresMs, offer: { steps, value: BigInt(value), worth } },
    into: { key, hash, asked, sessionId: ctx.player.sessionId },
  })
  const row = await ownRow(ctx, betId)
  const into = said.into === null ? null : await wireOne(ctx, await ownRow(ctx, said.into))
  return { bet: await wireOne(ctx, row), into, is_pending: said.isPending, balance: await balanceBeside(ctx, row) }
}
