import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { openBrowser } from '../../test/player-browser.ts'

const { app, db, addPlayer, signIn, as, runJobs, letters } = await testApp()

const password = 'Marmot-Hill-7'
const next = 'Heron-Lake-9'
let count = 0
let login = ''
let playerId = 0n

beforeEach(async () => {
  count += 1
  login = `lost${count}@example.com`
  playerId = await addPlayer({ login, password, emailConfirmed: true, locale: 'es' })
})

const browser = () => openBrowser(app, { address: `10.20.${Math.floor(count / 250)}.${count % 250}` })
const change = (set: Record<string, unknown>) =>
  db.sql.updateTable('account_player').set(set).where('id', '=', playerId).execute()

/** Asks, and reads what came to the address. */
async function ask(to = login, as = login) {
  await browser().post('auth.restore', { login: as })
  await runJobs()
  const text =
    (await letters(to)).map((letter) => letter.text).find((each) => /restore=/.test(each) || /\b\d{6}\b/.test(each)) ??
    ''
  return { text, code: /\b\d{6}\b/.exec(text)?.[0] ?? '', token: /restore=([\w-]{43})/.exec(text)?.[1] ?? '' }
}
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('I ask for a new password, get a code and a link in my language, and the code sets it', async () => {
  const { code, text } = await ask()
  expect(text).toContain('http://localhost:3000/es?restore=')
  const mine = browser()
  expect((await mine.post('auth.restore', { login, code, password: next })).said).toBe('ok')
  expect(mine.cookies.has('sid')).toBe(false)
  expect((await mine.post('auth.login', { login, password })).said).toBe('AuthorizationException WRONG_CREDENTIALS')
  expect((await mine.post('auth.login', { login, password: next })).said).toBe('ok')
  await runJobs()
  const events = await db.sql.selectFrom('account_event').select('kind').where('player_id', '=', playerId).execute()
  expect(events.map(({ kind }) => kind)).toContain('passwordRestored')
  expect(await letters(login)).toHaveLength(2)
})

test('a repeat that differs sets nothing and uses up nothing', async () => {
  const { code, token } = await ask()
  const ways: Record<string, string>[] = [{ login, code }, { token }]
  for (const by of ways) {
    const refused = await browser().post('auth.restore', { ...by, password: next, repeat_password: 'Heron-Lake-8' })
    expect(refused.error.invalid_parameters).toEqual({ repeat_password: ['NOT_SAME'] })
  }
  expect((await browser().post('auth.login', { login, password })).said).toBe('ok')
  const repeated = { login, code, password: next, repeat_password: next }
  expect((await browser().post('auth.restore', repeated)).said).toBe('ok')
})

test('a changed password is written twice, too', async () => {
  const mine = browser()
  await mine.post('auth.login', { login, password })
  const wish = { old_password: password, new_password: next }
  const refused = await mine.post('account.changepassword', { ...wish, repeat_password: 'Heron-Lake-8' })
  expect(refused.error.invalid_parameters).toEqual({ repeat_password: ['NOT_SAME'] })
  expect((await mine.post('account.changepassword', { ...wish, repeat_password: next })).said).toBe('ok')
})

test('the link alone sets it too, once', async () => {
  const { token } = await ask()
  expect((await browser().post('auth.restore', { token, password: next })).said).toBe('ok')
  expect((await browser().post('auth.restore', { token, password: 'Otter-Pond-3' })).said).toBe(
    'InvalidParameterException CODE_EXPIRED',
  )
  expect((await browser().post('auth.login', { login, password: next })).said).toBe('ok')
})

test('the code is over once the link was used, and the link once the code was', async () => {
  const first = await ask()
  await browser().post('auth.restore', { token: first.token, password: next })
  expect((await browser().post('auth.restore', { login, code: first.code, password: 'Otter-Pond-3' })).said).toMatch(
    /CODE_INVALID$/,
  )
})

