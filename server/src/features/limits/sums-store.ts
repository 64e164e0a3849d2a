import { sql } from 'kysely'
import type { Tx } from '../../context.ts'

const numbers = (values: readonly bigint[]) => `{${values.join()}}`

/** Days are shown of the last two weeks; a calendar may be a day ahead or behind. */
const keptDays = 17

export const netOf = sql`case kind when 'return' then amount when 'stake' then returned - amount else 0 end`
const netDepositsOf = sql`case kind when 'deposit' then amount when 'withdrawal' then -amount else 0 end`
const quarterOf = (at: ReturnType<typeof sql>) => sql`date_bin('15 minutes', ${at}, timestamptz '2000-01-01 00:00Z')`

/** No transaction that is still under way began before it: what is older does not come any more. */
const border = sql`date_trunc('day', now(), 'UTC') - interval '1 day'`

/** Sums that reach further than they can were made by a clock that was ahead: what is played until then is not in them. */
const isRight = sql`until <= ${border}`

/** Uses from this moment on are in no sum yet. */
export const unsummed = (playerId: bigint) =>
  sql`coalesce((select until from limits_total where player_id = ${playerId} and ${isRight}), '-infinity')`

/** So many uses are worth a sum. */
const manyUses = 2_000

/** Since joining: results of play, and what was put in less what was taken out; and whether it is time to sum up. */
export const totalsOf = (playerId: bigint) => sql`select
      (coalesce(total.net, 0) + fresh.net)::text as net,
      (coalesce(total.net_deposits, 0) + fresh.net_deposits)::text as "netDeposits",
      fresh.count > ${manyUses} and coalesce(total.until, '-infinity') < ${border} as "isLong"
    from (
      select coalesce(sum(${netOf}), 0) as net, coalesce(sum(${netDepositsOf}), 0) as net_deposits, count(*) as count
      from limits_use where player_id = ${playerId} and at >= ${unsummed(playerId)}
    ) as fresh left join limits_total as total on total.player_id = ${playerId} and ${isRight}`

/** Adds what is older than yesterday to the sums. The caller holds the player's row, so no use goes away meanwhile. */
export async function sumUp(tx: Tx, playerId: bigint): Promise<void> {
  await sql`with wrong as (
      delete from limits_total where player_id = ${playerId} and not ${isRight} returning player_id
    )
    delete from limits_quarter using wrong where limits_quarter.player_id = wrong.player_id`.execute(tx)
  await sql`with fresh as (
      select ${quarterOf(sql`at`)} as starts_at, sum(${netOf}) as net, sum(${netDepositsOf}) as net_deposits
      from limits_use where player_id = ${playerId} and at >= ${unsummed(playerId)} and at < ${border}
      group by 1
    ), kept as (
      insert into limits_quarter (player_id, starts_at, net)
      select ${playerId}, starts_at, net from fresh where starts_at > now() - make_interval(days => ${keptDays})
    ), forgotten as (
      delete from limits_quarter where player_id = ${playerId}
        and starts_at <= now() - make_interval(days => ${keptDays})
    )
    insert into limits_total (player_id, until, net, net_deposits)
    select ${playerId}, ${border}, coalesce(sum(net), 0), coalesce(sum(net_deposits), 0) from fresh
    on conflict (player_id) do update set until = excluded.until,
      net = limits_total.net + excluded.net, net_deposits = limits_total.net_deposits + excluded.net_deposits
    where limits_total.until < excluded.until`.execute(tx)
}

/** Uses that are about to be taken back leave the sums too. The caller holds the players' rows. */
export const takeFromSums = (tx: Tx, drops: readonly { playerId: bigint; key: string }[]) =>
  sql`with gone as (
      select player_id, at, kind, amount, returned from limits_use join limits_total using (player_id)
      join unnest(${numbers(drops.map(({ playerId }) => playerId))}::bigint[], ${drops.map(({ key }) => key)}::text[])
        as dropped (player_id, key) using (player_id, key)
      where at < until
    ), quarters as (
      update limits_quarter set net = limits_quarter.net - part.net from (
        select player_id, ${quarterOf(sql`at`)} as starts_at, sum(${netOf}) as net from gone group by 1, 2
      ) as part where limits_quarter.player_id = part.player_id and limits_quarter.starts_at = part.starts_at
    )
    update limits_total set net = limits_total.net - part.net, net_deposits = limits_total.net_deposits - part.net_deposits
    from (
      select player_id, sum(${netOf}) as net, sum(${netDepositsOf}) as net_deposits from gone group by 1
    ) as part where limits_total.player_id = part.player_id`.execute(tx)
