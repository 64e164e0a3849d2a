import { sql } from 'kysely'
import type { Database } from '../db/db.ts'

/** What must hold over the rows of bonuses, whatever happened: each finding is a line. */

/** By number of the invariant, a question whose every row is a fault. */
const questions = {
  'I1 a currency does not sum to zero': sql`select currency, sum(balance)::text from wallet_purse
    group by currency having sum(balance) <> 0`,
  'I2 a purse of a player is below zero': sql`select player_id::text, kind from wallet_purse
    where player_id is not null and balance < 0`,
  'I3 bonus money without an open bonus': sql`select player_id::text from wallet_purse p
    where kind = 'bonus' and balance > 0 and not exists (select from bonuses_bonus b where b.player_id = p.player_id
      and b.currency = p.currency and state in ('active', 'paused'))`,
  'I3 more than one is open': sql`select player_id::text from bonuses_bonus where state in ('active', 'paused')
    group by player_id having count(*) > 1`,
  'I3 the player is said to have another open bonus': sql`select p.id::text from account_player p
    left join bonuses_bonus b on b.player_id = p.id and b.state in ('active', 'paused')
    where p.open_bonus_id is distinct from b.id`,
  'I4 progress is not the sum of its wagers': sql`select b.id::text from bonuses_bonus b
    left join bonuses_wager w on w.bonus_id = b.id
    group by b.id having b.progress_bp <> coalesce(sum(w.counted_bp), 0)`,
  'I4 progress is not what standing stakes counted': sql`select b.id::text from bonuses_bonus b
    left join (select (part->>'bonus')::bigint as id, sum((part->>'counted')::bigint) as counted
      from rounds_action a, jsonb_array_elements(a.split) as part
      where not a.is_rolled_back and part->>'counted' is not null group by 1) as s on s.id = b.id
    where b.progress_bp <> coalesce(s.counted, 0)`,
  'I5 a completed one is not settled by its terms': sql`select id::text from (select *,
      case when principal = 'stays' then least(base, amount) else 0 end as deducted from bonuses_bonus
      where state = 'completed') as b
    where converted <> least(base - deducted, coalesce(max_conversion, base)) or forfeited <> base - converted`,
  'I6 own money came of one that is not completed': sql`select b.id::text from bonuses_bonus b
    where state <> 'completed' and (converted <> 0 or base <> 0 or exists (select from wallet_transfer
      where reason = 'conversion' and ref = 'bonus:' || b.id)
      or exists (select from rounds_action a, jsonb_array_elements(a.gains) as gain
        where gain->>'kind' = 'main' and (gain->>'bonus')::bigint = b.id))`,
  'I7 rounds are not those that it paid into': sql`select b.id::text from bonuses_bonus b
    left join rounds_round r on r.bonus_id = b.id and not r.is_closed and r.bonus_staked > 0
    group by b.id having b.open_rounds <> count(r.*) or b.in_rounds <> coalesce(sum(r.bonus_staked), 0)`,
  'I7 a round is not the sum of its stakes and wins': sql`select r.round from rounds_round r
    left join lateral (select
      coalesce(sum((select sum((part->>'amount')::bigint) from jsonb_array_elements(a.split) as part
        where part->>'kind' = 'bonus')), 0) as staked,
      coalesce(sum((select sum((gain->>'amount')::bigint) from jsonb_array_elements(a.gains) as gain)), 0) as won
      from rounds_action a where a.provider = r.provider and a.round = r.round and not a.is_rolled_back) as s on true
    where r.bonus_id is not null and (r.bonus_staked <> s.staked or r.bonus_won <> s.won)`,
  'I8 ended by its state, or by its time': sql`select id::text from bonuses_bonus
    where (ended_at is null) <> (state in ('issued', 'queued', 'active', 'paused'))`,
}

/** What one call of the provider moved, by `from→to`. */
export async function linesOf({ sql: db }: Pick<Database, 'sql'>, key: string): Promise<Record<string, string>> {
  const place = (
    purse: string,
  ) => sql`case when ${sql.ref(`${purse}.player_id`)} is not null then ${sql.ref(`${purse}.kind`)}
    when ${sql.ref(`${purse}.owner`)} = 'promotions' then 'promotions'
    when ${sql.ref(`${purse}.kind`)} = 'receivable' then 'receivable' else 'game' end`
  const { rows } = await sql<{ line: string; amount: string }>`
    select ${place('f')} || '→' || ${place('t')} as line, sum(amount)::text as amount
    from wallet_transfer join wallet_purse f on f.id = from_purse join wallet_purse t on t.id = to_purse
    where scope = 'game:sample' and key = ${key} group by 1`.execute(db)
  return Object.fromEntries(rows.map(({ line, amount }) => [line, amount]))
}

/** `owed`: what the house's purses hold by the models, `promotions EUR` and so on. */
export async function wrongRows(
  { sql: db }: Pick<Database, 'sql'>,
  owed: ReadonlyMap<string, bigint>,
): Promise<string[]> {
  const wrong: string[] = []
  for (const [name, question] of Object.entries(questions)) {
    const { rows } = await question.execute(db)
    if (rows.length > 0) wrong.push(`${name}: ${JSON.stringify(rows.slice(0, 5))}`)
  }
  const { rows } = await sql<{ name: string; balance: bigint }>`select case when owner = 'promotions' then 'promotions'
        when kind = 'receivable' then 'receivable' else 'game' end || ' ' || currency as name, sum(balance)::bigint as balance
      from wallet_purse where owner = 'promotions' or owner = 'game:sample' group by 1`.execute(db)
  const held = new Map(rows.map(({ name, balance }) => [name, BigInt(balance)]))
  for (const [name, amount] of owed) {
    const is = held.get(name) ?? 0n
    if (is !== amount) wrong.push(`${name} holds ${is}, should hold ${amount}`)
  }
  return wrong
}
