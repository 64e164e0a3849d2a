import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { decrypt } from '../../encryption.ts'
import { testApp } from '../../test/app.ts'
import {
  addPlayer,
  findByLogin,
  type NewPlayer,
  readProfile,
  readStanding,
  samePerson,
  setBanned,
  setExcludedUntil,
  setHasDeposited,
  setVerification,
  signInWays,
  subscriptions,
  writeCurrency,
} from './account.ts'
import { personKeys } from './same-person.ts'

const { db, secrets, content } = await testApp()

const ctx = { keys: secrets, content, locale: 'en' }
const inside = <T>(work: Parameters<typeof begin<T>>[1]) => begin(db, work)

let count = 0
beforeEach(() => {
  count += 1
})

const mail = (name = 'ann') => ({ value: `${name}${count}@example.com`, isConfirmed: false })
const someone = (values: Partial<NewPlayer> = {}): NewPlayer => ({
  email: mail(),
  locale: 'en',
  currency: 'EUR',
  countryCode: 'PL',
  hasPassword: true,
  isRegistrationCompleted: true,
  hasAcceptedTerms: true,
  isSubscribed: true,
  ...values,
})
const add = (values: Partial<NewPlayer> = {}) => inside((tx) => addPlayer(tx, ctx, someone(values)))
async function added(values: Partial<NewPlayer> = {}) {
  const answer = await add(values)
  if (answer.kind !== 'added') throw new Error(`taken: ${answer.field}`)
  return answer
}
const confirm = (id: bigint, type: 'email' | 'phone') =>
  db.sql
    .updateTable('account_player')
    .set({ [`${type}_confirmed_at`]: new Date() })
    .where('id', '=', id)
    .execute()
const exclude = (id: bigint) => inside((tx) => setExcludedUntil(tx, id, sql<Date>`now() + interval '1 day'`))

describe('a new player', () => {
  test('is kept with everything the form said', async () => {
    const { playerId, login, fakename } = await added({
      phone: { value: '+48512334904', countryCode: 'PL' },
      personal: {
        firstName: 'Ann',
        lastName: 'Lee',
        birthDate: '1991-06-14',
        sex: 2,
        address: 'Main street 5',
        documentType: 'passport',
        documentNumber: 'AB 123456',
      },
      isBetting: true,
      characterId: 'fox',
      promoCode: 'EMBER50',
    })
    const row = await db.sql
      .selectFrom('account_player')
      .selectAll()
      .where('id', '=', playerId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      login,
      fakename,
      login_key: `ann${count}@example.com`,
      email: `ann${count}@example.com`,
      email_key: `ann${count}@example.com`,
      email_confirmed_at: null,
      email_is_subscribed: true,
      phone: '+48512334904',
      phone_key: '48512334904',
      phone_country_code: 'PL',
      phone_is_subscribed: true,
      first_name: 'Ann',
      birth_date: '1991-06-14',
      sex: 2,
      document_type: 'passport',
      document_number_tail: '456',
      is_betting: true,
      character_id: 'fox',
      promo_code: 'EMBER50',
      terms_version: '1',
      terms_at: expect.any(Date),
    })
    expect(fakename).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+\d{2,4}$/)
    expect(row.document_number_sealed?.toString('utf8')).not.toContain('123456')
    const sealed = row.document_number_sealed ?? Buffer.alloc(0)
    expect(decrypt(sealed, `document:${playerId}`, secrets.documentKey)).toBe('AB 123456')
    expect(() => decrypt(sealed, `document:${playerId + 1n}`, secrets.documentKey)).toThrow()
  })

  test('is known by the chosen login, else the address, else the number, else a name of ours', async () => {
    const phone = { value: `+4850000${String(1000 + count)}`, countryCode: 'PL' }
    expect((await added({ login: `Chosen${count}` })).login).toBe(`Chosen${count}`)
    expect((await added({ email: mail('second'), phone })).login).toBe(`second${count}@example.com`)
    expect((await added({ email: undefined, phone: { ...phone, value: `${phone.value}1` } })).login).toMatch(/^48\d+$/)
    expect((await added({ email: undefined })).login).toMatch(/^player-\d{12}$/)
  })

  test('has accepted no terms and wants no mail unless it said so', async () => {
    const { playerId } = await added({ hasAcceptedTerms: false, isSubscribed: false })
    expect(await readProfile(db.sql, playerId)).toMatchObject({ termsVersion: '', termsAt: null })
    expect(await readStanding(db.sql, playerId)).toMatchObject({ isEmailSubscribed: false, isPhoneSubscribed: false })
  })

  test('cannot take a login, however it is written', async () => {
    await added()
    const taken = { kind: 'taken', field: 'email' }
    expect(await add()).toEqual(taken)
    expect(await add({ email: { value: `ANN${count}@Example.com`, isConfirmed: false } })).toEqual(taken)
    await added({ login: `Name${count}`, email: undefined })
    expect(await add({ login: `nAME${count}`, email: undefined })).toEqual({ kind: 'taken', field: 'login' })
  })

  test('cannot register with a contact that another player has confirmed under another login', async () => {
    const phone = { value: `+4860000${String(1000 + count)}`, countryCode: 'PL' }
    const { playerId } = await added({ login: `owner${count}`, phone })
    await confirm(playerId, 'email')
    await confirm(playerId, 'phone')
    expect(await add({ login: `other${count}` })).toEqual({ kind: 'taken', field: 'email' })
    expect(await add({ login: `other${count}`, email: undefined, phone })).toEqual({ kind: 'taken', field: 'phone' })
  })

  test('of thirty-two that come at once with one address, one is added', async () => {
    const answers = await Promise.all(Array.from({ length: 32 }, () => add()))
    expect(answers.filter(({ kind }) => kind === 'added')).toHaveLength(1)
    expect(answers.filter(({ kind }) => kind === 'taken')).toHaveLength(31)
  })

  test('a nickname that is taken is no reason to turn anybody away', async () => {
    const players = await Promise.all(Array.from({ length: 40 }, (_, i) => added({ email: mail(`many${i}x`) })))
    expect(new Set(players.map(({ fakename }) => fakename.toLowerCase())).size).toBe(40)
  })

  test('a contact that a service has verified is confirmed at once', async () => {
    const { playerId } = await added({ email: { value: `social${count}@example.com`, isConfirmed: true } })
    expect(await readStanding(db.sql, playerId)).toMatchObject({ isEmailConfirmed: true })
  })
})

