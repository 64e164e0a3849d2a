import type { WireStanding } from '@croupier/contract/methods/rounds'
import type { Config } from '../../config.ts'
import type { Db, JobContext, Operations, Tx } from '../../context.ts'
import type { Announce } from '../../happenings.ts'
import type { Log } from '../../log.ts'
import type { OwnAsk, TableAsk } from '../../ports/rounds.ts'
import { openTurnstile } from '../../turnstile.ts'
import { openGroupCommit } from '../wallet/wallet.ts'
import type { MoneyCall } from './batch/companion.ts'
import { type CallKind, hashLaunchToken, readCall, type Said, type Sender } from './batch/read-call.ts'
import { type CallResult, runBatch } from './batch/run-batch.ts'
import { checkChanceKey } from './check-chance-key.ts'
import { allCompanions } from './companions/companions.ts'
import { createExport, getExports } from './history/export-history.ts'
import { endOldExports } from './history/export-store.ts'
import { getHistory } from './history/get-history.ts'
import { getRound } from './history/get-round.ts'
import { roundsHistory } from './history/history-store.ts'
import { makeExport } from './history/make-export.ts'
import { type HistorySource, openHistory } from './history/source.ts'
import { getUnfinished } from './history/unfinished.ts'
import { forgetOldLaunches } from './launch/launch-store.ts'
import { getGameBalance, openGame } from './launch/open-game.ts'
import { answerBalance, answerRound } from './launch/provider-questions.ts'
import { sessionsEnded } from './launch/sessions.ts'
import { ownCall } from './own/batch.ts'
import { getFairness, getSeeds, rotateSeeds } from './own/fairness.ts'
import { findLaunch, type Launch, openLaunches } from './own/launches.ts'
import { no } from './own/rules.ts'
import { actInRound, playRound } from './play.ts'
import { replaceChance } from './replace-chance.ts'
import type { ChanceKey } from './sealed-chance.ts'
import { packEnded, settlePacks } from './settle-packs.ts'
import { tableCall } from './table/batch.ts'
import { getShared } from './table/get-shared.ts'
import { runTables } from './table/run-table.ts'
import { checkBonusesHourly } from './verify-bonuses.ts'

export { callKinds } from './batch/read-call.ts'
export { listShortfalls } from './batch/store.ts'
export { openExport } from './history/export-file.ts'
export { exportRounds } from './history/export-of.ts'
export { stoodRounds } from './history/played-store.ts'
export type { ExportSource } from './history/source.ts'
export {
  greatestWins,
  latestWins,
  type NetWin,
  type Ranking,
  readWinsPlace,
  winsAfter,
  winsOfRounds,
} from './history/wins-store.ts'
export { type Launched, launchGame } from './launch/launch.ts'
export { countLaunched } from './launch/launch-store.ts'
export { gameProviders } from './launch/providers.ts'
export { endSessions, openSession } from './launch/sessions.ts'
export { ensureSeeds } from './own/seeds.ts'
export { pastRounds } from './past-play.ts'
export { tableSources } from './table/public-source.ts'

/** What is heard of elsewhere, and what the clock says. */
export const roundsListeners = { checkBonusesHourly, makeExport, packEnded, sessionsEnded, settlePacks }

/** What is over and of use to no player any more. */
export const roundsCleanUps = [forgetOldLaunches, endOldExports]

export { verifyBonuses } from './verify-bonuses.ts'

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

type RoundsOptions = {
  sql: Db
  begin: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  config: Pick<Config, 'jurisdiction'>
  keys: ChanceKey
  announce: Announce
  log: Log
  /** Products of higher floors give their lines here. */
  moreHistory?: readonly HistorySource[]
}

export type RoundsService = ReturnType<typeof openRounds>

const guestLine = { atOnce: 4, mostWaiting: 400, mostOfOne: 32, retrySeconds: 1, what: 'calls of guests' }

/** While one batch waits for the disk another is computed. A third would only wait for a core. */
const lanes = 2

/** What game providers and our own games ask of us. What arrives together is committed together. */
export function openRounds({ sql, begin, config, keys, announce, log, moreHistory = [] }: RoundsOptions) {
  const companions = allCompanions({ config, announce, keys })
  const groupCommit = openGroupCommit<MoneyCall, CallResult>({
    begin,
    lanes,
    run: (tx, calls, lane) => runBatch(tx, calls, { companions, announce, log, lane }),
  })
  const launchBy = openLaunches(sql)
  const guests = openTurnstile(guestLine)

  /** How the round stands, or the refusal. */
  async function standingAfter(call: MoneyCall): Promise<WireStanding> {
    const result = await groupCommit.submit(call)
    if ('standing' in result) return result.standing
    if ('refusal' in result) throw result.refusal
    throw 'fault' in result ? result.fault : new Error('a game was answered as a provider')
  }

  return {
    /** Answers with JSON text, or throws the refusal. */
    async call(kind: CallKind, sender: Sender, said: Said): Promise<string> {
      const result = await groupCommit.submit(readCall(kind, sender, said))
      if ('refusal' in result) throw result.refusal
      if (!('answer' in result)) throw new Error('a provider was answered as a game')
      return result.answer
    },

    /** What a token of an own game stands for, or the refusal. */
    async launchOf(token: string): Promise<Launch> {
      const launch = await launchBy(hashLaunchToken(token))
      if (!launch) throw no('SESSION_UNKNOWN')
      return launch
    },

    /**
     * The same, only while it lasts and as the database knows it now. A player who kept a token beyond its end may
     * finish the round that it knows, but sees neither the balance nor what was begun since.
     */
    async openLaunchOf(token: string): Promise<Launch> {
      const launch = await findLaunch(sql, hashLaunchToken(token))
      if (!launch) throw no('SESSION_UNKNOWN')
      if (launch.isExpired) throw no('SESSION_EXPIRED')
      return launch
    },

    /** A stake or a choice in an own game. */
    play: (ask: OwnAsk) => standingAfter(ownCall(ask)),

    /** A stake or a touch at the table that all players share. */
    atTable: (ask: TableAsk) => standingAfter(tableCall(ask)),

    /** One call of a guest at a time, and few guests: play money must not keep the connections from the real one. */
    asGuest: <T>(guestId: bigint, work: () => Promise<T>) => guests.pass(String(guestId), work),

    /** What the player did, of all products. */
    history: openHistory([roundsHistory, ...moreHistory]),

    balance: (sender: Sender, said: Said) => answerBalance(sql, sender, said),
    round: (sender: Sender, said: Said) => answerRound(sql, sender, said),

    /** What was taken is finished. */
    close: () => groupCommit.close(),
  }
}

type TablesHouse = Pick<JobContext, 'sql' | 'begin' | 'config' | 'keys' | 'announce' | 'log'>

export const houseChance = {
  /** Nothing that was shown after the day of a backup decides money again. It is done without the old key, too. */
  retire: (house: TablesHouse) =>
    replaceChance({ ...house, companions: allCompanions({ ...house, keys: { ...house.keys, mayBeLost: true } }) }),
  checkKey: checkChanceKey,
}

/** The tables of this node; one node at a time runs each of them. `probe` goes the way of a player who gets off. */
export const openTables = (house: TablesHouse, probe: () => Promise<unknown>) =>
  runTables({ ...house, companions: allCompanions(house) }, probe)
