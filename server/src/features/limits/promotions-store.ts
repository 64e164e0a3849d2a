import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import { waitHours } from './rules.ts'

type Promotions = {
  /** Switched off by the player. */
  isOff: boolean
  isOpen: boolean
  /** When it opens again, where it was switched on less than a day ago. */
  from: Date | null
  isInCare: boolean
}

/** Of a player who never set anything. */
export const untouched: Promotions = { isOff: false, isOpen: true, from: null, isInCare: false }

export const readPromotions = async (db: Db, playerId: bigint): Promise<Promotions> =>
  (await readPromotionsOf(db, [playerId])).get(playerId) ?? untouched

export async function readPromotionsOf(db: Db, playerIds: readonly bigint[]): Promise<Map<bigint, Promotions>> {
  const { rows } = await sql<Promotions & { playerId: bigint }>`select player_id as "playerId",
      coalesce(promotions_from = 'infinity', false) as "isOff", coalesce(promotions_from <= now(), true) as "isOpen",
      case when promotions_from < 'infinity' then promotions_from end as "from", care_since is not null as "isInCare"
    from limits_setting where player_id = any(${`{${playerIds.join()}}`}::bigint[])`.execute(db)
  return new Map(rows.map(({ playerId, ...promotions }) => [playerId, promotions]))
}

/** Players whom no offer may reach, by their own switch or because of care; it can stand inside another question. */
export const promotionsShut = sql`(select player_id from limits_setting
  where coalesce(promotions_from > now(), false) or care_since is not null)`

/** On where it was on already changes nothing: it must not begin a wait. */
export const writePromotions = (tx: Tx, playerId: bigint, isOn: boolean) =>
  isOn
    ? sql`update limits_setting set promotions_from = now() + make_interval(hours => ${waitHours})
        where player_id = ${playerId} and promotions_from = 'infinity'`.execute(tx)
    : sql`insert into limits_setting (player_id, promotions_from) values (${playerId}, 'infinity')
        on conflict (player_id) do update set promotions_from = 'infinity'`.execute(tx)
