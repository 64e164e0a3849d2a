import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'

export type PersonKind = 'email' | 'phone' | 'document' | 'person'
export type PersonKey = { kind: PersonKind; key: Buffer }

/** Whether an account has shown that what it says is its own: a confirmed contact, a verified identity. */
const isProven = (player: 'mine' | 'theirs') => sql<boolean>`case account_person_key.kind
  when 'email' then ${sql.ref(`${player}.email_confirmed_at`)} is not null
  when 'phone' then ${sql.ref(`${player}.phone_confirmed_at`)} is not null
  else ${sql.ref(`${player}.verified_at`)} is not null end`

export async function addPersonKeys(tx: Tx, playerId: bigint, keys: readonly PersonKey[]): Promise<void> {
  if (keys.length === 0) return
  await tx
    .insertInto('account_person_key')
    .values(keys.map(({ kind, key }) => ({ player_id: playerId, kind, key })))
    .onConflict((row) => row.doNothing())
    .execute()
}

export const removePersonKeys = (tx: Tx, playerId: bigint, kind: PersonKind) =>
  tx.deleteFrom('account_person_key').where('player_id', '=', playerId).where('kind', '=', kind).execute()

export const readKeysOf = (tx: Tx, playerId: bigint) =>
  tx.selectFrom('account_person_key').select('key').where('player_id', '=', playerId).execute()

/**
 * By what this account is known as its owner's, as far as it has proven it, in one order. A question that can stand
 * inside another one.
 */
export const provenKeys = (db: Db, playerId: bigint) =>
  db
    .selectFrom('account_person_key')
    .innerJoin('account_player as mine', 'mine.id', 'account_person_key.player_id')
    .select('account_person_key.key')
    .where('account_person_key.player_id', '=', playerId)
    .where(isProven('mine'))
    .orderBy('account_person_key.key')

/** The same for many, as texts that can be compared. */
export async function provenKeysOf(db: Db, playerIds: readonly bigint[]): Promise<Map<bigint, string[]>> {
  const { rows } = await sql<{ playerId: bigint; keys: string[] }>`
    select player_id as "playerId", array_agg(distinct account_person_key.kind || ' ' || encode(key, 'hex')) as keys
    from account_person_key join account_player as mine on mine.id = player_id
    where player_id = any(${`{${playerIds.join()}}`}::bigint[]) and ${isProven('mine')}
    group by player_id`.execute(db)
  return new Map(rows.map(({ playerId, keys }) => [playerId, keys]))
}

/**
 * One at a time may ask who else has these keys, until its transaction ends: a player who excludes itself and one
 * who registers at the same moment would otherwise not see each other.
 */
export async function lockKeys(db: Db, keys: readonly Pick<PersonKey, 'key'>[]): Promise<void> {
  const numbers = new Set(keys.map(({ key }) => key.readBigInt64BE()))
  for (const number of [...numbers].sort((one, other) => (one < other ? -1 : 1))) {
    await sql`select pg_advisory_xact_lock(${number})`.execute(db)
  }
}

/** Another account, excluded now, that has one of these keys. With `areProven` a mere claim of that account is nothing. */
export const findExcluded = (
  db: Db,
  keys: readonly PersonKey[],
  { besides, areProven }: { besides: bigint | null; areProven: boolean },
) =>
  db
    .selectFrom('account_person_key')
    .innerJoin('account_player as theirs', 'theirs.id', 'account_person_key.player_id')
    .select('theirs.id')
    .where(
      'account_person_key.key',
      'in',
      keys.map(({ key }) => key),
    )
    .where('theirs.excluded_until', '>', sql<Date>`now()`)
    .$if(besides !== null, (query) => query.where('theirs.id', '<>', besides ?? 0n))
    .$if(areProven, (query) => query.where(isProven('theirs')))
    .limit(1)
    .executeTakeFirst()

/**
 * Other accounts of the same person, by what this one has proven. A mere claim reaches no account: a player who types
 * a stranger's name and birth date could otherwise close that account for good.
 */
export const findLike = (tx: Tx, playerId: bigint) =>
  tx
    .selectFrom('account_person_key')
    .innerJoin('account_person_key as other', (join) =>
      join
        .onRef('other.key', '=', 'account_person_key.key')
        .onRef('other.player_id', '<>', 'account_person_key.player_id'),
    )
    .innerJoin('account_player as mine', 'mine.id', 'account_person_key.player_id')
    .innerJoin('account_player as theirs', 'theirs.id', 'other.player_id')
    .select('theirs.id')
    .where('account_person_key.player_id', '=', playerId)
    .groupBy('theirs.id')
    .where(isProven('mine'))
    .orderBy('theirs.id')
    .execute()
