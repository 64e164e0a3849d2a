import { bettingTerms } from '@croupier/contract/promotion-terms'
import type { BettingBonusState, BettingBonusType, BonusEndReason, BonusSource } from '@croupier/contract/promotions'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../context.ts'
import type { DuePage } from '../../../end-due.ts'
import type { BettingBonus } from './rules.ts'

/** A betting bonus as pages, jobs and the operator see it. */
export type BettingRow = BettingBonus & {
  source: BonusSource | 'refund'
  sourceKey: string
  offer: string | null
  version: string | null
  template: string
  /** Its terms as they were published. */
  body: unknown
  depositAmount: bigint
  endReason: BonusEndReason | null
  endNote: string
  onWithdrawal: 'forfeit' | 'keep'
  lifeSeconds: number
  issuedAt: Date
  takeBy: Date
  activatedAt: Date | null
  expiresAt: Date | null
  endedAt: Date | null
}

/** What is for one bet and in it has no time to run out: the bet decides. */
const isOver = sql`coalesce(case when state = 'issued' then take_by
    when state = 'active' or state = 'used' and type = 'wagering' then expires_at end <= clock_timestamp(), false)`

const columns = sql`id, player_id as "playerId", source, source_key as "sourceKey", offer, version, template, type,
  currency, amount, deposit_amount as "depositAmount", state, end_reason as "endReason", end_note as "endNote", terms as body,
  required_bp as required, progress_bp as progress, held, in_slips as "inSlips", staked, slip, base, converted,
  forfeited, max_conversion as "maxConversion", on_withdrawal as "onWithdrawal", life_seconds as "lifeSeconds",
  issued_at as "issuedAt", take_by as "takeBy", activated_at as "activatedAt", expires_at as "expiresAt",
  ended_at as "endedAt", ${isOver} as "isOver"`

async function rowsWhere(db: Db, where: RawBuilder<unknown>): Promise<BettingRow[]> {
  const { rows } = await sql<Omit<BettingRow, 'terms'>>`select ${columns} from bonuses_betting where ${where}`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, terms: bettingTerms.parse(row.body) }))
}

export const readBetting = async (db: Db, id: bigint): Promise<BettingRow | undefined> =>
  (await rowsWhere(db, sql`id = ${id}`))[0]

/** One of another player is an unknown one. */
export const readOwnBetting = async (db: Db, playerId: bigint, id: bigint): Promise<BettingRow | undefined> =>
  (await rowsWhere(db, sql`id = ${id} and player_id = ${playerId}`))[0]

export const readLivingBetting = (db: Db, playerId: bigint): Promise<BettingRow[]> =>
  rowsWhere(db, sql`player_id = ${playerId} and state in ('issued', 'active', 'used') order by id`)

