import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { choose } from '@croupier/sportsbook/slip'
import { sql } from 'kysely'
import type { Tx } from '../context.ts'
import { begin, type Database } from '../db/db.ts'
import { lockPlayer } from '../features/account/account.ts'
import { marketsResulted, settleDue } from '../features/bets/settler.ts'
import { slipHooks } from '../features/bonuses/bonuses.ts'
import { noteUses } from '../features/limits/limits.ts'
import { type Movement, moveAll } from '../features/wallet/wallet.ts'
import { fixtureOf, pricesOf, resultMarket, testProducer, treeOf } from './feed.ts'

/** Bets for those who settle them: made without being asked for, but with their money held as the ledger wants it. */

type Part = { market: bigint; outcome: string }
type Leg = (Part & { price: number }) | { parts: readonly Part[]; prices: readonly number[] }

export type MadeBet = {
  playerId: bigint
  stake: bigint
  legs: readonly Leg[]
  kind?: 'single' | 'multiple' | 'system'
  sizes?: readonly number[]
  bankers?: readonly number[]
  boostBp?: number
  mode?: 'real' | 'demo'
  currency?: string
  /** As the database reads it. */
  acceptedAt?: string
  bonusId?: bigint
  isFree?: boolean
}

let made = 0

const rowOf = (bet: MadeBet) => {
  const { playerId, stake, legs, bankers = [], boostBp = 0, mode = 'real', bonusId = null } = bet
  const kind = bet.kind ?? (legs.length === 1 ? 'single' : 'multiple')
  const sizes = bet.sizes ?? [legs.length]
  made += 1
  return {
    ...{ player_id: playerId, key: randomUUID(), body_hash: Buffer.alloc(32), number: made, state: 'open' as const },
    ...{ kind, sizes: [...sizes], bankers: [...bankers], currency: bet.currency ?? (mode === 'demo' ? 'FUN' : 'EUR') },
    ...{ mode, stake, stake_open: stake, asked: '[]', policy: 'better' as const, possible: 0n, rules: 'football/1' },
    combinations: sizes.reduce((sum, size) => sum + choose(legs.length - bankers.length, size), 0),
    split: JSON.stringify([{ kind: mode === 'demo' ? 'fun' : 'main', amount: String(stake) }]),
    accepted_at: sql<Date>`coalesce(${bet.acceptedAt ?? null}::timestamptz, clock_timestamp())`,
    ...{ boost_bp: boostBp, bonus_id: bonusId, is_free_bet: bet.isFree ?? false },
  }
}

const legRows = (betId: bigint, legs: readonly Leg[]) =>
  legs.flatMap((leg, place) => {
    const base = { bet_id: betId, place, event_id: 1n, version: 1, stops: 0, is_live: false, win: 0, back: 0 }
    if (!('parts' in leg)) {
      const { market, outcome, price } = leg
      return [{ ...base, part: 0, market_id: market, outcome, price, price_asked: price, subset_prices: null }]
    }
    const price = leg.prices.at(-1) ?? 0
    return leg.parts.map(({ market, outcome }, at) => ({
      ...{ ...base, part: at + 1, market_id: market, outcome, price, price_asked: price },
      subset_prices: at === 0 ? [...leg.prices] : null,
    }))
  })

/** Open bets with their stakes held. Answers their numbers. */
export const openBets = (db: Database, bets: readonly MadeBet[]): Promise<bigint[]> =>
  begin(db, async (tx) => {
    const rows = bets.map(rowOf)
    const ids = (await tx.insertInto('bets_bet').values(rows).returning('id').execute()).map(({ id }) => id)
    const of = <T>(pick: (bet: MadeBet, id: bigint, at: number) => T) =>
      bets.map((bet, at) => pick(bet, ids[at] ?? 0n, at))
    await tx
      .insertInto('bets_leg')
      .values(of(({ legs }, id) => legRows(id, legs)).flat())
      .execute()
    await tx
      .insertInto('bets_step')
      .values(of(({ stake }, id) => ({ bet_id: id, n: 1, kind: 'held' as const, actor: 'player', part: stake })))
      .execute()
    const uses = of(({ playerId, stake, mode }, id) =>
      mode === 'demo' ? [] : [{ playerId, kind: 'stake' as const, amountMinor: stake, key: `bet:${id}` }],
    )
    await noteUses(tx, { uses: uses.flat(), drops: [] })
    for (const [at, bet] of bets.entries())
      if (bet.bonusId !== undefined) await payByBonus(tx, ids[at] ?? 0n, { ...bet, bonusId: bet.bonusId })
    const own = of((bet, id) => (bet.bonusId === undefined ? [holdOf(bet, id)] : [])).flat()
    for (const { kind } of await moveAll(tx, own))
      if (kind !== 'moved') throw new Error(`a stake was not held: ${kind}`)
    return ids
  })

export const openBet = async (db: Database, bet: MadeBet): Promise<bigint> => (await openBets(db, [bet]))[0] ?? 0n

