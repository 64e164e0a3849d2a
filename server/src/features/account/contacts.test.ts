import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { contacts, findByLogin, lockPlayer, samePerson, setExcludedUntil } from './account.ts'
import { unsubscribeToken } from './subscriptions.ts'

const { app, db, secrets, parts, as, addPlayer, signIn, letters, runJobs } = await testApp()

const password = 'Tall-Otter-42'
let count = 0
let id = 0n
let me = ''
let address = ''
beforeEach(async () => {
  count += 1
  address = `me${count}@example.com`
  id = await addPlayer({ login: address })
  me = await signIn(id)
  await db.sql.deleteFrom('http_rate_limit').execute()
})

const row = (of = id) => db.sql.selectFrom('account_player').selectAll().where('id', '=', of).executeTakeFirstOrThrow()
const add = (contact: string, cookie = me, more: Record<string, string> = {}) =>
  as(cookie).post('account.addcontact', { contact, ...more })
const send = (contact: string, cookie = me) => as(cookie).post('account.sendconfirmationtocontact', { contact })
const confirm = (contact: string, code: string, cookie: string | null = me) =>
  as(cookie).post('account.confirmContact', { contact, code })
const reasonOf = (answer: { status: number; json: { error?: { error_data?: { reason?: string } } } }) => [
  answer.status,
  answer.json.error?.error_data?.reason,
]
const codeIn = (text = '') => /\b(\d{6})\b/.exec(text)?.[1] ?? ''
const tokenIn = (text = '') => /token=([\w-]{43})/.exec(text)?.[1] ?? ''
const textTo = async (to: string) => (await letters(to))[0]?.text ?? ''
const codeFor = async (to: string) => codeIn(await textTo(to))
const own = async (contact: string, cookie = me) => {
  await send(contact, cookie)
  return confirm(contact, await codeFor(contact), cookie)
}
const past = (seconds: number) =>
  db.sql
    .updateTable('codes_code')
    .set({
      sent_at: sql<Date>`sent_at - make_interval(secs => ${seconds})`,
      expires_at: sql<Date>`expires_at - make_interval(secs => ${seconds})`,
      window_ends_at: sql<Date>`window_ends_at - make_interval(secs => ${seconds})`,
    })
    .execute()
const events = async (cookie = me) =>
  (await as(cookie).get('account.getSecurityEvents')).json.data.items.map(({ kind }: { kind: string }) => kind)

describe('a guest', () => {
  test.each([
    ['account.addcontact', { contact: 'a@example.com' }],
    ['account.sendconfirmationtocontact', { contact: 'a@example.com' }],
    ['account.confirmContact', { contact: 'a@example.com', code: '123456' }],
    ['account.changeSubscription', { contact: 'a@example.com', subscription: '1' }],
  ])('is turned away by %s', async (name, body) => {
    const answer = await as(null).post(name, body)
    expect([answer.status, answer.json.error.type]).toEqual([401, 'AuthorizationException'])
  })
})

