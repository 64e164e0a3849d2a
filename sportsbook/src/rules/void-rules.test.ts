import { expect, test } from 'vitest'
import {
  type EventFate,
  isLateBet,
  isPriceError,
  mayCorrect,
  type RulesVersion,
  voidReasonOf,
  voidReasons,
} from './void-rules.ts'

const late = (kind: 'not_started' | 'not_finished', hours: number, isTournamentOver = false): EventFate => ({
  kind,
  hours,
  isTournamentOver,
})

test.each<[RulesVersion, EventFate, string | null]>([
  ['football/1', late('not_started', 48), null],
  ['football/1', late('not_started', 48.1), 'POSTPONED'],
  ['football/1', late('not_finished', 48), null],
  ['football/1', late('not_finished', 49), 'ABANDONED'],
  ['tennis/1', late('not_started', 400), null],
  ['tennis/1', late('not_started', 1, true), 'POSTPONED'],
  ['tennis/1', late('not_finished', 30), null],
  ['tennis/1', late('not_finished', 30, true), 'ABANDONED'],
  ['basketball/1', late('not_started', 49), 'POSTPONED'],
  ['basketball/1', late('not_finished', 24), null],
  ['hockey/1', late('not_finished', 25), 'ABANDONED'],
  ['shooter/1', late('not_finished', 25), 'ABANDONED'],
  ['shooter/1', late('not_started', 47), null],
  ['football/1', { kind: 'venue_changed' }, 'VENUE'],
  ['hockey/1', { kind: 'venue_changed' }, 'VENUE'],
  ['tennis/1', { kind: 'venue_changed' }, null],
  ['shooter/1', { kind: 'venue_changed' }, null],
  ['football/1', { kind: 'format_changed' }, 'FORMAT'],
  ['tennis/1', { kind: 'cancelled' }, 'CANCELLED'],
])('%s %j: %s', (version, fate, reason) => {
  expect(voidReasonOf(version, fate, { isCount: true, isDecided: false })).toBe(reason)
  if (reason) expect(voidReasons).toContain(reason)
})

test('what play had decided stands, and a changed format touches counts only', () => {
  const decided = { isCount: true, isDecided: true }
  expect(voidReasonOf('football/1', late('not_finished', 99), decided)).toBeNull()
  expect(voidReasonOf('football/1', { kind: 'format_changed' }, decided)).toBeNull()
  expect(voidReasonOf('football/1', { kind: 'format_changed' }, { isCount: false, isDecided: false })).toBeNull()
})

test('a bet is late from the true start on', () => {
  expect([999, 1000, 1001].map((at) => isLateBet(at, 1000))).toEqual([false, true, true])
})

test('a plainly wrong price can be taken back before the start and within a day only', () => {
  const time = { hasStarted: false, hoursSinceTaken: 24 }
  const error = { taken: 4000, fair: 2000, areSidesExchanged: false }
  expect(isPriceError(error, time)).toBe(true)
  expect(isPriceError({ ...error, taken: 3999 }, time)).toBe(false)
  expect(isPriceError({ ...error, taken: 2100, areSidesExchanged: true }, time)).toBe(true)
  expect(isPriceError(error, { ...time, hasStarted: true })).toBe(false)
  expect(isPriceError(error, { ...time, hoursSinceTaken: 24.1 })).toBe(false)
})

test('against the player nothing is corrected after three days', () => {
  expect([mayCorrect(-1n, 72), mayCorrect(-1n, 72.1), mayCorrect(1n, 9999)]).toEqual([true, false, true])
})
