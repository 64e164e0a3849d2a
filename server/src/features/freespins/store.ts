import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import type { DuePage } from '../../end-due.ts'

type Pack = {
  id: bigint
  playerId: bigint
  game: string
  currency: string
  stake: bigint
  remaining: number
}

/** What winnings become, and what they have come to. */
type Winnings = { winnings: 'main' | 'bonus'; won: bigint; maxWin: bigint | null; bonusId: bigint | null }

/** By the clock, not by the beginning of the transaction: a spin that waited for its player sees that a pack was ended. */
const isLive = sql`status = 'active' and expires_at > clock_timestamp()`

/** Packs that can be spun now, the one that ends first before the others. Their players are locked, so they stand still. */
export async function activePacks(db: Db, playerIds: readonly bigint[]): Promise<Pack[]> {
  const { rows } = await sql<Pack>`
    select id, player_id as "playerId", game, currency, stake, remaining_count as remaining from freespins_pack
    where player_id = any(${`{${playerIds.join()}}`}::bigint[]) and ${isLive}
    order by expires_at, id`.execute(db)
  return rows
}

/** A pack as it stands, whatever its state. */
export type SeenPack = Pack & Winnings & { state: 'active' | 'used' | 'expired' | 'removed' }

/**
 * Packs by their ids, as providers name them, also those that can no longer be spun, so that the no can say why; and all
 * that these players can spin now. The one that ends first comes first.
 */
export async function packsFor(
  db: Db,
  { ids, playerIds }: { ids: readonly bigint[]; playerIds: readonly bigint[] },
): Promise<SeenPack[]> {
  const { rows } = await sql<SeenPack>`
    select id, player_id as "playerId", game, currency, stake, remaining_count as remaining, winnings, won,
      max_win as "maxWin", bonus_id as "bonusId", ${statusNow} as state
    from (
      select * from freespins_pack where id = any(${`{${ids.join()}}`}::bigint[])
      union
      select * from freespins_pack
      where player_id = any(${`{${playerIds.join()}}`}::bigint[]) and ${isLive}
    ) as packs order by expires_at, id`.execute(db)
  return rows
}

/** Spins below zero were taken back. */
export type Use = { id: bigint; spins: number; won: bigint }

/** Counted in the stake's transaction; the check of the table holds if two should ever meet. */
export async function usePacks(tx: Tx, uses: readonly Use[]): Promise<void> {
  await sql`
    update freespins_pack as p set remaining_count = p.remaining_count - u.spins, won = p.won + u.won,
      status = case when p.remaining_count = u.spins then 'used'
        when p.status = 'used' and u.spins < 0 then 'active' else p.status end
    from unnest(${`{${uses.map(({ id }) => id).join()}}`}::bigint[], ${`{${uses.map(({ spins }) => spins).join()}}`}::int[],
      ${`{${uses.map(({ won }) => won).join()}}`}::bigint[]) as u (id, spins, won)
    where p.id = u.id`.execute(tx)
}

export type NewPack = {
  playerId: bigint
  game: string
  currency: string
  stake: bigint
  count: number
  lifeDays: number
  key: string
  /** Left out: winnings are own money at once. */
  becomes?: { template: string; terms: unknown; maxWin: bigint | null }
  offer?: string
  version?: string
}

