import { z } from 'zod'
import type { Database } from '../server/src/db/db.ts'

const terms = {
  ...{ starts_at: '2026-01-05T00:00Z', ends_at: '2036-01-05T00:00Z', most_rounds: 100_000 },
  prizes: [{ from: 1, to: 1, kind: 'cash', amount: { EUR: '5' } }],
}

/** In one statement: a busy machine takes its time, and a statement may not take more than its own. */
export const atOnce = 5_000

const numbered = z.array(z.object({ id: z.bigint() })).length(1)

/** One that runs, with these players in it from now on. */
export async function addCup(
  db: Database,
  sysname: string,
  ids: readonly bigint[],
  mostPlayers?: number,
): Promise<bigint> {
  const { rows } = await db.pool.query(
    `insert into tournaments_tournament (sysname, definition, starts_at, ends_at, join_until, cut_at, version_id, terms, players, joins)
    values ($1, $1, date_trunc('milliseconds', now()), now() + interval '9 years', now() + interval '9 years',
      now() + interval '9 years', '', $2::jsonb, $3, $3) returning id`,
    [sysname, JSON.stringify({ ...terms, most_players: mostPlayers }), ids.length],
  )
  const [{ id } = { id: 0n }] = numbered.parse(rows)
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce)
    await db.pool.query(
      `insert into tournaments_entry (tournament_id, player_id, join_no, joined_at, version)
      select $1, id, $3 + row_number() over (), date_trunc('milliseconds', now()), 0 from unnest($2::bigint[]) as id`,
      [id, some, from],
    )
    await db.pool.query(
      `insert into tournaments_cursor (player_id, purse, seq) select player_id, id, seq from wallet_purse
      where kind = 'main' and player_id = any($1::bigint[]) on conflict do nothing`,
      [some],
    )
  }
  return id
}
