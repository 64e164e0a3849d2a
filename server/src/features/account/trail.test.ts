import { securityEventKinds } from '@croupier/contract/security'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { written } from '../../test/written.ts'
import { addNotice, exportAccount, noteEvent } from './account.ts'
import { isProfane } from './profanity.ts'

const { db, secrets, as, addPlayer, signIn } = await testApp()

let count = 0
let id = 0n
let me = ''
beforeEach(async () => {
  count += 1
  id = await addPlayer({ login: `me${count}@example.com` })
  me = await signIn(id)
  await db.sql.deleteFrom('http_rate_limit').execute()
})
const reasonOf = (answer: { status: number; json: { error?: { error_data?: { reason?: string } } } }) => [
  answer.status,
  answer.json.error?.error_data?.reason,
]

describe('a guest', () => {
  test.each(['account.getNotices', 'account.getSecurityEvents'])('is turned away by %s', async (name) => {
    expect((await as(null).get(name)).status).toBe(401)
  })

  test.each([
    ['account.seeNotices', { ids: '1' }],
    ['account.changefakename', { fakename: 'Rufus' }],
  ])('is turned away by %s', async (name, body) => {
    expect((await as(null).post(name, body)).status).toBe(401)
  })
})

describe('notices', () => {
  const notices = async (cookie = me) => (await as(cookie).get('account.getNotices')).json.data
  const see = (ids: string, cookie = me) => as(cookie).post('account.seeNotices', { ids })

  test('are told once, oldest first', async () => {
    await begin(db, async (tx) => {
      await addNotice(tx, id, 'limitReady', { period: '7' })
      await addNotice(tx, id, 'verified')
    })
    const first = await notices()
    expect(first).toEqual([
      { id: expect.any(Number), kind: 'limitReady', params: { period: '7' }, at: expect.stringMatching(/Z$/) },
      expect.objectContaining({ kind: 'verified', params: {} }),
    ])
    expect((await see(String(first[0].id))).json).toEqual({ result: 1, data: null })
    expect(await notices()).toEqual([first[1]])
    await see(`${first[0].id},${first[1].id},999999`)
    expect(await notices()).toEqual([])
  })

  test("nobody sees or ticks off another player's", async () => {
    await begin(db, (tx) => addNotice(tx, id, 'verified'))
    const [mine] = await notices()
    const other = await signIn(await addPlayer({ login: `other${count}@example.com` }))
    expect(await notices(other)).toEqual([])
    expect((await see(String(mine.id), other)).json).toEqual({ result: 1, data: null })
    expect(await notices()).toEqual([mine])
  })

  test.each(['', 'a', '1,', '1;drop', '-1', '1'.repeat(16), Array(101).fill('1').join()])(
    '%j is no list of notices',
    async (ids) => {
      expect((await see(ids)).status).toBe(422)
    },
  )
})

describe('the trail of an account', () => {
  const events = async (query: Record<string, string> = {}, cookie = me) =>
    (await as(cookie).get('account.getSecurityEvents', query)).json.data

  test('has what happened, newest first, with address and device', async () => {
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36'
    await noteEvent(db.sql, id, 'signIn', { address: '203.0.113.7', userAgent })
    await noteEvent(db.sql, id, 'verified', null)
    expect(await events()).toEqual({
      items: [
        { id: expect.any(Number), kind: 'verified', at: expect.stringMatching(/Z$/), address: '', device: '' },
        expect.objectContaining({ kind: 'signIn', address: '203.0.113.7', device: 'Chrome on Windows' }),
      ],
      total: 2,
      offset: 0,
      limit: 20,
    })
    expect(await events({ count: '1', offset: '1' })).toMatchObject({ items: [{ kind: 'signIn' }], total: 2, limit: 1 })
  })

  test("nobody reads another player's", async () => {
    await noteEvent(db.sql, id, 'signIn', null)
    const other = await signIn(await addPlayer({ login: `other${count}@example.com` }))
    expect(await events({}, other)).toMatchObject({ items: [], total: 0 })
  })

  test('every kind has one name', () => {
    expect(new Set(securityEventKinds).size).toBe(securityEventKinds.length)
  })
})

