import type { SiteConfig } from '@croupier/contract/content'
import type { Balances } from '@croupier/contract/methods/account'
import { currencyOf, fromDecimal, toWire, type WireMoney } from '@croupier/contract/money'
import { isGamePath } from '@croupier/contract/paths'

/** The balance around a page, decided without a clock of its own. Moments are milliseconds. */

export type RefreshRules = SiteConfig['cashier']['balanceRefresh']

export type RefreshMoment = {
  now: number
  path: string
  isHidden: boolean
  isOnline: boolean
  /** A question is on its way. */
  isAsking: boolean
  /** When this page last asked; 0 is never. */
  askedAt: number
  /** When anything was last heard: an answer, a push, another page of this browser. */
  heardAt: number
  /** When the player last did something, on any page of this browser. */
  activeAt: number
  /** A click after which the page has not asked yet. */
  clickedAt: number | null
}

/** Content may say 0; a question every instant is never meant. */
const leastMs = 1000

/** Whether to ask for the balance now. A click asks at once, but not sooner than the delay after the last question. */
export function isRefreshDue(rules: RefreshRules, moment: RefreshMoment): boolean {
  const { now, path, isHidden, isOnline, isAsking, askedAt, heardAt, activeAt, clickedAt } = moment
  if (isGamePath(path) || isHidden || !isOnline || isAsking) return false
  const isClick = rules.isEnabledRequestsAfterClick && clickedAt !== null
  if (isClick && isOver(askedAt, rules.countSecondsForDelayBetweenClick * 1000, now)) return true
  if (!rules.isEnabledInterval || isIdle(rules, activeAt, now)) return false
  const everyMs = Math.max(leastMs, rules.countSecondsForInterval * 1000)
  return isOver(Math.max(askedAt, heardAt), everyMs, now)
}

/** A clock that was set back must not stop the questions for the hours in between. */
const isOver = (since: number, ms: number, now: number) => now < since || now - since >= ms

const isIdle = (rules: RefreshRules, activeAt: number, now: number) =>
  rules.isEnabledTurnOffRequests && now - activeAt >= rules.countMinutesAfterWhichRequestsTurnedOff * 60_000

/**
 * Whether an answer is older than what is known. Every movement makes the version larger, so order of arrival means
 * nothing: a late answer of a smaller version is dropped. Only what was asked for after the known one had been heard is
 * believed whatever it says, so that a house that was restored from a backup is not disbelieved for ever.
 * Pushes and other pages were not asked for: their `askedAt` is 0.
 */
export const isOutdated = (
  known: { version: number; heardAt: number },
  answer: { version: number; askedAt: number },
): boolean => answer.version < known.version && answer.askedAt <= known.heardAt

const purses = ['balance_main', 'balance_bonus', 'balance_betting_bonus', 'balance_fun', 'balance_held'] as const

/** What another page, the stream or the browser's storage said, if it really is balances. */
export function readBalances(data: unknown): Balances | null {
  if (!isGroup(data) || typeof data.balance_version !== 'number') return null
  const [main, bonus, betting, fun, held] = purses.map((name) => readMoney(data[name]))
  if (!main || !bonus || !betting || !fun || !held) return null
  return {
    balance_main: main,
    balance_bonus: bonus,
    balance_betting_bonus: betting,
    balance_fun: fun,
    balance_held: held,
    balance_version: data.balance_version,
  }
}

function readMoney(data: unknown) {
  if (!isGroup(data)) return null
  const { amount, currency } = data
  if (typeof amount !== 'string' || typeof currency !== 'string' || !/^-?\d+(\.\d+)?$/.test(amount)) return null
  return { amount, currency }
}

const isGroup = (data: unknown): data is Record<string, unknown> => typeof data === 'object' && data !== null

/** What a game in its frame shows. */
export type GameBalance = {
  balance: WireMoney
  /** What of it was bonus money when it was last sure; null without an open bonus. */
  bonus: WireMoney | null
  /** Off the balance, and not answered yet. */
  staking: WireMoney | null
  /** Which money pays first; `aside`: the bonus does not pay. Null while the page does not know. */
  order: 'own' | 'bonus' | 'alone' | 'aside' | null
}

/** The purses as the game shows them; null where the house's own word stands, because the game says nothing of it. */
export function pursesInGame(game: GameBalance): { main: WireMoney | null; bonus: WireMoney | null } {
  const { balance, bonus, staking, order } = game
  if (!bonus || order === 'aside') return { main: balance, bonus: null }
  if (order === null) return { main: null, bonus: null }
  if (order === 'alone') return { main: null, bonus: balance }
  const currency = currencyOf(balance)
  const minor = (money: WireMoney | null) => (money && fromDecimal(money.amount, currency)) ?? 0n
  const [held, off] = [minor(bonus), minor(staking)]
  const own = minor(balance) + off - held
  const less = (a: bigint, b: bigint) => (a < b ? a : b)
  const fromOwn = order === 'own' ? less(own, off) : off - less(held, off)
  return { main: toWire(own - fromOwn, currency), bonus: toWire(held - (off - fromOwn), currency) }
}
