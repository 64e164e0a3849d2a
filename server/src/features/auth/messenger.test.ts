import { createHash, createHmac, randomInt } from 'node:crypto'
import { sign, signData } from '@telegram-apps/init-data-node'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { openBrowser } from '../../test/player-browser.ts'
import { readInitData } from './messenger.ts'

const { app, db, secrets, runJobs } = await testApp()
const token = secrets.telegramBotToken.current
const knownId = 424_242_424

const browse = () => openBrowser(app, { address: [198, 51, randomInt(256), randomInt(256)].join('.') })
const open = (payload: string, more: Record<string, string> = {}, browser = browse()) =>
  browser.post('auth.register', { is_tg: '1', payload, ...more })
const uidOf = async (browser: ReturnType<typeof browse>) => (await browser.get('account.getInfo')).data.uid

type User = { id: number; first_name: string } & Record<string, unknown>
const person = (id: number, more: Record<string, unknown> = {}): User => ({ id, first_name: 'Mara', ...more })
let asked = 0
/** What the messenger hands over, this many seconds ago. */
const initData = (
  user: User | undefined,
  { age = 0, key = token, ...more }: Record<string, unknown> & { age?: number; key?: string } = {},
) => {
  asked += 1
  const data = { ...(user && { user }), query_id: `q${asked}`, ...more }
  return sign(data, key, new Date(Date.now() - age * 1000))
}
/** Signs pairs as they are, for what the library would not write. */
function sealed(pairs: [string, string][], key = token): string {
  const lines = pairs.map(([name, value]) => `${name}=${value}`).sort()
  return new URLSearchParams([...pairs, ['hash', signData(lines.join('\n'), key)]]).toString()
}
const nowSeconds = () => Math.floor(Date.now() / 1000)
const userText = (id: unknown, more = {}) => JSON.stringify({ id, first_name: 'Mara', ...more })
const changed = (payload: string, change: (params: URLSearchParams) => void) => {
  const params = new URLSearchParams(payload)
  change(params)
  return params.toString()
}

async function traces() {
  const { rows } = await sql<Record<string, bigint>>`select (select count(*) from auth_session) as sessions,
    (select count(*) from auth_social) as identities, (select count(*) from account_player) as players`.execute(db.sql)
  return rows[0]
}

const used = initData(person(knownId))
let knownUid = 0
beforeAll(async () => {
  const browser = browse()
  expect((await open(used, {}, browser)).said).toBe('ok')
  knownUid = await uidOf(browser)
})

