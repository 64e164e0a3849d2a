import { sql } from 'kysely'
import type { Db } from '../../context.ts'

type WagerRow = {
  id: bigint
  game: string
  round: string
  staked: bigint
  paid: bigint
  rate: number
  counted: bigint
  isReversed: boolean
  at: Date
}

/** Stakes that counted, newest first; a line below zero only says that the stake of the same name was taken back. */
export async function listWagers(db: Db, bonusId: bigint, { count, offset }: { count: number; offset: number }) {
  const { rows } = await sql<WagerRow>`select w.id, w.game, w.round, w.staked, w.paid, w.rate_bp as rate,
      w.counted_bp as counted, w.at, exists (
        select from bonuses_wager as taken where taken.bonus_id = w.bonus_id and taken.provider = w.provider
          and taken.action = w.action and taken.counted_bp < 0
      ) as "isReversed"
    from bonuses_wager as w where w.bonus_id = ${bonusId} and w.counted_bp > 0
    order by w.id desc limit ${count} offset ${offset}`.execute(db)
  const total = await sql<{ total: number }>`select count(*)::int as total from bonuses_wager
    where bonus_id = ${bonusId} and counted_bp > 0`.execute(db)
  return { rows, total: total.rows[0]?.total ?? 0 }
}
