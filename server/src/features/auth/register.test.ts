import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { contentWith, ownContent } from '../../test/content.ts'
import { openBrowser } from '../../test/player-browser.ts'

const { app, db, secrets, addPlayer, runJobs, letters } = await testApp()
const withSeon = contentWith({ 'site.json': { ...ownContent('site.json'), isSeonEnabled: true } })
const checking = await testApp({ beside: { db, secrets }, contentDir: withSeon })

const password = 'Marmot-Hill-7'
let count = 0
let email = ''
let phone = ''

beforeEach(() => {
  count += 1
  email = `new${count}@example.com`
  phone = `+4915112346${String(count).padStart(3, '0')}`
})

const browser = () => openBrowser(app, { address: `10.40.${Math.floor(count / 250)}.${count % 250}` })
const fast = (more: Record<string, string> = {}) => ({
  type: 'fast',
  email,
  password,
  country_code: 'DE',
  currency: 'EUR',
  terms: '1',
  ...more,
})
const full = (more: Record<string, string> = {}) => ({
  email,
  phone,
  phone_country_code: 'DE',
  password,
  country_code: 'DE',
  currency: 'EUR',
  first_name: 'Nora',
  last_name: 'Neumann',
  birth_date: `${1 + (count % 28)}.06.1991`,
  terms: '1',
  ...more,
})
const rowOf = (login: string) =>
  db.sql.selectFrom('account_player').selectAll().where('login_key', '=', login).executeTakeFirst()

describe('registration', () => {
  test('the fast form opens an account, signs me in and sends a code to my address', async () => {
    const mine = browser()
    const answer = await mine.post(
      'auth.register',
      fast({ notify: '1', is_betting: '1', character_id: 'fox', locale: 'ru' }),
    )
    expect(answer.data).toEqual({
      uid: expect.any(Number),
      is_registration_completed: true,
      is_payout_only: false,
      is_new: true,
    })
    expect((await mine.get('account.getInfo')).data).toMatchObject({
      login: email,
      currency: 'EUR',
      country_code: 'DE',
      locale: 'ru',
      is_subscribed: true,
      has_password: true,
      contacts: { email: { value: email, confirmed: false }, phone: null },
    })
    expect(mine.cookies.has('device')).toBe(true)
    await runJobs()
    const sent = await letters(email)
    expect(sent).toHaveLength(2)
    expect(sent.some(({ text }) => /\b\d{6}\b/.test(text) && text.includes('/ru/confirmation?token='))).toBe(true)
    expect(sent.some(({ text }) => text.includes('/ru/unsubscribe?token='))).toBe(true)
    expect((await mine.get('account.getSecurityEvents')).data.items).toMatchObject([{ kind: 'registered' }])
    expect(await rowOf(email)).toMatchObject({ is_betting: true, character_id: 'fox', terms_version: '1' })
    expect((await browser().post('auth.login', { login: email, password })).said).toBe('ok')
  })

  test('the full form keeps the person, and without a wish there is no welcome letter', async () => {
    expect((await browser().post('auth.register', full())).said).toBe('ok')
    const row = await rowOf(email)
    expect(row).toMatchObject({ first_name: 'Nora', last_name: 'Neumann', phone, phone_country_code: 'DE' })
    expect(row?.birth_date).toMatch(/^1991-06-/)
    await runJobs()
    expect(await letters(email)).toHaveLength(1)
    const keys = await db.sql
      .selectFrom('account_person_key')
      .select('kind')
      .where('player_id', '=', row?.id ?? 0n)
      .execute()
    expect(keys.map(({ kind }) => kind).sort()).toEqual(['email', 'person', 'phone'])
  })

  test('`mobile` is another word for `phone`', async () => {
    const { phone: _phone, ...rest } = full()
    expect((await browser().post('auth.register', { ...rest, mobile: phone })).said).toBe('ok')
    expect(await rowOf(email)).toMatchObject({ phone })
  })

  test('a field that the form does not ask for is not stored unchecked', async () => {
    await browser().post('auth.register', fast({ phone: 'nonsense', first_name: '<b>', address: 'x', login: 'root' }))
    expect(await rowOf(email)).toMatchObject({ login: email, phone: null, first_name: '', address: '' })
  })

  test('a promo code of content is kept as content writes it, an unknown one is refused', async () => {
    const unknown = await browser().post('auth.register', fast({ promo_code: 'NOSUCHCODE' }))
    expect(unknown.said).toBe('InvalidParameterException PROMO_INVALID')
    expect(unknown.error.invalid_parameters).toEqual({ promo_code: ['PROMO_INVALID'] })
    expect((await browser().post('auth.register', fast({ promo_code: ' ember50 ' }))).said).toBe('ok')
    expect(await rowOf(email)).toMatchObject({ promo_code: 'EMBER50' })
  })

  test('emoji in a name are left out', async () => {
    await browser().post('auth.register', full({ first_name: 'Nora🎲' }))
    expect(await rowOf(email)).toMatchObject({ first_name: 'Nora' })
  })

  test.each([
    ['without', app, { track_id: 't1' }],
    ['with', checking.app, { track_id: 't1', seon_session: 's' }],
  ])('what came with the visit is told to whoever counts it, %s a fraud check', async (_kind, node, params) => {
    const visit = randomUUID()
    const visitor = openBrowser(node, { address: `10.41.0.${count % 250}` })
    await visitor.post('auth.register', fast({ track_id: 't1', visit, seon_session: 's' }))
    await runJobs()
    const row = await rowOf(email)
    const found = await db.sql
      .selectFrom('tracking_registration')
      .selectAll()
      .where('player_id', '=', row?.id ?? 0n)
      .executeTakeFirst()
    expect([found?.visit, found?.params]).toEqual([visit, params])
  })
})

