import type { BetState, PricePolicy, StepKind } from '@croupier/contract/bets'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../context.ts'
import { textArray } from '../../db/array-text.ts'
import { plannedOnce } from '../../db/db.ts'
import type { Part, PlayMode } from '../funding/funding.ts'
import { builderWord } from './sign-quote.ts'

const numbers = (values: readonly bigint[]) => `{${values.join()}}`

/** Numbers may be longer than JSON's. */
const json = (rows: readonly object[]) =>
  JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))

/** Fresh numbers for so many bets, and the clock after all that was waited for. */
export async function takeNumbers(db: Db, count: number): Promise<{ nowMs: number; ids: bigint[] }> {
  const { rows } = await sql<{ nowMs: number; ids: string[] | null }>`select
      floor(extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
      (select array_agg(nextval(pg_get_serial_sequence('bets_bet', 'id'))::text) from generate_series(1, ${count}::int))
        as ids`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database does not know the time')
  return { nowMs: row.nowMs, ids: (row.ids ?? []).map(BigInt) }
}

export type KnownBet = { id: bigint; playerId: bigint; key: string; bodyHash: Buffer }

/** Bets that were sent before, by player and key. */
export async function findBetsByKeys(db: Db, asked: readonly { playerId: bigint; key: string }[]): Promise<KnownBet[]> {
  if (asked.length === 0) return []
  // By both lists, not pair by pair: so the planner can only take the index of both, and one that has thousands of bets
  // costs no more. A bet of one player under the key of another may come with it, and is a bet that is known.
  const { rows } = await sql<KnownBet>`select id, player_id as "playerId", key, body_hash as "bodyHash" from bets_bet
    where player_id = any(${numbers(asked.map(({ playerId }) => playerId))}::bigint[])
      and key = any(${asked.map(({ key }) => key)}::text[])`.execute(db)
  return rows
}

/** How many bets each of them has made, and what the operator said of its stakes. The players are locked. */
export async function readPlayers(tx: Tx, playerIds: readonly bigint[]) {
  const { rows } = await sql<{ playerId: bigint; bets: number; factorBp: number }>`select asked.id as "playerId",
      coalesce((select number from bets_bet where player_id = asked.id order by number desc limit 1), 0) as bets,
      coalesce((select factor_bp from bets_player where player_id = asked.id), 10000) as "factorBp"
    from unnest(${numbers(playerIds)}::bigint[]) as asked (id)`.execute(tx)
  return new Map(rows.map(({ playerId, ...row }) => [playerId, row]))
}

/** Legs as they were asked for, with what stood then. */
const storedLegs = z.array(
  z.object({
    price: z.number(),
    version: z.number(),
    isLive: z.boolean(),
    parts: z.array(z.object({ pick: z.string(), market: z.string(), stops: z.number() })),
    builder: builderWord.optional(),
  }),
)
export type StoredLeg = z.output<typeof storedLegs>[number]

export const readStoredLegs = (asked: unknown): StoredLeg[] => storedLegs.parse(asked)

const splitOf = z.array(
  z.object({ kind: z.enum(['main', 'fun', 'betting_bonus']), amount: z.string(), bonus: z.string().optional() }),
)

const readSplit = (split: unknown): Part[] =>
  splitOf.parse(split).map(({ kind, amount, bonus }) => ({
    ...{ kind, amount: BigInt(amount) },
    ...(bonus !== undefined && { bonus: BigInt(bonus) }),
  }))

export type WaitingBet = {
  id: bigint
  playerId: bigint
  state: BetState
  kind: 'single' | 'multiple' | 'system'
  sizes: number[]
  bankers: number[]
  currency: string
  mode: PlayMode
  stake: bigint
  policy: PricePolicy
  bonusId: bigint | null
  isFreeBet: boolean
  decideMs: number
  steps: number
  split: Part[]
  legs: StoredLeg[]
}

/** Their rows, in the order of their numbers; until this transaction ends no other decides about them. */
export async function lockWaiting(tx: Tx, ids: readonly bigint[]): Promise<Map<bigint, WaitingBet>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Omit<WaitingBet, 'split' | 'legs'> & { split: unknown; asked: unknown }>`select id,
      player_id as "playerId", state, kind, sizes, bankers, currency, mode, stake, policy, bonus_id as "bonusId",
      is_free_bet as "isFreeBet", (extract(epoch from decide_at) * 1000)::float8 as "decideMs", steps, split, asked
    from bets_bet where id = any(${numbers(ids)}::bigint[]) order by id for update`.execute(tx)
  return new Map(
    rows.map(({ split, asked, ...row }) => [row.id, { ...row, split: readSplit(split), legs: readStoredLegs(asked) }]),
  )
}

export type DueBet = { id: bigint; playerId: bigint; legs: StoredLeg[]; dueInMs: number }

