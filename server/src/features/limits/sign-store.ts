import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'

/** What may tell of harm, as the rules of care count it. */
type SignKind = 'refusal' | 'raise' | 'cancel' | 'hours'

/** Days over which signs are counted, and without one before care may end. */
const signDays = 7

/** Presses on one button are one refusal: the next counts after so many minutes. */
const refusalMinutes = 10

export const writeRefusalSigns = async (db: Db, playerIds: readonly bigint[]): Promise<void> => {
  await sql`insert into limits_sign (player_id, kind)
    select asked.player_id, 'refusal' from unnest(${`{${playerIds.join()}}`}::bigint[]) as asked (player_id)
    where not exists (
      select from limits_sign as known where known.player_id = asked.player_id and kind = 'refusal'
        and at > now() - make_interval(mins => ${refusalMinutes})
    )`.execute(db)
  await keepQuiet(db, playerIds)
}

/** So long nothing comes up by itself after a refusal, a reality check or a declined deposit. */
const quietMinutes = 30

export const keepQuiet = (db: Db, playerIds: readonly bigint[]) =>
  sql`insert into limits_setting (player_id, quiet_until)
    select id, now() + make_interval(mins => ${quietMinutes}) from unnest(${`{${playerIds.join()}}`}::bigint[]) as id
    order by id
    on conflict (player_id) do update set quiet_until = excluded.quiet_until`.execute(db)

export async function isQuiet(db: Db, playerId: bigint): Promise<boolean> {
  const { rows } = await sql`select from limits_setting where player_id = ${playerId} and quiet_until > now()`.execute(
    db,
  )
  return rows.length > 0
}

export const writeSign = (tx: Tx, playerId: bigint, kind: 'raise' | 'cancel') =>
  tx.insertInto('limits_sign').values({ player_id: playerId, kind }).execute()

/** Players who were here for so long within the last 24 hours, on whatever devices: noted once a day. */
export const writeLongDays = (db: Db, hours: number) =>
  sql`insert into limits_sign (player_id, kind, day)
    select player_id, 'hours', (now() at time zone 'UTC')::date
    from (
      select player_id, range_agg(tstzrange(greatest(started_at, now() - interval '24 hours'), last_at)) as time
      from limits_visit where last_at > now() - interval '24 hours' group by player_id
    ) as here
    where (select sum(extract(epoch from upper(part) - lower(part))) from unnest(time) as part) >= ${hours * 3600}
    on conflict (player_id, kind, day) do nothing`.execute(db)

export type SignCount = { playerId: bigint; kind: SignKind; count: number }

/** Signs of the last days of players who are not in care; those before the operator ended it do not count again. */
export async function countSigns(db: Db, playerId: bigint | null = null): Promise<SignCount[]> {
  const { rows } = await sql<SignCount>`select sign.player_id as "playerId", sign.kind, count(*)::int as count
    from limits_sign as sign
    left join limits_setting as setting on setting.player_id = sign.player_id
    where sign.at > now() - make_interval(days => ${signDays}) and setting.care_since is null
      ${playerId === null ? sql`` : sql`and sign.player_id = ${playerId}`}
      and not exists (
        select from limits_care as ended
        where ended.player_id = sign.player_id and not ended.is_on and ended.at >= sign.at
      )
    group by sign.player_id, sign.kind`.execute(db)
  return rows
}

export async function readLastSign(db: Db, playerId: bigint): Promise<Date | null> {
  const last = await db
    .selectFrom('limits_sign')
    .select('at')
    .where('player_id', '=', playerId)
    .where('at', '>', sql<Date>`now() - make_interval(days => ${signDays})`)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.at ?? null
}

/** False where care had begun before. */
export async function writeCareOn(tx: Tx, playerId: bigint): Promise<boolean> {
  const { rows } = await sql`insert into limits_setting (player_id, care_since) values (${playerId}, now())
    on conflict (player_id) do update set care_since = now() where limits_setting.care_since is null
    returning 1`.execute(tx)
  return rows.length === 1
}

/** False where there was none. */
export async function writeCareOff(tx: Tx, playerId: bigint): Promise<boolean> {
  const { rows } = await sql`update limits_setting set care_since = null
    where player_id = ${playerId} and care_since is not null returning 1`.execute(tx)
  return rows.length === 1
}

export const addCareLine = (
  tx: Tx,
  { playerId, isOn, reason, words }: { playerId: bigint; isOn: boolean; reason: string; words: string },
) => tx.insertInto('limits_care').values({ player_id: playerId, is_on: isOn, reason, words }).execute()

/** For the player's own data: what was counted, and since when. Words of the operator are notes of the house. */
export const readCareLines = (db: Db, playerId: bigint) =>
  db
    .selectFrom('limits_care')
    .select(['is_on', 'reason', 'at'])
    .where('player_id', '=', playerId)
    .orderBy('id')
    .execute()

export const readSigns = (db: Db, playerId: bigint) =>
  db.selectFrom('limits_sign').select(['kind', 'at']).where('player_id', '=', playerId).orderBy('id').execute()

/** True for the first who asks within a day: its letter may leave. */
export async function claimLetterOfDay(tx: Tx, playerId: bigint): Promise<boolean> {
  const { rows } = await sql`insert into limits_setting (player_id, promotion_letter_at) values (${playerId}, now())
    on conflict (player_id) do update set promotion_letter_at = now()
      where limits_setting.promotion_letter_at is null
        or limits_setting.promotion_letter_at <= now() - interval '24 hours'
    returning 1`.execute(tx)
  return rows.length === 1
}
