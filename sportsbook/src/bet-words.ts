import { type BetRecord, momentOf, type RecordedLeg, type RecordedMarket } from './bet-record.ts'
import { type LegWord, resultFor, windowOf } from './judge.ts'
import { lost, type Result, voided } from './result.ts'

/** What the words of a record say about a leg: those of now, or those that a step went by. */

/** The place in the file, what comes out, and what the file says. */
export type Difference = { where: string; own: string; said: string }

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'bigint' ? String(value) : JSON.stringify(value)

/** Null where both are the same. */
export const compare = (where: string, own: unknown, said: unknown): Difference | null =>
  textOf(own) === textOf(said) ? null : { where, own: textOf(own), said: textOf(said) }

/** The first that there is, in the order of a list. */
export function firstOf<Item>(
  items: readonly Item[],
  look: (item: Item, at: number) => Difference | null,
): Difference | null {
  for (const [at, item] of items.entries()) {
    const found = look(item, at)
    if (found) return found
  }
  return null
}

/** Of a record that was looked at, so every moment is one. */
export const msOf = (text: string): number => momentOf(text) ?? 0

export const acceptedMs = ({ bet }: BetRecord): number => (bet.accepted_at === null ? 0 : msOf(bet.accepted_at))

export const marketOf = ({ markets }: BetRecord, leg: Pick<RecordedLeg, 'market'>): RecordedMarket | undefined =>
  markets.find(({ id }) => id === leg.market)

/** Those that had been told by then and stood; without a moment those that stand now. */
const windowsOf = ({ windows }: RecordedMarket, then: number | null) =>
  windows
    .filter(({ at, withdrawn_at: end }) =>
      then === null ? end === null : msOf(at) <= then && (end === null || msOf(end) > then),
    )
    .map(({ from, to }) => ({
      fromMs: from === null ? Number.NEGATIVE_INFINITY : msOf(from),
      toMs: to === null ? Number.POSITIVE_INFINITY : msOf(to),
    }))

const rulingsOf = ({ rulings }: BetRecord, { place, part }: Pick<RecordedLeg, 'place' | 'part'>) =>
  rulings.filter((ruling) => ruling.place === place && ruling.part === part).toSorted((one, other) => one.n - other.n)

/** The last word about a leg. */
export function wordNow(record: BetRecord, leg: RecordedLeg): LegWord {
  const market = marketOf(record, leg)
  const ruling = rulingsOf(record, leg).at(-1)
  const last = market?.results.at(-1)
  const isRuled = ruling !== undefined && !ruling.is_withdrawn
  return {
    ...{ place: leg.place, part: leg.part, price: leg.price, subsetPrices: leg.subset_prices },
    result: isRuled
      ? [ruling.win, ruling.back, ruling.of]
      : market
        ? resultFor(
            { outcome: outcomeOf(leg), acceptedMs: acceptedMs(record) },
            { state: market.state, outcomes: last?.outcomes ?? [], windows: windowsOf(market, null) },
          )
        : null,
    revision: isRuled ? 0 : (last?.revision ?? 0),
  }
}

export const outcomeOf = ({ pick }: Pick<RecordedLeg, 'pick'>): string => pick.split('/').at(-1) ?? ''

/** Everything that a step may have gone by: two words that come at once may pass each other. */
export function wordsThen(
  record: BetRecord,
  leg: RecordedLeg,
  { revision, then }: { revision: number; then: number },
): Result[] {
  const market = marketOf(record, leg)
  const late = market && windowOf({ acceptedMs: acceptedMs(record) }, { windows: windowsOf(market, then) })
  const byWindow = late ? [voided] : []
  if (revision === 0) {
    const ruled = rulingsOf(record, leg).filter(({ at, is_withdrawn: isBack }) => !isBack && msOf(at) <= then)
    return [...ruled.map(({ win, back, of }): Result => [win, back, of]), ...byWindow]
  }
  const said = market?.results.find((each) => each.revision === revision && msOf(each.at) <= then)
  if (!said) return []
  if (said.void_reason !== null) return [voided, ...byWindow]
  const found = said.outcomes.find(([name]) => name === outcomeOf(leg))
  return [found ? [found[1], found[2], found[3]] : lost, ...byWindow]
}

/** When the last word about any leg was said. */
export const lastWordMs = ({ markets, rulings }: BetRecord): number =>
  Math.max(
    0,
    ...markets.flatMap(({ results, windows }) => [
      ...results.map(({ at }) => msOf(at)),
      ...windows.flatMap(({ at, withdrawn_at: end }) => [msOf(at), ...(end === null ? [] : [msOf(end)])]),
    ]),
    ...rulings.map(({ at }) => msOf(at)),
  )