describe('the mini-app', () => {
  test('signs a new person in, with an account that is to be completed', async () => {
    const browser = browse()
    const payload = initData(person(1001, { last_name: 'Mayer', username: 'mara', language_code: 'es' }))
    const rides = { track_id: 't-9', visit: 'visit-0123456789', terms: '1', currency: 'JPY', promo_code: 'ember50' }
    const answer = await open(payload, { ...rides, is_betting: '1' }, browser)
    expect(answer.data).toEqual({
      uid: expect.any(Number),
      is_registration_completed: false,
      is_payout_only: false,
      is_new: true,
    })
    const { data } = await browser.get('account.getInfo')
    expect(data).toMatchObject({
      locale: 'es',
      currency: 'JPY',
      has_password: false,
      is_registration_completed: false,
      contacts: { email: null, phone: null },
    })
    expect(data.fakename).toMatch(/^[A-Za-z]+\d+$/)
    // Who a visitor is there does not matter here.
    expect(`${data.login} ${data.fakename}`).not.toMatch(/1001|mara/i)
    await runJobs()
    const tracked = await db.sql
      .selectFrom('tracking_registration')
      .select(['visit', 'params'])
      .where('player_id', '=', BigInt(data.uid))
      .executeTakeFirst()
    expect(tracked).toEqual({ visit: 'visit-0123456789', params: { track_id: 't-9' } })
  })

  test.each([
    ['ru', 'ru'],
    ['es-MX', 'es'],
    ['pt-br', 'en'],
    ['', 'en'],
    ['../es', 'en'],
  ])('speaks %j as %s', async (language_code, locale) => {
    const browser = browse()
    await open(initData(person(randomInt(10_000, 1_000_000), { language_code })), {}, browser)
    expect((await browser.get('account.getInfo')).data.locale).toBe(locale)
  })

  test('knows a person again, and nobody by what stands beside the init data', async () => {
    const browser = browse()
    const { data } = await open(initData(person(knownId)), {}, browser)
    expect(data.is_new).toBe(false)
    expect(await uidOf(browser)).toBe(knownUid)
    const other = browse()
    await open(initData(person(1002)), { id: String(knownId), username: 'mara', hash: 'a'.repeat(64) }, other)
    expect(await uidOf(other)).not.toBe(knownUid)
  })

  test('believes the token before the present one while it is being changed, and no older one', () => {
    const payload = initData(person(7))
    expect(readInitData(payload, { current: 'another', previous: token })?.user.id).toBe(7)
    expect(readInitData(payload, { current: 'another', previous: undefined })).toBeNull()
  })

  test('takes what the messenger really sends: a photo, a signature, a chat', () => {
    const payload = initData(person(7, { photo_url: 'https://t.me/i/x.svg', allows_write_to_pm: true }), {
      signature: 'c2lnbmF0dXJl',
      chat_instance: '-1',
      chat_type: 'sender',
      start_param: 'abc',
    })
    expect(readInitData(payload, secrets.telegramBotToken)?.user.id).toBe(7)
  })

  test('agrees with the seal as the messenger describes it, computed by hand', () => {
    const lines = ['auth_date=1700000000', 'query_id=AA', `user=${userText(7)}`]
    const key = createHmac('sha256', 'WebAppData').update('1234:by-hand').digest()
    const hash = createHmac('sha256', key).update(lines.join('\n')).digest('hex')
    const payload = `query_id=AA&user=${encodeURIComponent(userText(7))}&auth_date=1700000000&hash=${hash}`
    const bot = { current: '1234:by-hand', previous: undefined }
    expect(readInitData(payload, bot)).toMatchObject({ hash, authSeconds: 1_700_000_000, user: { id: 7 } })
    expect(readInitData(payload.replace('1700000000', '1700000001'), bot)).toBeNull()
  })

  test('opens one account for a person who comes 32 times at once', async () => {
    const before = await traces()
    const answers = await Promise.all(Array.from({ length: 32 }, () => open(initData(person(1003)))))
    expect(answers.map(({ said }) => said)).toEqual(Array(32).fill('ok'))
    const after = await traces()
    expect(Number(after?.players) - Number(before?.players)).toBe(1)
    expect(Number(after?.identities) - Number(before?.identities)).toBe(1)
  })

  test('is opened once by one string, also 32 times at once', async () => {
    const payload = initData(person(1004))
    const answers = await Promise.all(Array.from({ length: 32 }, () => open(payload)))
    const said = answers.map((answer) => answer.said)
    expect(said.filter((word) => word === 'ok')).toHaveLength(1)
    expect(said.filter((word) => word === 'InvalidParameterException INIT_DATA_INVALID')).toHaveLength(31)
  })
})

const fresh = () => initData(person(knownId))
const mine = () => initData(person(666))
const widgetKey = () => createHash('sha256').update(token).digest()

