import { type CashOutWorth, cashOutWorth } from '@croupier/contract/bet-record'
import type { BetState } from '@croupier/contract/bets'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../context.ts'
import { plannedOnce } from '../../../db/db.ts'
import type { PlayMode } from '../../funding/funding.ts'
import { readStoredLegs, type StoredLeg } from '../store.ts'
import type { MarketStops } from './worth-rules.ts'

const numbers = (values: readonly bigint[]) => `{${values.join()}}`

/** A bet that runs, or did. */
export type RunningRow = {
  id: bigint
  playerId: bigint
  state: BetState
  kind: 'single' | 'multiple' | 'system'
  sizes: number[]
  bankers: number[]
  combinations: number
  currency: string
  mode: PlayMode
  stake: bigint
  stakeOpen: bigint
  bonusId: bigint | null
  acceptedMs: number
  steps: number
  autoTarget: bigint | null
  legs: StoredLeg[]
}

type Stored = Omit<RunningRow, 'legs'> & { asked: unknown }

const columns = sql`select id, player_id as "playerId", state, kind, sizes, bankers, combinations, currency, mode, stake,
  stake_open as "stakeOpen", bonus_id as "bonusId", coalesce(extract(epoch from accepted_at) * 1000, 0)::float8
    as "acceptedMs", steps, auto_target as "autoTarget", asked from bets_bet`

const read = ({ asked, ...row }: Stored): RunningRow => ({ ...row, legs: readStoredLegs(asked) })

/** Bets of one player that are not over, the newest first; always with the player: a number alone opens nothing. */
export async function listRunning(
  db: Db,
  playerId: bigint,
  { ids, most }: { ids?: readonly bigint[] | undefined; most: number },
): Promise<RunningRow[]> {
  const wanted = ids ? sql`and id = any(${numbers(ids)}::bigint[])` : sql``
  const { rows } = await sql<Stored>`${columns} where player_id = ${playerId} and state in ('pending', 'open') ${wanted}
    order by id desc limit ${most}`.execute(db)
  return rows.map(read)
}

/** Of any player. */
export async function readRunning(db: Db, ids: readonly bigint[]): Promise<RunningRow[]> {
  const { rows } = await sql<Stored>`${columns} where id = any(${numbers(ids)}::bigint[]) order by id`.execute(db)
  return rows.map(read)
}

/** Until this transaction ends nothing else ends it. Its player and the buckets of its events are locked. */
export async function lockRunning(tx: Tx, id: bigint): Promise<RunningRow | undefined> {
  const { rows } = await sql<Stored>`${columns} where id = ${id} for update`.execute(tx)
  return rows.map(read)[0]
}

// Cash-outs that were asked for

const stopsOf = z.array(z.object({ market: z.string(), stops: z.number() }))

export type CashOutRow = {
  id: bigint
  betId: bigint
  hash: Buffer
  kind: 'player' | 'auto' | 'edit'
  state: 'pending' | 'paid' | 'refused'
  steps: number
  part: bigint
  value: bigint
  whole: bigint
  /** What the whole was made of. */
  worth: CashOutWorth | null
  stops: readonly MarketStops[]
  intoAsked: unknown
  decideMs: number
  reason: string | null
  data: Record<string, unknown> | null
}

const cashOutColumns = sql`select id, bet_id as "betId", hash, kind, state, steps, part, value, whole, worth, stops,
  into_asked as "intoAsked", (extract(epoch from decide_at) * 1000)::float8 as "decideMs", reason, data from bets_cash_out`

type StoredCashOut = Omit<CashOutRow, 'worth' | 'stops'> & { worth: unknown; stops: unknown }
const readCashOut = ({ worth, stops, ...row }: StoredCashOut): CashOutRow => ({
  ...row,
  worth: cashOutWorth.nullable().parse(worth),
  stops: stopsOf.parse(stops),
})

/** A statement of its own, after the lock of the bet: what its holder committed is seen. */
export async function findCashOut(tx: Tx, betId: bigint, hash: Buffer): Promise<CashOutRow | undefined> {
  const { rows } = await sql<StoredCashOut>`${cashOutColumns} where bet_id = ${betId} and hash = ${hash}`.execute(tx)
  return rows.map(readCashOut)[0]
}

export async function findCashOutById(tx: Tx, id: bigint): Promise<CashOutRow | undefined> {
  const { rows } = await sql<StoredCashOut>`${cashOutColumns} where id = ${id}`.execute(tx)
  return rows.map(readCashOut)[0]
}

/** Those of these bets that wait for a cash-out. */
export async function findWaitingCashOuts(db: Db, betIds: readonly bigint[]): Promise<Set<bigint>> {
  if (betIds.length === 0) return new Set()
  const { rows } = await sql<{ betId: bigint }>`select bet_id as "betId" from bets_cash_out
    where bet_id = any(${numbers(betIds)}::bigint[]) and state = 'pending'`.execute(db)
  return new Set(rows.map(({ betId }) => betId))
}

export type DueCashOut = Pick<CashOutRow, 'id' | 'betId' | 'kind' | 'intoAsked'> & {
  playerId: bigint
  dueInMs: number
}