describe('sending a code', () => {
  test('goes to the own contact in the own language, with a link to a page that posts', async () => {
    await db.sql.updateTable('account_player').set({ locale: 'es' }).where('id', '=', id).execute()
    expect((await send(address)).json).toEqual({ result: 1, data: { resend_time: 60 } })
    const text = await textTo(address)
    expect(codeIn(text)).toMatch(/^\d{6}$/)
    expect(text).toMatch(/\/es\/confirmation\?token=[\w-]{43}/)
  })

  test('not again before a minute has passed', async () => {
    await send(address)
    const answer = await send(address)
    expect(answer.status).toBe(429)
    expect(answer.json.error.error_data.resend_time).toBeGreaterThan(50)
    expect(answer.json.error.message).toMatch(/\d+$/)
    await past(61)
    expect((await send(address)).status).toBe(200)
  })

  test('not to a contact of somebody else, nor to a confirmed one', async () => {
    await addPlayer({ login: `other${count}@example.com` })
    expect(reasonOf(await send(`other${count}@example.com`))).toEqual([422, 'CONTACT_UNKNOWN'])
    expect(reasonOf(await send('nobody@example.com'))).toEqual([422, 'CONTACT_UNKNOWN'])
    expect(reasonOf(await send('@'))).toEqual([422, 'CONTACT_UNKNOWN'])
    await own(address)
    expect(reasonOf(await send(address))).toEqual([422, 'CONTACT_CONFIRMED'])
  })

  test('one mailbox is not filled by many accounts', async () => {
    const target = `target${count}@example.com`
    const players = await Promise.all(
      Array.from({ length: 16 }, async (_, i) => signIn(await addPlayer({ login: `many${i}x${count}@example.com` }))),
    )
    const answers = []
    for (const player of players) answers.push((await add(target, player)).status)
    expect(answers.filter((status) => status === 200)).toHaveLength(5)
    expect(answers.filter((status) => status === 429)).toHaveLength(11)
    expect(await letters(target)).toHaveLength(5)
  })
})

describe('confirming', () => {
  test('by the code makes the contact the own one', async () => {
    await send(address)
    expect((await confirm(address.toUpperCase(), await codeFor(address))).json).toEqual({ result: 1, data: null })
    expect((await row()).email_confirmed_at).toBeInstanceOf(Date)
    expect(await findByLogin(db.sql, address)).toMatchObject({ playerId: id, by: 'email' })
    expect(await events()).toContain('contactConfirmed')
  })

  test('by the link works once, for the player whose account it is and for no other', async () => {
    await send(address)
    const token = tokenIn(await textTo(address))
    const stranger = await signIn(await addPlayer({ login: `passer-by${count}@example.com` }))
    for (const cookie of [null, stranger])
      expect(reasonOf(await as(cookie).post('account.confirmContact', { token }))).toEqual([422, 'SIGN_IN_NEEDED'])
    expect((await row()).email_confirmed_at).toBeNull()
    expect((await as(me).post('account.confirmContact', { token })).json).toEqual({ result: 1, data: null })
    expect((await row()).email_confirmed_at).toBeInstanceOf(Date)
    expect(reasonOf(await as(me).post('account.confirmContact', { token }))).toEqual([422, 'CODE_EXPIRED'])
  })

  test.each(['a'.repeat(43), 'a'.repeat(20), '-'.repeat(100)])('a made-up link %s opens nothing', async (token) => {
    expect(reasonOf(await as(null).post('account.confirmContact', { token }))).toEqual([422, 'CODE_EXPIRED'])
  })

  test('a second click on the button is no mistake', async () => {
    await send(address)
    const code = await codeFor(address)
    await confirm(address, code)
    expect((await confirm(address, code)).json).toEqual({ result: 1, data: null })
  })

  test('asks for both, or for a token', async () => {
    expect((await as(me).post('account.confirmContact', {})).json.error.invalid_parameters).toEqual({
      contact: ['REQUIRED'],
      code: ['REQUIRED'],
    })
  })

  test('a wrong code is refused five times, then the right one too', async () => {
    await send(address)
    const right = await codeFor(address)
    const wrong = right === '000000' ? '000001' : '000000'
    for (let i = 0; i < 5; i += 1) expect(reasonOf(await confirm(address, wrong))).toEqual([422, 'CODE_INVALID'])
    expect(reasonOf(await confirm(address, right))).toEqual([422, 'CODE_EXPIRED'])
    expect((await row()).email_confirmed_at).toBeNull()
  })

  test('sixty-four guesses at once are five', async () => {
    await send(address)
    const right = await codeFor(address)
    const guesses = Array.from({ length: 64 }, (_, i) => String(i).padStart(6, '0')).filter((code) => code !== right)
    const answers = await Promise.all(guesses.map((code) => confirm(address, code)))
    expect(answers.filter((answer) => reasonOf(answer)[1] === 'CODE_INVALID').length).toBeLessThanOrEqual(5)
  })

  test('after a quarter of an hour the code is over', async () => {
    await send(address)
    const code = await codeFor(address)
    await past(15 * 60)
    expect(reasonOf(await confirm(address, code))).toEqual([422, 'CODE_EXPIRED'])
  })

  test("another player's code, or a code for another contact, is none", async () => {
    await send(address)
    const code = await codeFor(address)
    const other = await signIn(await addPlayer({ login: `other${count}@example.com` }))
    expect(reasonOf(await confirm(address, code, other))).toEqual([422, 'CODE_INVALID'])
    await add('+48512334904')
    expect(reasonOf(await confirm('+48512334904', code === (await codeFor('+48512334904')) ? '' : code))[0]).toBe(422)
    expect((await row()).phone_confirmed_at).toBeNull()
  })

  test('a code for an address that was replaced since does not confirm it', async () => {
    await send(address)
    const token = tokenIn(await textTo(address))
    await add(`new${count}@example.com`)
    expect(reasonOf(await as(me).post('account.confirmContact', { token }))).toEqual([422, 'CODE_EXPIRED'])
    expect(await row()).toMatchObject({ email: `new${count}@example.com`, email_confirmed_at: null })
  })
})

