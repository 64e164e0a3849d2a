import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { contentWith } from '../../test/content.ts'

const { app, db, as, addPlayer, signIn } = await testApp()

afterEach(() => db.sql.deleteFrom('http_rate_limit').execute())

const check = async (promo_code: string, locale = 'en', { as: by } = { as }) => {
  const { status, json } = await by(null).post('campaigns.checkPromocode', { promo_code, locale })
  expect(status).toBe(200)
  return json.data
}

test('a code says what it stands for, in the language of the page', async () => {
  expect(await check('EMBER50')).toEqual({
    promo_code: 'EMBER50',
    title: '50% on your first deposit',
    text: '50% up to €100 will be offered at your first deposit.',
    // Nothing is published here.
    offer: null,
  })
  expect((await check('EMBER50', 'es')).title).toBe('50\u00a0% en tu primer depósito')
  expect((await check('EMBER50', 'ru')).title).toBe('50\u00a0% к первому депозиту')
})

test.each(['ember50', ' EMBER50 ', 'Ember50', 'ＥＭＢＥＲ50'])(
  '%j is written otherwise and the same code',
  async (text) => {
    expect((await check(text)).promo_code).toBe('EMBER50')
  },
)

test.each(['', ' ', 'EMBER5', 'EMBER500', '%', 'EMBER%', '*', 'constructor', "' or 1=1 --", 'x'.repeat(64)])(
  '%j is no code',
  async (text) => {
    expect(await check(text)).toBeNull()
  },
)

test('a code that is over, or has not begun, is not there', async () => {
  expect(await check('SUMMER25')).toBeNull()
  expect(await check('TOMORROW')).toBeNull()
  expect(await check('FREETABLE')).not.toBeNull()
})

test('the clock of the database decides, to the second', async () => {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db.sql)
  const now = rows[0]?.now.getTime() ?? 0
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()
  const codes = [
    { id: 1, code: 'OPEN', title: 'Open', startsAt: at(-1), endsAt: at(600) },
    { id: 2, code: 'OVER', title: 'Over', startsAt: at(-600), endsAt: at(-1) },
    { id: 3, code: 'EARLY', title: 'Early', startsAt: at(600), endsAt: '' },
    { id: 4, code: 'BROKEN', startsAt: '', endsAt: '' },
  ]
  const own = await testApp({ contentDir: contentWith({ 'collections/promo-codes.json': codes }) })
  expect((await check('OPEN', 'en', own)).title).toBe('Open')
  expect(await check('OVER', 'en', own)).toBeNull()
  expect(await check('EARLY', 'en', own)).toBeNull()
  expect(await check('BROKEN', 'en', own)).toBeNull()
})

test('a player may ask too, and nobody may try all codes there are', async () => {
  const cookie = await signIn(await addPlayer({ login: 'alice@example.com' }))
  const answers = await Promise.all(
    Array.from({ length: 61 }, (_, i) => as(cookie).post('campaigns.checkPromocode', { promo_code: `TRY${i}` })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
})

test('a text that is too long for a code is refused', async () => {
  expect((await as(null).post('campaigns.checkPromocode', { promo_code: 'x'.repeat(65) })).status).toBe(422)
})

test('the list of codes cannot be read from the content', async () => {
  for (const url of ['/content/promo-codes', '/content/api/promo-codes', '/content/promo-codes/1']) {
    expect((await app.inject({ url })).statusCode, url).toBe(404)
  }
  for (const url of ['/nfx/cms-config/en', '/content/site', '/content/auth', '/content/forms']) {
    expect((await app.inject({ url })).body, url).not.toContain('EMBER50')
  }
})
