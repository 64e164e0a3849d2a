import { setTimeout as sleep } from 'node:timers/promises'
import { quoteSeconds } from '@croupier/contract/bets'
import { Refusal } from '@croupier/contract/refusals'
import { builderQuote } from '@croupier/sportsbook/builder'
import type { JointAnswer } from '@croupier/sportsbook/feed'
import { payoutOf } from '@croupier/sportsbook/stated'
import type { Context, Operation } from '../../context.ts'
import { isLive, isSilentNow } from '../sports/sports.ts'
import { mustBeOpen, partsOf, readPicks, unpriced } from './builder-rules.ts'
import { signQuote } from './sign-quote.ts'

/** How often the producer is asked, and the book is looked at, until both speak of the same moment of the match. */
const asks = 2
const looks = 3
const lookMs = 60

const messages = {
  NO_ANSWER: 'The producer gave no price in time',
  NOT_NOW: 'The match has moved on',
  PART: 'A part cannot be priced together with the others',
} as const

/** The parts as the book has them now; refuses what is not for sale. */
async function seeParts({ book }: Pick<Context, 'book'>, picks: readonly string[]) {
  const { eventId, addresses } = readPicks(picks)
  const { read, producers, nowMs } = await book.see()
  const seen = partsOf(picks, addresses, (await read([eventId]))[0])
  mustBeOpen(seen.parts, { event: seen.event, isSilent: isSilentNow(seen.event, producers), nowMs })
  return { ...seen, nowMs }
}

type Seen = Awaited<ReturnType<typeof seeParts>>

async function askJoint({ producers }: Pick<Context, 'producers'>, { event, parts }: Seen): Promise<JointAnswer> {
  const said = await producers.joint(event.producer, {
    event: event.ref,
    parts: parts.map(({ address: { type, period, line, outcome } }) => ({ type, period, line, outcome })),
  })
  if (typeof said !== 'string') return said
  throw unpriced(said === 'NOT_NOW' ? 'MOVED' : said, messages[said])
}

/** Chances and book of one moment: a fact that only one of them knows would be sold at the price of the other. */
async function seePriced(ctx: Pick<Context, 'book' | 'producers'>, picks: readonly string[]) {
  let seen = await seeParts(ctx, picks)
  for (let ask = 0; ask < asks; ask += 1) {
    const said = await askJoint(ctx, seen)
    for (let look = 0; look < looks; look += 1) {
      if (look > 0) await sleep(lookMs)
      seen = await seeParts(ctx, picks)
      if (seen.event.facts >= said.facts) break
    }
    if (seen.event.facts === said.facts) return { ...seen, ...said }
  }
  throw unpriced('MOVED', messages.NOT_NOW)
}

export const quoteBuilder: Operation<'bets.quoteBuilder'> = async (ctx, { picks }) => {
  const { sport, event, chances, facts, nowMs } = await seePriced(ctx, picks)
  const isPlayed = isLive(event)
  const payout = payoutOf(sport, 'builder', isPlayed)
  const quoted = builderQuote(chances, picks.length, payout)
  if ('reason' in quoted) {
    if (quoted.reason === 'BUILDER_UNPRICED') throw unpriced('PRICE', 'The price would be off the ladder')
    throw new Refusal('InvalidParameter:BUILDER_IMPOSSIBLE', { message: 'These cannot all happen' })
  }
  const { prices, implied } = quoted
  const expiresMs = nowMs + quoteSeconds[isPlayed ? 'live' : 'before'] * 1_000
  const singles = picks.map((_, place) => chances[1 << place] ?? 0)
  return {
    quote: signQuote(ctx.keys.quoteKey, {
      ...{ kind: 'builder', event: event.id, picks, prices, chances: singles, facts, isLive: isPlayed, expiresMs },
    }),
    picks,
    price: prices.at(-1) ?? 0,
    prices: [...prices],
    implied: implied.map((place) => picks[place] ?? ''),
    payout_bp: payout,
    is_live: isPlayed,
    expires_at: new Date(expiresMs).toISOString(),
  }
}