describe('a request that skips the browser gets the same refusals', () => {
  test.each<[string, Record<string, string>, Record<string, string[]>]>([
    ['no e-mail', { email: '' }, { email: ['REQUIRED'] }],
    ['no real e-mail', { email: 'a@b' }, { email: ['EMAIL'] }],
    ['a short password', { password: 'abc' }, { password: ['TOO_SHORT'] }],
    ['a long password', { password: 'x'.repeat(21) }, { password: ['TOO_LONG'] }],
    ['no password', { password: '' }, { password: ['REQUIRED'] }],
    ['a password with spaces around', { password: ' abcdef ' }, { password: ['CHARACTERS'] }],
    ['an unknown country', { country_code: 'XX' }, { country_code: ['UNKNOWN_VALUE'] }],
    ['no country', { country_code: '' }, { country_code: ['REQUIRED'] }],
    ['an unknown currency', { currency: 'DOGE' }, { currency: ['UNKNOWN_VALUE'] }],
    ['no terms', { terms: '0' }, { terms: ['NOT_CHECKED'] }],
    ['a common password', { password: 'password1' }, { password: ['PASSWORD_COMMON'] }],
  ])('%s', async (_name, more, fields) => {
    const mine = browser()
    const answer = await mine.post('auth.register', fast(more))
    expect(answer).toMatchObject({ status: 422 })
    expect(answer.error.invalid_parameters).toEqual(fields)
    expect(mine.cookies.size).toBe(0)
  })

  test('the full form names every field at once', async () => {
    const answer = await browser().post('auth.register', {
      ...full({ email: 'x', phone: '12', first_name: 'R2D2', birth_date: '01.01.2020' }),
      last_name: '',
    })
    expect(answer.error.invalid_parameters).toEqual({
      email: ['EMAIL'],
      phone: ['PHONE'],
      first_name: ['CHARACTERS'],
      last_name: ['REQUIRED'],
      birth_date: ['TOO_YOUNG'],
    })
  })

  test('a password that is the name of the mailbox', async () => {
    const answer = await browser().post(
      'auth.register',
      fast({ email: `marmot${count}@example.com`, password: `Marmot${count}` }),
    )
    expect(answer.said).toBe('InvalidParameterException PASSWORD_COMMON')
  })

  test('a name of 10,000 characters', async () => {
    const answer = await browser().post('auth.register', full({ first_name: 'N'.repeat(10_000) }))
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.error.invalid_parameters)).toEqual(['first_name'])
  })
})

