import { type Currency, isCurrency } from '@croupier/contract/money'
import { sql } from 'kysely'
import type { Db } from '../../../context.ts'
import type { Mode } from '../batch/rules.ts'
import { modeOf } from '../batch/store.ts'
import { studio } from './rules.ts'

/** What a token of an own game stands for: a player or a guest, in one game. Fixed for its life, all but its end. */
export type Launch = {
  playerId: bigint | null
  guestId: bigint | null
  tokenHash: string
  game: string
  mode: Mode
  currency: Currency
  isExpired: boolean
}

export async function findLaunch(db: Db, tokenHash: string): Promise<Launch | null> {
  const hash = Buffer.from(tokenHash, 'hex')
  const { rows } = await sql<Omit<Launch, 'tokenHash' | 'mode' | 'currency'> & { mode: string; currency: string }>`
    select player_id as "playerId", null::bigint as "guestId", game, mode, currency, expires_at <= now() as "isExpired"
    from rounds_session where token_hash = ${hash} and provider = ${studio}
    union all
    select null, id, game, 'demo', 'FUN', expires_at <= now() from rounds_guest where token_hash = ${hash}`.execute(db)
  const [row] = rows
  if (!row) return null
  if (!isCurrency(row.currency)) throw new Error('an unknown currency')
  return { ...row, tokenHash, mode: modeOf(row.mode), currency: row.currency }
}

const mostHints = 50_000

/**
 * Whose token it is, to know whom to lock. Players' tokens are remembered: what they stand for never changes, and
 * whether they are still good is read in the stake's own transaction.
 */
export function openLaunches(db: Db) {
  const hints = new Map<string, Launch>()
  return async (tokenHash: string): Promise<Launch | null> => {
    const hint = hints.get(tokenHash)
    if (hint) return hint
    const found = await findLaunch(db, tokenHash)
    if (found?.playerId === null || !found) return found
    if (hints.size >= mostHints) hints.clear()
    hints.set(tokenHash, found)
    return found
  }
}
