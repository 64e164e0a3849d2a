import type { BonusEndReason, BonusMode, BonusSource, BonusState } from '@croupier/contract/promotions'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import type { DuePage } from '../../end-due.ts'
import type { Contributions } from './rules.ts'

/** A bonus as pages, jobs and the operator see it. */
export type BonusRow = {
  id: bigint
  playerId: bigint
  source: BonusSource
  sourceKey: string
  offer: string | null
  version: string | null
  template: string
  mode: BonusMode
  currency: string
  amount: bigint
  depositAmount: bigint
  paidFrom: 'main' | 'packs'
  state: BonusState
  endReason: BonusEndReason | null
  endNote: string
  terms: unknown
  contributions: Contributions
  required: bigint
  progress: bigint
  openRounds: number
  inRounds: bigint
  /** Winnings of free spins that it will be, up to the most. */
  waiting: bigint
  maxWin: bigint | null
  base: bigint
  converted: bigint
  forfeited: bigint
  maxBet: bigint | null
  maxConversion: bigint | null
  minBalance: bigint
  principal: 'converts' | 'stays'
  counts: 'bonus' | 'all'
  onWithdrawal: 'forfeit' | 'keep'
  asksFirst: boolean
  priority: number
  lifeSeconds: number
  issuedAt: Date
  takeBy: Date
  queuedAt: Date | null
  activatedAt: Date | null
  startedAt: Date | null
  expiresAt: Date | null
  endedAt: Date | null
  /** By the clock of the database, whatever the job has done. */
  isOver: boolean
}

const columns = sql`id, player_id as "playerId", source, source_key as "sourceKey", offer, version, template, mode,
  currency, amount, deposit_amount as "depositAmount", paid_from as "paidFrom", state, end_reason as "endReason",
  end_note as "endNote", terms, contributions, required_bp as required, progress_bp as progress,
  open_rounds as "openRounds", in_rounds as "inRounds", waiting, max_win as "maxWin", base, converted, forfeited, max_bet as "maxBet",
  max_conversion as "maxConversion", min_balance as "minBalance", principal, counts, on_withdrawal as "onWithdrawal",
  asks_first as "asksFirst", priority, life_seconds as "lifeSeconds", issued_at as "issuedAt", take_by as "takeBy",
  queued_at as "queuedAt", activated_at as "activatedAt", started_at as "startedAt", expires_at as "expiresAt",
  ended_at as "endedAt",
  coalesce(case when state in ('active', 'paused') then expires_at else take_by end <= clock_timestamp(), false)
    as "isOver"`

const numbers = (ids: readonly bigint[]) => `{${ids.join()}}`

const isLiving = sql`state in ('issued', 'queued', 'active', 'paused')`

const rowsWhere = async (db: Db, where: RawBuilder<unknown>): Promise<BonusRow[]> =>
  (await sql<BonusRow>`select ${columns} from bonuses_bonus where ${where}`.execute(db)).rows

export const readBonus = async (db: Db, id: bigint): Promise<BonusRow | undefined> =>
  (await rowsWhere(db, sql`id = ${id}`))[0]

export const readOwnBonuses = (db: Db, playerId: bigint, ids: readonly bigint[]): Promise<BonusRow[]> =>
  rowsWhere(db, sql`player_id = ${playerId} and id = any(${numbers(ids)}::bigint[])`)

/** A bonus of another player is an unknown one. */
export const readOwnBonus = async (db: Db, playerId: bigint, id: bigint): Promise<BonusRow | undefined> =>
  (await rowsWhere(db, sql`id = ${id} and player_id = ${playerId}`))[0]

/** Those that are not over, in the order in which they would open. */
export const readLiving = (db: Db, playerId: bigint): Promise<BonusRow[]> =>
  rowsWhere(
    db,
    sql`player_id = ${playerId} and ${isLiving}
      order by case state when 'queued' then 1 when 'issued' then 2 else 0 end, priority desc, queued_at, id`,
  )

type Page = { status: BonusState | undefined; count: number; offset: number }

