import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import { plannedOnce } from '../../db/db.ts'

/** One node books at a time; another would only wait for the same rows. */
export const tryBooking = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('jackpots booking')) as "isFree"`.execute(tx)
  return rows[0]?.isFree ?? false
}

export type Due = { pot: string; currency: string; staked: bigint }

/** One text whatever the number of notes: stakes are taken on connections that remember their statements. */
export async function addDues(tx: Tx, dues: readonly Due[]): Promise<void> {
  await sql`insert into jackpots_due (pot, currency, staked) select * from unnest(${dues.map(({ pot }) => pot)}::text[],
    ${dues.map(({ currency }) => currency)}::text[], ${`{${dues.map(({ staked }) => staked).join()}}`}::bigint[])`.execute(
    tx,
  )
}

/** Whether anything is owed: of most looks nothing is, and a transaction is four questions. */
export async function hasDues(db: Db): Promise<boolean> {
  const { rows } = await sql`${plannedOnce('jackpots-dues')}select from jackpots_due limit 1`.execute(db)
  return rows.length > 0
}

/** Takes what is owed off the list, summed up; `upTo` names this taking for ever. */
export async function takeDues(tx: Tx, most: number): Promise<{ upTo: bigint; dues: Due[] }> {
  const { rows } = await sql<{ pot: string; currency: string; staked: bigint; upTo: bigint }>`
    with taken as (
      delete from jackpots_due where id in (select id from jackpots_due order by id limit ${most})
      returning id, pot, currency, staked
    ) select pot, currency, sum(staked)::bigint as staked, max(max(id)) over () as "upTo"
    from taken group by pot, currency order by pot, currency`.execute(tx)
  return { upTo: rows[0]?.upTo ?? 0n, dues: rows.map(({ pot, currency, staked }) => ({ pot, currency, staked })) }
}

export type Rest = { pot: string; level: string; currency: string; rest: bigint }

export const readRests = (tx: Tx): Promise<Rest[]> =>
  tx.selectFrom('jackpots_rest').select(['pot', 'level', 'currency', 'rest']).forUpdate().execute()

export async function writeRests(tx: Tx, rests: readonly Rest[]): Promise<void> {
  await tx
    .insertInto('jackpots_rest')
    .values([...rests])
    .onConflict((is) =>
      is.columns(['pot', 'level', 'currency']).doUpdateSet((row) => ({ rest: row.ref('excluded.rest') })),
    )
    .execute()
}

export type Win = { pot: string; level: string; playerId: bigint; round: string; currency: string; won: bigint }

export const addWin = ({ playerId, ...win }: Win, tx: Tx) =>
  tx
    .insertInto('jackpots_win')
    .values({ ...win, player_id: playerId })
    .execute()

/** The last hit of every level, in this currency where there was one, else in any. */
export const readLastWins = (db: Db, currency: string) =>
  db
    .selectFrom('jackpots_win')
    .distinctOn(['pot', 'level'])
    .select(['pot', 'level', 'player_id as playerId', 'currency', 'won', 'at'])
    .orderBy('pot')
    .orderBy('level')
    .orderBy(({ eb }) => eb('currency', '=', currency), 'desc')
    .orderBy('at', 'desc')
    .execute()

export const readRounds = (db: Db, pot: string, page: { count: number; offset: number }) =>
  db
    .selectFrom('jackpots_win')
    .select(['round', 'level', 'player_id as playerId', 'currency', 'won', 'at'])
    .where('pot', '=', pot)
    .orderBy('at', 'desc')
    .limit(page.count)
    .offset(page.offset)
    .execute()