/** Its number; null where the key has granted one already. */
export async function addPack(tx: Tx, pack: NewPack): Promise<bigint | null> {
  const added = await tx
    .insertInto('freespins_pack')
    .values({
      player_id: pack.playerId,
      game: pack.game,
      currency: pack.currency,
      stake: pack.stake,
      total_count: pack.count,
      remaining_count: pack.count,
      key: pack.key,
      offer: pack.offer ?? null,
      version: pack.version ?? null,
      ...(pack.becomes && {
        winnings: 'bonus' as const,
        template: pack.becomes.template,
        terms: JSON.stringify(pack.becomes.terms),
        max_win: pack.becomes.maxWin,
      }),
      expires_at: sql<Date>`now() + make_interval(days => ${pack.lifeDays})`,
    })
    .onConflict((is) => is.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id ?? null
}

/** From now on it is not spun. The player is locked. False where it could not be spun any more. */
export async function endPack(tx: Tx, playerId: bigint, id: bigint): Promise<boolean> {
  const ended = await tx
    .updateTable('freespins_pack')
    .set({ expires_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('player_id', '=', playerId)
    .where('status', '=', 'active')
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

const statusNow = sql<'active' | 'used' | 'expired' | 'removed'>`
  case when status = 'active' and expires_at <= clock_timestamp() then 'expired' else status end`

export async function readPacks(
  db: Db,
  { playerId, status, count, offset }: { playerId: bigint; status: string | undefined; count: number; offset: number },
) {
  const packs = db
    .selectFrom('freespins_pack')
    .where('player_id', '=', playerId)
    .$if(status !== undefined, (query) => query.where(sql<boolean>`(${statusNow}) = ${status ?? ''}`))
  const { total } = await packs.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow()
  const rows = await packs
    .select(['id', 'game', 'currency', 'stake', 'won', 'created_at as createdAt', 'expires_at as expiresAt'])
    .select(['winnings', 'max_win as maxWin', 'terms', 'bonus_id as bonusId'])
    .select(['total_count as total', 'remaining_count as remaining'])
    .select(statusNow.as('status'))
    .orderBy('expires_at')
    .orderBy('id')
    .limit(count)
    .offset(offset)
    .execute()
  return { total: Number(total), rows }
}

/** A pack as its end sees it. */
export async function readPack(db: Db, id: bigint) {
  return db
    .selectFrom('freespins_pack')
    .select(['id', 'player_id as playerId', 'game', 'currency', 'winnings', 'won', 'max_win as maxWin', 'template'])
    .select(['terms', 'offer', 'version', 'bonus_id as bonusId', statusNow.as('status')])
    .where('id', '=', id)
    .executeTakeFirst()
}

export const setPackBonus = (tx: Tx, id: bigint, bonusId: bigint) =>
  tx.updateTable('freespins_pack').set({ bonus_id: bonusId }).where('id', '=', id).execute()

/** Packs that are over and whose winnings have not become a bonus. */
export async function packsOwed(db: Db, { most, except }: DuePage): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`select id from freespins_pack
    where winnings = 'bonus' and bonus_id is null and won > 0 and (${statusNow}) <> 'active'
      and id <> all(${`{${except.join()}}`}::bigint[])
    order by expires_at limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A moment three days or one day before the end that has passed since the player was told last, or since it was given. */
const isEndingUntold = sql`status = 'active' and expires_at > clock_timestamp()
  and expires_at <= clock_timestamp() + interval '72 hours' and exists (
    select from unnest(array[72, 24]) as hours
    where expires_at - make_interval(hours => hours) <= clock_timestamp()
      and expires_at - make_interval(hours => hours) > greatest(created_at, told_at)
  )`

export async function playersWithEndingPacks(db: Db, most: number): Promise<bigint[]> {
  const { rows } = await sql<{ playerId: bigint }>`select distinct player_id as "playerId" from (
      select player_id from freespins_pack where ${isEndingUntold} order by expires_at limit ${most}
    ) as ending`.execute(db)
  return rows.map(({ playerId }) => playerId)
}

type EndingPack = { game: string; count: number; expiresAt: Date }

/** From now on its player is told. The player is locked. */
export async function claimEndingPacks(tx: Tx, playerId: bigint): Promise<EndingPack[]> {
  const { rows } = await sql<EndingPack>`update freespins_pack set told_at = clock_timestamp()
    where player_id = ${playerId} and ${isEndingUntold}
    returning game, remaining_count as count, expires_at as "expiresAt"`.execute(tx)
  return rows
}