test('all sessions end, and browsers that were known are strangers again', async () => {
  const cookies = [await signIn(playerId), await signIn(playerId)]
  const old = browser()
  await old.post('auth.login', { login, password })
  const { code } = await ask()
  await browser().post('auth.restore', { login, code, password: next })
  for (const cookie of cookies) expect((await as(cookie).get('account.getInfo')).status).toBe(401)
  expect((await old.get('account.getInfo')).status).toBe(401)
  const devices = await db.sql
    .selectFrom('auth_device')
    .select('token_hash')
    .where('player_id', '=', playerId)
    .execute()
  expect(devices).toHaveLength(1)
})

test('I am written to where I said: by SMS to a number, to the mailbox for a chosen login', async () => {
  const phone = `4915112345${String(count).padStart(3, '0')}`
  await change({
    login: `chosen${count}`,
    login_key: `chosen${count}`,
    phone: `+${phone}`,
    phone_key: phone,
    phone_confirmed_at: new Date(),
  })
  const sms = await ask(`+${phone}`, phone)
  expect((await letters(`+${phone}`))[0]?.channel).toBe('sms')
  expect(sms.code).toMatch(/^\d{6}$/)
  expect((await browser().post('auth.restore', { login: `+${phone}`, code: sms.code, password: next })).said).toBe('ok')
  const mail = await ask(login, `CHOSEN${count}`)
  expect((await browser().post('auth.restore', { token: mail.token, password: 'Otter-Pond-3' })).said).toBe('ok')
})

test('an address that I never confirmed and that is not my login gets nothing', async () => {
  await change({ login: `hidden${count}`, login_key: `hidden${count}`, email_confirmed_at: null })
  expect((await ask()).text).toBe('')
  expect((await ask(login, `hidden${count}`)).text).toBe('')
})

test('asking twice in a row, or hearing of it twice, sends one letter', async () => {
  await Promise.all([browser().post('auth.restore', { login }), browser().post('auth.restore', { login })])
  await runJobs()
  await browser().post('auth.restore', { login: login.toUpperCase() })
  await runJobs()
  expect(await letters(login)).toHaveLength(1)
})

describe('the answer tells nothing', () => {
  test('whether there is such an account', async () => {
    const known = await browser().post('auth.restore', { login })
    const unknown = await browser().post('auth.restore', { login: 'nobody@example.com' })
    expect(known.body).toBe('{"result":1,"data":{"resend_time":60}}')
    expect(unknown.body).toBe(known.body)
  })

  test('whether there is such a code, an account, or a code that is over', async () => {
    await ask()
    const known = []
    const unknown = []
    for (let n = 0; n < 8; n += 1) {
      const params = { code: '000000', password: next }
      known.push(await browser().post('auth.restore', { ...params, login }))
      unknown.push(await browser().post('auth.restore', { ...params, login: `nobody${count}@example.com` }))
    }
    const plain = (answers: { body: string }[]) => answers.map(({ body }) => body.replace(/\d+/g, 'n'))
    expect(plain(unknown)).toEqual(plain(known))
    expect(known.map(({ said }) => said).filter((word) => word === 'TooManyRequestsException')).toHaveLength(3)
  })
})