describe('finding a player by a login', () => {
  test('case, space and a leading plus do not count', async () => {
    const phone = { value: `+4870000${String(1000 + count)}`, countryCode: 'PL' }
    const { playerId } = await added({ login: `Bob${count}`, phone })
    await confirm(playerId, 'email')
    await confirm(playerId, 'phone')
    const digits = phone.value.slice(1)
    for (const [text, by] of [
      [`bob${count}`, 'login'],
      [` BOB${count} `, 'login'],
      [`ann${count}@EXAMPLE.com`, 'email'],
      [phone.value, 'phone'],
      [digits, 'phone'],
      [`+${digits.slice(0, 2)} ${digits.slice(2, 5)}-${digits.slice(5)}`, 'phone'],
    ] as const) {
      expect(await findByLogin(db.sql, text), text).toMatchObject({ playerId, by })
    }
  })

  test('a contact that nobody has confirmed leads nowhere, unless it is the login', async () => {
    const phone = { value: `+4880000${String(1000 + count)}`, countryCode: 'PL' }
    const { playerId } = await added({ phone })
    expect(await findByLogin(db.sql, phone.value)).toBeNull()
    expect(await findByLogin(db.sql, `ann${count}@example.com`)).toMatchObject({ playerId, by: 'login' })
  })

  test('a number that was the login is found with its plus and with its dashes', async () => {
    const phone = { value: `+4890000${String(1000 + count)}`, countryCode: 'PL' }
    const { playerId } = await added({ email: undefined, phone })
    const digits = phone.value.slice(1)
    for (const text of [phone.value, digits, `${digits.slice(0, 2)}-${digits.slice(2)}`]) {
      expect(await findByLogin(db.sql, text), text).toMatchObject({ playerId, by: 'login' })
    }
  })

  test('who has confirmed an address outweighs who only has it as a login', async () => {
    const claimer = await added()
    const owner = await added({ login: `owner${count}`, email: mail('elsewhere') })
    await db.sql
      .updateTable('account_player')
      .set({ email_key: `ann${count}@example.com`, email_confirmed_at: new Date() })
      .where('id', '=', owner.playerId)
      .execute()
    expect(await findByLogin(db.sql, `ann${count}@example.com`)).toMatchObject({
      playerId: owner.playerId,
      by: 'email',
    })
    expect(claimer.playerId).not.toBe(owner.playerId)
  })

  test.each(['', ' ', '+', '@', "' or 1=1", '\u202e', 'x'.repeat(10_000)])('nobody is called %j', async (text) => {
    expect(await findByLogin(db.sql, text)).toBeNull()
  })
})

