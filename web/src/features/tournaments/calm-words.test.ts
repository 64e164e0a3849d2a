import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** No text of a tournament asks for more play: neither in words of haste, nor by naming a distance to a place. */

const dir = join(import.meta.dirname, '../../../../content/messages')

const texts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(texts)

const urging =
  /hurry|last chance|almost|don.t miss|come back (and|to play)|keep playing|play more|only .* (left|to go)|\bapúrate|date prisa|última oportunidad|casi |no te (lo )?pierdas|sigue jugando|juega más|solo (quedan|faltan)|спеш|поторопи|последний шанс|почти|не пропусти|играйте (ещё|больше)|продолжай|осталось|всего .* до/i

test.each(readdirSync(dir))('%s', (locale) => {
  const all = texts(JSON.parse(readFileSync(join(dir, locale, 'tournaments.json'), 'utf8')))
  expect(all.length).toBeGreaterThan(150)
  expect(all.filter((text) => urging.test(text))).toEqual([])
})

test('the list of words finds what it is for', () => {
  const planted = [
    'Hurry up',
    'Only 12 points to go',
    'Solo faltan 12 puntos',
    'Не пропустите',
    'Осталось 12 баллов',
    'Casi lo tienes',
  ]
  expect(planted.filter((text) => !urging.test(text))).toEqual([])
})
