import type { PhoneOption } from '@croupier/contract/methods/account'
import { fieldCases } from '@croupier/contract/test/field-cases'
import { getCountries } from 'libphonenumber-js/min'
import { afterEach, describe, expect, test } from 'vitest'
import { encrypt } from '../../encryption.ts'
import { testApp } from '../../test/app.ts'
import { contentWith } from '../../test/content.ts'
import { addPerson } from '../../test/world.ts'

const { db, secrets, as, signIn } = await testApp()
const narrow = await testApp({
  contentDir: contentWith({
    'site.json': { countries: ['PL', 'BR'], currencies: ['EUR'], defaultCurrency: 'EUR' },
    'forms.json': {
      fields: [
        { sysname: 'country_code', type: 'country_code', isRequired: true },
        { sysname: 'region', type: 'region' },
        { sysname: 'address', type: 'input', rule: 'name', minLength: 6, maxLength: 8 },
        { sysname: 'postcode', type: 'input', minValue: 1000, maxValue: 2000 },
        { sysname: 'last_name', type: 'input', sameAs: 'first_name' },
        { sysname: 'first_name', type: 'input' },
        { sysname: 'home_town', type: 'input', rule: 'custom', regex: '[A-Z]{3}' },
      ],
    },
  }),
})

// Every case is a call, and calls are counted.
afterEach(() => db.sql.deleteFrom('http_rate_limit').execute())

let count = 0
async function newcomer(country = 'PL') {
  count += 1
  const id = await addPerson(db.sql, {
    login: `newcomer${count}`,
    country_code: country,
    first_name: 'Before',
    middle_name: 'Before',
    last_name: 'Before',
    home_town: 'Before',
    address: 'Before',
    postcode: '11111',
    birth_date: '1980-01-01',
    document_type: 'id_card',
    region: 'PL-02',
  })
  const sealed = encrypt('BEFORE 1', `document:${id}`, secrets.documentKey)
  await db.sql.updateTable('account_player').set({ document_number_sealed: sealed }).where('id', '=', id).execute()
  return signIn(id)
}

describe('a request that goes past the browser hears the same reason', () => {
  test.each(fieldCases)('$field $value ($country): $reason', async ({ field, value, reason, country, beside }) => {
    const player = await newcomer(country)
    const { status, json } = await as(player).post('account.saveProfileInfo', { ...beside, [field]: value })
    if (reason === null) {
      expect(json).toEqual({ result: 1, data: null })
      return
    }
    expect([status, json.error]).toEqual([
      422,
      expect.objectContaining({ type: 'InvalidParameterException', invalid_parameters: { [field]: [reason] } }),
    ])
  })
})

