import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const locales = ['en', 'es', 'ru'] as const
const here = import.meta.dirname

/** Each title, and the stage that they share. */
const speakers = [
  { name: 'stage', words: join(here, 'stage/words'), code: join(here, 'stage') },
  ...readdirSync(join(here, 'games'))
    .map((name) => ({ name, words: join(here, 'games', name, 'words'), code: join(here, 'games', name, 'client') }))
    .filter(({ words }) => existsSync(words)),
]

const read = (folder: string, locale: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, `${locale}.json`), 'utf8'))

const sourceOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')

const valuesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort()

/** A key may have a form for each kind of number, and languages have different kinds; all have one and other. */
const bareIn = (set: Record<string, string>) => (key: string) => {
  const base = key.replace(/\.(zero|one|two|few|many|other)$/, '')
  return `${base}.one` in set && `${base}.other` in set ? base : key
}
const keysOf = (set: Record<string, string>) => [...new Set(Object.keys(set).map(bareIn(set)))].sort()

describe.each(speakers)('the words of $name', ({ words, code }) => {
  const [en, ...others] = locales.map((locale) => read(words, locale))
  const english: Record<string, string> = en ?? {}

  test('say the same things in every language', () => {
    const keys = keysOf(english)
    expect(keys.length).toBeGreaterThan(3)
    for (const other of others) expect(keysOf(other)).toEqual(keys)
  })

  test('have the same values in them', () => {
    for (const other of others) {
      for (const [key, text] of Object.entries(english)) {
        const translated = other[key]
        if (translated !== undefined) expect({ key, has: valuesIn(translated) }).toEqual({ key, has: valuesIn(text) })
      }
    }
  })

  test('are never empty and never shout', () => {
    for (const set of [english, ...others]) {
      for (const [key, text] of Object.entries(set)) {
        expect(text.trim(), key).not.toBe('')
        expect(text, key).not.toMatch(/!/)
      }
    }
  })

  test('are all read by someone', () => {
    const source = sourceOf(code)
    const isRead = (key: string) => {
      if (source.includes(`'${key}'`)) return true
      // `${side}.bet`, `refusal.${reason}`: the fixed part on one side of the name stands in the code.
      const parts = key.split('.')
      return parts.some((_, at) => {
        const [head, tail] = [parts.slice(0, at).join('.'), parts.slice(at + 1).join('.')]
        const isHead = head !== '' && source.includes(`\`${head}.\${`)
        const isTail = tail !== '' && source.includes(`}.${tail}\``)
        return isHead || isTail
      })
    }
    expect(keysOf(english).filter((key) => !isRead(key))).toEqual([])
  })
})
