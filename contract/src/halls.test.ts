import { expect, test } from 'vitest'
import { gameCategories } from './games.ts'
import { hallFilter } from './halls.ts'
import { paths } from './paths.ts'

const studios = ['copperfox', 'orbit', 'fast']

test.each(gameCategories)('the hall %s is a tab', (category) => {
  expect(hallFilter(category, studios)).toEqual({ category })
})

test.each([
  ['slot', '/gamehall?category=slots'],
  ['casino', '/gamehall?category=tables'],
  ['live', '/gamehall?category=live'],
  ['fast', '/gamehall?category=fast'],
  ['orbit', '/gamehall?providers=orbit'],
  ['Copperfox', '/gamehall?providers=copperfox'],
  ['SLOTS', '/gamehall?category=slots'],
])('the hall %s leads to %s', (id, path) => {
  const filter = hallFilter(id, studios)
  expect(filter && paths.gamehall(filter)).toBe(path)
})

test.each(['', 'nowhere', 'red-baize', '../slots', '__proto__', 'constructor'])('there is no hall %j', (id) => {
  expect(hallFilter(id, studios)).toBeNull()
})
