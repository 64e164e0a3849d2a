import type { BetKind } from '@croupier/sportsbook/slip'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../context.ts'
import type { LegRecord } from './settle-rules.ts'

/** What the settler reads and writes: as many statements for a thousand bets as for one. */

const numbers = (values: readonly (bigint | number)[]) => `{${values.join()}}`

export type OpenBet = {
  id: bigint
  playerId: bigint
  state: 'open' | 'settled'
  kind: BetKind
  sizes: readonly number[]
  bankers: readonly number[]
  currency: string
  mode: 'real' | 'demo'
  stake: bigint
  stakeOpen: bigint
  boostBp: number
  bonusId: bigint | null
  /** The house staked for the player. */
  isFree: boolean
  acceptedMs: number
  steps: number
  returned: bigint
  boost: bigint
  isUnderReview: boolean
}

const isRunning = sql`bet.state in ('open', 'settled')`
const columns = sql`bet.id, bet.player_id as "playerId", bet.state, bet.kind, bet.sizes, bet.bankers, bet.currency,
  bet.mode, bet.stake, bet.stake_open as "stakeOpen", bet.boost_bp as "boostBp", bet.bonus_id as "bonusId", bet.is_free_bet as "isFree",
  coalesce(extract(epoch from bet.accepted_at) * 1000, 0)::float8 as "acceptedMs", bet.steps, bet.returned, bet.boost,
  bet.is_under_review as "isUnderReview"`

/** In the order of their numbers, as every transaction does it. What was refused or cashed out is over. */
export const lockBets = async (tx: Tx, ids: readonly bigint[]): Promise<OpenBet[]> =>
  (
    await sql<OpenBet>`select ${columns} from bets_bet as bet
      where bet.id = any(${numbers(ids)}::bigint[]) and ${isRunning} order by bet.id for update`.execute(tx)
  ).rows

export type TakenLeg = {
  betId: bigint
  place: number
  part: number
  marketId: bigint
  outcome: string
  price: number
  subsetPrices: readonly number[] | null
}

export const readLegs = async (db: Db, ids: readonly bigint[]): Promise<TakenLeg[]> =>
  (
    await sql<TakenLeg>`select bet_id as "betId", place, part, market_id as "marketId", outcome, price,
        subset_prices as "subsetPrices"
      from bets_leg where bet_id = any(${numbers(ids)}::bigint[]) order by bet_id, place, part`.execute(db)
  ).rows

export type RulingRow = { betId: bigint; place: number; part: number; win: number; back: number; of: number }

/** The last one of each leg, where it was not taken back. */
export const readRulings = async (db: Db, ids: readonly bigint[]): Promise<RulingRow[]> =>
  (
    await sql<RulingRow>`select "betId", place, part, win, back, "of" from (
        select distinct on (bet_id, place, part) bet_id as "betId", place, part, win, back, "of", is_withdrawn
        from bets_ruling where bet_id = any(${numbers(ids)}::bigint[]) order by bet_id, place, part, n desc
      ) as last where not is_withdrawn`.execute(db)
  ).rows

export type PastSteps = {
  /** What the last step went by. */
  legs: readonly LegRecord[]
  hoursSinceSettled: number
  /** What its corrections could not take back. */
  owed: bigint
}

const record = z.array(
  z.object({
    ...{ place: z.number(), part: z.number(), win: z.number(), back: z.number(), of: z.number() },
    revision: z.number(),
  }),
)

export async function readPast(tx: Tx, ids: readonly bigint[]): Promise<Map<bigint, PastSteps>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ betId: bigint; legs: unknown; hours: number; owed: bigint }>`select bet_id as "betId",
      (array_agg(legs order by n desc))[1] as legs,
      coalesce(extract(epoch from clock_timestamp() - min(at) filter (where kind = 'settled')) / 3600, 0)::float8 as hours,
      sum(shortfall)::bigint as owed
    from bets_step where bet_id = any(${numbers(ids)}::bigint[]) group by bet_id`.execute(tx)
  return new Map(
    rows.map(({ betId, legs, hours, owed }) => [betId, { legs: record.parse(legs), hoursSinceSettled: hours, owed }]),
  )
}

export type SettlingStep = {
  betId: bigint
  n: number
  kind: 'settled' | 'corrected' | 'reopened'
  state: 'open' | 'settled'
  part: bigint
  before: bigint
  returned: bigint
  boost: bigint
  shortfall: bigint
  legs: readonly LegRecord[]
}

