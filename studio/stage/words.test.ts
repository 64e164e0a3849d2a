import { expect, test } from 'vitest'
import { filled, loadWords, sayWith } from './words.ts'

test('values are put in, and one that is missing stays readable', () => {
  expect(filled('{a} of {b}', { a: 1, b: 'six' })).toBe('1 of six')
  expect(filled('{a} of {b}', { a: 0 })).toBe('0 of {b}')
})

test('the words of the title come before those of the stage', () => {
  const say = sayWith({ spin: 'Roll' }, { spin: 'Spin', close: 'Close' })
  expect([say('spin'), say('close'), say('unknown')]).toEqual(['Roll', 'Close', 'unknown'])
})

test('a language without a translation is English, and a region is its language', async () => {
  const loaders = {
    en: async () => ({ default: { yes: 'yes' } }),
    es: async () => ({ default: { yes: 'sí' } }),
  }
  expect(await loadWords(loaders, 'es-MX')).toEqual({ yes: 'sí' })
  expect(await loadWords(loaders, 'ja')).toEqual({ yes: 'yes' })
})