/** Bets whose time has come, or comes so soon, without a lock: the batch that decides looks again. */
export async function findDue(db: Db, most: number, aheadMs = 0): Promise<DueBet[]> {
  const { rows } = await sql<{
    id: bigint
    playerId: bigint
    asked: unknown
    dueInMs: number
  }>`${plannedOnce('bets-due')}select id, player_id as "playerId", asked,
      extract(epoch from decide_at - clock_timestamp())::float8 * 1000 as "dueInMs"
    from bets_bet where state = 'pending' and decide_at <= clock_timestamp() + ${aheadMs}::int * interval '1 millisecond'
    order by decide_at limit ${most}`.execute(db)
  return rows.map(({ asked, ...row }) => ({ ...row, legs: readStoredLegs(asked) }))
}

// Exposure

export const outcomeKey = (marketId: bigint, outcome: string) => `${marketId}/${outcome}`

/** What the house would lose on the outcomes of these markets, over all lanes. */
export async function readExposure(db: Db, marketIds: readonly bigint[]): Promise<Map<string, bigint>> {
  if (marketIds.length === 0) return new Map()
  const { rows } = await sql<{
    marketId: bigint
    outcome: string
    profit: string
  }>`${plannedOnce('bets-exposure')}select market_id as "marketId",
      outcome, sum(profit)::text as profit from bets_exposure
    where market_id = any(${numbers(marketIds)}::bigint[]) group by market_id, outcome`.execute(db)
  return new Map(rows.map(({ marketId, outcome, profit }) => [outcomeKey(marketId, outcome), BigInt(profit)]))
}

export type NewExposure = { marketId: bigint; outcome: string; profit: bigint }

/** In one order, so that no two batches wait for each other in a circle. */
export async function addExposure(tx: Tx, added: readonly NewExposure[], lane: number): Promise<void> {
  if (added.length === 0) return
  await sql`insert into bets_exposure (market_id, outcome, lane, profit)
    select market_id, outcome, ${lane}::int, sum(profit)::bigint
    from unnest(${numbers(added.map(({ marketId }) => marketId))}::bigint[],
      ${added.map(({ outcome }) => outcome)}::text[], ${numbers(added.map(({ profit }) => profit))}::bigint[])
      as each (market_id, outcome, profit)
    group by market_id, outcome order by market_id, outcome
    on conflict (market_id, outcome, lane) do update set profit = bets_exposure.profit + excluded.profit`.execute(tx)
}

// Writing

export type NewBet = {
  id: bigint
  playerId: bigint
  key: string
  bodyHash: Buffer
  number: number
  state: 'pending' | 'open'
  kind: 'single' | 'multiple' | 'system'
  sizes: readonly number[]
  bankers: readonly number[]
  combinations: number
  currency: string
  mode: PlayMode
  stake: bigint
  split: readonly Part[]
  legs: readonly StoredLeg[]
  policy: PricePolicy
  possible: bigint
  boostBp: number
  bonusId: bigint | null
  isFreeBet: boolean
  sessionId: bigint
  rules: string
  askedMs: number
  decideMs: number | null
}

const moment = (column: string) => sql.raw(`to_timestamp(each."${column}" / 1000.0)`)

/** One column of many rows, as PostgreSQL reads an array: several times quicker to unpack than a document of all rows. */
const column = <T>(rows: readonly T[], pick: (row: T) => bigint | number | boolean | null) =>
  `{${rows.map((row) => pick(row) ?? 'null').join()}}`
const words = <T>(rows: readonly T[], pick: (row: T) => string | null) => textArray(rows.map(pick))
const lists = <T>(rows: readonly T[], pick: (row: T) => readonly number[] | null) =>
  words(rows, (row) => {
    const list = pick(row)
    return list && `{${list.join()}}`
  })

export async function addBets(tx: Tx, bets: readonly NewBet[]): Promise<void> {
  if (bets.length === 0) return
  await sql`insert into bets_bet (id, player_id, key, body_hash, number, state, kind, sizes, bankers, combinations,
      currency, mode, stake, stake_open, split, asked, policy, possible, boost_bp, bonus_id, is_free_bet, session_id,
      rules, asked_at, decide_at, accepted_at)
    overriding system value
    select id, player_id, key, decode(hash, 'hex'), number, state, kind, sizes::int[], bankers::int[], combinations,
      currency, mode, stake, stake, split::jsonb, asked::jsonb, policy, possible, boost_bp, bonus_id, is_free_bet,
      session_id, rules, ${moment('asked_ms')}, ${moment('decide_ms')},
      case state when 'open' then ${moment('asked_ms')} end
    from unnest(${column(bets, ({ id }) => id)}::bigint[], ${column(bets, ({ playerId }) => playerId)}::bigint[],
      ${words(bets, ({ key }) => key)}::text[], ${words(bets, ({ bodyHash }) => bodyHash.toString('hex'))}::text[],
      ${column(bets, ({ number }) => number)}::int[], ${words(bets, ({ state }) => state)}::text[],
      ${words(bets, ({ kind }) => kind)}::text[], ${lists(bets, ({ sizes }) => sizes)}::text[],
      ${lists(bets, ({ bankers }) => bankers)}::text[], ${column(bets, ({ combinations }) => combinations)}::int[],
      ${words(bets, ({ currency }) => currency)}::text[], ${words(bets, ({ mode }) => mode)}::text[],
      ${column(bets, ({ stake }) => stake)}::bigint[], ${words(bets, ({ split }) => json(split))}::text[],
      ${words(bets, ({ legs }) => json(legs))}::text[], ${words(bets, ({ policy }) => policy)}::text[],
      ${column(bets, ({ possible }) => possible)}::bigint[], ${column(bets, ({ boostBp }) => boostBp)}::int[],
      ${column(bets, ({ bonusId }) => bonusId)}::bigint[], ${column(bets, ({ isFreeBet }) => isFreeBet)}::boolean[],
      ${column(bets, ({ sessionId }) => sessionId)}::bigint[], ${words(bets, ({ rules }) => rules)}::text[],
      ${column(bets, ({ askedMs }) => askedMs)}::float8[], ${column(bets, ({ decideMs }) => decideMs)}::float8[])
      as each (id, player_id, key, hash, number, state, kind, sizes, bankers, combinations, currency, mode, stake, split,
        asked, policy, possible, boost_bp, bonus_id, is_free_bet, session_id, rules, asked_ms, decide_ms)`.execute(tx)
}

