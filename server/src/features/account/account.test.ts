import { storageQuota } from '@croupier/contract/methods/storage'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { lockPlayer } from './account.ts'
import { writeValue } from './storage-store.ts'

const { db, as, addPlayer, signIn } = await testApp()

let playerId = 0n
let player = ''
let count = 0
beforeEach(async () => {
  count += 1
  playerId = await addPlayer({ login: `player${count}@example.com`, currency: 'JPY' })
  player = await signIn(playerId)
})

const set = (key: string, value: string) => as(player).post('storage.set', { key, value })
const get = async (keys: string) => (await as(player).get('storage.get', { keys })).json.data
const storedKeys = async () => (await as(player).get('storage.getKeys')).json.data
const full = { result: 0, error: expect.objectContaining({ type: 'StorageQuotaExceededException', code: 25 }) }

describe('account.getInfo', () => {
  test('tells who is signed in, with empty purses in the own currency', async () => {
    const { json } = await as(player).get('account.getInfo')
    expect(json.data).toEqual({
      uid: Number(playerId),
      reg_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      login: `player${count}@example.com`,
      fakename: `fake-player${count}@example.com`,
      is_subscribed: false,
      currency: 'JPY',
      balance_main: { amount: '0', currency: 'JPY' },
      balance_bonus: { amount: '0', currency: 'JPY' },
      balance_betting_bonus: { amount: '0', currency: 'JPY' },
      balance_fun: { amount: '0.00', currency: 'FUN' },
      balance_held: { amount: '0', currency: 'JPY' },
      balance_version: 0,
      has_deposited: false,
      is_on_verification: false,
      is_verified: false,
      is_kyc_block_enabled: false,
      is_registration_completed: true,
      is_payout_only: false,
      has_password: false,
      country_code: null,
      locale: 'en',
      two_factor_auth: false,
      contacts: { email: { value: `player${count}@example.com`, confirmed: false }, phone: null },
    })
  })
})

describe('account.changelocale', () => {
  test('makes a known locale the own one', async () => {
    expect((await as(player).post('account.changelocale', { locale: 'ru' })).json).toEqual({ result: 1, data: null })
    expect((await as(player).get('account.getInfo')).json.data.locale).toBe('ru')
  })

  test.each(['xx', '../../', 'EN', 'toString'])('refuses %s', async (locale) => {
    const answer = await as(player).post('account.changelocale', { locale })
    expect(answer.status).toBe(422)
    expect(answer.json.error).toMatchObject({
      type: 'InvalidParameterException',
      error_data: { reason: 'LOCALE_UNKNOWN' },
    })
    expect((await as(player).get('account.getInfo')).json.data.locale).toBe('en')
  })
})

describe('storage', () => {
  test('keeps values, replaces them and removes the empty ones', async () => {
    await set('theme', 'dark')
    await set('chat:1', 'open')
    await set('theme', 'light')
    expect(await get('theme,chat:1,unknown')).toEqual({ theme: 'light', 'chat:1': 'open' })
    expect(await storedKeys()).toEqual(['chat:1', 'theme'])
    await set('theme', '')
    expect(await storedKeys()).toEqual(['chat:1'])
  })

  test('keeps a key that is a word of the language', async () => {
    await set('constructor', 'y')
    expect(await get('constructor')).toEqual({ constructor: 'y' })
    expect(await storedKeys()).toEqual(['constructor'])
  })

  test('belongs to one player', async () => {
    await set('secret', 'mine')
    const other = await signIn(await addPlayer({ login: `other${count}@example.com` }))
    expect((await as(other).get('storage.get', { keys: 'secret' })).json.data).toEqual({})
    expect((await as(other).get('storage.getKeys')).json.data).toEqual([])
  })

  test('counts bytes, not letters', async () => {
    expect((await set('euro', '€'.repeat(1365))).status).toBe(200)
    const answer = await set('euro', '€'.repeat(1366))
    expect(answer.status).toBe(422)
    expect(answer.json).toEqual(full)
    expect((await get('euro')).euro).toHaveLength(1365)
  })

  test('a full storage takes a smaller value in place of a larger one', async () => {
    const large = 'x'.repeat(storageQuota.valueBytes)
    for (let i = 0; i < 16; i += 1) expect((await set(`k${i}`, large)).status).toBe(200)
    expect((await set('more', 'x')).json).toEqual(full)
    expect((await set('k0', 'small')).status).toBe(200)
    expect((await set('more', 'x')).status).toBe(200)
  })

  test('thirty-two racers cannot store more keys than there is room for', async () => {
    const room = 5
    const rows = Array.from({ length: storageQuota.keys - room }, (_, i) => ({
      player_id: playerId,
      key: `k${i}`,
      value: 'x',
    }))
    await db.sql.insertInto('account_storage').values(rows).execute()
    const answers = await Promise.all(Array.from({ length: 32 }, (_, i) => set(`racer${i}`, 'x')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(room)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(32 - room)
    expect(await storedKeys()).toHaveLength(storageQuota.keys)
  })

  test('thirty-two racers cannot store more bytes than there is room for', async () => {
    const answers = await Promise.all(Array.from({ length: 32 }, (_, i) => set(`k${i}`, 'x'.repeat(4096))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(16)
    expect(await storedKeys()).toHaveLength(16)
  })
})

test('the lock of a player and a row that only names the player do not wait for each other', async () => {
  const hurried = sql`set local lock_timeout = '2s'`
  const name = (key: string) =>
    begin(db, async (tx) => {
      await hurried.execute(tx)
      await writeValue(tx, playerId, key, '1')
    })
  await begin(db, async (tx) => {
    await lockPlayer(tx, playerId)
    await name('beside-the-lock')
  })
  await begin(db, async (tx) => {
    await writeValue(tx, playerId, 'first', '1')
    await begin(db, async (other) => {
      await hurried.execute(other)
      await lockPlayer(other, playerId)
    })
  })
  expect(await storedKeys()).toEqual(['beside-the-lock', 'first'])
})