const attacks: [string, () => string][] = [
  ['1 nothing', () => ''],
  ['2 only an id', () => `user=${encodeURIComponent(userText(knownId))}`],
  ['3 no hash', () => changed(fresh(), (it) => it.delete('hash'))],
  ['4 an empty hash', () => changed(fresh(), (it) => it.set('hash', ''))],
  ['5 a hash of zeros', () => changed(fresh(), (it) => it.set('hash', '0'.repeat(64)))],
  ['6 a hash in capitals', () => changed(fresh(), (it) => it.set('hash', (it.get('hash') ?? '').toUpperCase()))],
  ['7 a hash cut short', () => changed(fresh(), (it) => it.set('hash', (it.get('hash') ?? '').slice(0, 63)))],
  ['8 a hash with something behind it', () => changed(fresh(), (it) => it.set('hash', `${it.get('hash')} `))],
  ['9 two hashes, the right one first', () => `${fresh()}&hash=${'0'.repeat(64)}`],
  ['10 two hashes, the right one last', () => `hash=${'0'.repeat(64)}&${fresh()}`],
  [
    '11 the hash of another string',
    () => changed(fresh(), (it) => it.set('hash', new URLSearchParams(mine()).get('hash') ?? '')),
  ],
  ['12 another id in it', () => changed(mine(), (it) => it.set('user', userText(knownId)))],
  ['13 a second user behind', () => `${mine()}&user=${encodeURIComponent(userText(knownId))}`],
  ['14 a second user before', () => `user=${encodeURIComponent(userText(knownId))}&${mine()}`],
  [
    '15 a user signed twice',
    () =>
      sealed([
        ['auth_date', String(nowSeconds())],
        ['user', userText(666)],
        ['user', userText(knownId)],
      ]),
  ],
  ['16 one more part', () => `${fresh()}&start_param=x`],
  ['17 one part less', () => changed(fresh(), (it) => it.delete('query_id'))],
  ['18 another question', () => changed(fresh(), (it) => it.set('query_id', 'other'))],
  [
    '19 a newer date',
    () => changed(initData(person(knownId), { age: 90_000 }), (it) => it.set('auth_date', String(nowSeconds()))),
  ],
  [
    '20 no date',
    () =>
      sealed([
        ['user', userText(knownId)],
        ['query_id', 'x'],
      ]),
  ],
  [
    '21 a date in words',
    () =>
      sealed([
        ['auth_date', `${nowSeconds()}x`],
        ['user', userText(knownId)],
      ]),
  ],
  [
    '22 a date with an exponent',
    () =>
      sealed([
        ['auth_date', '2e9'],
        ['user', userText(knownId)],
      ]),
  ],
  [
    '23 a date below zero',
    () =>
      sealed([
        ['auth_date', '-1'],
        ['user', userText(knownId)],
      ]),
  ],
  ['24 a day and a minute old', () => initData(person(knownId), { age: 86_460 })],
  ['25 a week old', () => initData(person(knownId), { age: 604_800 })],
  ['26 from the next minute', () => initData(person(knownId), { age: -60 })],
  ['27 from the next year', () => initData(person(knownId), { age: -31_536_000 })],
  ['28 another bot’s token', () => initData(person(knownId), { key: '1234567890:the-token-of-another-bot' })],
  ['29 an empty token', () => initData(person(knownId), { key: '' })],
  [
    '30 the seal of the sign-in button',
    () => {
      const pairs: [string, string][] = [
        ['auth_date', String(nowSeconds())],
        ['user', userText(knownId)],
      ]
      const lines = pairs
        .map((pair) => pair.join('='))
        .sort()
        .join('\n')
      return new URLSearchParams([
        ...pairs,
        ['hash', createHmac('sha256', widgetKey()).update(lines).digest('hex')],
      ]).toString()
    },
  ],
  [
    '31 the third parties’ signature alone',
    () =>
      changed(fresh(), (it) => {
        it.delete('hash')
        it.set('signature', 'c2ln')
      }),
  ],
  ['32 nobody in it', () => initData(undefined)],
  [
    '33 an id as text',
    () =>
      sealed([
        ['auth_date', String(nowSeconds())],
        ['user', userText(String(knownId))],
      ]),
  ],
  [
    '34 half an id',
    () =>
      sealed([
        ['auth_date', String(nowSeconds())],
        ['user', userText(knownId + 0.5)],
      ]),
  ],
  [
    '35 a robot',
    () =>
      sealed([
        ['auth_date', String(nowSeconds())],
        ['user', userText(knownId, { is_bot: true })],
      ]),
  ],
  [
    '36 two parts in one line',
    () => {
      const payload = new URLSearchParams(fresh())
      const joined = `${payload.get('query_id')}\nsignature=${payload.get('signature')}`
      return new URLSearchParams([
        ['auth_date', payload.get('auth_date') ?? ''],
        ['query_id', joined],
        ['user', payload.get('user') ?? ''],
        ['hash', payload.get('hash') ?? ''],
      ]).toString()
    },
  ],
  ['37 used before', () => used],
  ['38 used before, in another order', () => new URLSearchParams([...new URLSearchParams(used)].reverse()).toString()],
  [
    '39 used before, written otherwise',
    () =>
      [...new URLSearchParams(used)]
        .map(
          ([name, value]) =>
            `${name}=${[...Buffer.from(value)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`,
        )
        .join('&'),
  ],
  ['40 used before, with a question mark and gaps', () => `?&&${used}&`],
]

describe('40 strings that prove nothing', () => {
  test('are 40', () => {
    expect(attacks).toHaveLength(40)
  })

  test.each(attacks)('%s', async (_, payload) => {
    const before = await traces()
    const browser = browse()
    const answer = await open(payload(), { id: String(knownId), username: 'mara', hash: 'x' }, browser)
    expect([answer.status, answer.said]).toEqual([422, 'InvalidParameterException INIT_DATA_INVALID'])
    expect(browser.cookies.has('sid') || browser.cookies.has('second')).toBe(false)
    expect(await traces()).toEqual(before)
  })
})

test('the database keeps no init data, and its clock decides what is a day', async () => {
  const { rows } = await sql<{ hash: Buffer }>`select hash from auth_used_init`.execute(db.sql)
  const hash = new URLSearchParams(used).get('hash') ?? ''
  expect(rows.some((row) => row.hash.toString('hex') === hash)).toBe(false)
  expect((await open(initData(person(1005), { age: 86_000 }))).said).toBe('ok')
})