describe('somebody has it already', () => {
  test('an address in any case, confirmed or not, and a confirmed number', async () => {
    await browser().post('auth.register', full())
    const row = await rowOf(email)
    await db.sql
      .updateTable('account_player')
      .set({ phone_confirmed_at: new Date() })
      .where('id', '=', row?.id ?? 0n)
      .execute()
    expect(
      (await browser().post('auth.register', fast({ email: email.toUpperCase() }))).error.invalid_parameters,
    ).toEqual({
      email: ['TAKEN'],
    })
    const other = await browser().post(
      'auth.register',
      full({ email: `other${count}@example.com`, first_name: 'Olga' }),
    )
    expect(other.error.invalid_parameters).toEqual({ phone: ['TAKEN'] })
  })

  test('however often it was refused, nothing was sent then, so the account that opens is sent its code', async () => {
    const other = await addPlayer({ login: `first${count}@example.com` })
    const taken = `+4915112399${String(count).padStart(3, '0')}`
    await db.sql
      .updateTable('account_player')
      .set({ phone: taken, phone_key: taken.slice(1), phone_confirmed_at: sql<Date>`now()` })
      .where('id', '=', other)
      .execute()
    for (let tries = 0; tries < 6; tries += 1) {
      expect((await browser().post('auth.register', full({ phone: taken }))).said).toBe('InvalidParameterException')
    }
    expect((await browser().post('auth.register', full())).said).toBe('ok')
    await runJobs()
    expect((await letters(email)).map(({ text }) => /\b\d{6}\b/.test(text))).toEqual([true])
  })

  test('of 32 at once with the same address one gets it, the others are told', async () => {
    const said = await Promise.all(
      Array.from({ length: 32 }, async (_, n) => {
        const from = openBrowser(app, { address: `10.41.0.${n}` })
        const answer = await from.post('auth.register', fast({ email: n % 2 ? email : email.toUpperCase() }))
        return answer.said === 'ok' ? 'ok' : JSON.stringify(answer.error.invalid_parameters)
      }),
    )
    expect(said.filter((word) => word === 'ok')).toHaveLength(1)
    expect(said.filter((word) => word === '{"email":["TAKEN"]}')).toHaveLength(31)
    const rows = await db.sql.selectFrom('account_player').select('id').where('email_key', '=', email).execute()
    expect(rows).toHaveLength(1)
  })
})

describe('an excluded person', () => {
  test.each<[string, () => Record<string, string>]>([
    [
      'by the mailbox behind the address',
      () => full({ email: `new${count}+again@example.com`, phone: '+4915112349999', first_name: 'Olga' }),
    ],
    ['by the number', () => full({ email: `else${count}@example.com`, first_name: 'Olga' })],
    [
      'by name and birth date',
      () => full({ email: `else${count}@example.com`, phone: '+4915112349998', first_name: 'NORA' }),
    ],
  ])('is known again %s', async (_name, again) => {
    await browser().post('auth.register', full())
    await db.sql
      .updateTable('account_player')
      .set({ excluded_until: sql<Date>`'infinity'` })
      .where('login_key', '=', email)
      .execute()
    const mine = browser()
    const answer = await mine.post('auth.register', again())
    expect(answer.said).toBe('InvalidParameterException SELF_EXCLUDED')
    expect(mine.cookies.size).toBe(0)
    expect(await rowOf(again().email ?? '')).toBeUndefined()
  })
})

test('registering while signed in as another ends that session', async () => {
  const mine = browser()
  await addPlayer({ login: `old${count}@example.com`, password })
  await mine.post('auth.login', { login: `old${count}@example.com`, password })
  const before = mine.cookies.get('sid')
  await mine.post('auth.register', fast())
  expect(mine.cookies.get('sid')).not.toBe(before)
  const old = browser()
  old.cookies.set('sid', before ?? '')
  expect((await old.get('account.getInfo')).status).toBe(401)
})