describe('adding a contact', () => {
  test.each([
    ['not an address'],
    ['a@b'],
    ['12345'],
    ['+48 123'],
    ['a@example.com\r\nBcc: b@example.com'],
    ['a@example.com,b@example.com'],
    [`${'x'.repeat(245)}@example.com`],
  ])('%j is no contact', async (contact) => {
    expect(reasonOf(await add(contact))[0]).toBe(422)
    expect((await row()).email).toBe(address)
  })

  test('a phone number is read in its country, and sent a short message', async () => {
    expect((await add('512 334 904', me, { phone_country_code: 'PL' })).json.data).toEqual({ resend_time: 60 })
    const [letter] = await letters('+48512334904')
    expect(letter).toMatchObject({ channel: 'sms' })
    expect((await confirm('+48 512 334 904', codeIn(letter?.text))).status).toBe(200)
    expect(await row()).toMatchObject({
      phone: '+48512334904',
      phone_key: '48512334904',
      phone_country_code: 'PL',
      phone_confirmed_at: expect.any(Date),
      login: address,
    })
    await db.sql.updateTable('account_player').set({ phone: null, phone_key: null, phone_confirmed_at: null }).execute()
  })

  test('an address that nobody has confirmed is replaced at once, and the login follows with the code', async () => {
    const better = `better${count}@example.com`
    await add(better)
    expect(await row()).toMatchObject({ email: better, login: address, email_confirmed_at: null })
    await confirm(better, await codeFor(better))
    expect(await row()).toMatchObject({ email: better, login: better, login_key: better })
    expect(await findByLogin(db.sql, address)).toBeNull()
  })

  describe('in place of a confirmed one', () => {
    beforeEach(async () => {
      address = `owner${count}@example.com`
      id = await addPlayer({ login: address, password, emailConfirmed: true })
      me = await signIn(id)
    })

    test('asks for the password', async () => {
      const next = `next${count}@example.com`
      expect(reasonOf(await add(next))).toEqual([422, 'PASSWORD_WRONG'])
      expect(reasonOf(await add(next, me, { password: 'wrong-one' }))).toEqual([422, 'PASSWORD_WRONG'])
      expect(await letters(next)).toEqual([])
      expect((await add(next, me, { password })).status).toBe(200)
    })

    test('the old one stays until the new one is confirmed, and is told then', async () => {
      const next = `next${count}@example.com`
      await add(next, me, { password })
      expect(await row()).toMatchObject({ email: address, email_confirmed_at: expect.any(Date) })
      const { json } = await as(me).get('account.getprofileinfo', { fields: 'contacts' })
      expect(json.data.contacts[0]).toMatchObject({ contact: address, is_confirmed: true, pending: next })
      await confirm(next, await codeFor(next))
      expect(await row()).toMatchObject({ email: next, login: next, email_confirmed_at: expect.any(Date) })
      const text = await textTo(address)
      expect(text).toContain(`n…${String(count).at(-1)}@example.com`)
      expect(text).not.toContain(next)
      expect(await findByLogin(db.sql, address)).toBeNull()
    })

    test('a chosen login stays', async () => {
      await db.sql
        .updateTable('account_player')
        .set({ login: `Chosen${count}`, login_key: `chosen${count}` })
        .where('id', '=', id)
        .execute()
      const next = `next${count}@example.com`
      await add(next, me, { password })
      await confirm(next, await codeFor(next))
      expect(await row()).toMatchObject({ login: `Chosen${count}`, email: next })
    })

    test('the same one again is confirmed already', async () => {
      expect(reasonOf(await add(address.toUpperCase(), me, { password }))).toEqual([422, 'CONTACT_CONFIRMED'])
    })

    test('an account without a password cannot be asked for one', async () => {
      await db.sql.updateTable('account_player').set({ has_password: false }).where('id', '=', id).execute()
      expect((await add(`next${count}@example.com`)).status).toBe(200)
    })
  })
})

