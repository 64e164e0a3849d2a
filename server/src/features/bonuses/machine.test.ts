import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { giveBonus, plainTerms } from '../../test/bonuses.ts'
import { publish } from '../../test/campaigns.ts'
import { expectZero, fund, houseOf, purseOf } from '../../test/cashier.ts'
import { gameProvider } from '../../test/game-provider.ts'
import { freePort } from '../../test/http-browser.ts'
import { lockPlayer } from '../account/account.ts'
import { bonusHouse, bonusListeners, endDueBonuses, machineOf, readBonus } from './bonuses.ts'

const house = await testApp()
const { db, app, addPlayer, signIn, as } = house
const jobs = houseOf(house)
const port = await freePort()
await app.listen({ port, host: '127.0.0.1' })
const sample = gameProvider(house, [`http://127.0.0.1:${port}`])

let count = 0
let playerId = 0n
let me: ReturnType<typeof as>
beforeEach(async () => {
  count += 1
  playerId = await addPlayer({ login: `bonus${count}@example.com` })
  me = as(await signIn(playerId))
})

const get = async (query: Record<string, string> = {}) => (await me.get('bonuses.get', query)).json.data.items
const purses = async () => [await purseOf(db, playerId, 'main'), await purseOf(db, playerId, 'bonus')]
const pay = (amount: bigint) => fund(db, playerId, { currency: 'EUR', kind: 'main', amount })
const reasonOf = ({ json }: { json: { error?: { error_data?: { reason?: string } } } }) =>
  json.error?.error_data?.reason

describe('the machine', () => {
  test('a bonus opens with its money and its time; the second waits and opens when the first is gone', async () => {
    const first = await giveBonus(db, { playerId, amount: 3_000n })
    const second = await giveBonus(db, { playerId, amount: 500n })
    expect(await purses()).toEqual([0n, 3_000n])
    const [open, queued] = await get()
    expect(open).toMatchObject({ id: String(first), status: 'active', balance: { amount: '30.00' }, queue_place: null })
    expect(open.wagering).toMatchObject({ times: '30', required: { amount: '900.00' }, left: { amount: '900.00' } })
    expect(queued).toMatchObject({ id: String(second), status: 'queued', queue_place: 1, expires_at: null })
    const removed = await me.post('bonuses.remove', { bonus_id: String(first), expected_amount: '30.00' })
    expect(removed.json.data).toMatchObject({
      status: 'removed',
      end_reason: 'player',
      result: { forfeited: { amount: '30.00' } },
    })
    await bonusListeners.bonusEnded(jobs, { bonusId: String(first), playerId: String(playerId) })
    await bonusListeners.bonusEnded(jobs, { bonusId: String(first), playerId: String(playerId) })
    expect(await purses()).toEqual([0n, 500n])
    expect((await get({ status: 'active' }))[0]).toMatchObject({ id: String(second) })
    await expectZero(db)
  })

  test('says how long it runs, and names the games and studios of its terms as the hall does', async () => {
    const rows = [
      {
        sysname: 'listed-one',
        provider: 'listed-studio',
        name: 'Listed One',
        image_url: '',
        type: 'slot',
        version: '1',
      },
    ] as const
    await db.sql
      .insertInto('games_provider')
      .values({ sysname: 'listed-studio', name: 'Listed & Sons', runner: 'sample' })
      .execute()
    await db.sql.insertInto('games_game').values(rows).execute()
    const contributions = [{ game: 'listed-one', percent: 25 }]
    const excluded = [{ game: 'gone-game' }, { type: 'live' }, { provider: 'listed-studio' }]
    await giveBonus(db, { playerId, amount: 3_000n, terms: { contributions, excluded, days: 9 } })
    expect((await get())[0]).toMatchObject({
      days: 9,
      contributions: [{ game: 'listed-one', name: 'Listed One', percent: '25' }, { default: true }],
      excluded: [
        { game: 'gone-game', name: 'gone-game' },
        { type: 'live' },
        { provider: 'listed-studio', name: 'Listed & Sons' },
      ],
    })
  })

  test('the same key removes once and says the same; another amount than was shown removes nothing', async () => {
    const bonus_id = String(await giveBonus(db, { playerId, amount: 1_000n }))
    const changed = await me.post('bonuses.remove', { bonus_id, expected_amount: '9.00' })
    expect([reasonOf(changed), changed.json.error.error_data.amount]).toEqual([
      'BONUS_CHANGED',
      { amount: '10.00', currency: 'EUR' },
    ])
    const call = { bonus_id, expected_amount: '10.00', key: 'my-key-1' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => me.post('bonuses.remove', call)))
    expect(new Set(answers.map(({ json }) => JSON.stringify(json.data))).size).toBe(1)
    expect(answers[0]?.json.data.status).toBe('removed')
    expect(reasonOf(await me.post('bonuses.remove', { ...call, key: 'my-key-2' }))).toBe('BONUS_OVER')
    expect(reasonOf(await me.post('bonuses.deactivate', { bonus_id, key: 'my-key-1' }))).toBe('KEY_CONFLICT')
  })

  test('a bonus of another player is an unknown one', async () => {
    const other = await addPlayer({ login: `other${count}@example.com` })
    const bonus_id = String(await giveBonus(db, { playerId: other, amount: 1_000n }))
    for (const name of ['bonuses.remove', 'bonuses.activate', 'bonuses.deactivate'] as const) {
      expect(reasonOf(await me.post(name, { bonus_id }))).toBe('UNKNOWN_BONUS')
    }
    expect(reasonOf(await me.get('bonuses.getWagers', { bonus_id }))).toBe('UNKNOWN_BONUS')
  })

  test('only one that pays alone can wait, and goes on', async () => {
    const mixed = String(await giveBonus(db, { playerId, amount: 1_000n }))
    expect(reasonOf(await me.post('bonuses.deactivate', { bonus_id: mixed }))).toBe('BONUS_NOT_ISOLATED')
    await me.post('bonuses.remove', { bonus_id: mixed })
    const bonus_id = String(await giveBonus(db, { playerId, amount: 1_000n, terms: { mode: 'isolated' } }))
    expect((await me.post('bonuses.deactivate', { bonus_id })).json.data.status).toBe('paused')
    expect((await me.post('bonuses.activate', { bonus_id })).json.data.status).toBe('active')
  })

  test('what is over shows as expired at once, and the job gives its money back', async () => {
    const id = await giveBonus(db, { playerId, amount: 1_000n })
    await sql`update bonuses_bonus set expires_at = now() - interval '1 second' where id = ${id}`.execute(db.sql)
    expect((await get())[0]).toMatchObject({ status: 'expired', can_remove: false })
    expect(reasonOf(await me.post('bonuses.remove', { bonus_id: String(id) }))).toBe('BONUS_OVER')
    expect(await purses()).toEqual([0n, 1_000n])
    await Promise.all([endDueBonuses(jobs), endDueBonuses(jobs)])
    expect(await purses()).toEqual([0n, 0n])
    expect((await get())[0]).toMatchObject({ status: 'expired', result: { forfeited: { amount: '10.00' } } })
    await expectZero(db)
  })
})

