import type { SportsFact } from '@croupier/contract/methods/sports'
import { foldTennis } from '@croupier/sportsbook/records/tennis'
import { describe, expect, test } from 'vitest'
import { calledPoints, factsOf, leadPath, pressureOf, servingSide } from './tracker-rules.ts'

const fact = (seq: number, kind: string, data: SportsFact['data']): SportsFact => ({
  ...{ seq, kind, data, cancels: null },
  at: '2026-11-17T12:00:00.000Z',
})

test('what is no fact of the sport is left out instead of breaking the picture', () => {
  const record = [fact(1, 'goal', { side: 1, minute: 3 }), fact(2, 'touchdown', { side: 1 }), fact(3, 'goal', {})]
  expect(factsOf('football', record).map(({ seq }) => seq)).toEqual([1])
})

describe('pressure', () => {
  const told = (kind: string, side: number, minute: number, isCancelled = false) => ({
    ...{ kind, isCancelled },
    data: { side, minute },
  })
  test('home is above, away below, and it fades', () => {
    expect(pressureOf([told('corner', 1, 2), told('goal', 2, 5)], 8)).toEqual([0, 2, 1.2, 0.6, -4, -2.4, -1.2, 0])
  })
  test('a card is pressure of the other side, a cancelled goal is none, and stoppage does not overflow', () => {
    expect(pressureOf([told('card', 1, 1), told('goal', 1, 3, true), told('corner', 1, 9)], 3)).toEqual([
      -1, -0.6, -0.3,
    ])
  })
})

describe('tennis', () => {
  const played = (sides: string, first = 1) => {
    const points = [...sides].map((side, at) => fact(at + 2, 'point', { side: Number(side) }))
    return foldTennis(factsOf('tennis', [fact(1, 'server', { side: first }), ...points]))
  }
  const games = (winners: string) => [...winners].map((side) => side.repeat(4)).join('')

  test('every game another one serves', () => {
    expect(servingSide(played(''))).toBe(1)
    expect(servingSide(played('111'))).toBe(1)
    expect(servingSide(played(games('1')))).toBe(2)
    expect(servingSide(played(games('12')))).toBe(1)
  })

  test('in a tie-break one point, then two each', () => {
    const level = games('121212121212')
    const servers = ['', '1', '12', '121', '1212', '12121'].map((points) => servingSide(played(level + points)))
    expect(servers).toEqual([1, 2, 2, 1, 1, 2])
  })

  test('nobody serves before the first and after the last', () => {
    expect(servingSide(foldTennis([]))).toBeNull()
  })

  test.each([
    [
      [0, 0],
      ['0', '0'],
    ],
    [
      [1, 2],
      ['15', '30'],
    ],
    [
      [3, 3],
      ['40', '40'],
    ],
    [
      [4, 3],
      ['A', '40'],
    ],
    [
      [5, 6],
      ['40', 'A'],
    ],
  ] as const)('%j is called %j', (points, words) => expect(calledPoints(points, false)).toEqual(words))
  test('a tie-break is counted', () => expect(calledPoints([5, 6], true)).toEqual(['5', '6']))
})

test('a lead is steps around the middle', () => {
  const moments = [
    { at: 1, lead: 2 },
    { at: 2, lead: -1 },
  ]
  expect(leadPath(moments, { width: 100, height: 40 }, 4)).toEqual({ path: 'M0 20H25V0H50V30H100', most: 2 })
  expect(leadPath([], { width: 100, height: 40 }, 0).path).toBe('M0 20H0')
})