/** Steps and how the bets stand after them, in one statement. Each bet is locked, so its step is the next one. */
export async function writeSteps(
  tx: Tx,
  steps: readonly SettlingStep[],
  { actor, reason }: { actor: string; reason: string },
): Promise<void> {
  if (steps.length === 0) return
  // One text for all of them: as lists each letter of their legs would be looked at twice.
  const told = JSON.stringify(steps, (_name, value) => (typeof value === 'bigint' ? String(value) : value))
  const { rows } = await sql<{ count: number }>`with told as (
      select * from jsonb_to_recordset(${told}::jsonb) as each ("betId" bigint, n int, kind text, state text, part bigint,
        before bigint, returned bigint, boost bigint, shortfall bigint, legs jsonb)
    ), changed as (
      update bets_bet as bet set state = told.state, steps = told.n, returned = told.returned, boost = told.boost,
        is_under_review = false,
        settled_at = case told.state when 'settled' then coalesce(bet.settled_at, clock_timestamp()) end
      from told where bet.id = told."betId" and bet.steps = told.n - 1
        -- Said twice, or the planner may read all bets there are.
        and bet.id = any(${numbers(steps.map(({ betId }) => betId))}::bigint[])
      returning bet.id
    ), written as (
      insert into bets_step (bet_id, n, kind, actor, reason, part, returned_before, returned_after, boost, shortfall, legs)
      select "betId", n, kind, ${actor}, ${reason}, part, before, returned, boost, shortfall, legs from told
    ), freed as (
      delete from bets_stuck using told where bets_stuck.bet_id = told."betId"
    )
    select count(*)::int as count from changed`.execute(tx)
  if (rows[0]?.count !== steps.length) throw new Error('a step that is not the next of its bet')
}

export async function markReviews(
  tx: Tx,
  reviews: readonly { betId: bigint; isUnderReview: boolean }[],
): Promise<void> {
  if (reviews.length === 0) return
  await sql`update bets_bet as bet set is_under_review = told.is_under_review
    from unnest(${numbers(reviews.map(({ betId }) => betId))}::bigint[],
      ${reviews.map(({ isUnderReview }) => isUnderReview)}::boolean[]) as told (id, is_under_review)
    where bet.id = told.id`.execute(tx)
}

export type ExposureChange = { marketId: bigint; outcome: string; lane: number; profit: bigint }

/** In one order of rows, as bets that are taken do it. */
export async function giveExposure(tx: Tx, changes: readonly ExposureChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`insert into bets_exposure (market_id, outcome, lane, profit)
    select market_id, outcome, lane, sum(profit)::bigint
    from unnest(${numbers(changes.map(({ marketId }) => marketId))}::bigint[],
      ${changes.map(({ outcome }) => outcome)}::text[], ${numbers(changes.map(({ lane }) => lane))}::int[],
      ${numbers(changes.map(({ profit }) => profit))}::bigint[]) as told (market_id, outcome, lane, profit)
    group by market_id, outcome, lane order by market_id, outcome, lane
    on conflict (market_id, outcome, lane) do update set profit = bets_exposure.profit + excluded.profit`.execute(tx)
}

// Rulings

export type NewRuling = {
  betId: bigint
  place: number
  part: number
  /** Null takes back what was ruled before. */
  result: readonly [win: number, back: number, of: number] | null
  reason: string
  actor: string
}

/** The bet is locked. False where it has no such leg. */
export async function addRuling(tx: Tx, { betId, place, part, result, reason, actor }: NewRuling): Promise<boolean> {
  const [win, back, of] = result ?? [0, 1, 1]
  const { numAffectedRows = 0n } = await sql`insert into bets_ruling
      (bet_id, place, part, n, win, back, "of", reason, actor, is_withdrawn)
    select bet_id, place, part, coalesce((select max(n) from bets_ruling as past where past.bet_id = leg.bet_id
        and past.place = leg.place and past.part = leg.part), 0) + 1, ${win}::int, ${back}::int, ${of}::int,
      ${reason}, ${actor}, ${result === null}
    from bets_leg as leg where bet_id = ${betId} and place = ${place} and part = ${part}`.execute(tx)
  return numAffectedRows > 0n
}

export type BetHead = { playerId: bigint; bonusId: bigint | null; state: string; returned: bigint; currency: string }

/** Whose bet it is, and how it stands; null where there is none. */
export async function findBetHead(db: Db, id: bigint): Promise<BetHead | null> {
  const { rows } = await sql<BetHead>`select player_id as "playerId", bonus_id as "bonusId", state, returned, currency
    from bets_bet where id = ${id}`.execute(db)
  return rows[0] ?? null
}
