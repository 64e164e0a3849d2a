import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { isPlayerPurse, type PlayerPurse } from './rules.ts'

/** All purses of a player as one text, for a look-up that is made anyway: asking for them costs no question of its own. */
export const pursesOf = (playerColumn: string) => sql<string | null>`(
  select string_agg(kind || ' ' || currency || ' ' || balance || ' ' || seq, ',') from wallet_purse
  where player_id = ${sql.ref(playerColumn)})`

/** `seq`: how many transfers touched it. */
type ToldPurse = { kind: PlayerPurse; currency: string; balance: bigint; seq: number }

/** What `pursesOf` told. A purse that was never used is not in it. */
export function readPurses(told: string | null): ToldPurse[] {
  const purses = told === null ? [] : told.split(',')
  return purses.flatMap((purse) => {
    const [kind = '', currency = '', balance = '0', seq] = purse.split(' ')
    return isPlayerPurse(kind) ? [{ kind, currency, balance: BigInt(balance), seq: Number(seq) }] : []
  })
}

/** Larger than a column holds, so as text on the way. */
type ToldSum = { currency: string; purses: number; players: string; sum: string }

/** What there is in each currency: purses, what players own, and the sum over all purses, which is zero. */
export async function readSums(db: Db) {
  const { rows } = await sql<ToldSum>`select currency, count(*)::int as purses,
    coalesce(sum(balance) filter (where player_id is not null), 0)::text as players, sum(balance)::text as sum
    from wallet_purse group by currency order by currency`.execute(db)
  return rows.map(({ players, sum, ...row }) => ({ ...row, players: BigInt(players), sum: BigInt(sum) }))
}
