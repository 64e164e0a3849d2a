import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { decrypt } from '../../encryption.ts'
import { testApp } from '../../test/app.ts'
import { addPlayer, type NewPlayer, setExcludedUntil, setVerification } from './account.ts'

const { db, secrets, content, as, signIn, letters, runJobs } = await testApp()

let count = 0
let playerId = 0n
let player = ''
beforeEach(async () => {
  count += 1
  playerId = await newPlayer()
  player = await signIn(playerId)
  await db.sql.deleteFrom('http_rate_limit').execute()
})

const ctx = { keys: secrets, content, locale: 'en' }
async function newPlayer(values: Partial<NewPlayer> = {}, name = 'ann'): Promise<bigint> {
  const player: NewPlayer = {
    email: { value: `${name}${count}@example.com`, isConfirmed: false },
    locale: 'en',
    currency: 'EUR',
    countryCode: 'PL',
    hasPassword: true,
    isRegistrationCompleted: true,
    hasAcceptedTerms: true,
    isSubscribed: false,
    ...values,
  }
  const added = await begin(db, (tx) => addPlayer(tx, ctx, player))
  if (added.kind !== 'added') throw new Error('taken')
  return added.playerId
}

const save = (values: Record<string, string>, cookie = player) => as(cookie).post('account.saveProfileInfo', values)
const profile = async (cookie = player) => (await as(cookie).get('account.getprofileinfo')).json.data
const row = (id = playerId) =>
  db.sql.selectFrom('account_player').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const wrong = async (values: Record<string, string>, cookie = player) => {
  const { status, json } = await save(values, cookie)
  expect([status, json.error?.type]).toEqual([422, 'InvalidParameterException'])
  return json.error.invalid_parameters ?? json.error.error_data
}
const verify = (id = playerId) =>
  begin(db, (tx) => setVerification(tx, id, { isOnVerification: false, isVerified: true }))
const exclude = (id: bigint) => begin(db, (tx) => setExcludedUntil(tx, id, sql<Date>`now() + interval '1 day'`))
const keysOf = async (id: bigint) =>
  (await db.sql.selectFrom('account_person_key').select('kind').where('player_id', '=', id).execute()).map(
    ({ kind }) => kind,
  )

const everything = {
  first_name: 'Ann',
  middle_name: 'Mary',
  last_name: 'Lee',
  sex: '2',
  birth_date: '14.06.1991',
  region: 'PL-14',
  home_town: 'Warszawa',
  address: 'ul. Długa 12',
  postcode: '00-950',
  document_type: 'passport',
  document_number: 'AB 123456',
  phone: '512 334 904',
  phone_country_code: 'PL',
}

describe('account.getprofileinfo', () => {
  test('a guest is turned away', async () => {
    expect((await as(null).get('account.getprofileinfo')).status).toBe(401)
    expect((await as(null).post('account.saveProfileInfo', { first_name: 'Ann' })).status).toBe(401)
  })

  test('shows what was saved, the document only by its end', async () => {
    expect((await save(everything)).json).toEqual({ result: 1, data: null })
    expect(await profile()).toEqual({
      first_name: 'Ann',
      middle_name: 'Mary',
      last_name: 'Lee',
      sex: 2,
      birth_date: '1991-06-14',
      document: { type: 'passport', number: '••••456' },
      document_type: 'passport',
      country: 'Poland',
      country_code: 'PL',
      region: 'PL-14',
      home_town: 'Warszawa',
      address: 'ul. Długa 12',
      postcode: '00-950',
      mobile: '+48512334904',
      email: `ann${count}@example.com`,
      login: `ann${count}@example.com`,
      currency: 'EUR',
      phone_country_code: 'PL',
      fakename: expect.any(String),
      contacts: [
        {
          type: 'email',
          contact: `ann${count}@example.com`,
          is_confirmed: false,
          is_subscribed: false,
          phone_country_code: '',
          pending: null,
        },
        {
          type: 'phone',
          contact: '+48512334904',
          is_confirmed: false,
          is_subscribed: false,
          phone_country_code: 'PL',
          pending: null,
        },
      ],
      character_id: '',
      missing: [],
    })
  })

  test('names what is missing', async () => {
    expect((await profile()).missing).toEqual(['phone', 'first_name', 'last_name', 'birth_date'])
    await save({ country_code: 'BR' })
    expect((await profile()).missing).toEqual([
      'phone',
      'first_name',
      'last_name',
      'birth_date',
      'document_type',
      'document_number',
    ])
  })

  test('keeps to the fields that are asked for', async () => {
    const { json } = await as(player).get('account.getprofileinfo', { fields: 'login,currency' })
    expect(json.data).toEqual({ login: `ann${count}@example.com`, currency: 'EUR' })
  })
})

