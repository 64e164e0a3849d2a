import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin } from '../../../db/db.ts'
import { run } from '../../../operator/commands.ts'
import { testApp } from '../../../test/app.ts'
import { issueBet } from '../../../test/betting.ts'
import { publish, publishOffer, publishTemplates } from '../../../test/campaigns.ts'
import { addPayer, expectZero, houseOf, purseOf } from '../../../test/cashier.ts'
import { pretendProvider } from '../../../test/pretend-provider.ts'
import { verifyBonuses } from '../../rounds/rounds.ts'
import { endDueBonuses } from '../bonuses.ts'

const payments = new Map([['sandbox', pretendProvider('sandbox').provider]])
const house = await testApp({ payments })
const { db, as, app } = house
const jobs = houseOf(house)

let count = 0
let playerId = 0n
let login = ''
let me: ReturnType<typeof as>
beforeEach(async () => {
  await db.sql.deleteFrom('http_rate_limit').execute()
  count += 1
  const player = await addPayer(house, { main: 5_000n })
  playerId = player.id
  login = player.login
  me = as(player.cookie)
})

const get = async (query: Record<string, string> = {}) => (await me.get('BettingBonuses.get', query)).json.data.items
const purses = async () => [
  await purseOf(db, playerId, 'main'),
  await purseOf(db, playerId, 'betting_bonus'),
  await purseOf(db, playerId, 'slip_hold'),
]
const reasonOf = ({ json }: { json: { error?: { error_data?: { reason?: string } } } }) =>
  json.error?.error_data?.reason
const activate = async (id: bigint) => (await me.post('BettingBonuses.activate', { bonus_id: String(id) })).json.data
const open = async (about: Partial<Parameters<typeof issueBet>[1]> = {}) => {
  const id = await issueBet(db, { playerId, ...about })
  await activate(id)
  return id
}

/** As the sandbox does it. */
async function say(path: string, form: Record<string, string>) {
  const payload = new URLSearchParams(form).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { body } = await app.inject({ method: 'POST', url: `/sandbox/slips${path}`, headers, payload })
  return JSON.parse(body)
}
const place = (bonus: bigint | null, about: Record<string, string> = {}) =>
  say('', { login, stake: '10.00', legs: 'football 2.5', ...(bonus !== null && { bonus: String(bonus) }), ...about })
const settle = (slip: string, results: string) => say('/end', { slip, results })

const proven = async () => (await verifyBonuses({ sql: db.sql, begin: (work) => begin(db, work) })).faults

test('the sandbox has no say in bets that the sportsbook took: their names are numbers', async () => {
  const id = await issueBet(db, { playerId, terms: {} })
  expect(await place(id, { slip: '41' })).toEqual({ error: 'a bet takes login, stake and legs' })
  expect(await settle('41', 'won')).toEqual({ error: 'no such bet' })
  expect(await say('/reverse', { slip: '41' })).toEqual({ error: 'no such bet' })
})

