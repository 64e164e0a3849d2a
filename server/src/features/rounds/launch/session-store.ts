import { sql } from 'kysely'
import type { Db, Tx } from '../../../context.ts'
import type { Mode } from '../batch/rules.ts'
import { modeOf } from '../batch/store.ts'

export type NewGameSession = {
  playerId: bigint
  provider: string
  game: string
  mode: Mode
  currency: string
  lifeSeconds: number
  /** The sign-in it hangs on: when that ends, the game takes no stake any more. */
  authSessionId?: bigint
}

export const addGameSession = (tx: Tx, tokenHash: string, session: NewGameSession) =>
  tx
    .insertInto('rounds_session')
    .values({
      token_hash: Buffer.from(tokenHash, 'hex'),
      player_id: session.playerId,
      provider: session.provider,
      game: session.game,
      mode: session.mode,
      currency: session.currency,
      auth_session_id: session.authSessionId ?? null,
      expires_at: sql<Date>`now() + make_interval(secs => ${session.lifeSeconds})`,
    })
    .execute()

/** The database's clock with it: a question for a balance has no key, so time is all there is against replays. */
export async function findGameSession(db: Db, tokenHash: string) {
  const { rows } = await sql<{
    nowMs: number
    provider: string | null
    player_id: bigint
    game: string
    mode: string
    currency: string
  }>`select extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs", provider, player_id, game, mode, currency
    from (values (${Buffer.from(tokenHash, 'hex')}::bytea)) as asked (hash)
    left join rounds_session on token_hash = asked.hash`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database does not know the time')
  const { nowMs, provider, player_id: playerId, game, mode, currency } = row
  return { nowMs, session: provider === null ? null : { provider, playerId, game, mode: modeOf(mode), currency } }
}
