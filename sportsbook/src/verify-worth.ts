import type { BetRecord, RecordedLeg, RecordedWorth } from './bet-record.ts'
import { compare, type Difference, firstOf, wordsThen } from './bet-words.ts'
import { builderNow, cashOutShares, type LegNow, valueNow } from './cash-out.ts'
import { exactPrice } from './odds.ts'
import type { Result } from './result.ts'

/** What a bet was bought back for, computed again from stake, prices, chances and what had become of its legs. */

const { before, live, guessed } = cashOutShares
const shares: readonly number[] = [before, live, before - guessed, live - guessed]

/** `stake` is what ran then, `whole` what was said of it. */
type Sold = { where: string; stake: bigint; whole: string; then: number }

export function worthDifference(
  record: BetRecord,
  worth: RecordedWorth,
  { where, stake, whole, then }: Sold,
): Difference | null {
  const { share_bp: share, chances, results } = worth
  const { sizes, bankers } = record.bet
  const places = [...new Set(record.legs.map(({ place }) => place))]
  return (
    (shares.includes(share) ? null : compare(`${where}.worth.share_bp`, shares.join(), share)) ??
    firstOf(results, (said, at) => unsaidDifference(record, said, { where: `${where}.worth.results[${at}]`, then })) ??
    firstOf(places, (place) => chanceDifference(record, worth, { where: `${where}.worth.chances`, place })) ??
    compare(
      `${where}.worth.chances`,
      places.filter((place) => isUndecided(record, worth, place)).length,
      chances.length,
    ) ??
    compare(
      `${where}.whole`,
      valueNow({ stake, sizes, bankers, legs: places.map((place) => legThen(record, worth, place)) }, share) ?? 0n,
      whole,
    )
  )
}

type Told = RecordedWorth['results'][number]

/** A result that it went by had been said. */
function unsaidDifference(
  record: BetRecord,
  { place, part, win, back, of, revision }: Told,
  { where, then }: Pick<Sold, 'where' | 'then'>,
): Difference | null {
  const leg = record.legs.find((each) => each.place === place && each.part === part)
  const words = leg ? wordsThen(record, leg, { revision, then }) : []
  if (words.some(([a, b, c]) => a * of === win * c && b * of === back * c)) return null
  return { where, own: words.map((word) => word.join(' ')).join(', ') || 'nothing', said: [win, back, of].join(' ') }
}

const partsAt = ({ legs }: BetRecord, place: number): RecordedLeg[] =>
  legs.filter((leg) => leg.place === place).toSorted((one, other) => one.part - other.part)

const resultsAt = (record: BetRecord, { results }: RecordedWorth, place: number): (Result | null)[] =>
  partsAt(record, place).map(({ part }) => {
    const said = results.find((each) => each.place === place && each.part === part)
    return said ? [said.win, said.back, said.of] : null
  })

const isLost = (result: Result | null) => result !== null && result[0] === 0 && result[1] === 0

function isUndecided(record: BetRecord, worth: RecordedWorth, place: number): boolean {
  const results = resultsAt(record, worth, place)
  return results.includes(null) && !results.some(isLost)
}

/** What is undecided has a chance, and nothing else has one. */
function chanceDifference(
  record: BetRecord,
  worth: RecordedWorth,
  { where, place }: { where: string; place: number },
): Difference | null {
  const chance = worth.chances.find((each) => each.place === place)
  const isChance = chance === undefined || chance.win + chance.back <= 1_000_000_000
  return (
    compare(
      where,
      `leg ${place + 1}: ${isUndecided(record, worth, place)}`,
      `leg ${place + 1}: ${chance !== undefined}`,
    ) ?? (isChance ? null : { where, own: 'at most 1000000000', said: `${chance.win} and ${chance.back}` })
  )
}

function legThen(record: BetRecord, worth: RecordedWorth, place: number): LegNow {
  const [head] = partsAt(record, place)
  const results = resultsAt(record, worth, place)
  const { win = 0, back = 0 } = worth.chances.find((each) => each.place === place) ?? {}
  if (head?.subset_prices) return builderNow(head.subset_prices, results, win)
  const [result = null] = results
  return { price: exactPrice(head?.price ?? 0), ...(result ? { result } : { chance: { win, back } }) }
}