function holdOf({ playerId, stake, mode = 'real', currency }: MadeBet, id: bigint): Movement {
  const money = currency ?? (mode === 'demo' ? 'FUN' : 'EUR')
  const from = { playerId, kind: mode === 'demo' ? 'fun' : 'main', currency: money } as const
  const to = { playerId, kind: 'slip_hold', currency: money } as const
  return {
    ...{ scope: 'bet-step', key: `${id}:1`, playerId, body: { slip: String(id), step: 1 }, answer: () => ({}) },
    transfers: [{ from, to, amount: stake, reason: 'stake', ref: `bet:${id}` }],
  }
}

async function payByBonus(
  tx: Tx,
  id: bigint,
  { playerId, bonusId, stake, legs }: MadeBet & { bonusId: bigint },
): Promise<void> {
  await lockPlayer(tx, playerId)
  const odds = legs.map((leg) => ('parts' in leg ? (leg.prices.at(-1) ?? 0) : leg.price))
  const whole = Number(odds.reduce((all, price) => all * BigInt(price), 1_000n) / 1_000n ** BigInt(odds.length))
  const picks = odds.map((price) => ({ sport: 'football', odds: price }))
  const paid = await slipHooks.payForSlip(tx, { playerId, bonusId, slip: String(id), stake, odds: whole, legs: picks })
  if (paid.kind !== 'paid') throw new Error(`the bonus did not pay: ${paid.kind}`)
}

/** A match with so many questions of two answers, `over` and `under`. Answers the numbers of the markets. */
export async function addMarkets(db: Database, count: number): Promise<bigint[]> {
  const event = `match-${randomUUID()}`
  const two = { type: 'total', prices: [2_000, 2_000], wins: [5e8, 5e8], backs: [0, 0] }
  const markets = Array.from({ length: count }, (_, at) => ({
    ...resultMarket([2_000, 2_000, 2_000]),
    ...two,
    line: `${at}.5`,
  }))
  await testProducer(db, `test-${randomUUID().slice(0, 8)}`).tell(
    { kind: 'snapshot_begin' },
    treeOf('football', ['reds', 'blues']),
    fixtureOf(event),
    pricesOf(event, ...markets),
    { kind: 'snapshot_end' },
  )
  const { rows } = await sql<{ id: bigint }>`select market.id from sports_market as market join sports_event as event
    on event.id = market.event_id where event.ref = ${event} order by line::float8`.execute(db.sql)
  return rows.map(({ id }) => id)
}

export type SaidResult = Record<string, readonly [win: number, back: number, of: number]> | 'void' | 'taken back'

/** The next word about a market, as sports would write it. */
export async function sayResult(db: Database, marketId: bigint, said: SaidResult): Promise<void> {
  const state = said === 'void' ? 'void' : said === 'taken back' ? 'closed' : 'resulted'
  const outcomes = typeof said === 'string' ? [] : Object.entries(said).map(([name, result]) => [name, ...result])
  if (said !== 'taken back')
    await sql`insert into sports_result (market_id, revision, outcomes, void_reason, source, certainty, facts_seq)
      select ${marketId}, coalesce(max(revision), 0) + 1, ${JSON.stringify(outcomes)}::jsonb,
        ${said === 'void' ? 'OPERATOR' : null}, 'operator', 'confirmed', 0
      from sports_result where market_id = ${marketId}`.execute(db.sql)
  await sql`update sports_market set state = ${state}, cause = null, version = version + 1
    where id = ${marketId}`.execute(db.sql)
}

export const over = { over: [1, 0, 1], under: [0, 0, 1] } as const
export const under = { over: [0, 0, 1], under: [1, 0, 1] } as const

type House = Parameters<typeof settleDue>[0]

/** Until nothing waits: what a dying process has in its hands is free a moment later. */
export async function settleAll(db: Database, ...houses: readonly House[]): Promise<void> {
  for (;;) {
    await Promise.all(houses.map((house) => settleDue(house)))
    const { rows } = await sql`select from bets_work where done_at is null limit 1`.execute(db.sql)
    if (rows.length === 0) return
    await sleep(20)
  }
}

/** Says it, and lets the settler do what follows. */
export async function settleBy(db: Database, house: House, marketId: bigint, said: SaidResult): Promise<void> {
  await sayResult(db, marketId, said)
  await marketsResulted(house, { markets: [String(marketId)] })
  await settleAll(db, house)
}

/** How a bet stands. */
export const betOf = (db: Database, id: bigint) =>
  db.sql
    .selectFrom('bets_bet')
    .select(['state', 'returned', 'boost', 'steps', 'is_under_review as isUnderReview'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

export const stepsOf = (db: Database, id: bigint) =>
  db.sql
    .selectFrom('bets_step')
    .select([
      'n',
      'kind',
      'returned_before as before',
      'returned_after as after',
      'boost',
      'shortfall',
      'actor',
      'reason',
    ])
    .where('bet_id', '=', id)
    .orderBy('n')
    .execute()
