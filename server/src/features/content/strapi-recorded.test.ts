import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promoCode } from '@croupier/contract/content'
import { programRecord } from '@croupier/contract/content-records'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openContent } from './content.ts'
import recorded from './strapi-recorded.json' with { type: 'json' }

/** What a real Strapi 5.54 answered (`npm run cms -- record`), asked once more by what the site asks today. */
const answers = new Map(
  Object.entries(z.record(z.string(), z.object({ status: z.number(), body: z.unknown() })).parse(recorded)),
)
const said = (name: string) => {
  const [, answer] = [...answers].find(([key]) => key.startsWith(`${name} `)) ?? []
  if (!answer) throw new Error(`${name} is not recorded`)
  return answer
}

const asked = new Set<string>()
const strapi = createServer((request, response) => {
  const path = decodeURI(request.url ?? '')
  const answer = answers.get(path) ?? said('not published')
  asked.add(path)
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
})
await new Promise<void>((ready) => strapi.listen(0, '127.0.0.1', ready))
const address = strapi.address()
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
const cacheDir = mkdtempSync(join(tmpdir(), 'recorded-'))
const lines: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
const dir = join(import.meta.dirname, '../../../../content')
const content = await openContent({ dir, url, token: 'any', cacheDir, host: 'x', log })
afterAll(async () => {
  await content.close()
  strapi.closeAllConnections()
  strapi.close()
  rmSync(cacheDir, { recursive: true, force: true })
})

test('the questions of today are those that were recorded: else record them anew', async () => {
  await content.config('en')
  for (const name of ['banners', 'redirects', 'promo-codes', 'loyalty-programs', 'tournaments'])
    await content.collection(name, 'en')
  const recordedPaths = [...answers.keys()].filter((key) => key.startsWith('/api/'))
  const unasked = recordedPaths.filter((path) => !asked.has(path) && !path.includes('locale=es'))
  expect(unasked).toEqual([])
})

test('ways to register, dealers, options and menus of a real Strapi are all there', async () => {
  const { auth, forms, common, banner, site } = await content.config('en')
  expect(auth.types.map(({ __component, label, field }) => [__component, label, field])).toEqual([
    ['fast', 'Quick', 'email'],
    ['form', 'Full', ''],
    ['social', 'Social', ''],
  ])
  expect(auth.characters.map(({ id }) => id)).toEqual(['fox', 'wolf', 'lion', 'panda', 'frog'])
  expect(auth.characters.every(({ image }) => /^\/uploads\/\w+\.webp\?v=\w+$/.test(image))).toBe(true)
  expect(forms.fields.find(({ type }) => type === 'select')?.options.length).toBeGreaterThan(1)
  expect(common.menuLinks.flatMap(({ links }) => links).length).toBeGreaterThan(5)
  expect(common.footerLinks.length).toBeGreaterThan(1)
  expect([banner.secondsPerSlide, site.name, site.features.loyalty]).toEqual([7, 'Croupier', true])
})

test('lists of a real Strapi come in their place, in the language there is, without a broken record', async () => {
  expect((await content.redirects('en')).map(({ from_url }) => from_url)).toEqual([
    ...['/casino', '/sport*', '/bonus', '/responsible-gaming', '/rules', '/faq'],
  ])
  const codes = (await content.collection('promo-codes', 'es')).map((record) => promoCode.parse(record))
  expect(codes.find(({ code }) => code === 'EMBER50')).toMatchObject({ startsAt: '', endsAt: '' })
  const [program] = (await content.collection('loyalty-programs', 'en')).map((record) => programRecord.parse(record))
  expect(program?.levels.map(({ id }) => id)).toEqual(program?.levels.map((_level, at) => at + 1))
  expect(program?.levels.length).toBeGreaterThan(3)
  expect(lines.filter((line) => line.includes('has faults') || line.includes('replaced by defaults'))).toEqual([])
})

test('what a real Strapi says to a wrong token and to an unpublished type is understood', async () => {
  expect([said('wrong token').status, said('may not').status, said('not published').status]).toEqual([401, 403, 404])
  expect(lines.join()).toMatch(/"section":"home".*missing or not published/)
  expect(JSON.stringify([said('unknown part').body, said('unknown part inside').body])).toMatch(
    /"key":"nope","path":null.*"key":"nope","path":"paymentMethods"/,
  )
})
