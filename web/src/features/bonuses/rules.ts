import type { GameType } from '@croupier/contract/games'
import type { WireBonus } from '@croupier/contract/methods/bonuses'
import { currencyOf, fromDecimal, toWire, type WireMoney } from '@croupier/contract/money'
import type { BonusEndReason } from '@croupier/contract/promotions'

/** What the pages say of a bonus, decided without a page. */

const minorOf = (money: WireMoney): bigint => fromDecimal(money.amount, currencyOf(money)) ?? 0n

function sumOf(first: WireMoney, ...others: WireMoney[]): WireMoney {
  const total = [first, ...others].reduce((sum, each) => sum + minorOf(each), 0n)
  return toWire(total, currencyOf(first))
}

const hasMoney = (money: WireMoney): boolean => minorOf(money) > 0n

export const isOpenBonus = ({ status }: Pick<WireBonus, 'status'>) => status === 'active' || status === 'paused'

export type BonusGroups = { open: WireBonus | null; queued: WireBonus[]; issued: WireBonus[]; ended: WireBonus[] }

/** By what the player can do with them; the queue in the order in which it opens. */
export function groupBonuses(items: readonly WireBonus[]): BonusGroups {
  const groups: BonusGroups = { open: null, queued: [], issued: [], ended: [] }
  for (const bonus of items) {
    if (isOpenBonus(bonus)) groups.open ??= bonus
    else if (bonus.status === 'queued') groups.queued.push(bonus)
    else if (bonus.status === 'issued') groups.issued.push(bonus)
    else groups.ended.push(bonus)
  }
  groups.queued.sort((a, b) => (a.queue_place ?? 0) - (b.queue_place ?? 0))
  return groups
}

/** Which money pays first: words of `bonuses.facts` and `bonuses.activate`. */
export function paysFirst({ mode, status }: Pick<WireBonus, 'mode' | 'status'>): 'own' | 'bonus' | 'alone' | 'aside' {
  if (mode === 'sticky') return 'bonus'
  if (mode === 'non_sticky') return 'own'
  return status === 'paused' ? 'aside' : 'alone'
}

/** Who pays the next stake, as far as a page can know it without the stake: words of `bonuses.strip`. */
export function nextPayer(
  bonus: Pick<WireBonus, 'mode' | 'status' | 'is_in_use'>,
  main: WireMoney,
): 'own' | 'ownFirst' | 'bonus' {
  if (bonus.status !== 'active' || !bonus.is_in_use) return 'own'
  if (bonus.mode !== 'non_sticky') return 'bonus'
  return hasMoney(main) ? 'ownFirst' : 'bonus'
}

/** How much of it is wagered, from 0 to 1; never full before it is. */
export function wageredShare({ required, done }: Pick<WireBonus['wagering'], 'required' | 'done'>): number {
  const [all, gone] = [minorOf(required), minorOf(done)]
  if (all <= 0n) return 1
  return Math.min(1, Number((gone * 10_000n) / all) / 10_000)
}

/** What becomes the player's when all is wagered: words of `bonuses.facts`. */
export function outcomeOf(bonus: Pick<WireBonus, 'principal' | 'max_conversion'>): {
  title: 'all' | 'upTo' | 'won'
  text: 'allText' | 'upToText' | 'wonText' | 'wonUpToText'
} {
  const isCapped = bonus.max_conversion !== null
  if (bonus.principal === 'stays') return { title: 'won', text: isCapped ? 'wonUpToText' : 'wonText' }
  return isCapped ? { title: 'upTo', text: 'upToText' } : { title: 'all', text: 'allText' }
}

export type EndLine = {
  word: 'completed' | 'completedPart' | 'lost' | 'expired' | 'declined' | 'removed'
  reason: BonusEndReason | null
  /** What came to the player, or went back. */
  amount: WireMoney
  isGain: boolean
}

/** One line of a bonus that is over: what became of its money. */
export function endLine(bonus: WireBonus): EndLine {
  const { status, result, end_reason: reason, activated_at: opened, amount } = bonus
  const { converted, forfeited } = result
  if (status === 'completed') {
    const word = hasMoney(forfeited) ? 'completedPart' : 'completed'
    return { word, reason: null, amount: converted, isGain: hasMoney(converted) }
  }
  if (status === 'lost') return { word: 'lost', reason: null, amount: forfeited, isGain: false }
  // Never opened: nothing has moved.
  if (opened === null && (reason === null || reason === 'player'))
    return { word: status === 'expired' ? 'expired' : 'declined', reason: null, amount, isGain: false }
  const gone = opened === null ? amount : forfeited
  if (status === 'expired') return { word: 'expired', reason: null, amount: gone, isGain: false }
  return { word: 'removed', reason: reason ?? 'player', amount: gone, isGain: false }
}

export type CountLine = {
  /** A kind of games: words of `bonuses.counts`; null where a game is named. */
  word: GameType | null
  name: string
  percent: string
}

const typeOrder = ['slot', 'fast', 'casino', 'live'] as const

/** How much counts where: the four kinds of games, each with its share, then games that have one of their own. */
export function countLines(contributions: WireBonus['contributions']): CountLine[] {
  const rest = contributions.find((each) => each.default)?.percent ?? '100'
  const kinds = typeOrder.map((type) => ({
    word: type,
    name: '',
    percent: contributions.find((each) => each.type === type)?.percent ?? rest,
  }))
  const games = contributions.flatMap(({ game, name, percent }) =>
    game === undefined ? [] : [{ word: null, name: name ?? game, percent }],
  )
  return [...kinds, ...games]
}

/** What one game counts. */
export function percentOf(contributions: WireBonus['contributions'], game: { sysname: string; type: string }): string {
  const own = contributions.find((each) => each.game === game.sysname)
  const kind = contributions.find((each) => each.type === game.type)
  return (own ?? kind ?? contributions.find((each) => each.default))?.percent ?? '100'
}

/** What removing it gives up: its purse, and what is in open rounds. */
export const givenUp = ({ lost, in_open_rounds }: Pick<WireBonus['removal'], 'lost' | 'in_open_rounds'>): WireMoney =>
  sumOf(lost, in_open_rounds)