describe('one person with two accounts', () => {
  const person = () => ({ firstName: `Ann${'x'.repeat(count)}`, lastName: 'Lee', birthDate: '1991-06-14' })
  const excluded = (who: Parameters<typeof samePerson.isExcluded>[2], options = {}) =>
    samePerson.isExcluded(db.sql, secrets.documentKey, who, options)

  test.each([
    ['the mailbox, whatever tag it has', { email: 'A.nn+two@gmail.com' }, { email: 'ann@googlemail.com' }],
    ['the number', { phoneKey: '48512000111' }, { phoneKey: '48512000111' }],
    [
      'the document, however it is written',
      { documentType: 'passport', documentNumber: 'ab-12 34.56' },
      { documentType: 'passport', documentNumber: 'AB123456' },
    ],
    [
      'name and birth date, however they are written',
      { firstName: 'ANN', lastName: ' Lee ', birthDate: '1991-06-14' },
      { firstName: 'Ａnn', lastName: 'lee', birthDate: '1991-06-14' },
    ],
  ])('is known by %s', (_what, one, two) => {
    expect(personKeys(one, secrets.documentKey)).toEqual(personKeys(two, secrets.documentKey))
  })

  test.each([
    [{ email: 'ann@example.com' }, { email: 'bob@example.com' }],
    [
      { documentType: 'passport', documentNumber: 'AB1' },
      { documentType: 'cpf', documentNumber: 'AB1' },
    ],
    [
      { firstName: 'Ann', lastName: 'Lee', birthDate: '1991-06-14' },
      { firstName: 'Ann', lastName: 'Lee', birthDate: '1991-06-15' },
    ],
    [{ email: '48512000111' }, { phoneKey: '48512000111' }],
  ])('%o is not %o', (one, two) => {
    const [a] = personKeys(one, secrets.documentKey)
    const [b] = personKeys(two, secrets.documentKey)
    expect(a?.key.equals(b?.key ?? Buffer.alloc(0))).toBe(false)
  })

  test('half a name is no key, and keys tell nothing without the secret', () => {
    expect(personKeys({ firstName: 'Ann', birthDate: '1991-06-14' }, secrets.documentKey)).toEqual([])
    const [mine] = personKeys({ email: 'ann@example.com' }, secrets.documentKey)
    const [theirs] = personKeys({ email: 'ann@example.com' }, { current: 'another', previous: undefined })
    expect(mine?.key.equals(theirs?.key ?? Buffer.alloc(0))).toBe(false)
    expect(personKeys({ email: 'ann@example.com' }, { current: 'a', previous: 'b' })).toHaveLength(2)
  })

  test('the accounts know each other', async () => {
    const one = await added({ personal: person() })
    const two = await added({ email: mail('two'), personal: person() })
    await added({ email: mail('stranger') })
    for (const { playerId } of [one, two])
      await inside((tx) => setVerification(tx, playerId, { isOnVerification: false, isVerified: true }))
    expect(await inside((tx) => samePerson.accountsOf(tx, one.playerId))).toEqual([two.playerId])
    expect(await inside((tx) => samePerson.accountsOf(tx, two.playerId))).toEqual([one.playerId])
  })

  test('whoever only types a name and a birth date does not reach the account that has proven them', async () => {
    const victim = await added({ personal: person() })
    const stranger = await added({ email: mail('stranger'), personal: person() })
    await inside((tx) => setVerification(tx, victim.playerId, { isOnVerification: false, isVerified: true }))
    expect(await inside((tx) => samePerson.accountsOf(tx, stranger.playerId))).toEqual([])
    expect(await inside((tx) => samePerson.accountsOf(tx, victim.playerId))).toEqual([stranger.playerId])
  })

  test('whoever only types a name and a birth date reaches nobody, not even one who only typed them too', async () => {
    await added({ personal: person() })
    const stranger = await added({ email: mail('stranger'), personal: person() })
    expect(await inside((tx) => samePerson.accountsOf(tx, stranger.playerId))).toEqual([])
  })

  test('whoever only types an address does not reach the account that has confirmed it', async () => {
    const victim = await added({ login: `victim${count}` })
    const stranger = await added({
      login: `stranger${count}`,
      email: { value: `ann${count}+tag@example.com`, isConfirmed: false },
    })
    await confirm(victim.playerId, 'email')
    expect(await inside((tx) => samePerson.accountsOf(tx, stranger.playerId))).toEqual([])
    await confirm(stranger.playerId, 'email')
    expect(await inside((tx) => samePerson.accountsOf(tx, stranger.playerId))).toEqual([victim.playerId])
  })

  test('an excluded person is known when it comes again', async () => {
    const { playerId } = await added({
      personal: { ...person(), documentType: 'passport', documentNumber: `AB${count}` },
      phone: { value: `+4851100${String(1000 + count)}`, countryCode: 'PL' },
    })
    expect(await excluded(person())).toBe(false)
    await exclude(playerId)
    expect(await excluded(person())).toBe(true)
    expect(await excluded({ email: `ANN${count}+x@example.com` })).toBe(true)
    expect(await excluded({ phoneKey: `4851100${String(1000 + count)}` })).toBe(true)
    expect(await excluded({ documentType: 'passport', documentNumber: `a b${count}` })).toBe(true)
    expect(await excluded({ ...person(), birthDate: '1991-06-15' })).toBe(false)
    expect(await excluded({})).toBe(false)
    expect(await excluded(person(), { besides: playerId })).toBe(false)
    expect(await excluded({ email: `ann${count}@example.com` }, { areProven: true })).toBe(false)
    await inside((tx) => setExcludedUntil(tx, playerId, sql<Date>`now() - interval '1 second'`))
    expect(await excluded(person())).toBe(false)
    await inside((tx) => setExcludedUntil(tx, playerId, sql<Date>`'infinity'`))
    expect(await excluded(person())).toBe(true)
    await inside((tx) => setExcludedUntil(tx, playerId, null))
    expect(await excluded(person())).toBe(false)
  })
})

