import { expect, test } from 'vitest'
import { arrange } from './arrange.ts'
import { across, along } from './geometry.ts'

test.each([
  [320, 302, 'tall'],
  [375, 397, 'tall'],
  [768, 900, 'tall'],
  [664, 341, 'side'],
  [1080, 538, 'wide'],
  [1440, 800, 'wide'],
] as const)('a board of %i × %i is %s, and nothing is wider than it', (width, height, name) => {
  const plan = arrange(width, height, true)
  expect(plan.name).toBe(name)
  expect(plan.wheel).toBeLessThanOrEqual(Math.min(width, height))
  const clothWidth = plan.cloth.isTall ? across * plan.cloth.across : along * plan.cloth.along
  expect(clothWidth + (name === 'wide' ? plan.wheel : 0)).toBeLessThanOrEqual(width)
})

test('a number is never smaller than a fingertip where fingers play', () => {
  for (const [width, height] of [
    [320, 302],
    [375, 397],
    [664, 341],
  ] as const) {
    const { cloth } = arrange(width, height, true)
    expect(Math.min(cloth.along, cloth.across)).toBeGreaterThanOrEqual(44)
  }
})