export type NewLeg = {
  betId: bigint
  place: number
  part: number
  eventId: bigint
  marketId: bigint
  outcome: string
  priceAsked: number
  price: number
  version: number
  stops: number
  isLive: boolean
  win: number
  back: number
  subsetPrices: readonly number[] | null
}

export async function addLegs(tx: Tx, legs: readonly NewLeg[]): Promise<void> {
  if (legs.length === 0) return
  await sql`insert into bets_leg (bet_id, place, part, event_id, market_id, outcome, price_asked, price, version, stops,
      is_live, win, back, subset_prices)
    select bet_id, place, part, event_id, market_id, outcome, price_asked, price, version, stops, is_live, win, back,
      subset_prices::int[]
    from unnest(${column(legs, ({ betId }) => betId)}::bigint[], ${column(legs, ({ place }) => place)}::int[],
      ${column(legs, ({ part }) => part)}::int[], ${column(legs, ({ eventId }) => eventId)}::bigint[],
      ${column(legs, ({ marketId }) => marketId)}::bigint[], ${words(legs, ({ outcome }) => outcome)}::text[],
      ${column(legs, ({ priceAsked }) => priceAsked)}::int[], ${column(legs, ({ price }) => price)}::int[],
      ${column(legs, ({ version }) => version)}::int[], ${column(legs, ({ stops }) => stops)}::int[],
      ${column(legs, ({ isLive }) => isLive)}::boolean[], ${column(legs, ({ win }) => win)}::int[],
      ${column(legs, ({ back }) => back)}::int[], ${lists(legs, ({ subsetPrices }) => subsetPrices)}::text[])
      as each (bet_id, place, part, event_id, market_id, outcome, price_asked, price, version, stops, is_live, win, back,
        subset_prices)`.execute(tx)
}

export type NewStep = { betId: bigint; n: number; kind: StepKind; actor: string; reason: string; part: bigint }

export async function addSteps(tx: Tx, steps: readonly NewStep[]): Promise<void> {
  if (steps.length === 0) return
  await sql`insert into bets_step (bet_id, n, kind, actor, reason, part)
    select * from unnest(${column(steps, ({ betId }) => betId)}::bigint[], ${column(steps, ({ n }) => n)}::int[],
      ${words(steps, ({ kind }) => kind)}::text[], ${words(steps, ({ actor }) => actor)}::text[],
      ${words(steps, ({ reason }) => reason)}::text[], ${column(steps, ({ part }) => part)}::bigint[])`.execute(tx)
}

export type DecidedBet =
  | { id: bigint; state: 'open'; atMs: number; possible: bigint; boostBp: number; rules: string }
  | { id: bigint; state: 'refused'; atMs: number; steps: number; reason: string; data: Record<string, unknown> }

/** Bets that waited; their rows are locked. */
export async function writeDecided(tx: Tx, decided: readonly DecidedBet[]): Promise<void> {
  if (decided.length === 0) return
  await sql`update bets_bet as bet set state = each.state, steps = coalesce(each.steps, bet.steps),
      accepted_at = case each.state when 'open' then ${moment('atMs')} end,
      possible = coalesce(each.possible, bet.possible), boost_bp = coalesce(each."boostBp", bet.boost_bp),
      rules = coalesce(each.rules, bet.rules), refused_reason = each.reason, refused_data = each.data,
      stake_open = case each.state when 'open' then bet.stake_open else 0 end
    from jsonb_to_recordset(${json(decided)}::jsonb) as each (id bigint, state text, "atMs" float8, steps int,
      possible bigint, "boostBp" int, rules text, reason text, data jsonb)
    where bet.id = each.id and bet.state = 'pending'`.execute(tx)
}
