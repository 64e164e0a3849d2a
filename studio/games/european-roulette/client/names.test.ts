import { describe, expect, test } from 'vitest'
import { sayWith } from '../../../stage/words.ts'
import { spotNamed, spots } from '../spots.ts'
import en from '../words/en.json' with { type: 'json' }
import es from '../words/es.json' with { type: 'json' }
import ru from '../words/ru.json' with { type: 'json' }
import { labelOf, nameOf, resultOf } from './names.ts'

const named = (name: string) => {
  const spot = spotNamed(name)
  if (!spot) throw new Error(name)
  return spot
}

test('a place is called as players call it', () => {
  const words = sayWith(en)
  expect(nameOf(words, named('split-8-11'))).toBe('Split 8 and 11')
  expect(nameOf(words, named('corner-8'))).toBe('Corner 8, 9, 11 and 12')
  expect(nameOf(words, named('straight-32'))).toBe('32 red')
  expect(nameOf(words, named('trio-2'))).toBe('Trio 0, 2 and 3')
  expect(nameOf(words, named('line-31'))).toBe('Six line 31 to 36')
  expect(labelOf(words, named('dozen-2'))).toBe('Dozen 13 to 24, pays 2 to 1')
})

describe.each([
  ['en', en],
  ['es', es],
  ['ru', ru],
])('in %s', (_, set) => {
  test('every place has a name of its own, with all of its numbers', () => {
    const names = spots.map((spot) => labelOf(sayWith(set), spot))
    expect(new Set(names).size).toBe(spots.length)
    expect(names.filter((name) => /\{|spot\./.test(name))).toEqual([])
  })
})

test('a number is called with its colour, parity and half; zero has none', () => {
  const words = sayWith(en)
  expect(resultOf(words, 0)).toBe(words('result.onZero'))
  expect(resultOf(words, 7)).not.toBe(resultOf(words, 19))
  expect(resultOf(words, 7)).toContain('7')
})