describe('a contact of another player', () => {
  let owner = 0n
  let taken = ''
  beforeEach(async () => {
    taken = `taken${count}@example.com`
    owner = await addPlayer({ login: taken, emailConfirmed: true, locale: 'ru' })
  })

  test('is answered with the same bytes as a free one; only its owner learns of it', async () => {
    const free = `free${count}@example.com`
    const other = await signIn(await addPlayer({ login: `asker${count}@example.com` }))
    const [one, two] = [await add(taken), await add(free, other)]
    expect([one.status, one.body]).toEqual([two.status, two.body])
    const headers = ({ 'x-request-id': _id, date: _date, ...rest }: Record<string, unknown>) => rest
    expect(headers(one.headers)).toEqual(headers(two.headers))
    expect(codeIn(await textTo(taken))).toBe('')
    expect(codeIn(await textTo(free))).not.toBe('')
    const again = [await add(taken), await add(free, other)]
    expect(again.map(({ status }) => status)).toEqual([429, 429])
    expect(await letters(taken)).toHaveLength(1)
  })

  test('cannot be confirmed even by a right guess', async () => {
    await add(taken)
    // Only a guess can be right: the code was never sent to anybody.
    await begin(db, async (tx) => {
      await lockPlayer(tx, id)
      await tx.deleteFrom('codes_code').execute()
    })
    await db.sql
      .updateTable('account_player')
      .set({ email_confirmed_at: null, email: null, email_key: null })
      .where('id', '=', owner)
      .execute()
    await send(taken)
    const code = await codeFor(taken)
    await db.sql
      .updateTable('account_player')
      .set({ email_confirmed_at: new Date(), email: taken, email_key: taken })
      .where('id', '=', owner)
      .execute()
    expect(reasonOf(await confirm(taken, code))).toEqual([422, 'CONTACT_TAKEN'])
    expect(await row()).toMatchObject({ email_confirmed_at: null })
    expect(await row(owner)).toMatchObject({ email: taken, email_confirmed_at: expect.any(Date) })
  })
})

