import type { SportsEventMarket } from '@croupier/contract/methods/sports'

type GroupName = SportsEventMarket['group']

const groupOrder = ['main', 'totals', 'handicaps', 'scores', 'corners', 'cards', 'specials', 'other'] as const

/** What is asked once; lines of totals and handicaps are answers to the same question. */
export type Question = { key: string; lead: SportsEventMarket; markets: readonly SportsEventMarket[] }
export type MarketGroup = { name: GroupName; questions: readonly Question[] }

/** Lines lie on a ladder, and the even one stands in its middle. */
const isLadder = (type: string) => /(^|_)(total|handicap3?)$/.test(type)

export const lineNumber = (line: string | null): number => Number(line?.split(':').at(-1) ?? 0)

function questionKey({ type, period, line }: SportsEventMarket): string {
  const [side] = line?.includes(':') ? line.split(':') : ['']
  return [type, period, isLadder(type) ? side : (line ?? '')].join('/')
}

/** Groups that have something to show, in the order of the page; questions in the order in which they came. */
export function marketGroups(markets: readonly SportsEventMarket[]): MarketGroup[] {
  const shown = markets.filter(({ state }) => state !== 'off')
  return groupOrder.flatMap((name) => {
    const own = Map.groupBy(
      shown.filter(({ group }) => group === name),
      questionKey,
    )
    const questions = [...own].flatMap(([key, list]) => {
      const sorted = list.toSorted((one, other) => lineNumber(one.line) - lineNumber(other.line))
      const lead = evenMarket(sorted)
      return lead ? [{ key, lead, markets: sorted }] : []
    })
    return questions.length > 0 ? [{ name, questions }] : []
  })
}

const isForSale = ({ state }: SportsEventMarket) => state === 'open' || state === 'suspended'

function unevenness({ prices }: SportsEventMarket): number {
  const offered = prices.filter((price) => price > 0)
  return offered.length < 2 ? Number.POSITIVE_INFINITY : Math.max(...offered) / Math.min(...offered)
}

/** The line whose answers are worth most nearly the same; without prices the one in the middle. */
export function evenMarket(sorted: readonly SportsEventMarket[]): SportsEventMarket | undefined {
  const priced = sorted.filter((market) => isForSale(market) && Number.isFinite(unevenness(market)))
  const [best] = priced.toSorted((one, other) => unevenness(one) - unevenness(other))
  return best ?? sorted.find(isForSale) ?? sorted[Math.floor((sorted.length - 1) / 2)]
}

const mostAnswers = 3

/** Of a long list only what can still happen: a score that was passed has no price any more. */
export function shownOutcomes({ outcomes, prices, state }: SportsEventMarket): readonly string[] {
  if (outcomes.length <= mostAnswers || (state !== 'open' && state !== 'suspended')) return outcomes
  const offered = outcomes.filter((_, at) => (prices[at] ?? 0) > 0)
  return offered.length > 0 ? offered : outcomes
}

export const mostLines = 4

/** So many lines around one of them, and the others, which are folded away. */
export function foldLines<Market extends { id: number }>(
  sorted: readonly Market[],
  evenId: number,
  most = mostLines,
): { near: readonly Market[]; far: readonly Market[] } {
  const at = Math.max(
    0,
    sorted.findIndex(({ id }) => id === evenId),
  )
  const start = Math.max(0, Math.min(at - Math.floor((most - 1) / 2), sorted.length - most))
  const near = sorted.slice(start, start + most)
  return { near, far: sorted.filter((market) => !near.includes(market)) }
}

export type OutcomeVerdict = 'won' | 'lost' | 'void' | 'halfWon' | 'halfLost' | 'part'

/** What became of an outcome, in a word. */
export function verdictOf([win, back, of]: readonly [number, number, number]): OutcomeVerdict {
  if (win === of) return 'won'
  if (back === of) return 'void'
  if (win > 0) return back > 0 ? 'halfWon' : 'part'
  return back > 0 ? 'halfLost' : 'lost'
}