describe('account.saveProfileInfo', () => {
  test('changes what is sent and nothing else', async () => {
    await save(everything)
    await save({ first_name: 'Anna', address: '' })
    expect(await profile()).toMatchObject({ first_name: 'Anna', last_name: 'Lee', address: '', home_town: 'Warszawa' })
  })

  test('nothing is saved when one field is wrong, and all that are wrong are named', async () => {
    expect(await wrong({ first_name: 'Ann', last_name: 'L33', birth_date: '14.06.2020' })).toEqual({
      last_name: ['CHARACTERS'],
      birth_date: ['TOO_YOUNG'],
    })
    expect((await profile()).first_name).toBe('')
  })

  test('a letter is kept in one form, without space and pictures around it', async () => {
    await save({ first_name: '  Zoe\u0308 😀 ' })
    expect((await row()).first_name).toBe('Zoë')
  })

  test('the document is sealed for this player, and sending back its mask changes nothing', async () => {
    await save(everything)
    const { document_number_sealed: sealed } = await row()
    await save({ document_number: '••••456', address: 'Elsewhere 1' })
    const after = await row()
    expect(after.document_number_sealed).toEqual(sealed)
    expect(decrypt(after.document_number_sealed ?? Buffer.alloc(0), `document:${playerId}`, secrets.documentKey)).toBe(
      'AB 123456',
    )
    expect(Object.values(after).map(String).join()).not.toContain('123456')
    await save({ document_number: '' })
    expect(await row()).toMatchObject({ document_number_sealed: null, document_number_tail: '' })
    expect((await profile()).document).toBeNull()
  })

  test('a number that was a passport is no tax number', async () => {
    await save(everything)
    expect(await wrong({ country_code: 'BR', document_type: 'cpf' })).toEqual({ document_number: ['CPF'] })
    const cpf = { document_type: 'cpf', document_number: '529.982.247-25' }
    expect((await save({ country_code: 'BR', ...cpf })).status).toBe(200)
  })

  test('another country forgets the region of the last one', async () => {
    await save({ region: 'PL-14' })
    await save({ country_code: 'BR' })
    expect(await profile()).toMatchObject({ country_code: 'BR', country: 'Brazil', region: '' })
    await save({ country_code: 'PL', region: 'PL-02' })
    expect(await profile()).toMatchObject({ country_code: 'PL', region: 'PL-02' })
    expect(await wrong({ country_code: 'BR', region: 'PL-14' })).toEqual({ region: ['UNKNOWN_VALUE'] })
  })

  test.each([
    ['first_name', 'Other'],
    ['middle_name', 'Other'],
    ['last_name', 'Other'],
    ['birth_date', '15.06.1991'],
    ['document_number', 'XX 999'],
    ['document_type', 'id_card'],
    ['country_code', 'BR'],
  ])('once verified, %s is locked', async (field, value) => {
    await save(everything)
    await verify()
    expect(await wrong({ [field]: value })).toEqual({ [field]: ['LOCKED'] })
  })

  test('a verified player may send back what is locked, and change the rest', async () => {
    await save(everything)
    await verify()
    expect((await save({ ...everything, address: 'New street 1' })).status).toBe(200)
    expect(await profile()).toMatchObject({ address: 'New street 1', first_name: 'Ann' })
  })

  test.each([
    ['email', 'other@example.com'],
    ['email', ''],
    ['phone', '+48512334905'],
    ['mobile', '+48512334905'],
  ])('a contact that is there is changed with its code: %s', async (field, value) => {
    await save(everything)
    expect(await wrong({ [field]: value })).toEqual({ [field === 'mobile' ? 'phone' : field]: ['USE_CONTACTS'] })
  })

  test('the login and the currency are not changed here', async () => {
    expect(await wrong({ login: 'another' })).toEqual({ login: ['LOCKED'] })
    expect(await wrong({ currency: 'JPY' })).toEqual({ currency: ['LOCKED'] })
    expect((await save({ currency: 'EUR', login: `ann${count}@example.com` })).status).toBe(200)
  })

  test('a first contact gets its code', async () => {
    await save({ phone: '512334777', phone_country_code: 'PL' })
    await runJobs()
    const [letter] = await letters('+48512334777')
    expect(letter?.text).toMatch(/\b\d{6}\b/)
    expect(await row()).toMatchObject({ phone: '+48512334777', phone_key: '48512334777', phone_confirmed_at: null })
  })

  test('fields that the country does not have are not stored', async () => {
    await save({ nickname: 'x', phone_country_code: '<script>', is_verified: '1', has_deposited: '1' })
    expect(await row()).toMatchObject({ phone_country_code: '', verified_at: null, has_deposited: false })
  })

  test('what happened can be read in the trail', async () => {
    await save({ first_name: 'Ann' })
    const { json } = await as(player).get('account.getSecurityEvents')
    expect(json.data.items[0]).toMatchObject({ kind: 'profileChanged', address: '127.0.0.1' })
    await save({ first_name: 'Ann' })
    expect((await as(player).get('account.getSecurityEvents')).json.data.total).toBe(json.data.total)
  })

  test('the terms of today are remembered with their time', async () => {
    await db.sql.updateTable('account_player').set({ terms_version: '0' }).where('id', '=', playerId).execute()
    await save({ terms: '0' })
    expect((await row()).terms_version).toBe('0')
    await save({ terms: '1' })
    expect(await row()).toMatchObject({ terms_version: '1', terms_at: expect.any(Date) })
  })

  test('two that save at once both win, each its own field', async () => {
    await Promise.all([
      ...Array.from({ length: 8 }, () => save({ first_name: 'Ann' })),
      ...Array.from({ length: 8 }, () => save({ last_name: 'Lee' })),
    ])
    expect(await profile()).toMatchObject({ first_name: 'Ann', last_name: 'Lee' })
    expect((await keysOf(playerId)).sort()).toEqual(['email'])
    await save({ birth_date: '14.06.1991' })
    expect((await keysOf(playerId)).sort()).toEqual(['email', 'person'])
  })
})

