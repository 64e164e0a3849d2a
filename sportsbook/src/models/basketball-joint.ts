import type { BasketballParams, BasketballState } from './basketball-chain.ts'
import { type BasketballSums, basketballSums, bothSums, type Sides } from './basketball-sums.ts'
import { at, convolve } from './chain.ts'
import { type Part, setOf, subsetChances } from './joint.ts'
import { type Measure, type ScoreRule, scoreRule } from './score-rules.ts'

/** Scores by the set of parts that came true so far. */
type Sets = Map<number, Float64Array>
/** Two sides that are still independent, or, where a part asked about a score, tables of scores. */
type Stage = { sides: Sides } | { height: number; width: number; sets: Sets }

const sizeOf = (stage: Stage) =>
  'sides' in stage ? [stage.sides[0].length, stage.sides[1].length] : [stage.height, stage.width]

function tableOf(stage: Stage): { height: number; width: number; sets: Sets } {
  if (!('sides' in stage)) return stage
  const [home, away] = stage.sides
  const table = new Float64Array(home.length * away.length)
  home.forEach((own, h) => {
    away.forEach((theirs, a) => {
      table[h * away.length + a] = own * theirs
    })
  })
  return { height: home.length, width: away.length, sets: new Map([[0, table]]) }
}

/** The parts that a score makes true. */
type Marks = (home: number, away: number) => number

const mostPoints = 400

/** Of the rules for this measure, the parts that hold at each value from `least` on. */
function marksBy(rules: readonly (ScoreRule | null)[], measure: Measure, least: number): Uint8Array {
  return new Uint8Array(2 * mostPoints + 1).map((_, place) =>
    setOf(rules.map((rule) => rule?.measure === measure && rule.judge(place + least, 0)[0] === 1)),
  )
}

/** Every rule of this sport looks at one number of a score, so a few lists say all of a period. */
function marksFor(parts: readonly Part[], period: string): Marks {
  const rules = parts.map((part) =>
    part.period === period && part.type !== 'overtime' ? scoreRule(part.type, part.line, part.outcome) : null,
  )
  const difference = marksBy(rules, 'difference', -mostPoints)
  const [total, own, theirs] = [marksBy(rules, 'total', 0), marksBy(rules, 'home', 0), marksBy(rules, 'away', 0)]
  return (home, away) =>
    at(difference, home - away + mostPoints) | at(total, home + away) | at(own, home) | at(theirs, away)
}

/** After a period: its parts become true or not. */
function asked(stage: Stage, period: string, parts: readonly Part[]): Stage {
  if (!parts.some((part) => part.period === period)) return stage
  const { height, width, sets } = tableOf(stage)
  const after: Sets = new Map()
  const marks = marksFor(parts, period)
  for (const [set, table] of sets) {
    table.forEach((chance, place) => {
      if (chance === 0) return
      const next = set | marks(Math.floor(place / width), place % width)
      const target = after.get(next) ?? new Float64Array(height * width)
      target[place] = chance
      after.set(next, target)
    })
  }
  return { height, width, sets: after }
}

/** Points of two sides that are independent of the table are added side by side. */
function plusSides(table: Float64Array, height: number, width: number, [home, away]: Sides): Float64Array {
  const wide = width + away.length - 1
  const rows = Array.from({ length: height }, (_, row) =>
    convolve(table.subarray(row * width, (row + 1) * width), away),
  )
  const sum = new Float64Array((height + home.length - 1) * wide)
  rows.forEach((row, h) => {
    home.forEach((chance, more) => {
      if (chance === 0) return
      const from = (h + more) * wide
      for (let a = 0; a < wide; a += 1) sum[from + a] = (sum[from + a] ?? 0) + chance * (row[a] ?? 0)
    })
  })
  return sum
}

const negligible = 1e-12

/** Where the likely scores of each row begin and end. */
function rowsOf(table: Float64Array, height: number, width: number) {
  return Array.from({ length: height }, (_, row) => {
    const line = table.subarray(row * width, (row + 1) * width)
    const first = line.findIndex((chance) => chance > negligible)
    return { row, line, first, last: line.findLastIndex((chance) => chance > negligible) }
  }).filter(({ first }) => first >= 0)
}

