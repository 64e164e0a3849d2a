import { expect, test } from 'vitest'
import { seo, seoTemplate } from './seo.ts'
import { fillTokens, jsonLd } from './seo-text.ts'

test('an empty record has every field', () => {
  const record = seo.parse({})
  expect(record).toMatchObject({ title: '', meta: [], schemaFaq: [], organization: null, replacements: {} })
  expect(record.openGraph.type).toBe('website')
})

test.each(Object.keys(seo.shape))('a broken %s never breaks the record', (field) => {
  for (const value of [null, 7, 'x', [], {}, [null]])
    expect(seo.safeParse({ title: 'kept', [field]: value }).success).toBe(true)
})

test.each([
  ['/game/book-of-sand', '/game/##name##'],
  ['/cashier/deposit/card', '/cashier/deposit/##name##'],
  ['/offers/1', '/offers/##name##'],
  ['/jackpots/1', '/jackpots/##name##'],
  ['/promotions/1', '/promotions/##name##'],
  ['/tournaments/1', '/tournaments/##name##'],
  ['/tournaments/1/gamehall', '/tournaments/##name##/gamehall'],
  ['/game', null],
  ['/game/a/b', null],
  ['/', null],
])('the page %s uses the template %s', (path, template) => {
  expect(seoTemplate(path)).toBe(template)
})

test('tokens are filled, and a text with a token that nobody knows is left out whole', () => {
  expect(fillTokens('Play ##name## by ##who##.', { name: 'Sand', who: 'us' })).toBe('Play Sand by us.')
  expect(fillTokens('Play ##name## by ##who##.', { name: 'Sand' })).toBe('')
  expect(fillTokens('##constructor##', {})).toBe('')
})

test('a value with tokens in it is not filled again', () => {
  expect(fillTokens('##a##', { a: '##b##', b: 'x' })).toBe('##b##')
})

test('nothing in JSON-LD can close its script', () => {
  const text = jsonLd({ name: '</script><script>alert(1)</script>\u2028&' })
  expect(text).not.toMatch(/[<>&\u2028]/)
  expect(JSON.parse(text)).toEqual({ name: '</script><script>alert(1)</script>\u2028&' })
})
