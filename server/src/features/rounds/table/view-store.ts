import { sql } from 'kysely'
import type { Db } from '../../../context.ts'
import type { Mode } from '../batch/rules.ts'
import { ms } from './store.ts'

/** What every visitor may see of a table. */

export type Traveller = {
  playerId: bigint | null
  mode: Mode
  currency: string
  stake: bigint
  /** In hundredths. */
  cashedAt: number | null
}

type Crowd = { count: number; cashedCount: number; travellers: Traveller[] }

/** Real money first, then the latest. */
export async function readCrowd(db: Db, sharedId: bigint, most: number): Promise<Crowd> {
  const { rows } = await sql<Omit<Traveller, 'mode'> & { mode: string; count: bigint; cashedCount: bigint }>`
    select player_id as "playerId", mode, currency, stake, (choices -> 1 ->> 'at')::int as "cashedAt",
      count(*) over () as count, count(choices -> 1 -> 'at') over () as "cashedCount"
    from rounds_play where shared_id = ${sharedId}
    order by mode desc, opened_at desc limit ${most}`.execute(db)
  const [first] = rows
  return {
    count: Number(first?.count ?? 0),
    cashedCount: Number(first?.cashedCount ?? 0),
    travellers: rows.map(({ playerId, mode, currency, stake, cashedAt }) => ({
      playerId,
      mode: mode === 'demo' ? 'demo' : 'real',
      currency,
      stake,
      cashedAt,
    })),
  }
}

export type Past = { id: bigint; place: number; link: Buffer; point: bigint; endedMs: number }

/** Rounds that are over and can be told, newest first; of one chain where it is named. */
export async function listPast(
  db: Db,
  { game, chainId, count, offset }: { game: string; chainId?: bigint; count: number; offset: number },
): Promise<Past[]> {
  const { rows } = await sql<Past>`select id, place, hash as link, point, ${ms(sql`ended_at`)} as "endedMs"
    from rounds_shared where game = ${game} and phase = 'over' and hash is not null
      ${chainId === undefined ? sql`` : sql`and chain_id = ${chainId}`}
    order by id desc limit ${count} offset ${offset}`.execute(db)
  return rows
}

export async function readChain(db: Db, game: string) {
  const { rows } = await sql<{ id: bigint; terminal: Buffer; salt: string | null; length: number; over: bigint }>`
    select id, terminal_hash as terminal, salt, length,
      (select count(*) from rounds_shared where chain_id = rounds_chain.id and phase = 'over'
        and hash is not null) as over
    from rounds_chain where game = ${game} order by id desc limit 1`.execute(db)
  return rows[0]
}