describe('control over play', () => {
  test('a break takes no time away from a bonus, once', async () => {
    const id = await giveBonus(db, { playerId, amount: 1_000n })
    await giveBonus(db, { playerId, amount: 500n })
    const times = async (): Promise<string[]> =>
      (await get()).map((bonus: { take_by: string; expires_at: string | null }) => bonus.expires_at ?? bonus.take_by)
    const before = await times()
    await me.post('account.selfExclude', { period: '7d' })
    await house.runJobs()
    const later = (at: string) => new Date(Date.parse(at) + 7 * 86_400_000).toISOString()
    me = as(await signIn(playerId))
    const rows = await db.sql
      .selectFrom('bonuses_bonus')
      .select(['id', 'expires_at', 'take_by', 'state'])
      .where('player_id', '=', playerId)
      .orderBy('id')
      .execute()
    expect(rows.map((row) => (row.expires_at ?? row.take_by)?.toISOString())).toEqual(before.map(later))
    expect(rows.map(({ state }) => state)).toEqual(['active', 'queued'])
    const key = 'the same wish'
    const wish = { playerId: String(playerId), period: '7d', key } as const
    await Promise.all([bonusListeners.exclusionBegan(jobs, wish), bonusListeners.exclusionBegan(jobs, wish)])
    const [again] = await db.sql.selectFrom('bonuses_bonus').select('expires_at').where('id', '=', id).execute()
    expect(again?.expires_at?.toISOString()).toBe(later(later(before[0] ?? '')))
  })

  test('a longer exclusion ends all of them, and the money goes back', async () => {
    await pay(700n)
    await giveBonus(db, { playerId, amount: 1_000n })
    await giveBonus(db, { playerId, amount: 500n })
    await me.post('account.selfExclude', { period: '6m' })
    await house.runJobs()
    const rows = await db.sql
      .selectFrom('bonuses_bonus')
      .select(['state', 'end_reason'])
      .where('player_id', '=', playerId)
      .execute()
    expect(rows).toEqual([1, 2].map(() => ({ state: 'removed', end_reason: 'exclusion' })))
    expect(await purses()).toEqual([700n, 0n])
    await expectZero(db)
  })

  test('an exclusion is heard of while the bonus ends: it ends once', async () => {
    const id = await giveBonus(db, { playerId, amount: 1_000n })
    const wish = { playerId: String(playerId), period: '6m', key: `while it ends ${count}` } as const
    const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    const { told } = await begin(db, async (tx) => {
      await lockPlayer(tx, playerId)
      const bonus = await readBonus(tx, id)
      if (!bonus) throw new Error('no bonus')
      await bonusHouse.end(tx, bonus, { state: 'removed', reason: 'player' }, await machineOf(jobs))
      const begun = { told: bonusListeners.exclusionBegan(jobs, wish).then(() => 'heard', String) }
      await vi.waitFor(async () => expect((await waiting.execute(db.sql)).rows).toHaveLength(1), { timeout: 20_000 })
      return begun
    })
    expect(await told).toBe('heard')
    expect(await readBonus(db.sql, id)).toMatchObject({ state: 'removed', endReason: 'player' })
    await expectZero(db)
  })

  test('the currency is fixed while a bonus is open, and what was only offered ends with it', async () => {
    const id = await giveBonus(db, { playerId, amount: 1_000n })
    expect(reasonOf(await me.post('account.setCurrency', { currency: 'USD' }))).toBe('CURRENCY_FIXED')
    await me.post('bonuses.remove', { bonus_id: String(id) })
    await house.runJobs()
    await sql`update bonuses_bonus set state = 'issued', ended_at = null where id = ${id}`.execute(db.sql)
    expect((await me.post('account.setCurrency', { currency: 'USD' })).status).toBe(200)
    await house.runJobs()
    expect((await get())[0]).toMatchObject({ status: 'removed', end_reason: 'currency' })
  })
})

