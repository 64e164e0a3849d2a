import type { WireStanding } from '@croupier/contract/methods/rounds'
import { isCurrency, toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { Config } from '../../config.ts'
import type { Db, Operations, Tx } from '../../context.ts'
import type { Log } from '../../log.ts'
import { activePacks } from '../freespins/freespins.ts'
import { balancesOf, openGroupCommit } from '../wallet/wallet.ts'
import {
  type CallKind,
  hashToken,
  readCall,
  readId,
  refuseOthers,
  type Said,
  type Sender,
  wrong,
} from './batch/read-call.ts'
import { type Answer, type Job, runJobs } from './batch/run-batch.ts'
import { findSession, readActions, readRound } from './batch/store.ts'
import { createExport, getExports } from './history/export-history.ts'
import { getHistory } from './history/get-history.ts'
import { getRound } from './history/get-round.ts'
import { getUnfinished } from './history/unfinished.ts'
import { getGameBalance, openGame } from './launch/open-game.ts'
import { findLaunch, type Launch, openLaunches } from './launch/own-launch.ts'
import { actInRound } from './own/act.ts'
import type { StudioJob } from './own/batch.ts'
import { getFairness, getSeeds, rotateSeeds } from './own/fairness.ts'
import { playRound } from './own/play.ts'
import { no } from './own/rules.ts'
import { getShared } from './table/get-shared.ts'

export { type CallKind, callKinds } from './batch/read-call.ts'
export { listShortfalls } from './batch/store.ts'
export { openExport } from './history/export-file.ts'
export { exportRounds } from './history/export-of.ts'
export { endOldExports } from './history/export-store.ts'
export { makeExport } from './history/make-export.ts'
export { greatestWins, latestWins, type NetWin, type Ranking, winsOfRounds, winsSince } from './history/wins-store.ts'
export { endSessions, sessionsEnded } from './launch/end-sessions.ts'
export { type Launched, launchGame } from './launch/launch.ts'
export { forgetOldLaunches } from './launch/launch-store.ts'
export { openSession } from './launch/open-session.ts'
export { gameProviders } from './launch/providers.ts'
export { isCallSigned, signCall } from './launch/signature.ts'
export { ensureSeeds } from './own/seeds.ts'
export { tableSources } from './table/public-source.ts'
export { openTables } from './table/run-table.ts'

export const roundsMethods = {
  'games.getHistory': getHistory,
  'games.createhistoryexportrequest': createExport,
  'games.gethistoryexportrequest': getExports,
  'rounds.open': openGame,
  'rounds.play': playRound,
  'rounds.act': actInRound,
  'rounds.getBalance': getGameBalance,
  'rounds.getUnfinished': getUnfinished,
  'rounds.getRound': getRound,
  'fairness.get': getFairness,
  'fairness.rotate': rotateSeeds,
  'fairness.getSeeds': getSeeds,
  'fairness.getShared': getShared,
} satisfies Partial<Operations>

type Parts = {
  sql: Db
  begin: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  config: Pick<Config, 'jurisdiction'>
  log: Log
}

export type WalletRounds = ReturnType<typeof openRounds>

const freshMs = 60_000
const mostActions = 1_000
/** While one batch waits for the disk another is computed. A third would only wait for a core. */
const lanes = 2

/** What game providers and our own games ask of us. What arrives together is committed together. */
export function openRounds({ sql, begin, config: { jurisdiction }, log }: Parts) {
  const gatherer = openGroupCommit<Job, Answer>({
    begin,
    lanes,
    run: (tx, jobs, till) => runJobs(tx, jobs, { jurisdiction, log, till }),
  })
  const launchBy = openLaunches(sql)

  return {
    /** Answers with JSON text, or throws the refusal. */
    async call(kind: CallKind, sender: Sender, said: Said): Promise<string> {
      const spoken = await gatherer.submit(readCall(kind, sender, said))
      if ('refusal' in spoken) throw spoken.refusal
      if (!('answer' in spoken)) throw new Error('a provider was answered as a game')
      return spoken.answer
    },

    /** What a token of an own game stands for, or the refusal. */
    async launchOf(token: string): Promise<Launch> {
      const launch = await launchBy(hashToken(token))
      if (!launch) throw no('SESSION_UNKNOWN')
      return launch
    },

    /**
     * The same, only while it lasts and as the database knows it now. Whoever kept a token beyond its end may finish the
     * round they know, but sees neither the balance nor what was begun since.
     */
    async openLaunchOf(token: string): Promise<Launch> {
      const launch = await findLaunch(sql, hashToken(token))
      if (!launch) throw no('SESSION_UNKNOWN')
      if (launch.isExpired) throw no('SESSION_EXPIRED')
      return launch
    },

    /** A stake or a choice in an own game: how the round stands, or the refusal. */
    async play(job: StudioJob): Promise<WireStanding> {
      const answer = await gatherer.submit(job)
      if ('standing' in answer) return answer.standing
      if ('refusal' in answer) throw answer.refusal
      throw 'fault' in answer ? answer.fault : new Error('a game was answered as a provider')
    },

    async balance({ provider, sentAtMs }: Sender, said: Said): Promise<string> {
      refuseOthers(said, ['token'])
      const { nowMs, session } = await findSession(sql, hashToken(readId(said, 'token')))
      refuseStale(nowMs, sentAtMs)
      if (session?.provider !== provider) throw wrong('token', 'UNKNOWN')
      const { playerId, game, mode, currency } = session
      if (!isCurrency(currency)) throw new Error('a currency that nobody knows')
      const kind = mode === 'demo' ? 'fun' : 'main'
      const [purses, packs] = await Promise.all([
        balancesOf(sql, playerId),
        mode === 'real' ? activePacks(sql, [playerId]) : [],
      ])
      const own = packs.filter((pack) => pack.game === game && pack.currency === currency)
      const purse = purses.find((each) => each.kind === kind && each.currency === currency)
      return JSON.stringify({
        player: String(playerId),
        balance: toWire(purse?.balance ?? 0n, currency),
        ...(own.length > 0 && {
          free_spins: own.map(({ id, remaining, stake }) => ({
            pack: String(id),
            remaining,
            stake: toWire(stake, currency),
          })),
        }),
      })
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