describe('at registration', () => {
  const good = {
    phone: '512334904',
    phone_country_code: 'PL',
    password: 'Tall-Otter-42',
    country_code: 'PL',
    first_name: 'Alice',
    last_name: 'Lee',
    birth_date: '14.06.1991',
    currency: 'EUR',
    terms: '1',
  }
  const register = (values: Record<string, string>) => {
    count += 1
    const phone = `512${String(100_000 + count)}`
    return as(null).post('auth.register', { ...good, phone, email: `new${count}@example.com`, ...values })
  }

  test('a good form opens an account', async () => {
    expect((await register({})).json).toMatchObject({ result: 1, data: { is_registration_completed: true } })
  })

  test.each([
    ['password', '', 'REQUIRED'],
    ['password', 'abcde', 'TOO_SHORT'],
    ['password', 'x'.repeat(21), 'TOO_LONG'],
    ['password', 'x'.repeat(10_000), 'TOO_LONG'],
    ['password', 'two words', 'CHARACTERS'],
    ['password', 'пароль-1', 'CHARACTERS'],
    ['email', '', 'REQUIRED'],
    ['email', 'a@b@example.com', 'EMAIL'],
    ['email', `${'x'.repeat(10_000)}@example.com`, 'EMAIL'],
    ['phone', '', 'REQUIRED'],
    ['phone', '5123', 'PHONE'],
    ['country_code', '', 'REQUIRED'],
    ['country_code', 'XX', 'UNKNOWN_VALUE'],
    ['first_name', '', 'REQUIRED'],
    ['first_name', 'Ann2', 'CHARACTERS'],
    ['first_name', 'x'.repeat(10_000), 'TOO_LONG'],
    ['last_name', 'An\u202en', 'CHARACTERS'],
    ['birth_date', '', 'REQUIRED'],
    ['birth_date', '14.06.2020', 'TOO_YOUNG'],
    ['birth_date', '31.02.1991', 'DATE'],
    ['currency', '', 'REQUIRED'],
    ['currency', 'XYZ', 'UNKNOWN_VALUE'],
    ['terms', '0', 'NOT_CHECKED'],
    ['promo_code', '  ', 'REQUIRED'],
    ['promo_code', '😀', 'REQUIRED'],
  ])('%s %j: %s', async (field, value, reason) => {
    const { json } = await register({ [field]: value })
    expect(json.error?.invalid_parameters).toEqual({ [field]: [reason] })
  })

  test('a promo code that does not exist is named', async () => {
    const { json } = await register({ promo_code: 'NOSUCHCODE' })
    expect(json.error).toMatchObject({
      invalid_parameters: { promo_code: ['PROMO_INVALID'] },
      error_data: { reason: 'PROMO_INVALID' },
    })
  })
})

describe('a nickname and a code', () => {
  test.each([
    ['abc', 'TOO_SHORT'],
    ['x'.repeat(21), 'TOO_LONG'],
    ['x'.repeat(10_000), 'TOO_LONG'],
    ['Ru fus', 'CHARACTERS'],
    ['Ru\u202efus', 'CHARACTERS'],
    ['Ru\u200bfus', 'CHARACTERS'],
    ['Rufu\u0455', 'CHARACTERS'],
    ['', 'REQUIRED'],
  ])('nickname %j: %s', async (fakename, reason) => {
    const { json } = await as(await newcomer()).post('account.changefakename', { fakename })
    expect(json.error.invalid_parameters).toEqual({ fakename: [reason] })
  })

  test('pictures are taken out of a nickname, an address and a promo code where content says so', async () => {
    const player = await newcomer()
    expect((await as(player).post('account.changefakename', { fakename: 'Ruf😀usTheFirst' })).json.result).toBe(1)
    expect((await as(player).get('account.getInfo')).json.data.fakename).toBe('RufusTheFirst')
    await as(player).post('account.addcontact', { contact: '😀pictured@example.com' })
    expect((await as(player).get('account.getInfo')).json.data.contacts.email.value).toBe('pictured@example.com')
    expect((await as(null).post('campaigns.checkPromocode', { promo_code: 'EMBER😀50' })).json.data).not.toBeNull()
  })

  test('where content says nothing of it a picture is a wrong character', async () => {
    const id = await addPerson(narrow.db.sql, { login: 'plain' })
    const player = narrow.as(await narrow.signIn(id))
    const { json } = await player.post('account.changefakename', { fakename: 'Rufus😀' })
    expect(json.error.invalid_parameters).toEqual({ fakename: ['CHARACTERS'] })
  })

  test.each([
    ['', 'REQUIRED'],
    ['12345', 'CODE_DIGITS'],
    ['12345a', 'CODE_DIGITS'],
    ['1'.repeat(10_000), 'CODE_DIGITS'],
  ])('code %j: %s', async (code, reason) => {
    const { json } = await as(await newcomer()).post('account.confirmContact', { contact: 'a@example.com', code })
    expect(json.error.invalid_parameters).toEqual({ code: [reason] })
  })
})

