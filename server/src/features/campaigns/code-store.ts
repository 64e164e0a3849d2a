import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'

const codes = (db: Db) =>
  db
    .selectFrom('campaigns_code')
    .select(({ ref }) => [
      'id',
      'key',
      ref('kind').$castTo<'shared' | 'single'>().as('kind'),
      'tail',
      'offer',
      'most_uses as mostUses',
      'uses',
      'most_per_player as mostPerPlayer',
      'starts_at as startsAt',
      'ends_at as endsAt',
      'made_at as madeAt',
      'stopped_at as stoppedAt',
    ])

export type CodeRow = NonNullable<Awaited<ReturnType<typeof findCodeRow>>>

export const findCodeRow = (db: Db, keys: readonly string[]) =>
  codes(db)
    .where('key', 'in', [...keys])
    .orderBy('id')
    .executeTakeFirst()

export const readCodeRow = (db: Db, id: bigint) => codes(db).where('id', '=', id).executeTakeFirst()

/** False where no use is left. In the transaction of the claim, so that a use and its claim are one thing. */
export async function spendCode(tx: Tx, id: bigint): Promise<boolean> {
  const { rows } = await sql`update campaigns_code set uses = uses + 1
    where id = ${id} and (most_uses is null or uses < most_uses) and stopped_at is null returning 1`.execute(tx)
  return rows.length === 1
}

/** A released claim gives its use back. */
export const returnCode = (tx: Tx, id: bigint) =>
  sql`update campaigns_code set uses = uses - 1 where id = ${id}`.execute(tx)

/** Uses of a code by one player that stand. The player is locked. */
export async function countUses(db: Db, codeId: bigint, playerId: bigint): Promise<number> {
  const row = await db
    .selectFrom('campaigns_claim')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('code_id', '=', codeId)
    .where('player_id', '=', playerId)
    .where('state', 'in', ['promised', 'issued'])
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

type NewCode = { key: string; tail: string; offer: string; endsAt: Date | null }

/** Each for one use. False where one of them is known already. */
export async function addSingleCodes(tx: Tx, made: readonly NewCode[]): Promise<number> {
  const rows = await tx
    .insertInto('campaigns_code')
    .values(
      made.map(({ key, tail, offer, endsAt }) => ({ key, tail, offer, kind: 'single', most_uses: 1, ends_at: endsAt })),
    )
    .onConflict((is) => is.column('key').doNothing())
    .returning('id')
    .execute()
  return rows.length
}

export const listCodeRows = (db: Db, offer: string | null, most: number) =>
  codes(db)
    .$if(offer !== null, (query) => query.where('offer', '=', offer ?? ''))
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

/** One code by its number, or every single code of an offer. Answers how many were open. */
export async function stopCodeRows(tx: Tx, which: { id: bigint } | { offer: string }): Promise<number> {
  const rows = await tx
    .updateTable('campaigns_code')
    .set({ stopped_at: sql<Date>`now()` })
    .where('stopped_at', 'is', null)
    .$if('id' in which, (query) => query.where('id', '=', 'id' in which ? which.id : 0n))
    .$if('offer' in which, (query) => query.where('offer', '=', 'offer' in which ? which.offer : ''))
    .returning('id')
    .execute()
  return rows.length
}