describe('an address that several say is theirs', () => {
  test('goes to whoever confirms it; the others lose it, their login too, and are told', async () => {
    const squatter = await addPlayer({ login: `real${count}@example.com` })
    const waiting = await addPlayer({ login: `waiting${count}@example.com`, emailConfirmed: true })
    const real = `real${count}@example.com`
    await add(real, await signIn(waiting))
    await add(real)
    expect((await confirm(real, await codeFor(real))).status).toBe(200)

    expect(await row()).toMatchObject({ email: real, login: real, email_confirmed_at: expect.any(Date) })
    expect(await row(squatter)).toMatchObject({
      email: null,
      email_key: null,
      login: expect.stringMatching(new RegExp(`^player-${squatter}-\\d{6}$`)),
    })
    expect(await row(waiting)).toMatchObject({ email: `waiting${count}@example.com` })
    const pending = await db.sql
      .selectFrom('account_contact_change')
      .select('player_id')
      .where('value_key', '=', real)
      .execute()
    expect(pending).toEqual([])
    expect(await findByLogin(db.sql, real)).toMatchObject({ playerId: id })
    const notices = (await as(await signIn(squatter)).get('account.getNotices')).json.data
    expect(notices).toEqual([expect.objectContaining({ kind: 'contactLost' })])
    expect(await events(await signIn(squatter))).toEqual(['contactLost'])
  })

  test('the owner of the mailbox may have opened the other account too: a letter says how it is called now, and that works', async () => {
    const mine = `mine${count}@example.com`
    const password = 'Marmot-Hill-7'
    const first = await addPlayer({ login: mine, password })
    await add(mine)
    expect((await confirm(mine, await codeFor(mine))).status).toBe(200)
    const [, login = ''] = /(player-\d+-\d{6})/.exec(await textTo(mine)) ?? []
    expect(login).toBe((await row(first)).login)
    const entered = await as(null).post('auth.login', { login, password })
    expect(entered.json.data.uid).toBe(Number(first))
  })

  test('thirty-two confirmations by two players leave one owner', async () => {
    const shared = `shared${count}@example.com`
    const rival = await addPlayer({ login: `rival${count}@example.com` })
    const rivalCookie = await signIn(rival)
    await add(shared)
    const mine = await codeFor(shared)
    await add(shared, rivalCookie)
    const theirs = await codeFor(shared)
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, i) => (i % 2 ? confirm(shared, mine) : confirm(shared, theirs, rivalCookie))),
    )
    expect(answers.every(({ status }) => status === 200 || status === 422)).toBe(true)
    const owners = await db.sql
      .selectFrom('account_player')
      .select('id')
      .where('email_key', '=', shared)
      .where('email_confirmed_at', 'is not', null)
      .execute()
    expect(owners).toHaveLength(1)
    const claims = await db.sql.selectFrom('account_player').select('id').where('email_key', '=', shared).execute()
    expect(claims).toEqual(owners)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
  })

  test('two who want what the other says is theirs do not wait for each other for ever', async () => {
    const [a, b] = [`aa${count}@example.com`, `bb${count}@example.com`]
    const one = await addPlayer({ login: a })
    const two = await addPlayer({ login: b })
    const [first, second] = [await signIn(one), await signIn(two)]
    await add(b, first)
    const codeB = await codeFor(b)
    await add(a, second)
    const codeA = await codeFor(a)
    const answers = await Promise.all([confirm(b, codeB, first), confirm(a, codeA, second)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect([(await row(one)).login, (await row(two)).login]).toEqual([b, a])
  })
})

describe('an excluded person', () => {
  const exclude = (who: bigint) => begin(db, (tx) => setExcludedUntil(tx, who, sql<Date>`now() + interval '1 day'`))

  test('cannot confirm a contact that its excluded account has confirmed, under whatever tag', async () => {
    const other = await addPlayer({ login: `gone${count}@example.com` })
    await own(`gone${count}@example.com`, await signIn(other))
    await exclude(other)
    const again = `gone${count}+two@example.com`
    await add(again)
    expect(reasonOf(await confirm(again, await codeFor(again)))).toEqual([422, 'SELF_EXCLUDED'])
    expect((await row()).email_confirmed_at).toBeNull()
  })

  test('cannot confirm its own while it is out, by the link either', async () => {
    await send(address)
    const token = tokenIn(await textTo(address))
    await exclude(id)
    for (const cookie of [null, me])
      expect(reasonOf(await as(cookie).post('account.confirmContact', { token }))).toEqual([422, 'SIGN_IN_NEEDED'])
  })

  test('nobody is shut out by a stranger who types its address and excludes itself', async () => {
    const stranger = await addPlayer({ login: `stranger${count}@example.com` })
    await add(address, await signIn(stranger))
    await exclude(stranger)
    await past(61)
    expect((await own(address)).status).toBe(200)
    expect(await samePerson.isExcluded(db.sql, secrets.documentKey, { email: address })).toBe(false)
  })
})

