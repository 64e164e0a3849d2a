import { expect, test } from 'vitest'
import { IntlMessageFormat } from './message-format.ts'

const formatters = {
  getNumberFormat: (locales?: string | string[], style?: object) => new Intl.NumberFormat(locales, style),
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
}
const say = (message: string, locale: string, n: number) =>
  new IntlMessageFormat(message, locale, undefined, { formatters }).format({ n })

test.each(['en', 'es', 'ru'])('a whole number in a message reads the same in %s', (locale) => {
  expect(say('{n, plural, other {# ×}}', locale, 1_234_567)).toBe('1,234,567 ×')
})

test('the form of a plural is that of the locale', () => {
  expect([1, 3, 5, 21].map((n) => say('{n, plural, one {# игра} few {# игры} other {# игр}}', 'ru', n))).toEqual([
    '1 игра',
    '3 игры',
    '5 игр',
    '21 игра',
  ])
})

test('a fraction, and a number with a style of its own, stay those of the locale', () => {
  expect(say('{n, plural, other {# h}}', 'en', 1.5)).toBe('1.5 h')
  expect(say('{n, number, percent}', 'en', 0.25)).toBe('25%')
})
