import { at, convolve } from './chain.ts'
import { type FootballParams, footballChain } from './football-chain.ts'
import { footballCounts } from './football-counts.ts'
import type { FootballPosition } from './football-position.ts'
import { type FootballTable, footballTable, type Grain, placeScore } from './football-table.ts'
import { joined, type Part, setOf, subsetChances } from './joint.ts'
import { judgeScore, type ScoreRule, scoreRule } from './score-rules.ts'

type Score = { home: number; away: number }
type Holds = (half: Score, full: Score) => boolean

const ruleNames: Record<string, string> = {
  corners_total: 'total',
  corners_handicap: 'handicap',
  cards_total: 'total',
}
const isCorners = ({ type }: Part) => type.startsWith('corners_')
const isCards = ({ type }: Part) => type === 'cards_total'

const ruleOf = ({ type, line, outcome }: Part): ScoreRule => scoreRule(ruleNames[type] ?? type, line, outcome)
const wins = (rule: ScoreRule, { home, away }: Score) => judgeScore(rule, home, away)[0] === 1

/** Whether a part comes true, by what there is at half-time and after 90 minutes. */
function holdsOf(part: Part): Holds {
  if (part.type === 'half_full') {
    const [first = '', second = ''] = part.outcome.split('-')
    const [half, full] = [scoreRule('result', null, first), scoreRule('result', null, second)]
    return (atHalf, atEnd) => wins(half, atHalf) && wins(full, atEnd)
  }
  const rule = ruleOf(part)
  if (part.period === 'h1') return (half) => wins(rule, half)
  if (part.period === 'ft') return (_, full) => wins(rule, full)
  return (half, full) => wins(rule, { home: full.home - half.home, away: full.away - half.away })
}

/** Parts keep their bit; one that is not asked about here never holds. */
const bitsOf = (parts: readonly Part[], isAsked: (part: Part) => boolean) =>
  parts.map((part) => (isAsked(part) ? holdsOf(part) : null))
const setFor = (holds: readonly (Holds | null)[], half: Score, full: Score) =>
  setOf(holds.map((each) => each?.(half, full) ?? false))

const counted = (count: number): Score => ({ home: count, away: 0 })

/** Cards by so many reds at half-time and at the end. */
function cardSets(parts: readonly Part[], yellows: ReturnType<typeof footballCounts>, reds: Score): Float64Array {
  const holds = bitsOf(parts, isCards)
  const exactly = new Float64Array(1 << parts.length)
  const [first, second] = [convolve(...yellows.h1), convolve(...yellows.h2)]
  first.forEach((chance, shown) => {
    if (chance < 1e-13) return
    second.forEach((later, more) => {
      const set = setFor(holds, counted(shown + 2 * reds.home), counted(shown + more + 2 * reds.away))
      exactly[set] = at(exactly, set) + chance * later
    })
  })
  return exactly
}

function cornerSets(parts: readonly Part[], corners: ReturnType<typeof footballCounts>): Float64Array {
  const holds = bitsOf(parts, isCorners)
  const exactly = new Float64Array(1 << parts.length)
  const likely = (pair: readonly [Float64Array, Float64Array]) =>
    [...pair[0]].flatMap((own, home) =>
      [...pair[1]].flatMap((theirs, away) => (own * theirs > 1e-12 ? [{ home, away, chance: own * theirs }] : [])),
    )
  const later = likely(corners.h2)
  for (const half of likely(corners.h1)) {
    for (const { home, away, chance } of later) {
      const set = setFor(holds, half, { home: half.home + home, away: half.away + away })
      exactly[set] = at(exactly, set) + half.chance * chance
    }
  }
  return exactly
}

/** Sets of the parts about goals, by reds at half-time and at the end: five counts of each. */
function goalSets(parts: readonly Part[], { cells }: FootballTable): Map<number, Float64Array> {
  const holds = bitsOf(parts, (part) => !isCards(part) && !isCorners(part))
  const byReds = new Map<number, Float64Array>()
  for (const cell of cells) {
    cell.after.forEach((chance, place) => {
      if (chance === 0) return
      const full = placeScore(place)
      const key = cell.reds * 5 + full.reds
      const exactly = byReds.get(key) ?? new Float64Array(1 << parts.length)
      const set = setFor(holds, cell, full)
      exactly[set] = at(exactly, set) + chance
      byReds.set(key, exactly)
    })
  }
  return byReds
}

/** Half-time is told apart only as far as the parts ask about it: by what they make of it, by score, by reds. */
function grainFor(parts: readonly Part[]): Grain {
  const first = bitsOf(parts, (part) => part.period === 'h1' && !isCards(part) && !isCorners(part))
  const isByScore = parts.some(({ period }) => period === 'h2')
  const isByReds = parts.some((part) => isCards(part) && part.period === 'h1')
  return (home, away, reds) => {
    const score = { home, away }
    const told = isByScore ? `${home}:${away}` : `${setFor(first, score, score)}/${Math.sign(home - away)}`
    return isByReds ? `${told}/${reds}` : told
  }
}

/** The chance of every subset of parts of one match, in ppb, by the bits of the set. */
export function footballJoint(
  params: FootballParams,
  position: FootballPosition,
  second: number,
  parts: readonly Part[],
): number[] {
  const table = footballTable(footballChain(params), position, second, grainFor(parts))
  const yellows = footballCounts(position, second, 'yellow')
  let exactly: Float64Array = new Float64Array(1 << parts.length)
  for (const [reds, sets] of goalSets(parts, table)) {
    const cards = parts.some(isCards)
      ? joined(sets, cardSets(parts, yellows, { home: Math.floor(reds / 5), away: reds % 5 }))
      : sets
    exactly = exactly.map((chance, set) => chance + at(cards, set))
  }
  if (parts.some(isCorners)) exactly = joined(exactly, cornerSets(parts, footballCounts(position, second, 'corner')))
  return subsetChances(exactly)
}
