import type { SportsFact } from '@croupier/contract/methods/sports'
import { expect, test } from 'vitest'
import { isWorthTelling, mergeFacts, playedPeriods, scoresAfter, statsOf, toldFacts } from './match-record.ts'

const fact = (seq: number, kind: string, data: SportsFact['data'] = {}, cancels: number | null = null): SportsFact => ({
  ...{ seq, kind, data, cancels },
  at: '2026-11-17T12:00:00.000Z',
})

const facts = [
  fact(1, 'begin', { period: 'h1' }),
  fact(2, 'goal', { side: 1, minute: 18 }),
  fact(3, 'goal', { side: 2, minute: 33 }),
  fact(4, 'cancel', {}, 3),
  fact(5, 'card', { side: 2, minute: 40, colour: 'second_yellow' }),
  fact(6, 'goal', { side: 1, minute: 41 }),
]

test('a cancelled goal is told, struck, and counts nowhere', () => {
  const told = toldFacts(facts)
  expect(told.filter(({ isCancelled }) => isCancelled).map(({ seq }) => seq)).toEqual([3])
  expect([...scoresAfter(told)]).toEqual([
    [2, [1, 0]],
    [6, [2, 0]],
  ])
  expect(statsOf('football', facts)).toEqual([
    { name: 'goals', of: [2, 0] },
    { name: 'corners', of: [0, 0] },
    { name: 'yellow', of: [0, 0] },
    { name: 'red', of: [0, 1] },
  ])
})

test('a cancel that is cancelled gives the goal back', () => {
  const told = toldFacts([...facts, fact(7, 'cancel', {}, 4)])
  expect(told.filter(({ isCancelled }) => isCancelled)).toEqual([])
})

test('facts that come twice or late are each there once, in order', () => {
  expect(mergeFacts(facts.slice(2), [...facts.slice(0, 4)]).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
})

test('points of possessions are summed, and those without points are not told', () => {
  const list = [2, 0, 3].map((points, at) => fact(at + 1, 'possession', { side: at === 2 ? 2 : 1, points }))
  expect(statsOf('basketball', list)[0]).toEqual({ name: 'points', of: [2, 3] })
  expect(list.filter(isWorthTelling)).toHaveLength(2)
})

test('periods stand in the order of play', () => {
  const score = { ft: 1, q2: 1, ot1: 1, q1: 1, h1: 1, rt: 1, strange: 1 }
  expect(playedPeriods(score)).toEqual(['h1', 'q1', 'q2', 'ot1'])
})