/** Those of them whose next bet a refund may watch by itself. They are locked. */
export async function findWatched(db: Db, playerIds: readonly bigint[]): Promise<Set<bigint>> {
  const { rows } = await sql<{
    id: bigint
  }>`select asked.id from unnest(${`{${playerIds.join()}}`}::bigint[]) as asked (id)
    where exists (select from bonuses_betting where player_id = asked.id and type = 'refund' and state = 'active')`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

type Page = { status: BettingBonusState | undefined; count: number; offset: number }

/** Open ones first, then what can be taken, then what ended, latest first. A state is that of the clock. */
export async function listBetting(db: Db, playerId: bigint, { status, count, offset }: Page) {
  const shown = sql`case when ${isOver} then 'expired' else state end`
  const where = sql`player_id = ${playerId} ${status === undefined ? sql`` : sql`and ${shown} = ${status}`}`
  const all = await sql<{ total: number }>`select count(*)::int as total from bonuses_betting where ${where}`.execute(
    db,
  )
  const rows = await rowsWhere(
    db,
    sql`${where} order by case ${shown} when 'used' then 0 when 'active' then 1 when 'issued' then 2 else 3 end,
      ended_at desc nulls last, id desc limit ${count} offset ${offset}`,
  )
  return { rows, total: all.rows[0]?.total ?? 0 }
}

export type NewBetting = {
  playerId: bigint
  source: BettingRow['source']
  sourceKey: string
  offer: string | null
  version: string | null
  template: string
  type: BettingBonusType
  currency: string
  amount: bigint
  depositAmount: bigint
  terms: unknown
  required: bigint
  maxConversion: bigint | null
  onWithdrawal: 'forfeit' | 'keep'
  lifeSeconds: number
  takeSeconds: number
}

/** Its number; null where the key has granted one already. */
export async function addBetting(tx: Tx, bonus: NewBetting): Promise<bigint | null> {
  const added = await tx
    .insertInto('bonuses_betting')
    .values({
      player_id: bonus.playerId,
      source: bonus.source,
      source_key: bonus.sourceKey,
      offer: bonus.offer,
      version: bonus.version,
      template: bonus.template,
      type: bonus.type,
      currency: bonus.currency,
      amount: bonus.amount,
      deposit_amount: bonus.depositAmount,
      terms: JSON.stringify(bonus.terms),
      required_bp: bonus.required,
      max_conversion: bonus.maxConversion,
      on_withdrawal: bonus.onWithdrawal,
      life_seconds: bonus.lifeSeconds,
      take_by: sql<Date>`now() + make_interval(secs => ${bonus.takeSeconds})`,
    })
    .onConflict((is) => is.column('source_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id ?? null
}

export const idOfBettingKey = async (db: Db, sourceKey: string): Promise<bigint | null> =>
  (await db.selectFrom('bonuses_betting').select('id').where('source_key', '=', sourceKey).executeTakeFirst())?.id ??
  null

/** From the moment it is activated its time runs. */
export const writeActivated = (tx: Tx, id: bigint, held: bigint) =>
  tx
    .updateTable('bonuses_betting')
    .set({
      state: 'active',
      held,
      activated_at: sql<Date>`clock_timestamp()`,
      expires_at: sql<Date>`clock_timestamp() + make_interval(secs => life_seconds)`,
    })
    .where('id', '=', id)
    .execute()

/** As a bet left it. One that can be used again can be for at least a day. */
export const writeBetting = (tx: Tx, bonus: BettingBonus, isUsableAgain: boolean) =>
  tx
    .updateTable('bonuses_betting')
    .set({
      state: bonus.state,
      progress_bp: bonus.progress,
      held: bonus.held,
      in_slips: bonus.inSlips,
      staked: bonus.staked,
      slip: bonus.slip,
      base: bonus.base,
      converted: bonus.converted,
      forfeited: bonus.forfeited,
      ended_at: sql<Date | null>`case when ${bonus.state} in ('completed', 'lost') then coalesce(ended_at, clock_timestamp())
        when ${bonus.state} in ('active', 'used') then null else ended_at end`,
      ...(isUsableAgain && {
        expires_at: sql<Date>`case when expires_at <= clock_timestamp() then clock_timestamp() + interval '24 hours'
          else expires_at end`,
      }),
    })
    .where('id', '=', bonus.id)
    .execute()

type Ending = { state: 'expired' | 'removed'; reason: BonusEndReason | null; note: string; forfeited: bigint }

export const writeBettingEnded = (tx: Tx, id: bigint, { state, reason, note, forfeited }: Ending) =>
  tx
    .updateTable('bonuses_betting')
    .set({
      state,
      end_reason: reason,
      end_note: note,
      held: 0n,
      forfeited: sql<bigint>`forfeited + ${forfeited}`,
      ended_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute()

/** A break takes no time away. */
export const prolongBetting = (tx: Tx, playerId: bigint, seconds: number) =>
  sql`update bonuses_betting set take_by = take_by + make_interval(secs => ${seconds}),
      expires_at = expires_at + make_interval(secs => ${seconds})
    where player_id = ${playerId} and state in ('issued', 'active', 'used') and not ${isOver}`.execute(tx)

/** Players with one whose time is over and that no job has ended. */
export async function playersWithDueBetting(db: Db, { most, except }: DuePage): Promise<bigint[]> {
  const isMeant = sql`player_id <> all(${`{${except.join()}}`}::bigint[])`
  const { rows } = await sql<{ playerId: bigint }>`select distinct player_id as "playerId" from (
      (select player_id from bonuses_betting where state in ('active', 'used') and ${isOver}
        and ${isMeant} order by expires_at limit ${most})
      union all
      (select player_id from bonuses_betting where state = 'issued' and take_by <= clock_timestamp()
        and ${isMeant} order by take_by limit ${most})
    ) as due order by player_id`.execute(db)
  return rows.map(({ playerId }) => playerId)
}
