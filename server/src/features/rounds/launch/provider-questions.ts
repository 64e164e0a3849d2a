import { isCurrency, toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { Db } from '../../../context.ts'
import { spendableOf } from '../../bonuses/bonuses.ts'
import { activePacks } from '../../freespins/freespins.ts'
import { hashLaunchToken, readId, refuseOthers, type Said, type Sender, wrong } from '../batch/read-call.ts'
import { readActions, readRound } from '../batch/store.ts'
import { wireMoney } from '../wire.ts'
import { findGameSession } from './session-store.ts'

/** What a game provider may ask without moving money. The answers are JSON text. */

const freshMs = 60_000
const mostActions = 1_000

export async function answerBalance(sql: Db, { provider, sentAtMs }: Sender, said: Said): Promise<string> {
  refuseOthers(said, ['token'])
  const { nowMs, session } = await findGameSession(sql, hashLaunchToken(readId(said, 'token')))
  refuseStale(nowMs, sentAtMs)
  if (session?.provider !== provider) throw wrong('token', 'UNKNOWN')
  const { playerId, game, mode, currency } = session
  if (!isCurrency(currency)) throw new Error('an unknown currency')
  const [left, packs] = await Promise.all([
    spendableOf(sql, { playerId, mode, currency }),
    mode === 'real' ? activePacks(sql, [playerId]) : [],
  ])
  const own = packs.filter((pack) => pack.game === game && pack.currency === currency)
  return JSON.stringify({
    player: String(playerId),
    balance: toWire(left.balance, currency),
    ...(left.bonus !== null && { bonus: toWire(left.bonus, currency) }),
    ...(own.length > 0 && {
      free_spins: own.map(({ id, remaining, stake }) => ({
        pack: String(id),
        remaining,
        stake: toWire(stake, currency),
      })),
    }),
  })
}

/** How a round stands, for a provider that lost its own books. */
export async function answerRound(sql: Db, { provider, sentAtMs }: Sender, said: Said): Promise<string> {
  refuseOthers(said, ['round'])
  const id = readId(said, 'round')
  const round = await readRound(sql, provider, id)
  refuseStale(round.nowMs, sentAtMs)
  const { playerId, game, currency, isClosed, openedAt } = round
  if (playerId === null) throw wrong('round', 'UNKNOWN')
  const actions = await readActions(sql, provider, id, mostActions)
  return JSON.stringify({
    round: id,
    player: String(playerId),
    game,
    staked: wireMoney(round.staked, currency),
    won: wireMoney(round.won, currency),
    is_closed: isClosed,
    opened_at: openedAt.toISOString(),
    actions: actions.map(({ action, kind, staked, won, isRolledBack, at }) => ({
      transaction: action,
      kind,
      staked: wireMoney(staked, currency),
      won: wireMoney(won, currency),
      is_rolled_back: isRolledBack,
      at: at.toISOString(),
    })),
  })
}

function refuseStale(nowMs: number, sentAtMs: number) {
  if (Math.abs(nowMs - sentAtMs) <= freshMs) return
  throw new Refusal('Authorization:TIMESTAMP', { message: 'x-timestamp is more than 60 seconds away from our clock' })
}