describe('account.getPersonalDataFields', () => {
  const fieldsIn = async (country: string, cookie: string | null = null, query = {}) => {
    const { json } = await as(cookie).get('account.getPersonalDataFields', { country, ...query })
    const list: { sysname: string; options: Record<string, unknown>; params: Record<string, boolean>; type: string }[] =
      json.data
    return new Map(list.map((field) => [field.sysname, field]))
  }

  test('anybody may ask which fields a profile has', async () => {
    const fields = await fieldsIn('PL')
    expect([...fields.keys()]).toEqual([
      'email',
      'phone',
      'password',
      'login',
      'country_code',
      'first_name',
      'middle_name',
      'last_name',
      'birth_date',
      'sex',
      'region',
      'home_town',
      'address',
      'postcode',
      'document_type',
      'document_number',
    ])
    const asked = [...fields.values()].filter(({ params }) => params.is_registration).map(({ sysname }) => sysname)
    expect(asked).toEqual(['email', 'phone', 'password', 'country_code', 'first_name', 'last_name', 'birth_date'])
    expect(fields.get('login')?.params.is_visible).toBe(false)
    expect(fields.get('birth_date')).toMatchObject({ type: 'date', options: { mask: '00.00.0000' } })
  })

  test('a country has its own', async () => {
    const brazil = await fieldsIn('BR')
    expect(brazil.get('document_number')).toMatchObject({
      options: { mask: '000.000.000-00' },
      params: { is_required: true },
    })
    expect(brazil.get('document_type')?.options.select).toEqual([{ value: 'cpf', name: 'CPF' }])
    expect(brazil.get('region')?.options.select).toContainEqual({ value: 'BR-SP', name: 'São Paulo' })
    const poland = await fieldsIn('PL')
    expect(poland.get('document_number')).toMatchObject({ options: {}, params: { is_required: false } })
    expect(poland.get('postcode')?.options).toEqual({ regex: '[0-9]{2}-[0-9]{3}', mask: '00-000' })
    expect((await fieldsIn('UA')).get('postcode')?.options).toEqual({})
  })

  test('a country without regions does not ask for one', async () => {
    const fields = await fieldsIn('GI')
    expect(fields.get('region')?.params).toMatchObject({ is_visible: false, is_required: false })
    expect((await fieldsIn('')).get('region')?.params.is_visible).toBe(false)
    expect((await as(null).get('account.getPersonalDataFields', { country: 'toString' })).status).toBe(422)
  })

  test('texts are in the language that is asked for', async () => {
    const names = async (locale: string) =>
      Object.fromEntries(
        JSON.parse(JSON.stringify((await fieldsIn('PL', null, { locale })).get('country_code')?.options.select)).map(
          ({ value, name }: { value: string; name: string }) => [value, name],
        ),
      )
    expect(await names('en')).toMatchObject({ DE: 'Germany', BR: 'Brazil' })
    expect(await names('es')).toMatchObject({ DE: 'Alemania' })
    expect(await names('ru')).toMatchObject({ DE: 'Германия' })
    const sexes = (await fieldsIn('PL', null, { locale: 'es' })).get('sex')?.options.select
    expect(sexes).toContainEqual({ value: '2', name: 'Mujer' })
  })

  test('a verified player sees what is locked, a guest sees nothing locked', async () => {
    const player = await newcomer()
    const locked = async (cookie: string | null) =>
      [...(await fieldsIn('PL', cookie)).values()]
        .filter(({ params }) => params.is_locked)
        .map(({ sysname }) => sysname)
    expect(await locked(null)).toEqual([])
    expect(await locked(player)).toEqual(['login'])
    await db.sql
      .updateTable('account_player')
      .set({ verified_at: new Date(), email: 'x@example.com' })
      .where('login', '=', `newcomer${count}`)
      .execute()
    expect(await locked(player)).toEqual([
      'email',
      'login',
      'country_code',
      'first_name',
      'middle_name',
      'last_name',
      'birth_date',
      'document_type',
      'document_number',
    ])
  })

  test('where players may come from is content', async () => {
    const { json } = await narrow.as(null).get('account.getPersonalDataFields', { country: 'PL' })
    const country = json.data.find(({ sysname }: { sysname: string }) => sysname === 'country_code')
    expect(country.options.select.map(({ value }: { value: string }) => value)).toEqual(['BR', 'PL'])
  })
})