describe('mailings', () => {
  const subscribe = (contact: string, subscription: string, cookie = me) =>
    as(cookie).post('account.changeSubscription', { contact, subscription })
  const isSubscribed = async (cookie = me) => (await as(cookie).get('account.getInfo')).json.data.is_subscribed

  test('are turned on and off for a contact', async () => {
    expect((await subscribe(address, '1')).json).toEqual({ result: 1, data: null })
    expect(await isSubscribed()).toBe(true)
    await subscribe(address, '0')
    expect(await isSubscribed()).toBe(false)
  })

  test('not for somebody else', async () => {
    const other = await addPlayer({ login: `other${count}@example.com` })
    expect(reasonOf(await subscribe(`other${count}@example.com`, '1'))).toEqual([422, 'CONTACT_UNKNOWN'])
    expect(reasonOf(await subscribe('+48512334904', '1'))).toEqual([422, 'CONTACT_UNKNOWN'])
    expect((await row(other)).email_is_subscribed).toBe(false)
  })

  test('end by the link of a mailing, without a sign-in, however often', async () => {
    await subscribe(address, '1')
    const token = unsubscribeToken(secrets.linkKey, { playerId: id, type: 'email' })
    for (let i = 0; i < 2; i += 1) {
      expect((await as(null).post('account.unsubscribe', { token })).json).toEqual({ result: 1, data: null })
    }
    expect(await isSubscribed()).toBe(false)
  })

  test('do not end by a link that is not ours', async () => {
    await subscribe(address, '1')
    const token = unsubscribeToken(secrets.linkKey, { playerId: id, type: 'email' })
    const other = unsubscribeToken(secrets.linkKey, { playerId: id + 1n, type: 'email' })
    const forged = [
      token.replace('email', 'phone'),
      token.replace(`.${id}.`, `.${id + 1n}.`),
      other.replace(`.${id + 1n}.`, `.${id}.`),
      `${token.slice(0, -2)}AA`,
      `email.${id}.${'A'.repeat(43)}`,
      unsubscribeToken({ current: 'another', previous: undefined }, { playerId: id, type: 'email' }),
      'x'.repeat(60),
    ]
    for (const each of forged) {
      expect(reasonOf(await as(null).post('account.unsubscribe', { token: each })), each).toEqual([
        422,
        'TOKEN_INVALID',
      ])
    }
    expect(await isSubscribed()).toBe(true)
    const kept = { current: 'new', previous: secrets.linkKey.current }
    expect(unsubscribeToken(kept, { playerId: id, type: 'email' })).not.toBe(token)
  })

  test('a mail scanner that only opens the link ends nothing', async () => {
    await subscribe(address, '1')
    const token = unsubscribeToken(secrets.linkKey, { playerId: id, type: 'email' })
    expect((await app.inject({ url: `/api/account.unsubscribe?token=${token}` })).statusCode).toBe(405)
    expect(await isSubscribed()).toBe(true)
  })
})

test('letters leave with the transaction: a code is never lost with a gateway', async () => {
  const contact = { type: 'email', value: address, key: address } as const
  await expect(
    begin(db, async (tx) => {
      await contacts.sendCode(parts, tx, id, contact)
      throw new Error('changed its mind')
    }),
  ).rejects.toThrow('changed its mind')
  expect(await letters(address)).toEqual([])
  await begin(db, (tx) => contacts.sendCode(parts, tx, id, contact))
  await runJobs()
  expect(await letters(address)).toHaveLength(1)
})
