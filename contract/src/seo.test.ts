import { expect, test } from 'vitest'
import { seo, seoTemplate } from './seo.ts'

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
