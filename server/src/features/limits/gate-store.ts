import type { LimitKind } from '@croupier/contract/control'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Db, Tx } from '../../context.ts'
import { textArray } from '../../db/array-text.ts'
import { presence, secondsSince, sinceGap } from './presence-store.ts'
import type { Limit, Used } from './rules.ts'
import { takeFromSums } from './sums-store.ts'

/** An array as PostgreSQL writes it. */
const numbers = (values: readonly bigint[]) => `{${values.join()}}`

/** What the gate has to know about one player, beside its standing. */
export type Facts = {
  playerId: bigint
  now: Date
  /** Null: no visit is going on. */
  visitStartedAt: Date | null
  visitLastAt: Date | null
  realityMinutes: number | null
  realitySeenAt: Date | null
  /** Nothing that invites may reach this player. */
  isUnreachable: boolean
  limits: Limit[]
}

type LimitRow = { kind: LimitKind; period_days: number; amount: string }

/**
 * One question for all of them. A player has one visit at a time, or a few that overlap on several devices: the last
 * ones tell, so that a regular with thousands of visits costs no more than a new player.
 */
export async function readFacts(tx: Tx, playerIds: readonly bigint[]): Promise<Facts[]> {
  const { rows } = await sql<Omit<Facts, 'limits'> & { limits: LimitRow[] | null }>`select
      asked.id as "playerId", now() as now, visit.started_at as "visitStartedAt", visit.last_at as "visitLastAt",
      setting.reality_minutes as "realityMinutes", setting.reality_seen_at as "realitySeenAt",
      coalesce(setting.promotions_from > now() or setting.care_since is not null, false) as "isUnreachable",
      (
        select json_agg(json_build_object('kind', kind, 'period_days', period_days, 'amount', amount::text)
          order by kind, period_days)
        from limits_limit where player_id = asked.id
      ) as limits
    from unnest(${numbers(playerIds)}::bigint[]) as asked (id)
    left join limits_setting as setting on setting.player_id = asked.id
    left join lateral (
      select min(started_at) as started_at, max(last_at) as last_at
      from (
        select started_at, last_at from limits_visit where player_id = asked.id order by started_at desc limit 16
      ) as latest
      where last_at > ${sinceGap}
    ) as visit on true`.execute(tx)
  return rows.map((row) => ({
    ...row,
    limits: (row.limits ?? []).map(({ kind, period_days, amount }) => ({
      kind,
      periodDays: period_days,
      amount: BigInt(amount),
    })),
  }))
}

export type Window = { playerId: bigint; periodDays: number }

/** What was used in each of these windows, to the hour of the database's clock. Sums travel as text: they may be long. */
export async function readWindows(db: Db, windows: readonly Window[]): Promise<(Used & { playerId: bigint })[]> {
  const players = windows.map(({ playerId }) => playerId)
  const periods = windows.map(({ periodDays }) => periodDays)
  const { rows } = await sql<{
    player_id: bigint
    period_days: number
    deposited: string
    staked: string
    returned: string
    seconds: number
  }>`select asked.player_id, asked.period_days,
      coalesce(money.deposited, 0)::text as deposited, coalesce(money.staked, 0)::text as staked,
      coalesce(money.returned, 0)::text as returned,
      ${secondsSince(sql`now() - make_interval(hours => asked.period_days * 24)`)} as seconds
    from unnest(${players}::bigint[], ${periods}::int[]) as asked (player_id, period_days)
    cross join lateral (
      select sum(amount) filter (where kind = 'deposit') as deposited,
        sum(amount) filter (where kind = 'stake') as staked,
        sum(case kind when 'return' then amount else returned end) as returned
      from limits_use where limits_use.player_id = asked.player_id
        and at > now() - make_interval(hours => asked.period_days * 24)
    ) as money
    cross join lateral ${presence(sql`asked.player_id`)}`.execute(db)
  return rows.map(({ player_id, period_days, deposited, staked, returned, seconds }) => ({
    playerId: player_id,
    periodDays: period_days,
    deposited: BigInt(deposited),
    staked: BigInt(staked),
    returned: BigInt(returned),
    seconds,
  }))
}

type UseKind = 'deposit' | 'withdrawal' | 'stake' | 'return'
export type NewUse = {
  playerId: bigint
  kind: UseKind
  amountMinor: bigint
  /** Of a stake whose win is known with it: one row of both. */
  returnedMinor?: bigint
  key: string
}
export type Drop = { playerId: bigint; key: string }
export type Notes = { uses: readonly NewUse[]; drops: readonly Drop[]; present: readonly bigint[] }

/** Counts, takes counts back and notes who is here. Each of the counts is new: a key that is known is a fault. */
export async function writeNotes(tx: Tx, { uses, drops, present }: Notes): Promise<void> {
  await Promise.all([
    drops.length > 0 && dropUses(tx, drops),
    present.length > 0 && writePresent(tx, present),
    uses.length > 0 && addUses(tx, uses).catch(refuseTwice),
  ])
}

async function dropUses(tx: Tx, drops: readonly Drop[]): Promise<void> {
  await takeFromSums(tx, drops)
  await sql`delete from limits_use using unnest(${numbers(drops.map(({ playerId }) => playerId))}::bigint[],
      ${textArray(drops.map(({ key }) => key))}::text[]) as gone (player_id, key)
    where limits_use.player_id = gone.player_id and limits_use.key = gone.key`.execute(tx)
}

const writePresent = (tx: Tx, present: readonly bigint[]) =>
  sql`with here as (
      select id, (
        select started_at from limits_visit where player_id = id and last_at > ${sinceGap}
        order by started_at desc limit 1
      ) as started_at
      from unnest(${numbers(present)}::bigint[]) as id
    ), kept as (
      update limits_visit set last_at = greatest(limits_visit.last_at, now()) from here
      where limits_visit.player_id = here.id and limits_visit.started_at = here.started_at
    )
    insert into limits_visit (player_id) select id from here where started_at is null on conflict do nothing`.execute(
    tx,
  )

const rowsOf = (uses: readonly NewUse[]) => sql`insert into limits_use (player_id, kind, amount, returned, key)
  select * from unnest(${numbers(uses.map(({ playerId }) => playerId))}::bigint[],
    ${`{${uses.map(({ kind }) => kind).join()}}`}::text[], ${numbers(uses.map(({ amountMinor }) => amountMinor))}::bigint[],
    ${numbers(uses.map(({ returnedMinor = 0n }) => returnedMinor))}::bigint[], ${textArray(uses.map(({ key }) => key))}::text[])`

/** Without a word of conflicts: such a row is written in two steps, and here it is written for every stake. */
const addUses = (tx: Tx, uses: readonly NewUse[]) => rowsOf(uses).execute(tx)

function refuseTwice(error: unknown): never {
  const isKnown = error instanceof DatabaseError && error.code === '23505' && error.constraint === 'limits_use_pkey'
  throw isKnown ? new Error('one key for two different movements') : error
}

/** False where its key was counted before. */
export async function addUseOnce(tx: Tx, use: NewUse): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`${rowsOf([use])} on conflict (player_id, key) do nothing`.execute(tx)
  return numAffectedRows > 0n
}