describe('stakes of a provider', () => {
  test('are paid by both, count, and show in the list of counted bets; a rollback takes it back', async () => {
    await pay(200n)
    const id = await giveBonus(db, { playerId, amount: 3_000n })
    const game = await sample.launch(playerId)
    const bet = await game.bet(`r${count}`, '5.00', { transaction: `${count}-bet` })
    expect(bet).toMatchObject({ status: 200, data: { balance: { amount: '27.00' }, bonus: { amount: '27.00' } } })
    expect(await purses()).toEqual([0n, 2_700n])
    const [wager] = (await me.get('bonuses.getWagers', { bonus_id: String(id) })).json.data.items
    expect(wager).toMatchObject({ staked: { amount: '5.00' }, paid_by_bonus: { amount: '3.00' }, is_reversed: false })
    expect((await get())[0]).toMatchObject({
      removal: { lost: { amount: '27.00' }, in_open_rounds: { amount: '3.00' } },
    })
    await game.rollback(`r${count}`, `${count}-bet`)
    expect(await purses()).toEqual([200n, 3_000n])
    const after = (await get())[0]
    expect([after.wagering.done.amount, after.removal.in_open_rounds.amount]).toEqual(['0.00', '0.00'])
    expect((await me.get('bonuses.getWagers', { bonus_id: String(id) })).json.data.items[0].is_reversed).toBe(true)
    await expectZero(db)
  })

  test('against its rules are refused with what would be right', async () => {
    await giveBonus(db, { playerId, amount: 3_000n, terms: { mode: 'sticky', max_bet: { EUR: '5' } } })
    const game = await sample.launch(playerId)
    expect(await game.bet(`r${count}`, '6.00')).toMatchObject({ status: 422, reason: 'BONUS_MAX_BET' })
    expect(await game.bet(`r${count}`, '5.00')).toMatchObject({ status: 200 })
  })

  test('count by the terms that the bonus came with, whatever its template says by now', async () => {
    await giveBonus(db, { playerId, amount: 3_000n })
    const another = { ...plainTerms, fixed: { EUR: '30' }, default_percent: 20, contributions: [] }
    await publish(db, 'bonus-templates', 'test', another)
    const game = await sample.launch(playerId)
    await game.bet(`r${count}`, '5.00')
    expect((await get())[0].wagering.done.amount).toBe('5.00')
  })

  test('the stake that reaches the requirement completes it, and what was won is own money', async () => {
    const id = await giveBonus(db, { playerId, amount: 1_000n, terms: { wagering: { basis: 'bonus', times: 1 } } })
    const game = await sample.launch(playerId)
    expect(await game.betwin(`r${count}`, '10.00', '25.00')).toMatchObject({
      data: { balance: { amount: '25.00' } },
    })
    expect(await purses()).toEqual([2_500n, 0n])
    expect((await get())[0]).toMatchObject({
      id: String(id),
      status: 'completed',
      wagering: { percent: 100 },
      result: { converted: { amount: '25.00' } },
    })
    await expectZero(db)
  })

  test('a late win of a lost bonus becomes a bonus with what was left to wager', async () => {
    const id = await giveBonus(db, { playerId, amount: 200n, terms: { mode: 'isolated', wagering: { times: 50 } } })
    const game = await sample.launch(playerId)
    await game.betwin(`r${count}`, '2.00', '0.00')
    expect((await get())[0].status).toBe('lost')
    await game.win(`r${count}`, '15.00', { transaction: `${count}-late` })
    expect(await purses()).toEqual([0n, 0n])
    // What the call left to wager, also if the row says something else by now.
    const late = { bonusId: String(id), amount: '1500', left: '97000000', key: `late:sample:${count}-late` }
    await Promise.all([bonusListeners.bonusLate(jobs, late), bonusListeners.bonusLate(jobs, late)])
    expect(await purses()).toEqual([0n, 1_500n])
    const [open] = await get({ status: 'active' })
    expect(open).toMatchObject({ source: 'late', wagering: { required: { amount: '97.00' } } })
    await expectZero(db)
  })
})
