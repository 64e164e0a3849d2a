import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import markets from '../../../content/messages/en/markets.json' with { type: 'json' }
import { plainText } from './plain-text.ts'

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
  const plain = all.filter(([, message]) => plainText(message, { ...values, ...more }) !== null)
  for (const [key, message] of plain)
    expect([key, plainText(message, { ...values, ...more })]).toEqual([
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
  expect(plainText(message, values)).toBeNull()
})

test('a value is not read again', () => {
  expect(plainText('{home} – {away}', values)).toBe('Real Alameda – Torre {x} $& <b>')
})
