import { expect, test } from 'vitest'
import { minuteText, secondsAt, secondsText } from './match-time.ts'

const clock = { period: 'h2', seconds: 3_000, at: '2026-11-17T20:00:00.000Z', speed: 1, is_running: true }
const later = (seconds: number) => Date.parse(clock.at) + seconds * 1000

test('a clock goes on by itself, as fast as the match is played, and stands when it is stopped', () => {
  expect(secondsAt(clock, later(61))).toBe(3_061)
  expect(secondsAt({ ...clock, speed: 10 }, later(6))).toBe(3_060)
  expect(secondsAt({ ...clock, is_running: false }, later(61))).toBe(3_000)
})

test('a clock of this computer that is behind never turns the match back', () => {
  expect(secondsAt(clock, later(-30))).toBe(3_000)
})

test('the minute that is being played, and those added', () => {
  expect([minuteText('h1', 0), minuteText('h2', 3_780), minuteText('h1', 45 * 60 + 70)]).toEqual(['1′', '64′', '45+2′'])
  // A producer that fell silent for an hour: the clock alone goes on, and says no minute that never was.
  expect(minuteText('h2', (90 + 198) * 60)).toBe('90+′')
  expect(secondsText(333)).toBe('5:33')
})