describe('codes', () => {
  test('of 64 guesses at once five are looked at, and asking again refills nothing', async () => {
    const { code } = await ask()
    const guesses = Array.from({ length: 64 }, (_, n) => String((Number(code) + n + 1) % 1_000_000).padStart(6, '0'))
    const said = await Promise.all(
      guesses.map(async (guess, n) => {
        const from = openBrowser(app, { address: `10.21.0.${n}` })
        return (await from.post('auth.restore', { login, code: guess, password: next })).said
      }),
    )
    expect(said.filter((word) => word === 'InvalidParameterException CODE_INVALID').length).toBeLessThanOrEqual(5)
    expect(said).not.toContain('ok')
    expect((await browser().post('auth.restore', { login, code, password: next })).said).toBe(
      'TooManyRequestsException',
    )
    await db.sql
      .updateTable('codes_code')
      .set({ sent_at: sql<Date>`sent_at - interval '5 minutes'` })
      .where('subject', 'like', `${playerId}:%`)
      .execute()
    await browser().post('auth.restore', { login })
    await runJobs()
    expect(await letters(login)).toHaveLength(1)
  })

  test('the link still works then: whoever guesses cannot keep the owner out', async () => {
    const { code, token } = await ask()
    for (let n = 0; n < 6; n += 1) await browser().post('auth.restore', { login, code: other(code), password: next })
    expect((await browser().post('auth.restore', { token, password: next })).said).toBe('ok')
  })

  test('of 32 with the same code, or the same link, one sets the password', async () => {
    const { code } = await ask()
    const by = async (params: Record<string, string>) => {
      const said = await Promise.all(
        Array.from({ length: 32 }, async (_, n) => {
          const from = openBrowser(app, { address: `10.22.0.${n}` })
          return (await from.post('auth.restore', { ...params, password: `Racer-${n}-Hill` })).said
        }),
      )
      return said.filter((word) => word === 'ok')
    }
    expect(await by({ login, code })).toHaveLength(1)
    const { token } = await ask()
    expect(await by({ token })).toHaveLength(1)
  })

  test('end after fifteen minutes by the clock of the database, code and link alike', async () => {
    const { code, token } = await ask()
    await db.sql
      .updateTable('codes_code')
      .set({ expires_at: sql<Date>`now()` })
      .where('subject', 'like', `${playerId}:%`)
      .execute()
    expect((await browser().post('auth.restore', { login, code, password: next })).said).toMatch(/CODE_INVALID$/)
    expect((await browser().post('auth.restore', { token, password: next })).said).toMatch(/CODE_EXPIRED$/)
  })

  test('of one player set no other password', async () => {
    const stranger = `stranger${count}@example.com`
    await addPlayer({ login: stranger, password, emailConfirmed: true })
    const { code } = await ask()
    expect((await browser().post('auth.restore', { login: stranger, code, password: next })).said).toMatch(
      /CODE_INVALID$/,
    )
    expect((await browser().post('auth.login', { login: stranger, password })).said).toBe('ok')
  })
})

describe('the new password', () => {
  test.each([
    ['', { password: ['REQUIRED'] }],
    ['short', { password: ['TOO_SHORT'] }],
    ['with space', { password: ['CHARACTERS'] }],
    ['x'.repeat(21), { password: ['TOO_LONG'] }],
    ['12345678', { password: ['PASSWORD_COMMON'] }],
  ])('%j is refused before the code is used', async (word, fields) => {
    const { code } = await ask()
    const refused = await browser().post('auth.restore', { login, code, password: word })
    expect(refused.error.invalid_parameters).toEqual(fields)
    expect((await browser().post('auth.restore', { login, code, password: next })).said).toBe('ok')
  })

  test('is not a name of the account', async () => {
    const { token } = await ask()
    expect((await browser().post('auth.restore', { token, password: login.split('@')[0] ?? '' })).said).toMatch(
      /PASSWORD_COMMON$/,
    )
  })
})

describe('it opens no other door', () => {
  test.each([
    ['blocked', { banned_at: new Date() }, 'UserBannedException'],
    ['excluded', { excluded_until: sql<Date>`'infinity'` }, 'AuthorizationException SELF_EXCLUDED'],
  ] as const)('a %s player stays so', async (_word, state, said) => {
    await change(state)
    const { code } = await ask()
    expect((await browser().post('auth.restore', { login, code, password: next })).said).toBe('ok')
    expect((await browser().post('auth.login', { login, password: next })).said).toBe(said)
  })

  test('a deleted player gets no letter', async () => {
    await change({ deleted_at: new Date() })
    expect((await ask()).text).toBe('')
  })
})