test('what other features know of a player can be set', async () => {
  const { playerId } = await added()
  const standing = () => readStanding(db.sql, playerId)
  await inside(async (tx) => {
    await setVerification(tx, playerId, { isOnVerification: true, isVerified: false })
    await signInWays.setTwoFactorMethod(tx, playerId, 'app')
    await signInWays.setHasPassword(tx, playerId, false)
    await writeCurrency(tx, playerId, 'JPY')
    await setHasDeposited(tx, playerId)
    await setBanned(tx, playerId, true)
    await subscriptions.end(tx, playerId)
  })
  expect(await standing()).toMatchObject({
    isOnVerification: true,
    isVerified: false,
    twoFactorMethod: 'app',
    hasPassword: false,
    currency: 'JPY',
    hasDeposited: true,
    isBanned: true,
    isEmailSubscribed: false,
  })
  await inside((tx) => setVerification(tx, playerId, { isOnVerification: false, isVerified: true }))
  const { verifiedAt } = await readProfile(db.sql, playerId)
  await inside((tx) => setVerification(tx, playerId, { isOnVerification: false, isVerified: true }))
  expect((await readProfile(db.sql, playerId)).verifiedAt).toEqual(verifiedAt)
  await inside(async (tx) => {
    await setVerification(tx, playerId, { isOnVerification: false, isVerified: false })
    await signInWays.setTwoFactorMethod(tx, playerId, null)
    await setBanned(tx, playerId, false)
  })
  expect(await standing()).toMatchObject({ isVerified: false, twoFactorMethod: null, isBanned: false })
})
