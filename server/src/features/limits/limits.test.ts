import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { giveBonus } from '../../test/bonuses.ts'
import { fund } from '../../test/game-provider.ts'
import { givePoints } from '../../test/loyalty.ts'
import { studioClient } from '../../test/studio.ts'
import { addPack } from '../freespins/freespins.ts'
import { noteUse, tellReadyLimits } from './limits.ts'

const house = await testApp()
const { db, as, addPlayer, signIn, parts, runJobs, letters } = house

let playerId = 0n
let player = ''
let login = ''
let count = 0
beforeEach(async () => {
  count += 1
  login = `player${count}@example.com`
  playerId = await addPlayer({ login, emailConfirmed: true })
  player = await signIn(playerId)
})

const set = (kind: string, amount: string, period = '1') =>
  as(player).post('account.setLimit', { kind, period, amount })
const get = async () => (await as(player).get('account.getLimits')).json.data
const note = (kind: 'deposit' | 'withdrawal' | 'stake' | 'return', amountMinor: bigint, key: string) =>
  begin(db, (tx) => noteUse(tx, { playerId, kind, amountMinor, key }))
const reasonOf = (answer: { json: { error: { type: string; error_data?: { reason?: string } } } }) =>
  answer.json.error.error_data?.reason ?? answer.json.error.type

/** As if everything that waits had been asked for so much earlier. */
const age = (interval: string) =>
  sql`update limits_change set requested_at = requested_at - ${interval}::interval,
    ready_at = ready_at - ${interval}::interval, expires_at = expires_at - ${interval}::interval
    where player_id = ${playerId}`.execute(db.sql)

const waitingId = async () => (await get()).changes[0]?.id

test.each([
  ['GET', 'account.getLimits', {}],
  ['GET', 'account.getDepositLimit', {}],
  ['GET', 'account.getActivity', {}],
  ['POST', 'account.setLimit', { kind: 'deposit', period: '1', amount: '1' }],
  ['POST', 'account.confirmLimit', { id: '1' }],
  ['POST', 'account.cancelLimit', { id: '1' }],
  ['POST', 'account.setRealityCheck', { minutes: '30' }],
  ['POST', 'account.confirmRealityCheck', {}],
  ['POST', 'account.setCurrency', { currency: 'USD' }],
  ['POST', 'account.selfExclude', { period: '1d' }],
] satisfies ['GET' | 'POST', string, Record<string, string>][])(
  'a guest is turned away: %s %s',
  async (verb, name, body) => {
    const answer = verb === 'GET' ? await as(null).get(name, body) : await as(null).post(name, body)
    expect(answer.status).toBe(401)
  },
)

