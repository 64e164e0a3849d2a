import { expect, test } from 'vitest'
import {
  clockText,
  countdownShare,
  helpSecondsAt,
  idleAt,
  isRealityDue,
  realityShare,
  serverNow,
  spokenAt,
} from './rules.ts'

const at = Date.parse('2026-03-02T09:00:00Z')
const minutes = (count: number) => count * 60_000
const hours = (count: number) => minutes(60 * count)

test.each([
  [0, { state: 'active', waitMs: minutes(24) }],
  [minutes(10), { state: 'active', waitMs: minutes(14) }],
  [minutes(24) - 1, { state: 'active', waitMs: 1 }],
  [minutes(24), { state: 'warning', leftSeconds: 360 }],
  [minutes(24) + 1, { state: 'warning', leftSeconds: 360 }],
  [minutes(29), { state: 'warning', leftSeconds: 60 }],
  [minutes(30) - 1, { state: 'warning', leftSeconds: 1 }],
  [minutes(30), { state: 'over' }],
  [hours(9), { state: 'over' }],
])('with 30 minutes allowed, %d ms of doing nothing means %j', (idleMs, expected) =>
  expect(idleAt(at + idleMs, at, 1800)).toEqual(expected),
)

test('a clock that was set back begins anew instead of logging anybody out', () =>
  expect(idleAt(at - hours(1), at, 1800)).toEqual({ state: 'active', waitMs: minutes(24) }))

test('the ring is full when the warning comes and empty at the end', () => {
  expect([360, 180, 0].map((left) => countdownShare(left, 1800))).toEqual([1, 0.5, 0])
  expect(countdownShare(5, 0)).toBe(0)
})

test.each([
  [61, 60, 60],
  [60, 59, null],
  [31, 30, 30],
  [11, 10, 10],
  [10, 9, null],
  [360, 359, null],
  // The computer slept: only what matters now is said.
  [70, 25, 30],
  [70, 4, 10],
])('from %d to %d seconds left a screen reader hears %s', (before, left, said) =>
  expect(spokenAt(before, left)).toBe(said),
)

test.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [2530, '42:10'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [3730, '1:02:10'],
  [-4, '0:00'],
])('%d seconds read %s', (seconds, text) => expect(clockText(seconds)).toBe(text))

test('the time until the reality check is the server’s, counted on by the browser', () => {
  const heard = { now: '2026-03-02T09:00:00Z', receivedAt: 5000 }
  expect(serverNow(heard, 5000 + minutes(3))).toBe(at + minutes(3))
  expect(serverNow(heard, 1000)).toBe(at)
})

test('the reality check fills its ring and is due at its moment, not before', () => {
  const due = new Date(at + minutes(30)).toISOString()
  expect([0, 15, 30, 45].map((gone) => realityShare(due, 30, at + minutes(gone)))).toEqual([0, 0.5, 1, 1])
  expect(realityShare(null, 30, at)).toBe(0)
  expect(realityShare(due, null, at)).toBe(0)
  expect(isRealityDue(due, at + minutes(30) - 1)).toBe(false)
  expect(isRealityDue(due, at + minutes(30))).toBe(true)
  expect(isRealityDue(null, at)).toBe(false)
})

test('help is offered on cashier and profile pages alone', () => {
  const seconds = { cashier: 90, profile: 120 }
  const asked = ['/cashier', '/cashier/deposit', '/profile', '/profile/security', '/', '/cashiers', '/profiles/x']
  expect(asked.map((path) => helpSecondsAt(path, seconds))).toEqual([90, 90, 120, 120, 0, 0, 0])
})
