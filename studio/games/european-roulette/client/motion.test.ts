import { expect, test } from 'vitest'
import { wheel } from '../spots.ts'
import { angleOf, around, momentAt, restFor } from './motion.ts'

test('the ball ends in the pocket of the number that was drawn, whatever the wheel stood at', () => {
  for (const number of wheel) {
    for (const from of [0, 17, 180, 359.5]) {
      const { rotor, ball, height } = momentAt(number, from, 1)
      expect(around(ball - rotor + 1e-6)).toBeCloseTo(angleOf(number), 3)
      expect(around(ball)).toBeCloseTo(restFor(number).ball, 3)
      expect(around(rotor - restFor(number).rotor + 180)).toBeCloseTo(180, 3)
      expect(height).toBe(0)
    }
  }
})

test('it begins on the track, and neither wheel nor ball jumps or turns back', () => {
  for (const number of [0, 17, 26]) {
    let before = momentAt(number, 40, 0)
    expect(before.height).toBe(1)
    expect(before.rotor).toBe(40)
    for (let step = 1; step <= 400; step += 1) {
      const now = momentAt(number, 40, step / 400)
      expect(now.rotor).toBeGreaterThanOrEqual(before.rotor)
      expect(Math.abs(now.ball - before.ball)).toBeLessThan(15)
      expect(Math.abs(now.height - before.height)).toBeLessThan(0.05)
      before = now
    }
  }
})
