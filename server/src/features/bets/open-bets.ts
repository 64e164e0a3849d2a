import { setTimeout as sleep } from 'node:timers/promises'
import type { AskedBet } from '@croupier/contract/methods/bets'
import { fromDecimal, isCurrency } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import { sprintDelay } from '@croupier/sportsbook/stated'
import type { Config } from '../../config.ts'
import type { Db, Tx } from '../../context.ts'
import type { Log } from '../../log.ts'
import { lookAgain } from '../../look-again.ts'
import type { Bets } from '../../ports/bets.ts'
import type { Secrets } from '../../secrets.ts'
import { openGroupCommit } from '../wallet/wallet.ts'
import { askedAgain, hashOfAsked, legsAsked } from './asked-rules.ts'
import { betRefusal } from './decide.ts'
import { type AskJob, type BetJob, partsIn } from './desk.ts'
import { type BetAnswer, runBets } from './run-bets.ts'
import { readQuote } from './sign-quote.ts'
import { type DueBet, findBetsByKeys, findDue } from './store.ts'
import { settleLanes } from './work-store.ts'

type BetsOptions = {
  sql: Db
  begin: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  config: Pick<Config, 'jurisdiction'>
  keys: Pick<Secrets, 'quoteKey'>
}

/** While one batch waits for the disk another is computed. Risk is kept by the same lanes. */
const lanes = settleLanes.length
const mostBets = 64
const mostLegs = 500

/** Bets as they are asked for, and those whose wait is over, through one group commit. */
export function openBets({ sql, begin, config: { jurisdiction }, keys }: BetsOptions) {
  const groupCommit = openGroupCommit<BetJob, BetAnswer>({
    ...{ begin, lanes, most: mostBets, weight: { of: ({ legs }) => partsIn(legs).length, most: mostLegs } },
    run: (tx, jobs, lane) => runBets(tx, jobs, { jurisdiction, lane }),
  })

  async function submit(job: BetJob): Promise<bigint> {
    const answer = await groupCommit.submit(job)
    if ('refusal' in answer) throw answer.refusal
    return answer.betId
  }

  const place: Bets['place'] = async ({ playerId, sessionId, bet }) => {
    const read = readAsked(keys, bet)
    if (!(read instanceof Refusal)) return submit({ kind: 'ask', playerId, sessionId, ...read })
    // It may have been taken while its quote was still known.
    const [known] = await findBetsByKeys(sql, [{ playerId, key: bet.key }])
    if (known?.bodyHash.equals(hashOfAsked(bet))) return known.id
    throw known ? betRefusal('KEY_CONFLICT') : read
  }

  return {
    place,

    /** Bets whose time has come and that no node has decided. */
    findDue: (most: number, aheadMs?: number) => findDue(sql, most, aheadMs),

    decide: ({ id, playerId, legs }: DueBet) =>
      submit({ kind: 'due', playerId, betId: id, legs: legs.map(askedAgain) }).then(() => {}),

    /** What was taken is finished. */
    close: () => groupCommit.close(),
  }
}

/** What can be told without the database. */
export function readAsked(
  { quoteKey }: BetsOptions['keys'],
  asked: AskedBet,
): Pick<AskJob, 'asked' | 'hash' | 'stake' | 'bonusId' | 'legs'> | Refusal {
  const stake = isCurrency(asked.currency) ? fromDecimal(asked.stake, asked.currency) : null
  if (stake === null) {
    const field = isCurrency(asked.currency) ? 'stake' : 'currency'
    return new Refusal('InvalidParameter', { message: 'No such sum', fields: { [field]: ['UNKNOWN_VALUE'] } })
  }
  const legs = legsAsked(asked, (quote) => readQuote(quoteKey, quote))
  if (!legs) return betRefusal('QUOTE_INVALID')
  const { free_bet: word } = asked
  if (word !== undefined && !/^[1-9]\d{0,17}$/.test(word)) return betRefusal('FREE_BET_UNKNOWN')
  return { asked, hash: hashOfAsked(asked), stake, bonusId: word === undefined ? null : BigInt(word), legs }
}

const lookMs = 100
/** Where nothing waits, so long: the shortest wait is longer, so what comes meanwhile is seen before its time has come. */
const quietMs = Math.min(2_000, (sprintDelay - 1) * 1_000)
/** After a goal hundreds of bets may have to go back at once. */
const mostFound = 500
/** A bet that could not be decided is looked at again after so long. */
const restMs = 1_000

type Deciding<Due> = {
  findDue: (most: number, aheadMs: number) => Promise<Due[]>
  decide: (due: Due) => Promise<void>
}

/**
 * Every node looks for bets, and for cash-outs, whose time has come. Two that find the same one decide it once; what a node leaves behind
 * when it is killed is found by the next.
 */
export function openDelays<Due extends { id: bigint; dueInMs: number }>(
  { findDue: find, decide }: Deciding<Due>,
  log: Pick<Log, 'warn'>,
) {
  const underWay = new Set<bigint>()

  async function decideOne(bet: Due): Promise<void> {
    underWay.add(bet.id)
    try {
      await decide(bet)
    } catch (error) {
      log.warn({ bet: String(bet.id), fault: error instanceof Error ? error.name : typeof error }, 'a bet still waits')
      await sleep(restMs, undefined, { ref: false })
    }
    underWay.delete(bet.id)
  }

  /** Answers when the next one is due; while any is under way it may have to be looked for again. */
  async function look(): Promise<number> {
    try {
      const found = await find(mostFound + underWay.size, quietMs + lookMs)
      for (const bet of found) if (bet.dueInMs <= 0 && !underWay.has(bet.id)) void decideOne(bet)
      if (underWay.size > 0) return lookMs
      return Math.min(found[0]?.dueInMs ?? quietMs, quietMs)
    } catch (error) {
      log.warn({ fault: error instanceof Error ? error.name : typeof error }, 'bets that wait were not looked for')
      return restMs
    }
  }

  return lookAgain(lookMs, look)
}