/** Every score of one table with every score of the other. */
function addProduct(
  target: Float64Array,
  width: number,
  a: ReturnType<typeof rowsOf>,
  b: ReturnType<typeof rowsOf>,
): void {
  for (const { row, line, first, last } of a) {
    for (let own = first; own <= last; own += 1) {
      const chance = line[own] ?? 0
      if (chance <= negligible) continue
      for (const more of b) {
        const from = (row + more.row) * width + own
        for (let theirs = more.first; theirs <= more.last; theirs += 1) {
          target[from + theirs] = (target[from + theirs] ?? 0) + chance * (more.line[theirs] ?? 0)
        }
      }
    }
  }
}

function plus(a: Stage, b: Stage): Stage {
  if ('sides' in a && 'sides' in b) return { sides: bothSums(a.sides, b.sides) }
  if ('sides' in a) return plus(b, a)
  const [more = 0, wider = 0] = sizeOf(b)
  const [height, width] = [a.height + more - 1, a.width + wider - 1]
  if ('sides' in b) {
    const sets = new Map([...a.sets].map(([set, table]) => [set, plusSides(table, a.height, a.width, b.sides)]))
    return { height, width, sets }
  }
  const sets: Sets = new Map()
  for (const [set, table] of a.sets) {
    const first = rowsOf(table, a.height, a.width)
    for (const [other, later] of b.sets) {
      const target = sets.get(set | other) ?? new Float64Array(height * width)
      sets.set(set | other, target)
      addProduct(target, width, first, rowsOf(later, b.height, b.width))
    }
  }
  return { height, width, sets }
}

/** How likely each set is, by its bits. */
type Shares = Float64Array

const addShares = (shares: Shares, more: Shares, chance: number) => {
  for (let set = 0; set < shares.length; set += 1) shares[set] = at(shares, set) + chance * at(more, set)
}

type Overtime = { sides: Sides; marks: Marks; level: (points: number) => Shares }

/** One overtime from these points of both sides: what it decides, and what comes of it where it is level again. */
function afterOvertime({ sides: [home, away], marks, level }: Overtime, points: number, size: number): Shares {
  const shares = new Float64Array(size)
  for (let own = 0; own < home.length; own += 1) {
    for (let theirs = 0; theirs < away.length; theirs += 1) {
      if (own === theirs) continue
      const set = marks(points + own, points + theirs)
      shares[set] = at(shares, set) + at(home, own) * at(away, theirs)
    }
    if (own > 0) addShares(shares, level(points + own), at(home, own) * at(away, own))
  }
  return shares
}

/** What a match that is level at so many points ends with, from the highest down: points only grow. */
function overtimes(
  { running, overtime }: BasketballSums,
  { marks, most, size }: { marks: Marks; most: number; size: number },
): (points: number) => Shares {
  const ends: Shares[] = []
  const none = new Float64Array(size)
  const level = (points: number): Shares => ends[points] ?? none
  // One without a point changes nothing.
  const again = at(overtime[0], 0) * at(overtime[1], 0)
  for (let points = most + 2 * overtime[0].length; points >= 0; points -= 1) {
    const shares = afterOvertime({ sides: overtime, marks, level }, points, size)
    ends[points] = shares.map((share) => share / (1 - again))
  }
  if (!running) return level
  const shares = afterOvertime({ sides: running.sides, marks, level }, running.level, size)
  addShares(shares, level(running.level), at(running.sides[0], 0) * at(running.sides[1], 0))
  return () => shares
}

