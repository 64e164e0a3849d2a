import type { BetState, PricePolicy, StepKind } from '@croupier/contract/bets'
import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { plannedOnce } from '../../db/db.ts'
import type { PlayMode } from '../funding/funding.ts'
import { readStoredLegs, type StoredLeg } from './store.ts'

export type BetRow = {
  id: bigint
  playerId: bigint
  key: string
  number: number
  state: BetState
  kind: 'single' | 'multiple' | 'system'
  sizes: number[]
  bankers: number[]
  combinations: number
  currency: string
  mode: PlayMode
  policy: PricePolicy
  stake: bigint
  stakeOpen: bigint
  isFreeBet: boolean
  possible: bigint
  boostBp: number
  returned: bigint
  boost: bigint
  isUnderReview: boolean
  rules: string
  askedAt: Date
  decideAt: Date | null
  acceptedAt: Date | null
  settledAt: Date | null
  refusedReason: string | null
  refusedData: Record<string, unknown> | null
  cashed: bigint
  autoTarget: bigint | null
  editedFrom: bigint | null
  editedInto: bigint | null
  legs: StoredLeg[]
}

const columns = sql`select id, player_id as "playerId", key, number, state, kind, sizes, bankers, combinations,
  currency, mode, policy, stake, stake_open as "stakeOpen", is_free_bet as "isFreeBet", possible, boost_bp as "boostBp", returned, boost,
  is_under_review as "isUnderReview", rules, asked_at as "askedAt", decide_at as "decideAt",
  accepted_at as "acceptedAt", settled_at as "settledAt", refused_reason as "refusedReason",
  refused_data as "refusedData", cashed, auto_target as "autoTarget", edited_from as "editedFrom",
  edited_into as "editedInto", asked from bets_bet`

type Stored = Omit<BetRow, 'legs'> & { asked: unknown }

const readRow = ({ asked, ...row }: Stored): BetRow => ({ ...row, legs: readStoredLegs(asked) })

/** Always with the player: a number alone opens nothing. */
export async function readBetsOf(db: Db, playerId: bigint, ids: readonly bigint[]): Promise<BetRow[]> {
  if (ids.length === 0) return []
  const { rows } =
    await sql<Stored>`${columns} where player_id = ${playerId} and id = any(${`{${ids.join()}}`}::bigint[])
    order by id`.execute(db)
  return rows.map(readRow)
}

/** Of several players at once; whose each of them is stands in the row. */
export async function readBetsByIds(db: Db, ids: readonly bigint[]): Promise<BetRow[]> {
  if (ids.length === 0) return []
  const { rows } =
    await sql<Stored>`${plannedOnce('bets-placed')}${columns} where id = any(${`{${ids.join()}}`}::bigint[]) order by id`.execute(
      db,
    )
  return rows.map(readRow)
}

export async function readBetByKey(db: Db, playerId: bigint, key: string): Promise<BetRow | undefined> {
  const { rows } = await sql<Stored>`${columns} where player_id = ${playerId} and key = ${key}`.execute(db)
  return rows.map(readRow)[0]
}

type Page = { states: readonly BetState[]; mode: PlayMode; after: number | undefined; count: number }

/** Newest first, after the number of the last one that is known. */
export async function listBets(db: Db, playerId: bigint, { states, mode, after, count }: Page): Promise<BetRow[]> {
  const { rows } = await sql<Stored>`${columns} where player_id = ${playerId} and mode = ${mode}
      and state = any(${[...states]}::text[]) and number < ${after ?? 2_147_483_647}
    order by number desc limit ${count}`.execute(db)
  return rows.map(readRow)
}

export type LegRow = {
  betId: bigint
  place: number
  part: number
  marketId: bigint
  outcome: string
  price: number
  isLive: boolean
  subsetPrices: number[] | null
  /** What was ruled for this bet alone. */
  ruling: { win: number; back: number; of: number; reason: string } | null
}

/** Of bets that were taken; those that wait or were refused have none. */
export async function readLegsOf(db: Db, betIds: readonly bigint[]): Promise<LegRow[]> {
  if (betIds.length === 0) return []
  const { rows } =
    await sql<LegRow>`${plannedOnce('bets-legs')}select bet_id as "betId", place, part, market_id as "marketId", outcome, price,
      is_live as "isLive", subset_prices as "subsetPrices", (select json_build_object('win', win, 'back', back, 'of', "of",
        'reason', reason) from (select * from bets_ruling where bet_id = leg.bet_id and place = leg.place
          and part = leg.part order by n desc limit 1) as last where not is_withdrawn) as ruling
    from bets_leg as leg where bet_id = any(${`{${betIds.join()}}`}::bigint[]) order by bet_id, place, part`.execute(db)
  return rows
}