/** The open one, then the queue, then what can be taken, then what ended, latest first. A state is that of the clock. */
export async function listBonuses(db: Db, playerId: bigint, { status, count, offset }: Page) {
  const shown = sql`case when state in ('active', 'paused') and expires_at <= clock_timestamp() then 'expired'
    when state in ('issued', 'queued') and take_by <= clock_timestamp() then 'expired' else state end`
  const where = sql`player_id = ${playerId} ${status === undefined ? sql`` : sql`and ${shown} = ${status}`}`
  const total = await sql<{ total: number }>`select count(*)::int as total from bonuses_bonus where ${where}`.execute(
    db,
  )
  const rows = await rowsWhere(
    db,
    sql`${where} order by case ${shown} when 'active' then 0 when 'paused' then 0 when 'queued' then 1 when 'issued' then 2
        else 3 end, case when ended_at is null then priority end desc nulls last, queued_at, ended_at desc nulls last, id desc
      limit ${count} offset ${offset}`,
  )
  return { rows, total: total.rows[0]?.total ?? 0 }
}

export type NewBonus = Pick<
  BonusRow,
  | 'playerId'
  | 'source'
  | 'sourceKey'
  | 'offer'
  | 'version'
  | 'template'
  | 'mode'
  | 'currency'
  | 'amount'
  | 'depositAmount'
  | 'paidFrom'
  | 'waiting'
  | 'maxWin'
  | 'terms'
  | 'contributions'
  | 'required'
  | 'maxBet'
  | 'maxConversion'
  | 'minBalance'
  | 'principal'
  | 'counts'
  | 'onWithdrawal'
  | 'asksFirst'
  | 'priority'
  | 'lifeSeconds'
> & { takeSeconds: number }