describe('an unfinished registration', () => {
  let social = ''
  let socialId = 0n
  beforeEach(async () => {
    socialId = await newPlayer(
      {
        email: { value: `social${count}@example.com`, isConfirmed: true },
        countryCode: null,
        hasPassword: false,
        isRegistrationCompleted: false,
        hasAcceptedTerms: false,
      },
      'social',
    )
    social = await signIn(socialId)
  })
  const isCompleted = async () => (await as(social).get('account.getInfo')).json.data.is_registration_completed
  const rest = {
    country_code: 'PL',
    phone: '512334904',
    phone_country_code: 'PL',
    first_name: 'Sue',
    last_name: 'Lee',
    birth_date: '14.06.1991',
  }

  test('is finished when everything and the terms are there, also by degrees', async () => {
    await save({ ...rest, last_name: 'Lee' }, social)
    expect(await isCompleted()).toBe(false)
    await save({ terms: '1' }, social)
    expect(await isCompleted()).toBe(true)
  })

  test.each(['country_code', 'phone', 'first_name', 'last_name', 'birth_date'])('is not without %s', async (field) => {
    const others = Object.entries({ ...rest, terms: '1' }).filter(([name]) => name !== field)
    await save(Object.fromEntries(others), social)
    expect(await isCompleted()).toBe(false)
  })

  test('stays finished afterwards', async () => {
    await save({ ...rest, terms: '1' }, social)
    await save({ address: 'x' }, social)
    expect(await isCompleted()).toBe(true)
  })
})

describe('an excluded person', () => {
  const person = () => ({ first_name: `Zed${'x'.repeat(count)}`, last_name: 'Out', birth_date: '01.02.1990' })

  test('cannot come back by filling in another profile', async () => {
    const other = await newPlayer({}, 'other')
    const cookie = await signIn(other)
    await save({ ...person(), document_type: 'passport', document_number: `ZX ${count}00` }, cookie)
    await exclude(other)
    expect(await wrong(person())).toEqual({ reason: 'SELF_EXCLUDED' })
    expect(await wrong({ document_type: 'passport', document_number: `zx${count}00` })).toEqual({
      reason: 'SELF_EXCLUDED',
    })
    expect((await save({ first_name: person().first_name, last_name: 'Out' })).status).toBe(200)
    expect(await wrong({ birth_date: '01.02.1990' })).toEqual({ reason: 'SELF_EXCLUDED' })
    expect((await save({ address: 'Free street 1' })).status).toBe(200)
  })

  test('may complete its own profile for a payout, and stays known by what it said before', async () => {
    await save(person())
    await exclude(playerId)
    const payout = await signIn(playerId)
    await db.sql.updateTable('auth_session').set({ scope: 'payout' }).where('player_id', '=', playerId).execute()
    expect((await save({ first_name: 'Changed' }, payout)).status).toBe(200)
    expect((await keysOf(playerId)).filter((kind) => kind === 'person')).toHaveLength(2)
    const fresh = await signIn(await newPlayer({}, 'again'))
    expect(await wrong(person(), fresh)).toEqual({ reason: 'SELF_EXCLUDED' })
  })

  test('strangers with another name are not meant', async () => {
    const other = await newPlayer({}, 'other')
    await save(person(), await signIn(other))
    await exclude(other)
    expect((await save({ ...person(), birth_date: '02.02.1990' })).status).toBe(200)
  })
})
