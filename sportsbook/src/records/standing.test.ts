import { describe, expect, test } from 'vitest'
import { chanceFrom } from '../../test/chance.ts'
import { anyMatch } from '../../test/matches.ts'
import { football, settled } from '../../test/told.ts'
import type { FootballFact, Numbered, Side } from '../facts.ts'
import { sports } from '../sports.ts'
import { foldFootball, footballScore } from './football.ts'

type Fact = Numbered<FootballFact>
const goal = (seq: number, side: Side, cancels?: number): Fact => ({
  kind: 'goal',
  data: { side, minute: seq },
  seq,
  ...(cancels === undefined ? {} : { cancels }),
})
const cancel = (seq: number, cancels: number): Fact => ({ kind: 'cancel', data: {}, seq, cancels })
const sidesOf = (facts: readonly Fact[]) => foldFootball(facts).goals.map(({ side }) => side)

describe('facts that stand', () => {
  test('a cancelled goal is not in the record', () => {
    expect(sidesOf([goal(1, 1), goal(2, 2), cancel(3, 1)])).toEqual([2])
  })

  test('a cancel of a cancel gives the goal back, and so on', () => {
    const facts = [goal(1, 1), cancel(2, 1), cancel(3, 2), cancel(4, 3)]
    expect(facts.map((_, at) => sidesOf(facts.slice(0, at + 1)).length)).toEqual([1, 0, 1, 0])
  })

  test('a correction stands in the place of what it corrects, also when it is corrected again', () => {
    expect(sidesOf([goal(1, 1), goal(2, 1), goal(3, 2, 1)])).toEqual([2, 1])
    expect(sidesOf([goal(1, 1), goal(2, 1), goal(3, 2, 1), goal(4, 1, 3)])).toEqual([1, 1])
    expect(
      foldFootball([goal(1, 1), goal(2, 1), goal(3, 2, 1), goal(4, 1, 3)]).goals.map(({ minute }) => minute),
    ).toEqual([4, 2])
  })

  test('what was corrected does not come back when its correction is cancelled', () => {
    expect(sidesOf([goal(1, 1), goal(2, 2, 1), cancel(3, 2)])).toEqual([])
  })

  test('nothing cancels itself, or what comes later, or what was never told', () => {
    expect(sidesOf([goal(1, 1, 1), goal(2, 2, 9), cancel(3, 4), goal(4, 1), cancel(5, 77)])).toEqual([1, 2, 1])
  })

  test('the same number twice is one fact', () => {
    expect(sidesOf([goal(1, 1), goal(1, 1), goal(2, 2)])).toEqual([1, 2])
  })

  test('a half that is cancelled is played on', () => {
    const facts: Fact[] = [...football('h1 1 /'), cancel(9, 3)]
    expect(settled('football', facts, 'result/h1')).toBe('?')
  })

  test('goals that are told between halves belong to the one before', () => {
    const record = foldFootball(football('h1 / 1 h2 2 / et1 1'))
    expect([footballScore(record, 'h1'), footballScore(record, 'h2')]).toEqual([
      [1, 0],
      [0, 1],
    ])
  })
})

const names = ['football', 'tennis', 'basketball', 'hockey', 'shooter'] as const

test.each(names)('%s: facts may come in any order, twice, and with what was taken back', (sport) => {
  const chance = chanceFrom(sport.length)
  for (let trial = 0; trial < 20; trial++) {
    const facts = anyMatch[sport](chance)
    const at = chance.below(facts.length)
    const extra = facts[at]
    if (!extra) continue
    const later = facts.map((fact) => ({ ...fact, seq: fact.seq * 2 }))
    const taken = [
      { ...extra, seq: 2 * at + 1 },
      { kind: 'cancel' as const, data: {}, seq: 9999, cancels: 2 * at + 1 },
    ]
    // The same function for facts of one sport that are told in two ways.
    const fold: (facts: readonly Numbered<never>[]) => unknown = sports[sport].fold
    expect(fold(chance.shuffled([...later, ...taken, ...later]).map(unchecked))).toEqual(fold(facts.map(unchecked)))
  }
})

test.each(names)('%s: a kind that it does not have is a fault', (sport) => {
  const fold: (facts: readonly Numbered<never>[]) => unknown = sports[sport].fold
  expect(() => fold([unchecked({ kind: 'touchdown', data: {}, seq: 1 })])).toThrow('an unknown fact')
})

/** Facts of a feed have no type before they are read. */
const unchecked = (fact: object): Numbered<never> => JSON.parse(JSON.stringify(fact))