/** For every set that the end of a match can make true: how likely it is from each score of regular time. */
function endsOf(sums: BasketballSums, parts: readonly Part[], height: number, width: number): Sets {
  const [regular, full] = [marksFor(parts, 'rt'), marksFor(parts, 'ft')]
  const about = (outcome: string) => setOf(parts.map((part) => part.type === 'overtime' && part.outcome === outcome))
  const [withOvertime, without] = [about('yes'), about('no')]
  const isAsked = parts.some((part) => part.period === 'ft' && part.type !== 'overtime')
  const size = 1 << parts.length
  const decided = isAsked
    ? overtimes(sums, { marks: full, most: Math.max(height, width), size })
    : () => new Float64Array(size).fill(1, 0, 1)
  const ends: Sets = new Map()
  const tableFor = (set: number) => {
    const table = ends.get(set) ?? new Float64Array(height * width)
    ends.set(set, table)
    return table
  }
  for (let home = 0; home < height; home += 1) {
    for (let away = 0; away < width; away += 1) {
      const [place, set] = [home * width + away, regular(home, away)]
      if (home !== away) tableFor(set | without | full(home, away))[place] = 1
      else
        decided(home).forEach((share, more) => {
          if (share > 0) tableFor(set | withOvertime | more)[place] = share
        })
    }
  }
  return ends
}

/** Where the likely points of a side begin and end. */
const likelyIn = (points: Float64Array): readonly [number, number] => [
  points.findIndex((chance) => chance > negligible),
  points.findLastIndex((chance) => chance > negligible),
]

/** What an end is worth before the points of two independent sides were scored. */
function beforeSides(end: Float64Array, wide: number, height: number, width: number, [home, away]: Sides) {
  const rows = new Float64Array((height + home.length - 1) * width)
  const [least, most] = likelyIn(away)
  for (let h = 0; h < height + home.length - 1; h += 1) {
    for (let a = 0; a < width; a += 1) {
      const from = h * wide + a
      let sum = 0
      for (let more = least; more <= most; more += 1) sum += (away[more] ?? 0) * (end[from + more] ?? 0)
      rows[h * width + a] = sum
    }
  }
  const worth = new Float64Array(height * width)
  const [first, last] = likelyIn(home)
  for (let h = 0; h < height; h += 1) {
    for (let more = first; more <= last; more += 1) {
      const chance = home[more] ?? 0
      const [to, from] = [h * width, (h + more) * width]
      for (let a = 0; a < width; a += 1) worth[to + a] = (worth[to + a] ?? 0) + chance * (rows[from + a] ?? 0)
    }
  }
  return worth
}

function summedWith(table: Float64Array, worth: Float64Array): number {
  let sum = 0
  for (let place = 0; place < table.length; place += 1) sum += (table[place] ?? 0) * (worth[place] ?? 0)
  return sum
}

/** The chance of every subset of parts of one match, in ppb. Races are not in the table. */
export function basketballJoint(params: BasketballParams, state: BasketballState, parts: readonly Part[]): number[] {
  const sums = basketballSums(params, state)
  const stages = sums.quarters.map((sides, place): Stage => asked({ sides }, `q${place + 1}`, parts))
  const [q1, q2, q3, q4] = stages
  if (!q1 || !q2 || !q3 || !q4) throw new Error('a match has four quarters')
  const halves = [asked(plus(q1, q2), 'h1', parts), asked(plus(q3, q4), 'h2', parts)] as const
  const [first, later] = 'sides' in halves[0] ? [halves[1], halves[0]] : halves
  const [more = 0, wider = 0] = sizeOf(first)
  const [rest = 0, broader = 0] = sizeOf(later)
  const [height, width] = [more + rest - 1, wider + broader - 1]
  const ends = endsOf(sums, parts, height, width)
  const exactly = new Float64Array(1 << parts.length)
  const add = (sets: Sets, worth: Float64Array, end: number) => {
    for (const [set, table] of sets) exactly[set | end] = at(exactly, set | end) + summedWith(table, worth)
  }
  // Whatever is fewer is carried over the half that nothing was asked of: what was true before it, or how it ends.
  if ('sides' in later && !('sides' in first) && ends.size < first.sets.size) {
    for (const [end, table] of ends)
      add(first.sets, beforeSides(table, width, first.height, first.width, later.sides), end)
  } else {
    const { sets } = tableOf(plus(first, later))
    for (const [end, table] of ends) add(sets, table, end)
  }
  return subsetChances(exactly)
}