export type StepRow = {
  n: number
  kind: StepKind
  at: Date
  actor: string
  reason: string
  part: bigint
  returnedBefore: bigint
  returnedAfter: bigint
  boost: bigint
  shortfall: bigint
}

export async function readStepsOf(db: Db, betId: bigint): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`select n, kind, at, actor, reason, part, returned_before as "returnedBefore",
      returned_after as "returnedAfter", boost, shortfall
    from bets_step where bet_id = ${betId} order by n`.execute(db)
  return rows
}

/** What the operator said of a player's stakes, with the reason that the player reads. */
export type PlayerFactor = { factorBp: number; reason: string; since: Date }

export const readFactor = async (db: Db, playerId: bigint): Promise<PlayerFactor | undefined> =>
  (await readFactors(db, [playerId])).get(playerId)

export async function readFactors(db: Db, playerIds: readonly bigint[]): Promise<Map<bigint, PlayerFactor>> {
  if (playerIds.length === 0) return new Map()
  const { rows } = await sql<
    PlayerFactor & { playerId: bigint }
  >`${plannedOnce('bets-factors')}select player_id as "playerId",
      factor_bp as "factorBp", reason, since from bets_player
    where player_id = any(${`{${playerIds.join()}}`}::bigint[])`.execute(db)
  return new Map(rows.map(({ playerId, ...factor }) => [playerId, factor]))
}

type NewFactor = { playerId: bigint; factorBp: number; reason: string; actor: string }

export const writeFactor = (db: Db, { playerId, factorBp, reason, actor }: NewFactor) =>
  sql`insert into bets_player (player_id, factor_bp, reason, actor) values (${playerId}, ${factorBp}, ${reason}, ${actor})
    on conflict (player_id) do update set factor_bp = excluded.factor_bp, reason = excluded.reason,
      actor = excluded.actor, since = now()`.execute(db)

export const removeFactor = async (db: Db, playerId: bigint): Promise<boolean> =>
  ((await sql`delete from bets_player where player_id = ${playerId}`.execute(db)).numAffectedRows ?? 0n) > 0n

/** What the house would lose, in hundredths of a risk unit, over all lanes; the largest first. */
export type Exposed = { eventId: bigint; marketId: bigint; outcome: string; profit: bigint }

/** Of a market it is that of its dearest outcome, of an event the sum of its markets: no more can be lost on it. */
export async function listExposure(db: Db, by: 'event' | 'market' | 'outcome', most: number): Promise<Exposed[]> {
  const outcomes = sql`select market_id, outcome, sum(profit) as profit,
      (select event_id from bets_leg as leg where leg.market_id = exposure.market_id limit 1) as event_id
    from bets_exposure as exposure group by market_id, outcome having sum(profit) > 0`
  const markets = sql`select distinct on (market_id) * from (${outcomes}) as outcome order by market_id, profit desc`
  const rows = {
    outcome: outcomes,
    market: markets,
    event: sql`select event_id, sum(profit) as profit, 0 as market_id, '' as outcome from (${markets}) as market
      group by event_id`,
  }[by]
  const found = await sql<Exposed>`select coalesce(event_id, 0)::bigint as "eventId", market_id::bigint as "marketId",
      outcome, profit::bigint as profit
    from (${rows}) as exposed order by profit desc, event_id, market_id, outcome limit ${most}`.execute(db)
  return found.rows
}

/** For the operator, who asks without a player. */
export async function findOwner(db: Db, betId: bigint): Promise<bigint | undefined> {
  const { rows } = await sql<{
    playerId: bigint
  }>`select player_id as "playerId" from bets_bet where id = ${betId}`.execute(db)
  return rows[0]?.playerId
}

type Bettors = { after: bigint; most: number; isRunning: boolean }

/** Players with bets, by their numbers. */
export async function listBettors(db: Db, { after, most, isRunning }: Bettors): Promise<bigint[]> {
  const running = sql`and state in ('pending', 'open')`
  const { rows } = await sql<{ id: bigint }>`select distinct player_id as id from bets_bet
    where player_id > ${after} ${isRunning ? running : sql``} order by player_id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

type RunningStake = { playerId: bigint; currency: string; stake: bigint }

export async function readRunningStakes(db: Db, playerIds: readonly bigint[]): Promise<RunningStake[]> {
  const { rows } = await sql<RunningStake>`select player_id as "playerId", currency, sum(stake_open)::bigint as stake
    from bets_bet where state in ('pending', 'open') and player_id = any(${`{${playerIds.join()}}`}::bigint[])
    group by player_id, currency`.execute(db)
  return rows
}
