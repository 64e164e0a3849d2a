import { sql } from 'kysely'
import type { Db } from '../../context.ts'

/** Larger than a column holds, so as text on the way. */
type Told = { currency: string; purses: number; players: string; sum: string }

/** What there is in each currency: purses, what players own, and the sum over all purses, which is zero. */
export async function readSums(db: Db) {
  const { rows } = await sql<Told>`select currency, count(*)::int as purses,
    coalesce(sum(balance) filter (where player_id is not null), 0)::text as players, sum(balance)::text as sum
    from wallet_purse group by currency order by currency`.execute(db)
  return rows.map(({ players, sum, ...row }) => ({ ...row, players: BigInt(players), sum: BigInt(sum) }))
}
