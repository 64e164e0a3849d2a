import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { openI18n } from './i18n.ts'

const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const two = [
  { code: 'en', isDefault: true, name: 'English' },
  { code: 'es', isDefault: false, name: 'Español' },
]

async function open({ locales = two }: { locales?: typeof two } = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'i18n-'))
  const write = (path: string, value: unknown) => {
    mkdirSync(dirname(join(dir, 'messages', path)), { recursive: true })
    writeFileSync(join(dir, 'messages', path), JSON.stringify(value))
  }
  write('en/common.json', { save: 'Save', games: { count: '{n, plural, one {# game} other {# games}}' } })
  write('en/site.json', { hello: 'Hello' })
  write('es/common.json', { save: 'Guardar', odd: 7, games: 'not a group' })
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  const i18n = await openI18n({ dir, content: { locales: async () => locales, onChange: () => {} }, log })
  closers.push(i18n.close, () => rmSync(dir, { recursive: true, force: true }))
  return { i18n, write, lines }
}

test('locales come without their names', async () => {
  const { i18n } = await open()
  expect(await i18n.locales()).toEqual({
    locales: [
      { code: 'en', isDefault: true },
      { code: 'es', isDefault: false },
    ],
    defaultLocale: 'en',
  })
})

test('a text that is not translated is English, and the gap is reported', async () => {
  const { i18n, lines } = await open()
  expect(await i18n.messages('es')).toEqual({
    common: { save: 'Guardar', games: { count: '{n, plural, one {# game} other {# games}}' } },
    site: { hello: 'Hello' },
  })
  expect(lines.join()).toContain('common.games.count')
  expect(lines.join()).toContain('site.hello')
  expect(lines).toHaveLength(1)
})

test('without any locale the site says so, and there are no messages', async () => {
  const { i18n, lines } = await open({ locales: [] })
  await expect(i18n.locales()).rejects.toThrow(/^PLUGIN:I18N: LOCALES NOT FOUND$/)
  expect(await i18n.messages('en')).toEqual({})
  expect(lines.join()).toContain('No locales configured from CMS data')
})

test('an edited text is seen soon', async () => {
  const { i18n, write } = await open()
  await i18n.messages('en')
  const before = i18n.version()
  const heard = vi.fn()
  i18n.onChange(heard)
  write('en/site.json', { hello: 'Good day' })
  await vi.waitFor(async () => expect(await i18n.messages('en')).toMatchObject({ site: { hello: 'Good day' } }), 1500)
  expect(heard).toHaveBeenCalledTimes(1)
  expect(i18n.version()).not.toBe(before)
})

test('texts of letters are not for pages', async () => {
  const { i18n, write } = await open()
  write('en/letters.json', { welcome: { subject: 'Welcome', text: 'Hello' } })
  write('es/letters.json', { welcome: { subject: 'Bienvenida' } })
  await vi.waitFor(
    () => expect(i18n.letters('es')).toEqual({ welcome: { subject: 'Bienvenida', text: 'Hello' } }),
    1500,
  )
  expect(i18n.letters('en')).toEqual({ welcome: { subject: 'Welcome', text: 'Hello' } })
  expect(Object.keys(await i18n.messages('es'))).toEqual(['common', 'site'])
})
