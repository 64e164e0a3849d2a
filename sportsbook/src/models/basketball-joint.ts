import type { BasketballParams, BasketballState } from './basketball-chain.ts'
import { basketballSums, bothSums, type Sides } from './basketball-sums.ts'
import { at, convolve } from './chain.ts'
import { type Part, setOf, subsetChances } from './joint.ts'
import { judgeScore, scoreRule } from './score-rules.ts'

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

/** For every score up to this size, the parts of a period that it makes true. */
function bitsFor(parts: readonly Part[], period: string, height: number, width: number): Uint8Array {
  const rules = parts.map((part) =>
    part.period === period && part.type !== 'overtime' ? scoreRule(part.type, part.line, part.outcome) : null,
  )
  return new Uint8Array(height * width).map((_, place) => {
    const [home, away] = [Math.floor(place / width), place % width]
    return rules.reduce((set, rule, bit) => (rule && judgeScore(rule, home, away)[0] === 1 ? set | (1 << bit) : set), 0)
  })
}

/** After a period: its parts become true or not. */
function asked(stage: Stage, period: string, parts: readonly Part[]): Stage {
  if (!parts.some((part) => part.period === period)) return stage
  const { height, width, sets } = tableOf(stage)
  const after: Sets = new Map()
  const bits = bitsFor(parts, period, height, width)
  for (const [set, table] of sets) {
    table.forEach((chance, place) => {
      if (chance === 0) return
      const next = set | at(bits, place)
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

/** The chance of every subset of parts of one match, in ppb. Races are not in the table. */
export function basketballJoint(params: BasketballParams, state: BasketballState, parts: readonly Part[]): number[] {
  const { quarters, running, overtime } = basketballSums(params, state)
  const stages = quarters.map((sides, place): Stage => asked({ sides }, `q${place + 1}`, parts))
  const [q1, q2, q3, q4] = stages
  if (!q1 || !q2 || !q3 || !q4) throw new Error('a match has four quarters')
  const halves = [asked(plus(q1, q2), 'h1', parts), asked(plus(q3, q4), 'h2', parts)] as const
  const { height, width, sets } = tableOf(asked(plus(...halves), 'rt', parts))
  const exactly = new Float64Array(1 << parts.length)
  const most = Math.max(height, width) + 160
  const bits = bitsFor(parts, 'ft', most, most)
  const about = (outcome: string) => setOf(parts.map((part) => part.type === 'overtime' && part.outcome === outcome))
  const [withOvertime, without] = [about('yes'), about('no')]
  const end = (set: number, home: number, away: number, hadOvertime: boolean, chance: number) => {
    const all = set | (hadOvertime ? withOvertime : without) | at(bits, home * most + away)
    exactly[all] = at(exactly, all) + chance
  }
  /** Matches that are level at these points: one overtime after another. */
  const decide = (set: number, level: Float64Array, first: Sides) => {
    let open = level
    let sides = first
    while (open.reduce((sum, chance) => sum + chance, 0) > 1e-12) {
      const next = new Float64Array(open.length + sides[0].length)
      open.forEach((chance, points) => {
        if (chance < 1e-14) return
        sides[0].forEach((own, home) => {
          sides[1].forEach((theirs, away) => {
            const both = chance * own * theirs
            if (home !== away) end(set, points + home, points + away, true, both)
            else next[points + home] = at(next, points + home) + both
          })
        })
      })
      open = next
      sides = overtime
    }
  }
  for (const [set, table] of sets) {
    const level = new Float64Array(Math.max(width, running ? running.level + 1 : 0))
    table.forEach((chance, place) => {
      if (chance === 0) return
      const [home, away] = [Math.floor(place / width), place % width]
      if (home !== away) end(set, home, away, false, chance)
      else level[running ? running.level : home] = chance
    })
    decide(set, level, running ? running.sides : overtime)
  }
  return subsetChances(exactly)
}
