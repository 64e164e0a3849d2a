import { expect, test } from 'vitest'
import type { FootballFact, Numbered, Side } from '../facts.ts'
import { foldFootball } from '../records/football.ts'
import { footballPosition } from './football-position.ts'
import { factsThatStand } from './stand.ts'

/** What a model prices and what a record settles must be the same match, whatever was taken back. */

const goal = (seq: number, side: Side, cancels?: number): Numbered<FootballFact> => ({
  kind: 'goal',
  data: { side, minute: seq },
  seq,
  ...(cancels === undefined ? {} : { cancels }),
})
const cancel = (seq: number, cancels: number): Numbered<FootballFact> => ({ kind: 'cancel', data: {}, seq, cancels })

test.each([
  ['a goal that was cancelled', [goal(1, 1), cancel(2, 1)], [0, 0]],
  ['a cancel that was cancelled gives the goal back', [goal(1, 1), cancel(2, 1), cancel(3, 2)], [1, 0]],
  ['and so on', [goal(1, 1), cancel(2, 1), cancel(3, 2), cancel(4, 3)], [0, 0]],
  ['a goal of the other side instead', [goal(1, 1), goal(2, 2, 1)], [0, 1]],
  ['a corrected goal does not come back', [goal(1, 1), goal(2, 2, 1), cancel(3, 2)], [0, 0]],
  ['the same fact twice', [goal(1, 1), goal(1, 1)], [1, 0]],
  ['a cancel that came first', [cancel(3, 1), goal(1, 1), goal(2, 2)], [0, 1]],
  ['a fact that cancels itself', [goal(1, 1, 1)], [1, 0]],
] as const)('%s', (_, facts, score) => {
  const { state } = footballPosition(factsThatStand<FootballFact>(facts))
  const sides = foldFootball(facts).goals.map(({ side }) => side)
  expect([state.home, state.away]).toEqual(score)
  expect([1, 2].map((side) => sides.filter((each) => each === side).length)).toEqual(score)
})