/** Their time has come, or comes so soon. Without a lock: who decides looks again. */
export async function findDueCashOuts(db: Db, most: number, aheadMs = 0): Promise<DueCashOut[]> {
  const { rows } =
    await sql<DueCashOut>`${plannedOnce('cash-outs-due')}select due.id, due.bet_id as "betId", due.kind, due.into_asked as "intoAsked",
      bet.player_id as "playerId", extract(epoch from due.decide_at - clock_timestamp())::float8 * 1000 as "dueInMs"
    from bets_cash_out as due join bets_bet as bet on bet.id = due.bet_id
    where due.state = 'pending' and due.decide_at <= clock_timestamp() + ${aheadMs}::int * interval '1 millisecond'
    order by due.decide_at limit ${most}`.execute(db)
  return rows
}

export type NewCashOut = {
  betId: bigint
  hash: Buffer
  kind: CashOutRow['kind']
  steps: number
  part: bigint
  value: bigint
  whole: bigint
  worth: CashOutWorth | null
  stops: readonly MarketStops[]
  intoAsked?: object
  nowMs: number
  /** 0: it is paid in this transaction. */
  delaySeconds: number
}

const moment = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000.0)`

export async function addCashOut(tx: Tx, added: NewCashOut): Promise<void> {
  const { betId, hash, kind, steps, part, value, whole, worth, stops, intoAsked, nowMs, delaySeconds } = added
  const isWaiting = delaySeconds > 0
  await sql`insert into bets_cash_out (bet_id, hash, kind, state, steps, part, value, whole, worth, stops, into_asked,
      asked_at, decide_at, decided_at)
    values (${betId}, ${hash}, ${kind}, ${isWaiting ? 'pending' : 'paid'}, ${steps}, ${part}, ${value}, ${whole},
      ${worth && JSON.stringify(worth)}::jsonb, ${JSON.stringify(stops)}::jsonb, ${intoAsked ? JSON.stringify(intoAsked) : null}::jsonb, ${moment(nowMs)},
      ${moment(nowMs + delaySeconds * 1_000)}, ${isWaiting ? null : moment(nowMs)})`.execute(tx)
}

/** The bet of it is locked. */
export async function endCashOut(
  tx: Tx,
  id: bigint,
  said: { state: 'paid' } | { state: 'refused'; reason: string; data: Record<string, unknown> },
): Promise<void> {
  const { reason, data } = said.state === 'refused' ? said : { reason: null, data: null }
  await sql`update bets_cash_out set state = ${said.state}, decided_at = clock_timestamp(), reason = ${reason},
      data = ${data && JSON.stringify(data)}::jsonb
    where id = ${id} and state = 'pending'`.execute(tx)
}

/** What pages show of the last one of each bet. */
export type LastCashOut = Pick<CashOutRow, 'betId' | 'kind' | 'state' | 'part' | 'value' | 'reason'> & {
  decideAt: Date
}

export async function readLastCashOuts(db: Db, betIds: readonly bigint[]): Promise<Map<bigint, LastCashOut>> {
  if (betIds.length === 0) return new Map()
  const { rows } =
    await sql<LastCashOut>`${plannedOnce('bets-cash-outs')}select distinct on (bet_id) bet_id as "betId", kind, state, part, value, reason,
      decide_at as "decideAt" from bets_cash_out
    where bet_id = any(${numbers(betIds)}::bigint[]) order by bet_id, id desc`.execute(db)
  return new Map(rows.map((row) => [row.betId, row]))
}

// What it does to the bet

export type CashedStep = {
  betId: bigint
  n: number
  part: bigint
  value: bigint
  isFull: boolean
  shortfall: bigint
  actor: string
  reason: string
}

/** The figures of a step are those of the part that it is about. With the first part that is gone the target goes. */
export async function writeCashed(tx: Tx, step: CashedStep): Promise<void> {
  const { betId, n, part, value, isFull, shortfall, actor, reason } = step
  const { rows } = await sql`with changed as (
      update bets_bet set state = ${isFull ? 'cashed' : 'open'}, steps = ${n}, stake_open = stake_open - ${part},
        cashed = cashed + ${value}, auto_target = null,
        settled_at = case when ${isFull} then clock_timestamp() else settled_at end
      where id = ${betId} and steps = ${n - 1} and state = 'open' and (stake_open = ${part}) = ${isFull}
      returning id
    ), written as (
      insert into bets_step (bet_id, n, kind, actor, reason, part, returned_before, returned_after, shortfall)
      select id, ${n}, 'cashed', ${actor}, ${reason}, ${part}, 0, ${value}, ${shortfall} from changed
    )
    select id from changed`.execute(tx)
  if (rows.length !== 1) throw new Error('a cash-out that is not the next step of its bet')
}

export const setAutoTarget = (tx: Tx, betId: bigint, target: bigint | null) =>
  sql`update bets_bet set auto_target = ${target} where id = ${betId}`.execute(tx)

/** Each of the two knows the other. */
export async function linkEdited(tx: Tx, { from, into }: { from: bigint; into: bigint }): Promise<void> {
  await sql`update bets_bet set edited_into = case id when ${from} then ${into}::bigint else edited_into end,
      edited_from = case id when ${into} then ${from}::bigint else edited_from end
    where id in (${from}, ${into})`.execute(tx)
}
