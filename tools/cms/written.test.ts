import { join } from 'node:path'
import { sections } from '@croupier/contract/content'
import { contentTypes, picturesIn } from '@croupier/contract/content-model'
import { records } from '@croupier/contract/content-records'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openFilesSource } from '../../server/src/features/content/files-source.ts'
import { recordFrom } from '../../server/src/features/content/strapi-shape.ts'
import { root } from '../sources.ts'
import { joinLanguages, toStrapi } from './written.ts'

type Raw = Record<string, unknown>

const schemas = new Map<string, z.ZodType>([
  ...Object.entries(sections).map(([name, schema]) => [`true ${name}`, schema] as const),
  ...Object.entries(records).map(([name, schema]) => [`false ${name}`, schema] as const),
])

const source = await openFilesSource({
  dir: join(root, 'content'),
  log: pino({ level: 'silent' }),
  onFailure: () => {},
})
afterAll(source.close)
const languages = ['en', 'es', 'ru']

async function recordsOf(name: string, isSingle: boolean, locale: string): Promise<Raw[]> {
  if (!isSingle) return source.collection(name, locale)
  const found = await source.single(name, locale)
  return found ? [found] : []
}

/** As Strapi sends a file back, known by its number. */
const pictures = (names: string[]) => new Map(names.map((name, at) => [name, at + 1]))

function filesBack(value: unknown, names: string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => filesBack(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      typeof item === 'number' && /image|banner|logo/.test(key)
        ? { id: item, url: names[item - 1] }
        : filesBack(item, names),
    ]),
  )
}

/** Without what says nothing: empty texts, and numbers that Strapi gives itself. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const isPart = '__component' in value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      item === null || item === '' || (isPart && key === 'id') ? [] : [[key, plain(item)]],
    ),
  )
}

test.each(contentTypes.map((type) => [type.name, type] as const))(
  '%s comes back from Strapi as it was written',
  async (_name, type) => {
    for (const locale of languages)
      for (const record of await recordsOf(type.name, type.isSingle, locale)) {
        const names = picturesIn(type.fields, record)
        const told = toStrapi(type, type.fields, record, pictures(names))
        const { id: _id, ...written } = record
        const back = recordFrom(filesBack(told, names), type, 'http://cms.example')
        const schema = schemas.get(`${type.isSingle} ${type.name}`) ?? z.looseObject({})
        // What Strapi holds besides is what holds without it.
        expect(plain(schema.parse(back))).toEqual(plain(schema.parse(written)))
        expect(Object.keys(Object(plain(back)))).toEqual(expect.arrayContaining(Object.keys(Object(plain(written)))))
      }
  },
)

test('what is the same in all languages is written once', () => {
  const three = (...values: unknown[]) => new Map(values.map((value, at) => [languages[at] ?? '', value]))
  expect(joinLanguages(three('a', 'a', 'a'))).toBe('a')
  expect(joinLanguages(three('a', 'b', 'a'))).toEqual({ en: 'a', es: 'b', ru: 'a' })
  expect(joinLanguages(three([{ t: 'a', n: 1 }], [{ t: 'b', n: 1 }], [{ t: 'c', n: 1 }]))).toEqual([
    { t: { en: 'a', es: 'b', ru: 'c' }, n: 1 },
  ])
  expect(joinLanguages(three(['a'], ['b', 'c'], []))).toEqual({ en: ['a'], es: ['b', 'c'], ru: [] })
})

test.each(contentTypes.filter(({ isSingle }) => !isSingle))(
  'records of $name are numbered in their order, as an export numbers them',
  async ({ name }) => {
    const found = await source.collection(name, 'en')
    expect(found.map(({ id }) => id)).toEqual(found.map((_record, at) => at + 1))
  },
)
