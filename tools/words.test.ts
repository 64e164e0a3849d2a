import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './sources.ts'

/** One thing has one name in each language; these were others, or said something else to a reader. */

const folder = join(root, 'content')
const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))

const textsIn = (value: unknown, key = ''): [string, string][] => {
  if (typeof value === 'string') return [[key, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, `${key}.${name}`))
}

/** Messages have a folder for each language, and what editors write a field. */
const texts = all.flatMap((file) =>
  textsIn(JSON.parse(readFileSync(join(folder, file), 'utf8'))).map(([key, text]) => ({
    locale: /^messages.(..)./.exec(file)?.[1] ?? key.slice(-2),
    at: file + key,
    text,
  })),
)

const found = (wanted: string, pattern: RegExp, isMeant = /^/) =>
  texts
    .filter(({ locale, at, text }) => locale === wanted && isMeant.test(at) && pattern.test(text))
    .map(({ at }) => at)

test('all languages are read, in messages and in what editors write', () => {
  for (const locale of ['en', 'es', 'ru']) {
    expect(found(locale, /./, /^messages/).length).toBeGreaterThan(1000)
    expect(found(locale, /./, /^site/).length).toBeGreaterThan(100)
  }
})

test.each([
  { locale: 'en', old: /display name/i, now: 'nickname' },
  { locale: 'es', old: /nombre visible/i, now: 'apodo' },
  { locale: 'ru', old: /псевдоним/i, now: 'никнейм' },
  { locale: 'en', old: /real play/i, now: 'real money' },
  { locale: 'es', old: /juego real/i, now: 'dinero real' },
  { locale: 'es', old: /casa (real|de demostración)/i, now: 'sitio' },
  { locale: 'es', old: /juego justo/i, now: 'juego limpio' },
  { locale: 'es', old: /tragaperras/i, now: 'slots' },
  { locale: 'ru', old: /сеанс/i, now: 'сессия' },
  { locale: 'ru', old: /бонус\S* на ставки/i, now: 'бонус для ставок' },
  { locale: 'ru', old: /самоисключил/i, now: 'действует самоисключение' },
  { locale: 'ru', old: /\{times\} раз|\{times\}×/, now: 'вейджер ×{times}' },
])('$now is said in $locale wherever it is meant', ({ locale, old }) => {
  expect(found(locale, old)).toEqual([])
})

test('what a player reaches in a tournament is no account', () => {
  // Neither settling, which is another word, nor who paid into the account before.
  const account = /(?<!ра|пополняли )сч[её]т/i
  expect(found('ru', account, /messages.ru.tournaments/)).toEqual([])
})

test('what a stake brings is paid in Spanish; given back are deposits, orders and stakes', () => {
  const refunds = ['.statuses.refunded', '.orders.states.returned', '.sums.rollbacks_in']
  expect(found('es', /^Devuelto/).filter((at) => !refunds.some((end) => at.endsWith(end)))).toEqual([])
})