describe('account.changefakename', () => {
  const change = (fakename: string, cookie = me) => as(cookie).post('account.changefakename', { fakename })
  const fakename = async (cookie = me) => (await as(cookie).get('account.getInfo')).json.data.fakename

  test('takes a new name, in one form of each letter', async () => {
    expect((await change(`Rufus${count}`)).json).toEqual({ result: 1, data: null })
    expect(await fakename()).toBe(`Rufus${count}`)
    await change(`Ｏｔｔｏ${count}`)
    expect(await fakename()).toBe(`Otto${count}`)
  })

  test('a name is taken whatever its case or width', async () => {
    await change(`Ñandú${count}`)
    const other = await signIn(await addPlayer({ login: `other${count}@example.com` }))
    for (const twin of [`Ñandú${count}`, `ÑANDÚ${count}`, `ñandú${count}`, `Ｎ\u0303andu\u0301${count}`]) {
      expect(reasonOf(await change(twin, other)), twin).toEqual([422, 'FAKENAME_TAKEN'])
    }
    expect((await change(`ÑANDÚ${count}`)).status).toBe(200)
  })

  test('of thirty-two that want one name at once, one gets it', async () => {
    const players = await Promise.all(
      Array.from({ length: 32 }, async (_, i) => signIn(await addPlayer({ login: `racer${i}x${count}@example.com` }))),
    )
    const answers = await Promise.all(
      players.map((cookie, i) => change(i % 2 ? `Racer${count}` : `rACER${count}`, cookie)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => reasonOf(answer)[1] === 'FAKENAME_TAKEN')).toHaveLength(31)
  })

  test.each([
    'fuckyou',
    'FUCKer',
    'sh1thead',
    'HijoDePuta',
    'mierda1',
    'Хуйня',
    'пиздец',
    'Admin',
    'support24',
    'Croupier',
  ])('%s is not for a public list', async (name) => {
    expect(reasonOf(await change(name))).toEqual([422, 'FAKENAME_RUDE'])
  })

  test.each([
    'Rufus',
    'Scunthorpe',
    'Assassin',
    'Analyst',
    'Computer',
    'Disputa',
    'Алиса',
    'Хлебушек',
    'Grape',
    'Essex',
    'Reputation',
    'Badminton',
    'Хлебал',
  ])('%s is a decent name', (name) => {
    expect(isProfane(name)).toBe(false)
  })

  test('a name may be changed ten times an hour', async () => {
    const answers = []
    for (let i = 0; i < 11; i += 1) answers.push((await change(`Name${count}n${i}`)).status)
    expect(answers.filter((status) => status === 200)).toHaveLength(10)
    expect(answers.at(-1)).toBe(429)
  })
})

test('everything that is stored about a player can be handed out, the document in full', async () => {
  await as(me).post('account.saveProfileInfo', {
    first_name: 'Ann',
    document_type: 'passport',
    document_number: 'AB 123456',
    address: 'Main street 5',
  })
  await as(me).post('storage.set', { key: 'theme', value: 'dark' })
  await begin(db, (tx) => addNotice(tx, id, 'verified'))
  const parts = { sql: db.sql, keys: secrets }
  const mine = await written(await exportAccount(parts, id))
  expect(mine).toMatchObject({
    account: { uid: Number(id), login: `me${count}@example.com`, currency: 'EUR' },
    profile: { first_name: 'Ann', document_number: 'AB 123456', address: 'Main street 5' },
    contacts: { email: `me${count}@example.com`, phone: null },
    security_events: [expect.objectContaining({ kind: 'profileChanged' })],
    notices: [expect.objectContaining({ kind: 'verified' })],
    storage: { theme: 'dark' },
  })
  const stranger = await addPlayer({ login: `other${count}@example.com` })
  expect(JSON.stringify(await written(await exportAccount(parts, stranger)))).not.toContain(`me${count}@`)
})