describe('account.getContactPhoneSettings', () => {
  const settings = async (app: { as: typeof as }, locale = 'en'): Promise<PhoneOption[]> =>
    (await app.as(null).get('account.getContactPhoneSettings', { locale })).json.data

  test('has every country with its code and how its numbers look', async () => {
    const list = await settings({ as })
    expect(list.length).toBeGreaterThan(230)
    expect(list.length).toBeLessThanOrEqual(getCountries().length)
    expect(list.find(({ country_code }) => country_code === 'PL')).toEqual({
      country_code: 'PL',
      phone_code: '+48',
      name: 'Poland',
      mask: '000 000 000',
    })
    expect(list.find(({ country_code }) => country_code === 'US')).toMatchObject({
      phone_code: '+1',
      mask: '000 000 0000',
    })
    for (const { mask, phone_code } of list) {
      expect(mask).toMatch(/^[0 ()-]+$/)
      expect(phone_code).toMatch(/^\+\d{1,3}$/)
    }
  })

  test('is sorted by name in the language', async () => {
    for (const locale of ['en', 'es', 'ru']) {
      const names = (await settings({ as }, locale)).map(({ name }) => name)
      expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, locale)))
    }
    expect((await settings({ as }, 'ru')).find(({ country_code }) => country_code === 'DE')?.name).toBe('Германия')
  })

  test('has only the countries of content', async () => {
    expect((await settings(narrow)).map(({ country_code }) => country_code)).toEqual(['BR', 'PL'])
  })
})

describe('account.getcurrencyrates', () => {
  test('are what content says, with the base at one', async () => {
    expect((await as(null).get('account.getcurrencyrates')).json.data).toEqual({
      base: 'USD',
      rates: { EUR: '0.86', GBP: '0.76', BRL: '5.35', UAH: '41.9', JPY: '154', USDT: '1', USD: '1' },
    })
    expect((await narrow.as(null).get('account.getcurrencyrates')).json.data).toEqual({
      base: 'EUR',
      rates: { EUR: '1' },
    })
  })
})

describe('what content asks of a field', () => {
  test.each([
    [{ address: 'Street' }, null],
    [{ address: 'Calle' }, { address: ['TOO_SHORT'] }],
    [{ address: 'Boulevard' }, { address: ['TOO_LONG'] }],
    [{ address: 'Street 1' }, { address: ['CHARACTERS'] }],
    [{ postcode: '1500' }, null],
    [{ postcode: '999' }, { postcode: ['TOO_SMALL'] }],
    [{ postcode: '2001' }, { postcode: ['TOO_LARGE'] }],
    [{ first_name: 'Ann', last_name: 'Ann' }, null],
    [{ first_name: 'Ann', last_name: 'Lee' }, { last_name: ['NOT_SAME'] }],
    [{ home_town: 'LON' }, null],
    [{ home_town: 'London' }, { home_town: ['PATTERN'] }],
  ])('is told with the field and checked by the server: %j', async (values, wrong) => {
    count += 1
    const id = await addPerson(narrow.db.sql, { login: `asked${count}`, country_code: 'PL' })
    const player = narrow.as(await narrow.signIn(id))
    const { json } = await player.post('account.saveProfileInfo', values)
    expect(json.error?.invalid_parameters ?? null).toEqual(wrong)
  })

  test('comes to the browser with the definition', async () => {
    const { json } = await narrow.as(null).get('account.getPersonalDataFields', { country: 'PL' })
    const options = Object.fromEntries(
      json.data.map((field: { sysname: string; options: unknown }) => [field.sysname, field.options]),
    )
    expect(options).toMatchObject({
      address: { rule: 'name', minLength: 6, maxLength: 8 },
      postcode: { minValue: 1000, maxValue: 2000 },
      last_name: { sameAs: 'first_name' },
      home_town: { rule: 'custom', regex: '[A-Z]{3}' },
    })
    expect(options.first_name).toEqual({})
  })
})