describe('a free bet through the sandbox', () => {
  test('is activated once, staked as it is, and pays what it won', async () => {
    const id = await issueBet(db, { playerId, terms: { min_odds: 1.8 } })
    expect((await get())[0]).toMatchObject({ status: 'issued', min_odds: '1.80', can_activate: true, expires_at: null })
    const call = { bonus_id: String(id), key: 'my-key-1' }
    const answers = await Promise.all(Array.from({ length: 6 }, () => me.post('BettingBonuses.activate', call)))
    expect(new Set(answers.map(({ json }) => JSON.stringify(json.data))).size).toBe(1)
    expect(await purses()).toEqual([5_000n, 1_000n, 0n])
    expect(await place(id, { stake: '5.00' })).toMatchObject({ kind: 'refused', reason: 'BONUS_STAKE' })
    expect(await place(id, { legs: 'football 1.5' })).toMatchObject({ reason: 'BONUS_MIN_ODDS' })
    const { slip, paid } = await place(id)
    expect(paid).toBe('1000')
    expect(await place(id)).toMatchObject({ reason: 'BONUS_IN_SLIP' })
    expect((await get())[0]).toMatchObject({ status: 'used', slip, can_remove: false })
    expect(reasonOf(await me.post('BettingBonuses.remove', { bonus_id: String(id) }))).toBe('BONUS_IN_SLIP')
    expect(await purses()).toEqual([5_000n, 0n, 1_000n])
    expect(await say('/end', { slip, cashed: '7.00' })).toMatchObject({ reason: 'BONUS_NO_CASH_OUT' })
    expect(await settle(slip, 'won')).toEqual({ kind: 'settled', step: 2 })
    expect(await settle(slip, 'won')).toEqual({ kind: 'repeated' })
    expect(await purses()).toEqual([6_500n, 0n, 0n])
    expect((await get())[0]).toMatchObject({ status: 'completed', result: { converted: { amount: '15.00' } } })
    expect(await settle(slip, 'half_won')).toEqual({ kind: 'settled', step: 3 })
    expect(await purses()).toEqual([5_750n, 0n, 0n])
    expect(await proven()).toEqual([])
    await expectZero(db)
  })

  test('that is void after its time is over can be used for another day', async () => {
    const id = await open()
    const { slip } = await place(id)
    await sql`update bonuses_betting set expires_at = now() - interval '1 hour' where id = ${id}`.execute(db.sql)
    await endDueBonuses(jobs)
    expect((await get())[0].status).toBe('used')
    await settle(slip, 'void')
    const [back] = await get()
    expect(back).toMatchObject({ status: 'active', balance: { amount: '10.00' } })
    expect(Date.parse(back.expires_at) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    await sql`update bonuses_betting set expires_at = now() - interval '1 second' where id = ${id}`.execute(db.sql)
    expect((await get())[0]).toMatchObject({ status: 'expired', can_remove: false })
    expect(await place(id)).toMatchObject({ reason: 'BONUS_EXPIRED' })
    expect(reasonOf(await me.post('BettingBonuses.remove', { bonus_id: String(id) }))).toBe('BONUS_OVER')
    await Promise.all([endDueBonuses(jobs), endDueBonuses(jobs)])
    expect(await purses()).toEqual([5_000n, 0n, 0n])
    expect(await proven()).toEqual([])
  })

  test('of another player is unknown, and one in another currency cannot be activated', async () => {
    const other = await addPayer(house)
    const bonus_id = String(await issueBet(db, { playerId: other.id }))
    for (const name of ['BettingBonuses.activate', 'BettingBonuses.remove'] as const) {
      expect(reasonOf(await me.post(name, { bonus_id }))).toBe('UNKNOWN_BONUS')
    }
    expect(await place(BigInt(bonus_id))).toMatchObject({ reason: 'UNKNOWN_BONUS' })
    const yen = await issueBet(db, { playerId, currency: 'JPY' })
    expect(reasonOf(await me.post('BettingBonuses.activate', { bonus_id: String(yen) }))).toBe('BONUS_CURRENCY')
  })

  test('settled and taken back by many at once is settled once each time', async () => {
    const id = await open()
    const { slip } = await place(id)
    const words = ['won', 'lost', 'void', 'half_won', 'won', 'lost', 'void', 'half_lost']
    await Promise.all([...words.map((word) => settle(slip, word)), say('/reverse', { slip }), settle(slip, 'won')])
    await settle(slip, 'won')
    expect(await purses()).toEqual([6_500n, 0n, 0n])
    expect(await proven()).toEqual([])
    await expectZero(db)
  })
})

describe('what ends betting bonuses', () => {
  const withdraw = (agreed: boolean) =>
    me.post('cashier.makewithdrawal', {
      method: 'wallet',
      'requisites[account]': `me${count}@example.com`,
      amount: '20',
      ...(agreed && { burn_bonuses: '1' }),
    })

  test('a payout burns what says so, after asking; what is kept or in a bet stays', async () => {
    const burnt = await open()
    await open({ terms: { on_withdrawal: 'keep' } })
    const staked = await open()
    const { slip } = await place(staked)
    const { json } = await me.get('cashier.getwithdrawsettings')
    expect(json.data.burns).toMatchObject([
      { bonus_id: String(burnt), kind: 'betting_bonus', amount: { amount: '10.00' }, title: 'test' },
    ])
    expect(reasonOf(await withdraw(false))).toBe('BURN_BONUSES')
    expect((await withdraw(true)).status).toBe(200)
    expect(await purses()).toEqual([3_000n, 1_000n, 1_000n])
    expect((await get({ status: 'removed' }))[0]).toMatchObject({ id: String(burnt), end_reason: 'withdrawal' })
    await settle(slip, 'won')
    expect(await purses()).toEqual([4_500n, 1_000n, 0n])
    expect(await proven()).toEqual([])
  })

  test.each([
    ['7d', ['active', 'issued'], 1_000n],
    ['6m', ['removed', 'removed'], 0n],
  ] as const)('a stop of %s', async (period, states, held) => {
    const [first, second] = [await open(), await issueBet(db, { playerId })]
    const timesOf = () =>
      sql<{ at: Date; state: string }>`select coalesce(expires_at, take_by) as at, state from bonuses_betting
        where id in (${first}, ${second}) order by id`.execute(db.sql)
    const before = await timesOf()
    await me.post('account.selfExclude', { period })
    await house.runJobs()
    const after = await timesOf()
    expect(after.rows.map(({ state }) => state)).toEqual(states)
    expect(await purseOf(db, playerId, 'betting_bonus')).toBe(held)
    const more = after.rows.map(({ at }, index) => at.getTime() - (before.rows[index]?.at.getTime() ?? 0))
    expect(more).toEqual(period === '7d' ? [7 * 86_400_000, 7 * 86_400_000] : [0, 0])
  })

  test('the operator grants, lists and revokes', async () => {
    const terms = { type: 'free_bet', amount: { EUR: '5' }, days: 7 }
    await publish(db, 'betting-templates', 'five-bet', terms)
    const operate = (...args: string[]) => run(db, ['betting-bonuses', ...args], house.config)
    expect((await operate('list', login)).lines).toEqual(['No betting bonuses.'])
    const granted = await Promise.all(Array.from({ length: 4 }, () => operate('grant', login, 'five-bet', `k${count}`)))
    expect(granted.filter(({ code }) => code === 0)).toHaveLength(1)
    expect((await operate('grant', login, 'none', 'x')).code).toBe(1)
    const [{ id }] = await get()
    await activate(BigInt(id))
    expect((await operate('list', login)).lines[0]).toContain('five-bet  free_bet  active  5.00 EUR  5.00 EUR here')
    expect((await operate('revoke', id, 'by', 'mistake')).code).toBe(0)
    expect((await operate('revoke', id, 'again')).code).toBe(1)
    expect((await get())[0]).toMatchObject({ status: 'removed', end_reason: 'operator', end_note: 'by mistake' })
    expect(await purseOf(db, playerId, 'betting_bonus')).toBe(0n)
  })
})

describe('where they come from', () => {
  test('an offer gives one that its player then activates, once', async () => {
    await publishTemplates(db)
    await publish(db, 'betting-templates', 'offer-bet', { type: 'free_bet', amount: { EUR: '5' }, days: 7 })
    await publishOffer(db, 'bets', { rewards: [{ betting_bonus: 'offer-bet' }] })
    const { json } = await me.post('campaigns.takepromotions', { offer_id: 'bets' })
    expect(json.data).toMatchObject({ given: [{ kind: 'betting_bonus', status: 'issued' }], next: 'bonuses' })
    expect(json.data.offer.promotions).toMatchObject([{ kind: 'betting_bonus', amount: { amount: '5.00' }, days: 7 }])
    expect(reasonOf(await me.post('campaigns.takepromotions', { offer_id: 'bets' }))).toBe('OFFER_REFUSED')
    const [given] = await get()
    expect(given).toMatchObject({ status: 'issued', amount: { amount: '5.00' } })
    const report = async () => (await run(db, ['campaigns', 'report', 'of-bets'], house.config)).lines.join('\n')
    expect(await report()).toMatch(/bonuses issued: 1\n {2}granted +0\.00/)
    await activate(BigInt(given.id))
    expect(await report()).toMatch(/granted +5\.00.*cost +5\.00/s)
    await me.post('BettingBonuses.remove', { bonus_id: given.id })
    expect(await report()).toMatch(/returned +5\.00.*cost +0\.00/s)
  })

  test('a bet that is lost gives one back; a bet that is not lost any more takes it back', async () => {
    const refund = { type: 'refund', refund: { gives: 'free_bet', max: { EUR: '8' } }, min_odds: 1.5 }
    await open({ amount: 0n, terms: { ...refund, amount: undefined } })
    expect(await place(null, { legs: 'football 1.4' })).toMatchObject({ kind: 'none' })
    const { slip } = await place(null)
    await settle(slip, 'lost')
    expect(await get({ status: 'issued' })).toMatchObject([
      { type: 'free_bet', amount: { amount: '8.00' }, min_odds: '1.50' },
    ])
    await settle(slip, 'won')
    expect(await get({ status: 'issued' })).toEqual([])
    await settle(slip, 'lost')
    const [given] = await get({ status: 'issued' })
    await activate(BigInt(given.id))
    await place(BigInt(given.id), { stake: '8.00' })
    await settle(slip, 'won')
    await settle(slip, 'lost')
    expect(await get({ status: 'issued' })).toEqual([])
    expect(await proven()).toEqual([])
    await expectZero(db)
  })
})
