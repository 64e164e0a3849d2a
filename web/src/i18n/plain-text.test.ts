import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { filledText } from './plain-text.ts'

const file = join(import.meta.dirname, '../../../content/messages/en/markets.json')
const markets = JSON.parse(readFileSync(file, 'utf8'))

const values = {
  home: 'Real Alameda',
  away: 'Torre {x} $& <b>',
  team: 'T',
  line: '+1.5',
  n: 2,
  m: 3,
  market: 'A',
  outcome: 'B',
}
const more = { period: 'P', half: 'H', full: 'F', from: 1, to: 5, span: 'whole', sport: 'football' }

const texts = (value: unknown, path = ''): [string, string][] =>
  typeof value === 'string'
    ? [[path, value]]
    : Object.entries(value ?? {}).flatMap(([key, each]) => texts(each, path ? `${path}.${key}` : key))

test('says what the formatter says, or leaves it to the formatter', () => {
  const t = createTranslator({ locale: 'en', messages: markets })
  const all = texts(markets)
  const plain = all.filter(([, message]) => filledText(message, { ...values, ...more }) !== null)
  for (const [key, message] of plain)
    expect([key, filledText(message, { ...values, ...more })]).toEqual([
      key,
      Reflect.apply(t, null, [key, { ...values, ...more }]),
    ])
  expect(plain.length).toBeGreaterThan(all.length / 2)
  expect(plain.length).toBeLessThan(all.length)
})

test.each([
  ['{count, plural, one {# goal} other {# goals}}'],
  ['{span, select, whole {Match} other {Part}}'],
  ['<b>{home}</b>'],
  ["it''s {home}"],
  ['{missing} {home}'],
])('leaves %s alone', (message) => {
  expect(filledText(message, values)).toBeNull()
})

test('a value is not read again', () => {
  expect(filledText('{home} – {away}', values)).toBe('Real Alameda – Torre {x} $& <b>')
})
