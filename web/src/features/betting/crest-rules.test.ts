import { expect, test } from 'vitest'
import { crestOf, faceOf, isPerson } from './crest-rules.ts'

const ids = Array.from({ length: 200 }, (_, at) => at + 1)

test.each([
  ['crests', (id: number) => JSON.stringify(crestOf(id))],
  ['faces', (id: number) => JSON.stringify(faceOf(id))],
] as const)('%s are the same for the same number, and seldom for two', (_, drawn) => {
  expect(ids.map(drawn)).toEqual(ids.map(drawn))
  expect(new Set(ids.map(drawn)).size).toBeGreaterThan(100)
  // Two that follow one another, as the sides of a match do, are told apart by their ground or their cut.
  expect(ids.filter((id) => drawn(id) === drawn(id + 1))).toEqual([])
})

test('every part of every one is there, whatever the number', () => {
  for (const id of [...ids, 0, 2 ** 31, 2 ** 40 + 7, Number.MAX_SAFE_INTEGER])
    expect([...Object.values(crestOf(id)), ...Object.values(faceOf(id))]).not.toContain(undefined)
})

test('players of tennis have faces', () => {
  expect(['tennis', 'football', 'shooter'].map(isPerson)).toEqual([true, false, false])
})
