import type { Output } from '@croupier/contract/contract'
import type { AskedBet } from '@croupier/contract/methods/bets'
import { type Currency, currencyOf, isCurrency, toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import { combinationsOf, slipFault } from '@croupier/sportsbook/slip'
import { minimumStake } from '@croupier/sportsbook/stated'
import type { Context, Db, Operation } from '../../context.ts'
import { gatherOn } from '../../gather.ts'
import type { BookEvent, BookMarket, BookView } from '../../ports/sports-book.ts'
import { lookAtSwitches } from '../games/games.ts'
import { isLive, isSilentNow } from '../sports/sports.ts'
import { readPurses } from '../wallet/wallet.ts'
import type { AskedPart } from './asked-rules.ts'
import { keptRefusal } from './changes.ts'
import {
  type BetFacts,
  bestReturn,
  boostAtBest,
  decideBet,
  mostStake,
  possibleOf,
  type SeenLeg,
  slipOf,
  waitOf,
} from './decide.ts'
import { closedLegs, partsIn, sportsbook } from './desk.ts'
import { readAsked } from './open-bets.ts'
import { readFactors } from './read-store.ts'
import { type Offered, seeLegs } from './see-legs.ts'
import { outcomeKey, readExposure } from './store.ts'

type Quoted = Output<'bets.quote'>['items'][number]
type AskedRead = Exclude<ReturnType<typeof readAsked>, Refusal>

/** What a slip would return, from the book in memory: an answer, not a promise. What decides is read when it is placed. */
export const quoteBets: Operation<'bets.quote'> = async (ctx, { bets }) => {
  const read = bets.map((bet) => readAsked(ctx.keys, bet))
  const parts = read.flatMap((each) => (each instanceof Refusal ? [] : partsIn(each.legs)))
  const view = await ctx.book.see()
  const offeredAt = await offers(view, parts)
  const markets = parts.flatMap((part) => offeredAt(part)?.id ?? [])
  const { shut, closedAt, exposure, factors } = await lookUp(ctx.sql, { playerId: ctx.player?.id, parts, markets })
  const factor = ctx.player ? factors.get(ctx.player.id) : undefined
  const items = bets.map((bet, at): Quoted => {
    const asked = read[at]
    if (!asked || asked instanceof Refusal) return nothing(bet, asked)
    const isReal = bet.mode === 'real'
    const legs = seeLegs(asked.legs, {
      ...{ offeredAt, matchOf: () => undefined },
      exposureAt: (market, outcome) => (isReal ? (exposure.get(outcomeKey(market, outcome)) ?? 0n) : 0n),
    })
    const closed = shut ?? closedAt(asked.legs)
    const facts: BetFacts = {
      ...{ legs: legs.map(asQuoted), nowMs: view.nowMs, closed, gate: null, currency: currencyOf(bet) },
      ...{ stake: asked.stake, isFreeBet: false, available: availableTo(ctx, bet) },
      factorBp: isReal && factor ? factor.factorBp : 10_000,
    }
    const told = factor && { percent: factor.factorBp / 100, reason: factor.reason, since: factor.since.toISOString() }
    return { ...quoteOf(asked, facts), factor: (isReal && told) || null }
  })
  return { items }
}

type LookedUp = { playerId: bigint | undefined; parts: readonly AskedPart[]; markets: readonly bigint[] }

/** What decides beside the book, for all slips that are looked at together. */
const lookUp = gatherOn(async (db: Db, asked: readonly LookedUp[]) => {
  const [reasonFor, closedAt, exposure, factors] = await Promise.all([
    lookAtSwitches(db),
    closedLegs(
      db,
      asked.flatMap(({ parts }) => parts),
    ),
    readExposure(db, [...new Set(asked.flatMap(({ markets }) => markets))]),
    readFactors(db, [...new Set(asked.flatMap(({ playerId }) => playerId ?? []))]),
  ])
  const found = { shut: reasonFor(sportsbook.game, sportsbook.runner), closedAt, exposure, factors }
  return asked.map(() => found)
})

/** Guests are asked for money when they sign in, and a bonus has its own word. */
function availableTo({ player }: Pick<Context, 'player'>, { mode, currency, free_bet }: AskedBet): bigint | null {
  if (!player || free_bet !== undefined) return null
  const kind = mode === 'demo' ? 'fun' : 'main'
  return readPurses(player.purses).find((purse) => purse.kind === kind && purse.currency === currency)?.balance ?? 0n
}

/** Chances are not in memory: whether a builder has moved is found out when it is placed. */
const asQuoted = (leg: SeenLeg | null): SeenLeg | null =>
  leg?.builder ? { ...leg, parts: leg.parts.map((part, at) => ({ ...part, win: leg.builder?.chances[at] ?? 0 })) } : leg

/** What is offered for each pick, as this node remembers it. */
export async function offers({ read, producers, nowMs }: BookView, parts: readonly AskedPart[]) {
  const ids = [...new Set(parts.flatMap(({ address }) => (address ? Number(address.event) : [])))]
  const events = new Map((await read(ids.filter(Number.isSafeInteger))).map((event) => [String(event.id), event]))
  const offered = ({ address }: AskedPart): Offered | undefined => {
    const event = address && events.get(address.event)
    const market = event?.markets.find(
      ({ type, period, line }) => type === address?.type && period === address.period && line === address.line,
    )
    if (!event || !market) return undefined
    return offeredOf(event, market, { isSilent: isSilentNow(event, producers), nowMs })
  }
  // Each pick is looked at several times on its way.
  const known = new Map(parts.map((part) => [part, offered(part)]))
  return (part: AskedPart) => known.get(part) ?? offered(part)
}

const offeredOf = (event: BookEvent, market: BookMarket, now: { isSilent: boolean; nowMs: number }): Offered => ({
  ...market,
  ...{ id: BigInt(market.id), eventId: BigInt(event.id), stops: 0, wins: [], backs: [], isOver: false },
  ...{ sport: event.tournament.sport.sysname, tier: event.tournament.tier, eventState: event.state },
  ...{ rules: event.rules, isSilent: now.isSilent, isPlayed: isLive(event) || event.startsMs <= now.nowMs },
  isSprint: (event.clock?.speed ?? 1) > 1 || Number(event.format.pace ?? 1) > 1,
})

function quoteOf({ asked, stake }: AskedRead, facts: BetFacts): Omit<Quoted, 'factor'> {
  const { currency } = facts
  const legs = facts.legs.flatMap((leg) => leg ?? [])
  const slip = slipOf(asked)
  const said = decideBet(asked, facts)
  const error = said instanceof Refusal ? keptRefusal(said) : null
  // What has no shape, or no price, has no return either.
  const isWhole = !slipFault(slip) && legs.length === asked.picks.length && legs.every(({ price }) => price > 1_000)
  if (!isWhole) return { ...shapeless(asked.key, currency), picks: picksOf(legs), error }
  // What was computed to say yes is not computed again.
  const {
    boostPercent: percent,
    possible,
    most: { amount, cause },
  } = said instanceof Refusal
    ? {
        boostPercent: boostAtBest(slip, legs),
        possible: possibleOf(slip, legs, facts),
        most: mostStake(slip, legs, facts),
      }
    : said
  return {
    ...{ key: asked.key, picks: picksOf(legs), combinations: combinationsOf(slip), boost_percent: percent },
    possible: toWire(bestReturn(stake, possible, percent, false), currency),
    min_stake: toWire(minimumStake(currency, combinationsOf(slip)), currency),
    max_stake: toWire(amount, currency),
    ...{ max_cause: cause, delay_seconds: waitOf(legs), error },
  }
}

const picksOf = (legs: readonly SeenLeg[]) =>
  legs.map(({ parts, price, version }) => ({
    ...{ pick: parts.map(({ pick }) => pick).join('+'), price, version },
    is_live: parts.some(({ isPlayed }) => isPlayed),
  }))

const shapeless = (key: string, currency: Currency) => ({
  ...{ key, combinations: 0, boost_percent: 0, max_cause: 'PAYOUT' as const, delay_seconds: 0 },
  ...{ possible: toWire(0n, currency), min_stake: toWire(0n, currency), max_stake: toWire(0n, currency) },
})

/** A bet that cannot even be read. */
const nothing = ({ key, currency }: AskedBet, refusal: Refusal | undefined): Quoted => ({
  ...shapeless(key, isCurrency(currency) ? currency : 'EUR'),
  ...{ picks: [], factor: null, error: refusal ? keptRefusal(refusal) : null },
})