test('whoever came by a social service sets a first password like this', async () => {
  login = `nopass${count}@example.com`
  playerId = await addPlayer({ login, emailConfirmed: true })
  const { code } = await ask()
  expect((await browser().post('auth.restore', { login, code, password: next })).said).toBe('ok')
  const mine = browser()
  await mine.post('auth.login', { login, password: next })
  expect((await mine.get('account.getInfo')).data.has_password).toBe(true)
})

test('a name is needed to ask', async () => {
  expect((await browser().post('auth.restore', { login: ' ' })).error.invalid_parameters).toEqual({
    login: ['REQUIRED'],
  })
})

describe('an account that a stranger opened with my address', () => {
  /** Mallory never had the mailbox. She has the password, confirmed a number of hers and tied an authenticator. */
  async function squatted() {
    const address = `squatted${count}@example.com`
    const phone = `+4851233${String(4000 + count)}`
    const id = await addPlayer({ login: address, password, locale: 'en' })
    await db.sql
      .updateTable('account_player')
      .set({ phone, phone_key: phone.slice(1), phone_confirmed_at: sql<Date>`now()`, two_factor_method: 'app' })
      .where('id', '=', id)
      .execute()
    await db.sql
      .insertInto('auth_two_factor')
      .values({ player_id: id, method: 'app', secret_sealed: Buffer.from('x'), enabled_at: sql<Date>`now()` })
      .execute()
    await db.sql
      .insertInto('auth_social')
      .values({ service: 'google', subject: `m${count}`, player_id: id })
      .execute()
    return { address, phone, id, cookie: await signIn(id) }
  }

  test.each(['code', 'token'] as const)('is mine alone once I restored it by the %s of the letter', async (way) => {
    const { address, phone, id, cookie } = await squatted()
    const sent = await ask(address, address)
    const proof: Record<string, string> = way === 'code' ? { login: address, code: sent.code } : { token: sent.token }
    expect((await browser().post('auth.restore', { ...proof, password: next })).said).toBe('ok')
    expect((await as(cookie).get('account.getInfo')).status).toBe(401)
    expect((await browser().post('auth.login', { login: address, password })).said).toBe(
      'AuthorizationException WRONG_CREDENTIALS',
    )
    const mine = browser()
    expect((await mine.post('auth.login', { login: address, password: next })).said).toBe('ok')
    // Her number hears that it is out, and leads nowhere.
    await browser().post('auth.restore', { login: phone })
    await runJobs()
    expect((await letters(phone)).filter(({ text }) => /\b\d{6}\b/.test(text))).toEqual([])
    const left = await db.sql
      .selectFrom('account_player')
      .select(['phone', 'two_factor_method', 'has_password'])
      .select(({ eb }) => eb('email_confirmed_at', 'is not', null).as('isConfirmed'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(left).toEqual({ phone: null, two_factor_method: null, has_password: true, isConfirmed: true })
    expect(await db.sql.selectFrom('auth_social').selectAll().where('player_id', '=', id).execute()).toEqual([])
    expect((await letters(address)).map(({ subject }) => subject)).toContain('Your account is now yours alone')
  })

  test.each([
    ['excluded', { excluded_until: sql<Date>`now() + interval '1 day'` }],
    ['blocked', { banned_at: sql<Date>`now()` }],
  ])('and that is %s meanwhile stays so, and her number leads nowhere afterwards', async (_state, shut) => {
    const { address, phone, id } = await squatted()
    const set = (values: Record<string, unknown>) =>
      db.sql.updateTable('account_player').set(values).where('id', '=', id).execute()
    const keys = () =>
      db.sql.selectFrom('account_person_key').select(['kind', 'key']).where('player_id', '=', id).execute()
    const key = { player_id: id, kind: 'phone', key: Buffer.from(phone) } as const
    await db.sql.insertInto('account_person_key').values(key).execute()
    const before = await keys()
    await set(shut)
    const { token } = await ask(address, address)
    expect((await browser().post('auth.restore', { token, password: next })).said).toBe('ok')
    expect((await browser().post('auth.login', { login: address, password: next })).said).not.toBe('ok')
    // By what a person is known that excluded itself stays.
    expect(await keys()).toEqual(before)
    await set({ excluded_until: null, banned_at: null })
    expect((await browser().post('auth.login', { login: address, password: next })).said).toBe('ok')
    await browser().post('auth.restore', { login: phone })
    await runJobs()
    expect((await letters(phone)).filter(({ text }) => /\b\d{6}\b/.test(text))).toEqual([])
  })

  test('keeps its second step where the address was confirmed before', async () => {
    const { address, id } = await squatted()
    await db.sql
      .updateTable('account_player')
      .set({ email_confirmed_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    const { code } = await ask(address, address)
    expect((await browser().post('auth.restore', { login: address, code, password: next })).said).toBe('ok')
    const answer = await browser().post('auth.login', { login: address, password: next })
    expect(answer.said).toContain('TWO_FACTOR')
  })
})

describe('it was not me', () => {
  const said = async (token: string) => (await browser().post('account.disownContact', { token })).said
  const invalid = 'InvalidParameterException TOKEN_INVALID'
  const own = (id: bigint) =>
    db.sql.selectFrom('account_player').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  /** What the letter to a contact says, as the one who typed the contact has it sent. */
  async function linkOf(cookie: string, contact: string, ask = 'account.sendconfirmationtocontact') {
    expect((await as(cookie).post(ask, { contact, password })).status).toBe(200)
    const [letter] = await letters(contact)
    const link = new URL(/https?:\S+\/confirmation\S+/.exec(letter?.text ?? '')?.[0] ?? 'none:')
    return { token: link.searchParams.get('token') ?? '', notMe: link.searchParams.get('not_me') ?? '' }
  }

  test('my press on the link of the letter does not vouch for the stranger inside, and the other button puts her out', async () => {
    const address = `squatted-link${count}@example.com`
    const phone = `+4851233${String(7000 + count)}`
    const id = await addPlayer({ login: address, password })
    await db.sql
      .updateTable('account_player')
      .set({ phone, phone_key: phone.slice(1), phone_confirmed_at: sql<Date>`now()`, email_is_subscribed: true })
      .where('id', '=', id)
      .execute()
    const cookie = await signIn(id)
    const { token, notMe } = await linkOf(cookie, address)
    expect((await browser().post('account.confirmContact', { token })).said).toContain('SIGN_IN_NEEDED')
    expect((await own(id)).email_confirmed_at).toBeNull()
    expect((await as(cookie).get('account.getInfo')).status).toBe(200)

    // Hours later the code is over, but not this.
    await db.sql.deleteFrom('codes_code').where('subject', 'like', `${id}:%`).execute()
    expect(await said(notMe)).toBe('ok')
    expect((await as(cookie).get('account.getInfo')).status).toBe(401)
    for (const login of [address, phone])
      expect((await browser().post('auth.login', { login, password })).said).toContain('WRONG_CREDENTIALS')
    expect(await own(id)).toMatchObject({
      phone: null,
      has_password: false,
      email_confirmed_at: null,
      email_is_subscribed: false,
    })
    // A second press is no mistake, and the mailbox is still a way in for its owner.
    expect(await said(notMe)).toBe('ok')
    const { code } = await ask(address, address)
    expect((await browser().post('auth.restore', { login: address, code, password: next })).said).toBe('ok')
    expect((await browser().post('auth.login', { login: address, password: next })).said).toBe('ok')
    expect(await said(notMe)).toBe(invalid)
  })

  test('an account that is named otherwise only loses the contact', async () => {
    const address = `added${count}@example.com`
    const id = await addPlayer({ login: `named${count}@example.com`, password, emailConfirmed: true })
    const cookie = await signIn(id)
    const { notMe } = await linkOf(cookie, address, 'account.addcontact')
    expect(await said(notMe)).toBe('ok')
    expect((await as(cookie).get('account.getInfo')).status).toBe(200)
    expect(await own(id)).toMatchObject({ email: `named${count}@example.com`, has_password: true })
    const waiting = await db.sql.selectFrom('account_contact_change').selectAll().where('player_id', '=', id).execute()
    expect(waiting).toEqual([])
    expect(await said(notMe)).toBe(invalid)
  })

  test('is good for one contact of one player, and not once it is confirmed', async () => {
    const address = `mine${count}@example.com`
    const id = await addPlayer({ login: address, password })
    const { notMe, token } = await linkOf(await signIn(id), address)
    const forged = [
      notMe.replace(/^email/, 'phone'),
      notMe.replace(/\.\d+\./, `.${playerId}.`),
      notMe.replace(/\.\d+\./, '.999999999.'),
      notMe.slice(0, -1),
      notMe.replace(/[\w-]{43}$/, 'A'.repeat(43)),
      token,
    ]
    for (const each of forged) expect(await said(each), each).toMatch(/TOKEN_INVALID|InvalidParameter/)
    expect((await own(id)).has_password).toBe(true)
    expect((await as(await signIn(id)).post('account.confirmContact', { token })).status).toBe(200)
    expect(await said(notMe)).toBe(invalid)
    expect((await own(id)).has_password).toBe(true)
  })

  test.each(['banned_at', 'deleted_at', 'excluded_until'])('leaves an account with %s as it is', async (column) => {
    const address = `closed-${column}${count}@example.com`
    const id = await addPlayer({ login: address, password })
    const { notMe } = await linkOf(await signIn(id), address)
    const until = sql`now() + interval '1 day'`
    await db.sql
      .updateTable('account_player')
      .set({ [column]: until })
      .where('id', '=', id)
      .execute()
    const before = await own(id)
    expect(await said(notMe)).toBe('ok')
    expect(await own(id)).toEqual(before)
  })
})

describe('a letter that was sent before', () => {
  test('the password was changed is worth nothing', async () => {
    const { code, token } = await ask()
    const cookie = await signIn(playerId)
    const changed = await as(cookie).post('account.changepassword', { old_password: password, new_password: next })
    expect(changed.status).toBe(200)
    expect((await browser().post('auth.restore', { token, password: 'Otter-Pond-3' })).said).toBe(
      'InvalidParameterException CODE_EXPIRED',
    )
    expect((await browser().post('auth.restore', { login, code, password: 'Otter-Pond-3' })).said).toContain('CODE')
    expect((await browser().post('auth.login', { login, password: next })).said).toBe('ok')
  })

  test('the address was changed is worth nothing', async () => {
    const { token } = await ask()
    const moved = `moved${count}@example.com`
    await change({ email: moved, email_key: moved, login: moved, login_key: moved })
    expect((await browser().post('auth.restore', { token, password: 'Otter-Pond-3' })).said).toContain('CODE')
    expect((await browser().post('auth.login', { login: moved, password })).said).toBe('ok')
  })
})

test('twenty wrong codes are enough for a day: the owner is told once, and the link still works', async () => {
  const { token } = await ask()
  const forget = () => db.sql.deleteFrom('http_rate_limit').where('key', 'like', 'try:auth.restore:%').execute()
  const said: string[] = []
  for (let n = 0; n < 25; n += 1) {
    await forget()
    const guess = { login, code: String(100_000 + n), password: 'Otter-Pond-3' }
    said.push((await openBrowser(app, { address: `10.21.${count}.${n}` }).post('auth.restore', guess)).said)
  }
  expect(said.filter((word) => word.startsWith('TooManyRequests'))).toHaveLength(5)
  await runJobs()
  const told = (await letters(login)).filter(
    ({ subject }) => subject !== 'Your new password' && /adivin|guess/i.test(subject),
  )
  expect(told).toHaveLength(1)
  expect((await browser().post('auth.restore', { token, password: next })).said).toBe('ok')
})
