import { randomBytes } from 'node:crypto'
import { isCurrency, toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { Config } from '../../config.ts'
import type { Db, Tx } from '../../context.ts'
import type { Log } from '../../log.ts'
import { balancesOf, openGatherer } from '../wallet/wallet.ts'
import {
  type Call,
  type CallKind,
  hashToken,
  readCall,
  readId,
  refuseOthers,
  type Said,
  type Sender,
  wrong,
} from './read-call.ts'
import { runCalls, type Spoken } from './run-calls.ts'
import { addSession, findSession, type NewSession, readActions, readRound } from './store.ts'

export { gameProviders } from './providers.ts'
export { type CallKind, callKinds } from './read-call.ts'
export { isCallSigned, signCall } from './signature.ts'
export { listShortfalls } from './store.ts'

type Parts = {
  sql: Db
  begin: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  config: Pick<Config, 'jurisdiction'>
  log: Log
}

export type Rounds = ReturnType<typeof openRounds>

const freshMs = 60_000
const mostActions = 1_000
/** While one batch waits for the disk another is computed. A third would only wait for a core. */
const lanes = 2

/** What game providers ask of us. Calls that arrive together are committed together. */
export function openRounds({ sql, begin, config: { jurisdiction }, log }: Parts) {
  const gatherer = openGatherer<Call, Spoken>({
    begin,
    lanes,
    run: (tx, calls, till) => runCalls(tx, calls, { jurisdiction, log, till }),
  })

  return {
    /** Answers with JSON text, or throws the refusal. */
    async call(kind: CallKind, sender: Sender, said: Said): Promise<string> {
      const spoken = await gatherer.submit(readCall(kind, sender, said))
      if ('refusal' in spoken) throw spoken.refusal
      return spoken.answer
    },

    async balance({ provider, sentAtMs }: Sender, said: Said): Promise<string> {
      refuseOthers(said, ['token'])
      const { nowMs, session } = await findSession(sql, hashToken(readId(said, 'token')))
      refuseStale(nowMs, sentAtMs)
      if (session?.provider !== provider) throw wrong('token', 'UNKNOWN')
      const { playerId, mode, currency } = session
      if (!isCurrency(currency)) throw new Error('a currency that nobody knows')
      const kind = mode === 'demo' ? 'fun' : 'main'
      const purses = await balancesOf(sql, playerId)
      const purse = purses.find((each) => each.kind === kind && each.currency === currency)
      return JSON.stringify({ player: String(playerId), balance: toWire(purse?.balance ?? 0n, currency) })
    },

    /** How a round stands, for a provider that lost its own books. */
    async round({ provider, sentAtMs }: Sender, said: Said): Promise<string> {
      refuseOthers(said, ['round'])
      const id = readId(said, 'round')
      const round = await readRound(sql, provider, id)
      refuseStale(round.nowMs, sentAtMs)
      const { playerId, game, currency, isClosed, openedAt } = round
      if (playerId === null) throw wrong('round', 'UNKNOWN')
      if (!isCurrency(currency)) throw new Error('a currency that nobody knows')
      const actions = await readActions(sql, provider, id, mostActions)
      return JSON.stringify({
        round: id,
        player: String(playerId),
        game,
        staked: toWire(round.staked, currency),
        won: toWire(round.won, currency),
        is_closed: isClosed,
        opened_at: openedAt.toISOString(),
        actions: actions.map(({ action, kind, staked, won, isRolledBack, at }) => ({
          transaction: action,
          kind,
          staked: toWire(staked, currency),
          won: toWire(won, currency),
          is_rolled_back: isRolledBack,
          at: at.toISOString(),
        })),
      })
    },

    /** What was taken is finished. */
    close: () => gatherer.close(),
  }
}

function refuseStale(nowMs: number, sentAtMs: number) {
  if (Math.abs(nowMs - sentAtMs) <= freshMs) return
  throw new Refusal('Authorization:TIMESTAMP', { message: 'x-timestamp is more than 60 seconds away from our clock' })
}

/** A launched game. What the token stands for is fixed for its life; only its hash is kept. */
export async function openSession(tx: Tx, session: NewSession): Promise<string> {
  if (session.mode === 'demo' && session.currency !== 'FUN') throw new Error('a demo is played with play money')
  const token = randomBytes(32).toString('base64url')
  await addSession(tx, hashToken(token), session)
  return token
}