describe('account.setLimit', () => {
  test('a first limit and a lower one hold at once', async () => {
    expect((await set('deposit', '100.50', '7')).json).toEqual({
      result: 1,
      data: { is_pending: false, ready_at: null },
    })
    expect((await set('deposit', '50', '7')).json.data.is_pending).toBe(false)
    expect((await get()).limits).toEqual([
      {
        kind: 'deposit',
        period: 7,
        amount: { amount: '50.00', currency: 'EUR' },
        minutes: null,
        used_amount: { amount: '0.00', currency: 'EUR' },
        used_minutes: null,
      },
    ])
  })

  test('a raise waits a day, and for a second yes', async () => {
    await set('deposit', '50')
    const { is_pending, ready_at } = (await set('deposit', '60')).json.data
    expect(is_pending).toBe(true)
    const [change] = (await get()).changes
    expect(change).toMatchObject({ kind: 'deposit', period: 1, amount: { amount: '60.00' }, ready_at, is_ready: false })
    expect(Date.parse(ready_at) - Date.parse(change.requested_at)).toBe(24 * 3_600_000)
    expect(Date.parse(change.expires_at) - Date.parse(ready_at)).toBe(7 * 24 * 3_600_000)
    expect((await get()).limits[0].amount.amount).toBe('50.00')

    await age('23 hours 59 minutes')
    const early = await as(player).post('account.confirmLimit', { id: String(change.id) })
    expect([early.status, reasonOf(early)]).toEqual([422, 'CHANGE_NOT_READY'])
    expect((await get()).limits[0].amount.amount).toBe('50.00')

    await age('1 minute')
    expect((await get()).changes[0].is_ready).toBe(true)
    const answer = await as(player).post('account.confirmLimit', { id: String(change.id) })
    expect(answer.json).toEqual({ result: 1, data: null })
    expect(await get()).toMatchObject({ limits: [{ amount: { amount: '60.00' } }], changes: [] })
    expect(reasonOf(await as(player).post('account.confirmLimit', { id: String(change.id) }))).toBe('CHANGE_UNKNOWN')
  })

  test('lifting a limit waits too', async () => {
    await set('wager', '50')
    expect((await set('wager', '')).json.data.is_pending).toBe(true)
    expect((await get()).changes[0]).toMatchObject({ amount: null, minutes: null })
    await age('24 hours')
    await as(player).post('account.confirmLimit', { id: String(await waitingId()) })
    expect((await get()).limits).toEqual([])
  })

  test('a lower limit ends a raise that waits', async () => {
    await set('loss', '50')
    await set('loss', '500')
    const id = String(await waitingId())
    await set('loss', '40')
    await age('25 hours')
    expect((await get()).changes).toEqual([])
    expect(reasonOf(await as(player).post('account.confirmLimit', { id }))).toBe('CHANGE_UNKNOWN')
    expect((await get()).limits[0].amount.amount).toBe('40.00')
  })

  test('a second raise takes the place of the first and waits anew', async () => {
    await set('loss', '50')
    await set('loss', '60')
    await age('23 hours')
    await set('loss', '70')
    await age('2 hours')
    const { changes } = await get()
    expect(changes).toHaveLength(1)
    expect(changes[0]).toMatchObject({ amount: { amount: '70.00' }, is_ready: false })
  })

  test('a raise that was not confirmed is forgotten, and can be asked for again', async () => {
    await set('loss', '50')
    await set('loss', '60')
    const id = String(await waitingId())
    await age('8 days 1 second')
    expect((await get()).changes).toEqual([])
    expect(reasonOf(await as(player).post('account.confirmLimit', { id }))).toBe('CHANGE_UNKNOWN')
    expect((await set('loss', '60')).json.data.is_pending).toBe(true)
    const outcomes = await db.sql
      .selectFrom('limits_change')
      .select('outcome')
      .where('player_id', '=', playerId)
      .execute()
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['expired', null])
  })

  test.each([
    ['deposit', '1', '-1'],
    ['deposit', '1', '1.001'],
    ['deposit', '1', '1e3'],
    ['deposit', '1', ' 1'],
    ['deposit', '1', 'ten'],
    ['deposit', '1', '99999999999999999999999'],
    ['session', '1', '0'],
    ['session', '1', '1441'],
    ['session', '7', '10081'],
    ['session', '1', '1.5'],
  ])('%s over %s days takes no %s', async (kind, period, amount) => {
    const answer = await set(kind, amount, period)
    expect([answer.status, reasonOf(answer)]).toEqual([422, 'AMOUNT_INVALID'])
    expect((await get()).limits).toEqual([])
  })

  test.each([
    [{ kind: 'deposit', period: '2', amount: '1' }],
    [{ kind: 'spin', period: '1', amount: '1' }],
    [{ kind: 'deposit', period: '', amount: '1' }],
  ])('refuses %o', async (body) => {
    expect((await as(player).post('account.setLimit', body)).status).toBe(422)
  })

  test('minutes are minutes', async () => {
    await set('session', '10080', '7')
    expect((await get()).limits[0]).toMatchObject({ kind: 'session', minutes: 10_080, amount: null, used_amount: null })
  })

  test('there is nothing to lift where no limit is', async () => {
    expect(reasonOf(await set('deposit', ''))).toBe('LIMIT_UNKNOWN')
  })

  test('amounts have the decimals of the own currency', async () => {
    player = await signIn(await addPlayer({ login: `yen${count}@example.com`, currency: 'JPY' }))
    expect(reasonOf(await set('deposit', '10.5'))).toBe('AMOUNT_INVALID')
    await set('deposit', '1000')
    expect((await get()).limits[0].amount).toEqual({ amount: '1000', currency: 'JPY' })
  })

  test('thirty-two who race up and down leave one limit, no higher than was ever held at once', async () => {
    await set('deposit', '100')
    const amounts = Array.from({ length: 32 }, (_, i) => String(84 + i))
    const answers = await Promise.all(amounts.map((amount) => set('deposit', amount)))
    expect(answers.map(({ status }) => status)).toEqual(amounts.map(() => 200))
    const { limits, changes } = await get()
    expect(limits).toHaveLength(1)
    expect(limits[0].amount.amount).toBe('84.00')
    expect(changes.length).toBeLessThanOrEqual(1)
  })
})