/** Its number; null where the key has granted one already. */
export async function addBonus(tx: Tx, bonus: NewBonus): Promise<bigint | null> {
  const added = await tx
    .insertInto('bonuses_bonus')
    .values({
      player_id: bonus.playerId,
      source: bonus.source,
      source_key: bonus.sourceKey,
      offer: bonus.offer,
      version: bonus.version,
      template: bonus.template,
      mode: bonus.mode,
      currency: bonus.currency,
      amount: bonus.amount,
      deposit_amount: bonus.depositAmount,
      paid_from: bonus.paidFrom,
      waiting: bonus.waiting,
      max_win: bonus.maxWin,
      terms: JSON.stringify(bonus.terms),
      contributions: JSON.stringify(bonus.contributions),
      required_bp: bonus.required,
      max_bet: bonus.maxBet,
      max_conversion: bonus.maxConversion,
      min_balance: bonus.minBalance,
      principal: bonus.principal,
      counts: bonus.counts,
      on_withdrawal: bonus.onWithdrawal,
      asks_first: bonus.asksFirst,
      priority: bonus.priority,
      life_seconds: bonus.lifeSeconds,
      take_by: sql<Date>`now() + make_interval(secs => ${bonus.takeSeconds})`,
    })
    .onConflict((is) => is.column('source_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id ?? null
}

export const idOfKey = async (db: Db, sourceKey: string): Promise<bigint | null> =>
  (await db.selectFrom('bonuses_bonus').select('id').where('source_key', '=', sourceKey).executeTakeFirst())?.id ?? null

export type Opening = Pick<BonusRow, 'mode' | 'amount' | 'required' | 'maxConversion' | 'asksFirst' | 'contributions'>

/** From the moment it opens its time runs, and its mode stays. */
export const writeOpened = async (tx: Tx, id: bigint, opening: Opening): Promise<Date | null> => {
  const { mode, amount, required, maxConversion, asksFirst, contributions } = opening
  const opened = await tx
    .updateTable('bonuses_bonus')
    .set({
      state: 'active',
      mode,
      amount,
      required_bp: required,
      max_conversion: maxConversion,
      asks_first: asksFirst,
      contributions: JSON.stringify(contributions),
      waiting: 0n,
      activated_at: sql<Date>`clock_timestamp()`,
      expires_at: sql<Date>`clock_timestamp() + make_interval(secs => life_seconds)`,
    })
    .where('id', '=', id)
    .returning('expires_at as expiresAt')
    .executeTakeFirst()
  return opened?.expiresAt ?? null
}

export const writeQueued = (tx: Tx, id: bigint) =>
  tx
    .updateTable('bonuses_bonus')
    .set({ state: 'queued', queued_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()

export const writeState = (tx: Tx, id: bigint, state: 'active' | 'paused') =>
  tx.updateTable('bonuses_bonus').set({ state }).where('id', '=', id).execute()

export const writeStarted = (tx: Tx, id: bigint) =>
  tx
    .updateTable('bonuses_bonus')
    .set({ started_at: sql<Date>`coalesce(started_at, clock_timestamp())` })
    .where('id', '=', id)
    .execute()

type WrittenEnd = { state: 'expired' | 'removed'; reason: BonusEndReason | null; note: string }
type Forfeited = { id: bigint; forfeited: bigint }

export const writeEnded = (tx: Tx, ended: readonly Forfeited[], { state, reason, note }: WrittenEnd) =>
  sql`update bonuses_bonus set state = ${state}, end_reason = ${reason}, end_note = ${note},
      forfeited = bonuses_bonus.forfeited + n.forfeited, waiting = 0, ended_at = clock_timestamp()
    from unnest(${numbers(ended.map(({ id }) => id))}::bigint[],
      ${numbers(ended.map(({ forfeited }) => forfeited))}::bigint[]) as n (id, forfeited)
    where bonuses_bonus.id = n.id`.execute(tx)

/** A break takes no time away. */
export const prolong = (tx: Tx, playerId: bigint, seconds: number) =>
  sql`update bonuses_bonus set take_by = take_by + make_interval(secs => ${seconds}),
      expires_at = expires_at + make_interval(secs => ${seconds})
    where player_id = ${playerId} and (state in ('issued', 'queued') and take_by > clock_timestamp()
      or state in ('active', 'paused') and expires_at > clock_timestamp())`.execute(tx)

/** Players with a bonus whose time is over and that no job has ended. */
export async function playersWithDue(db: Db, { most, except }: DuePage): Promise<bigint[]> {
  const isMeant = sql`player_id <> all(${numbers(except)}::bigint[])`
  const { rows } = await sql<{ playerId: bigint }>`select distinct player_id as "playerId" from (
      (select player_id from bonuses_bonus where state in ('active', 'paused') and expires_at <= clock_timestamp()
        and ${isMeant} order by expires_at limit ${most})
      union all
      (select player_id from bonuses_bonus where state in ('issued', 'queued') and take_by <= clock_timestamp()
        and ${isMeant} order by take_by limit ${most})
    ) as due order by player_id`.execute(db)
  return rows.map(({ playerId }) => playerId)
}

/** Theirs whose time is over. Their players are locked. */
export const readOver = async (tx: Tx, playerIds: readonly bigint[]): Promise<BonusRow[]> =>
  (await rowsWhere(tx, sql`player_id = any(${numbers(playerIds)}::bigint[]) and ${isLiving} order by id`)).filter(
    ({ isOver }) => isOver,
  )

/** Who of them waits for an open one to end. */
export async function playersWithQueue(tx: Tx, playerIds: readonly bigint[]): Promise<Set<bigint>> {
  const { rows } = await sql<{ playerId: bigint }>`select distinct player_id as "playerId" from bonuses_bonus
    where player_id = any(${numbers(playerIds)}::bigint[]) and state = 'queued'`.execute(tx)
  return new Set(rows.map(({ playerId }) => playerId))
}

/** A moment three days or one day before the end that has passed since the player was told last, or since it opened: who opens a bonus of one day knows. */
const isEndingUntold = sql`state in ('active', 'paused') and expires_at > clock_timestamp()
  and expires_at <= clock_timestamp() + interval '72 hours' and exists (
    select from unnest(array[72, 24]) as hours
    where expires_at - make_interval(hours => hours) <= clock_timestamp()
      and expires_at - make_interval(hours => hours) > greatest(activated_at + interval '1 hour', told_at)
  )`

export async function playersWithEnding(db: Db, most: number): Promise<bigint[]> {
  const { rows } = await sql<{ playerId: bigint }>`select player_id as "playerId" from bonuses_bonus
    where ${isEndingUntold} order by expires_at limit ${most}`.execute(db)
  return rows.map(({ playerId }) => playerId)
}

type Ending = Pick<BonusRow, 'currency' | 'required' | 'progress' | 'expiresAt'>

/** From now on its player is told. The player is locked. */
export async function claimEnding(tx: Tx, playerId: bigint): Promise<Ending[]> {
  const { rows } = await sql<Ending>`update bonuses_bonus set told_at = clock_timestamp()
    where player_id = ${playerId} and ${isEndingUntold}
    returning currency, required_bp as required, progress_bp as progress, expires_at as "expiresAt"`.execute(tx)
  return rows
}

type Outcome = Pick<BonusRow, 'playerId' | 'currency' | 'converted'> & { state: 'completed' | 'lost' }

/** What a stake made of it, for the first who asks. */
export async function claimOutcome(tx: Tx, id: bigint): Promise<Outcome | undefined> {
  const { rows } = await sql<Outcome>`update bonuses_bonus set end_told_at = clock_timestamp()
    where id = ${id} and state in ('completed', 'lost') and end_told_at is null
    returning player_id as "playerId", currency, converted, state`.execute(tx)
  return rows[0]
}