describe('the changes of another player', () => {
  test('are as unknown as those that never were', async () => {
    await set('loss', '50')
    await set('loss', '60')
    await age('25 hours')
    const id = String(await waitingId())
    const stranger = await signIn(await addPlayer({ login: `stranger${count}@example.com` }))
    for (const name of ['account.confirmLimit', 'account.cancelLimit']) {
      const foreign = await as(stranger).post(name, { id })
      const never = await as(stranger).post(name, { id: '999999999' })
      expect(reasonOf(foreign)).toBe('CHANGE_UNKNOWN')
      expect(foreign.body).toBe(never.body)
    }
    expect((await get()).changes).toHaveLength(1)
  })

  test('the own one can be dropped', async () => {
    await set('loss', '50')
    await set('loss', '60')
    const id = String(await waitingId())
    expect((await as(player).post('account.cancelLimit', { id })).json).toEqual({ result: 1, data: null })
    expect((await get()).changes).toEqual([])
    expect(reasonOf(await as(player).post('account.cancelLimit', { id }))).toBe('CHANGE_UNKNOWN')
  })

  test('thirty-two confirmations are one', async () => {
    await set('loss', '50')
    await set('loss', '60')
    await age('25 hours')
    const id = String(await waitingId())
    const answers = await Promise.all(Array.from({ length: 32 }, () => as(player).post('account.confirmLimit', { id })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('when the wait is over', () => {
  const tell = () => tellReadyLimits({ ...parts, begin: (work) => begin(db, work) })

  test('the player is told once, by notice and letter, whichever node looks', async () => {
    await set('loss', '50')
    await set('loss', '60')
    await tell()
    expect((await as(player).get('account.getNotices')).json.data).toEqual([])
    await age('24 hours')
    await Promise.all(Array.from({ length: 8 }, tell))
    await runJobs()
    expect((await as(player).get('account.getNotices')).json.data).toMatchObject([{ kind: 'limitReady' }])
    expect(await letters(login)).toHaveLength(1)
  })

  test('no player is told of a raise that was dropped or forgotten', async () => {
    await set('loss', '50')
    await set('loss', '60')
    await age('9 days')
    await set('wager', '50')
    await set('wager', '60')
    await as(player).post('account.cancelLimit', { id: String(await waitingId()) })
    await tell()
    expect((await as(player).get('account.getNotices')).json.data).toEqual([])
  })
})

describe('account.getDepositLimit', () => {
  test('names the limit that leaves the least room', async () => {
    expect((await as(player).get('account.getDepositLimit')).json.data).toEqual({
      available_amount: null,
      can_edit: true,
      expired_at: null,
      limit_amount: null,
      period: null,
    })
    await set('deposit', '100', '30')
    await set('deposit', '90', '7')
    await note('deposit', 30_00n, 'deposit:1')
    await sql`update limits_use set at = now() - interval '6 days' where player_id = ${playerId}`.execute(db.sql)
    await note('deposit', 10_00n, 'deposit:2')
    const { data } = (await as(player).get('account.getDepositLimit')).json
    expect(data).toMatchObject({
      available_amount: { amount: '50.00', currency: 'EUR' },
      limit_amount: { amount: '90.00', currency: 'EUR' },
      period: 7,
      can_edit: true,
    })
    // The first deposit leaves the window in a day, and makes room.
    expect(Date.parse(data.expired_at) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    expect(Date.parse(data.expired_at) - Date.now()).toBeLessThan(25 * 3_600_000)
  })
})

describe('account.setCurrency', () => {
  const setCurrency = (currency: string) => as(player).post('account.setCurrency', { currency })
  const currency = async () => (await as(player).get('account.getInfo')).json.data.currency

  test('changes while nothing depends on it', async () => {
    expect((await setCurrency('JPY')).json).toEqual({ result: 1, data: null })
    expect(await currency()).toBe('JPY')
    await set('session', '60')
    expect((await setCurrency('EUR')).status).toBe(200)
  })

  test.each(['XXX', 'FUN', 'eur', 'toString', ''])('refuses %s', async (word) => {
    expect(reasonOf(await setCurrency(word))).toBe('CURRENCY_UNKNOWN')
    expect(await currency()).toBe('EUR')
  })

  test('is fixed while there is money in it, wherever it came from, but not the way back to that money', async () => {
    await fund(house, playerId, '5.00', 'USD')
    expect(reasonOf(await setCurrency('JPY'))).toBe('CURRENCY_FIXED')
    expect((await setCurrency('USD')).status).toBe(200)
    expect(reasonOf(await setCurrency('EUR'))).toBe('CURRENCY_FIXED')
  })

  test('is not fixed by points of the club', async () => {
    await givePoints(db, playerId, 50n)
    expect((await setCurrency('USD')).status).toBe(200)
    expect(await currency()).toBe('USD')
  })

  test('is fixed by a deposit, by a money limit, by a raise that waits, and by anything that counts', async () => {
    await set('deposit', '10')
    expect(reasonOf(await setCurrency('USD'))).toBe('CURRENCY_FIXED')
    await sql`delete from limits_limit where player_id = ${playerId}`.execute(db.sql)
    await note('stake', 1n, 'round:1')
    expect(reasonOf(await setCurrency('USD'))).toBe('CURRENCY_FIXED')
    await sql`delete from limits_use where player_id = ${playerId}`.execute(db.sql)
    expect((await setCurrency('USD')).status).toBe(200)
    await sql`update account_player set has_deposited = true where id = ${playerId}`.execute(db.sql)
    expect(reasonOf(await setCurrency('EUR'))).toBe('CURRENCY_FIXED')
    expect((await setCurrency('USD')).status).toBe(200)
  })

  test('is fixed while a bonus waits for its turn, and while there are free spins to make', async () => {
    const open = await giveBonus(db, { playerId, amount: 500n })
    const queued = await giveBonus(db, { playerId, amount: 700n })
    expect(reasonOf(await setCurrency('USD'))).toBe('CURRENCY_FIXED')
    // The open one is gone and the listener that opens the next has not come yet.
    await as(player).post('bonuses.remove', { bonus_id: String(open) })
    expect(reasonOf(await setCurrency('USD'))).toBe('CURRENCY_FIXED')
    await as(player).post('bonuses.remove', { bonus_id: String(queued) })
    const spins = { playerId, game: 'fruit-parade', currency: 'EUR', stake: 20n, count: 5, lifeDays: 7, key: 'fixed' }
    const pack = await begin(db, (tx) => addPack(tx, spins))
    expect(reasonOf(await setCurrency('USD'))).toBe('CURRENCY_FIXED')
    await sql`update freespins_pack set status = 'removed' where id = ${pack}`.execute(db.sql)
    expect((await setCurrency('USD')).status).toBe(200)
    expect(await currency()).toBe('USD')
  })

  test('a limit and a change of currency at once: the amount is in the currency that stays', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 16 }, (_, i) => setCurrency(i % 2 ? 'JPY' : 'USDT')),
      ...Array.from({ length: 16 }, () => set('deposit', '7')),
    ])
    expect(answers.every(({ status }) => status === 200 || status === 422)).toBe(true)
    expect((await get()).limits[0].amount.amount).toBe(
      { EUR: '7.00', JPY: '7', USDT: '7.000000' }[String(await currency())],
    )
  })
})

describe('account.getActivity', () => {
  const activity = async (time_zone = 'UTC') => (await as(player).get('account.getActivity', { time_zone })).json.data
  const at = (key: string, moment: string) =>
    sql`update limits_use set at = ${moment}::timestamptz where key = ${key} and player_id = ${playerId}`.execute(
      db.sql,
    )

  test('begins with zeros of the own currency', async () => {
    const data = await activity()
    const nothing = { amount: '0.00', currency: 'EUR' }
    expect(data).toMatchObject({
      session: { staked: nothing, won: nothing, net: nothing },
      today: { staked: nothing, won: nothing, net: nothing },
      open_stakes: nothing,
      since_joining: nothing,
      net_deposits: nothing,
      reality_check_minutes: null,
      reality_check_at: null,
    })
    expect(data.days).toHaveLength(14)
    expect(data.session_seconds).toBeLessThan(60)
  })

  test('tells what was staked, won and lost, in the session and since joining', async () => {
    await activity()
    await note('deposit', 100_00n, 'd')
    await note('withdrawal', 30_00n, 'w')
    await note('stake', 20_00n, 's')
    await note('return', 5_00n, 'r')
    await note('stake', 50_00n, 'old')
    await at('old', '2026-01-01T00:00:00Z')
    const data = await activity()
    const result = { staked: { amount: '20.00' }, won: { amount: '5.00' }, net: { amount: '-15.00' } }
    expect(data).toMatchObject({ session: result, today: result })
    expect(data.since_joining.amount).toBe('-65.00')
    expect(data.net_deposits.amount).toBe('70.00')
    expect(data.days.at(-1).net.amount).toBe('-15.00')
  })

  test('what is still in play is neither lost nor won, and told apart', async () => {
    await activity()
    await fund(house, playerId, '100.00')
    const mines = await studioClient(house, [house]).launch(playerId, { game: 'minefold' })
    const { data } = await mines.play('10.00', { mines: 3 })
    const nothing = { staked: { amount: '0.00' }, won: { amount: '0.00' }, net: { amount: '0.00' } }
    expect(await activity()).toMatchObject({
      session: nothing,
      today: nothing,
      open_stakes: { amount: '10.00' },
      since_joining: { amount: '0.00' },
    })
    expect((await activity()).days.at(-1).net.amount).toBe('0.00')
    // To its end: a cell at a time, until it is paid or lost.
    for (let step = 1, isOver = false; !isOver; step += 1) {
      const choice = step === 1 ? { cell: 0 } : { cash: true }
      isOver = (await mines.act(data?.round ?? '', step, choice)).data?.is_over ?? true
    }
    const after = await activity()
    expect(after.open_stakes.amount).toBe('0.00')
    expect(after.session.staked.amount).toBe('10.00')
    expect(Number(after.session.net.amount)).toBeCloseTo(Number(after.session.won.amount) - 10)
  })

  test('the day is the own calendar day, wherever that is', async () => {
    await note('stake', 1_00n, 'here')
    // Fourteen hours ahead and eleven behind: at every moment these two have different dates.
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'America/New_York']) {
      const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date())
      const data = await activity(zone)
      expect(data.days.at(-1)).toEqual({ date: local, net: { amount: '-1.00', currency: 'EUR' } })
      expect(data.today.staked.amount).toBe('1.00')
    }
    await sql`update limits_use set at = date_trunc('day', now(), 'Asia/Kathmandu') - interval '1 second'
      where player_id = ${playerId}`.execute(db.sql)
    const data = await activity('Asia/Kathmandu')
    expect(data.today.staked.amount).toBe('0.00')
    expect(data.days.at(-2).net.amount).toBe('-1.00')
  })

  test.each(['Mars/Olympus', '+05:30', '-03:00', 'UTC; drop table limits_use', '', 'Factory', 'posixrules', '../etc'])(
    'knows no zone called %s',
    async (zone) => {
      const answer = await as(player).get('account.getActivity', { time_zone: zone })
      expect([answer.status, reasonOf(answer)]).toEqual([422, 'TIME_ZONE_UNKNOWN'])
    },
  )

  test('takes every zone a browser can name', async () => {
    for (const zone of ['UTC', 'Etc/GMT+5', 'Australia/Lord_Howe', 'America/Argentina/Buenos_Aires', 'Asia/Calcutta']) {
      expect((await as(player).get('account.getActivity', { time_zone: zone })).status).toBe(200)
    }
  })

  test('says when play is interrupted next', async () => {
    await as(player).post('account.setRealityCheck', { minutes: '45' })
    const data = await activity()
    expect(data.reality_check_minutes).toBe(45)
    const wait = Date.parse(data.reality_check_at) - Date.parse(data.now)
    expect(wait).toBeGreaterThan(44 * 60_000)
    expect(wait).toBeLessThanOrEqual(45 * 60_000)
  })

  test('time on two devices counts once, and a visit goes on over short pauses', async () => {
    await sql`insert into limits_visit (player_id, started_at, last_at) values
      (${playerId}, now() - interval '50 minutes', now() - interval '20 minutes'),
      (${playerId}, now() - interval '10 minutes', now() - interval '4 minutes')`.execute(db.sql)
    const data = await activity('Pacific/Kiritimati')
    expect(data.session_seconds).toBeGreaterThanOrEqual(600)
    expect(data.session_seconds).toBeLessThan(660)
    await as(player).get('account.getActivity')
    const visits = await db.sql.selectFrom('limits_visit').selectAll().where('player_id', '=', playerId).execute()
    expect(visits).toHaveLength(2)
  })
})

test.each(['7', '-15', '1.5', 'often', '', ' '])('account.setRealityCheck takes no %j', async (minutes) => {
  await as(player).post('account.setRealityCheck', { minutes: '30' })
  expect((await as(player).post('account.setRealityCheck', { minutes })).status).toBe(422)
  expect((await get()).reality_check_minutes).toBe(30)
})

test('the reality check is as chosen', async () => {
  await as(player).post('account.setRealityCheck', { minutes: '60' })
  expect((await get()).reality_check_minutes).toBe(60)
  await as(player).post('account.setRealityCheck', { minutes: '0' })
  expect((await get()).reality_check_minutes).toBeNull()
})
