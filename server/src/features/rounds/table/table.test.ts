import { randomUUID } from 'node:crypto'
import { Refusal } from '@croupier/contract/refusals'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { begin } from '../../../db/db.ts'
import { testApp } from '../../../test/app.ts'
import { balanceOf } from '../../../test/game-provider.ts'
import { testTable } from '../../../test/table.ts'
import { closeGames, openGames } from '../../games/games.ts'
import { exclude } from '../../limits/limits.ts'
import { openGuest } from '../own/guest.ts'

const app = await testApp()
const { db, addPlayer } = app
const table = testTable(app)

let loop: ReturnType<typeof table.open>
let me: Awaited<ReturnType<typeof table.launch>>
let round = ''

/** A flight to somewhere between 2.50 and 4.00 that takes stakes. */
beforeEach(async () => {
  await table.chain((point) => point > 250 && point < 400)
  loop = table.open()
  await loop.turn()
  me = await table.launch(addPlayer)
  round = randomUUID()
})

const fly = async (flownMs: number) => {
  await table.startNow()
  await loop.turn()
  await table.push(flownMs)
}
const reasonOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'yes',
    (error: unknown) => (error instanceof Refusal ? (error.reason ?? error.type) : String(error)),
  )
/** Somewhere above 1.41: how long a test takes is not looked at. */
const heightOf = ({ view }: { view: unknown }) => {
  const { cashedAt } = z.object({ cashedAt: z.number() }).parse(view)
  expect(cashedAt).toBeGreaterThanOrEqual(141)
  expect(cashedAt).toBeLessThan(200)
  return cashedAt
}
const money = (amount: string, currency = 'EUR') => ({ amount, currency })

describe('a stake', () => {
  test('is taken while the round is open, and says nothing of the flight', async () => {
    expect(await me.stake(round, '2.00', 150)).toEqual({
      round,
      game: 'liftoff',
      version: table.game.maths.version,
      step: 1,
      stake: money('2.00'),
      staked: money('2.00'),
      won: money('0.00'),
      is_over: false,
      is_free: false,
      view: { auto: 150, cashedAt: null, point: null, isReturned: false },
      balance: money('98.00'),
      nonce: 1,
      jackpot: null,
      free_left: 0,
    })
    expect(await balanceOf(app, me.playerId ?? 0n)).toBe('98.00')
  })

  test('sent again is the same round, also when it is over', async () => {
    await me.stake(round)
    expect(await me.stake(round)).toMatchObject({ step: 1, balance: money('99.00') })
    await fly(5_000)
    await me.cash(round)
    expect(await me.stake(round)).toMatchObject({ step: 2, is_over: true })
  })

  test('with the same id and anything else changed is a conflict', async () => {
    await me.stake(round, '1.00', 150)
    const other = await table.launch(addPlayer)
    expect(await reasonOf(me.stake(round, '2.00', 150))).toBe('ROUND_CONFLICT')
    expect(await reasonOf(me.stake(round, '1.00', 151))).toBe('ROUND_CONFLICT')
    expect(await reasonOf(other.stake(round, '1.00', 150))).toBe('ROUND_CONFLICT')
  })

  test('is one per round: a second one hears of the first', async () => {
    await me.stake(round)
    const error = await me.stake(randomUUID()).catch((refusal: unknown) => refusal)
    expect(error).toMatchObject({ data: { reason: 'ROUND_OPEN', round } })
    const demo = await table.launch(addPlayer, { currency: 'FUN', ...(me.playerId && { playerId: me.playerId }) })
    expect(await demo.stake(randomUUID(), '1.00')).toMatchObject({ is_over: false })
  })

  test('is not taken once it flies, nor while the end is looked at', async () => {
    await fly(0)
    const flying = await me.stake(round).catch((error: unknown) => error)
    expect(flying).toMatchObject({ data: { reason: 'TABLE_CLOSED', opens_in_ms: null } })
    await table.push(60_000)
    await loop.turn()
    const over = await me.stake(round).catch((error: unknown) => error)
    expect(over).toMatchObject({ data: { reason: 'TABLE_CLOSED', opens_in_ms: expect.any(Number) } })
    expect(await balanceOf(app, me.playerId ?? 0n)).toBe('100.00')
  })

  test('is not taken after its start, even if no node has said yet that it flies', async () => {
    await table.startNow()
    expect(await reasonOf(me.stake(round))).toBe('TABLE_CLOSED')
  })

  test.each([
    ['0.10', '{"auto":null}', 'STAKE_INVALID'],
    ['0.30', '{"auto":null}', 'STAKE_INVALID'],
    ['50.20', '{"auto":null}', 'STAKE_INVALID'],
    ['1,00', '{"auto":null}', 'STAKE_INVALID'],
    ['1.00', '{"auto":100}', 'CHOICE_INVALID'],
    ['1.00', '{"at":150}', 'CHOICE_INVALID'],
    ['1.00', '{', 'CHOICE_INVALID'],
  ])('of %s with %s is refused', async (stake, choice, reason) => {
    expect(await reasonOf(me.choose(round, choice, stake))).toBe(reason)
  })

  test('cannot be more than there is, and leaves nothing behind', async () => {
    const poor = await table.launch(addPlayer, { amount: '0.40' })
    expect(await reasonOf(poor.stake(round, '0.60'))).toBe('INSUFFICIENT_FUNDS')
    expect(await db.sql.selectFrom('rounds_play').select('round').where('round', '=', round).execute()).toEqual([])
    expect(await poor.stake(round, '0.40')).toMatchObject({ balance: money('0.00') })
  })

  test('is not taken from who is excluded, nor in a closed game; getting off still pays', async () => {
    await me.stake(round)
    const late = await table.launch(addPlayer)
    await begin(db, (tx) => exclude(tx, { playerId: me.playerId ?? 0n, period: '7d' }))
    await closeGames(db.sql, { scope: 'all', name: '', reason: 'test' })
    expect(await reasonOf(late.stake(randomUUID()))).toBe('GAME_CLOSED')
    await openGames(db.sql, { scope: 'all', name: '' })
    await fly(5_000)
    expect(heightOf(await me.cash(round))).toBeGreaterThan(0)
    expect(await balanceOf(app, me.playerId ?? 0n)).not.toBe('99.00')
    await table.push(60_000)
    await loop.turn()
    await loop.turn()
    expect(await reasonOf(me.stake(randomUUID()))).toBe('SELF_EXCLUDED')
  })

  test('needs a session that lasts', async () => {
    await sql`update rounds_session set expires_at = now()`.execute(db.sql)
    expect(await reasonOf(me.stake(round))).toBe('SESSION_EXPIRED')
  })
})

describe('getting off', () => {
  test('pays the height of that moment, once', async () => {
    await me.stake(round, '10.00')
    await fly(5_000)
    const first = await me.cash(round)
    expect(first).toMatchObject({ is_over: true, step: 2, view: { point: null } })
    const won = heightOf(first) * 10
    expect(first.won).toEqual(money((won / 100).toFixed(2)))
    await table.push(2_000)
    expect(await me.cash(round)).toEqual(first)
    expect(await me.look(round)).toEqual(first)
    expect(await balanceOf(app, me.playerId ?? 0n)).toBe((90 + won / 100).toFixed(2))
  })

  test('is too early before 1.01, and before the start', async () => {
    await me.stake(round)
    expect(await reasonOf(me.cash(round))).toBe('CHOICE_INVALID')
    await table.startNow()
    await loop.turn()
    await table.push(-30_000)
    expect(await reasonOf(me.cash(round))).toBe('CHOICE_INVALID')
    expect(await me.look(round)).toMatchObject({ is_over: false })
  })

  test('is too late after the point: the round waits for its end, and loses', async () => {
    await me.stake(round)
    await fly(60_000)
    expect(await me.cash(round)).toMatchObject({ is_over: false, won: money('0.00'), view: { point: null } })
    await loop.turn()
    const { point } = await table.round()
    expect(await me.look(round)).toMatchObject({ is_over: true, won: money('0.00'), view: { point: Number(point) } })
    expect(await balanceOf(app, me.playerId ?? 0n)).toBe('99.00')
  })

  test('never pays more than what was set in advance and passed by', async () => {
    await me.stake(round, '1.00', 120)
    await fly(5_000)
    expect(await me.cash(round)).toMatchObject({ won: money('1.20'), view: { cashedAt: 120 } })
  })

  test('is for the owner alone', async () => {
    await me.stake(round)
    await fly(5_000)
    const other = await table.launch(addPlayer)
    expect(await reasonOf(other.cash(round))).toBe('ROUND_UNKNOWN')
    expect(await reasonOf(other.look(round))).toBe('ROUND_UNKNOWN')
    expect(await reasonOf(me.cash(randomUUID()))).toBe('ROUND_UNKNOWN')
    expect(await reasonOf(me.cash(round, { at: 140 }))).toBe('CHOICE_INVALID')
    expect(await reasonOf(me.cash(round, { cash: true }, 2))).toBe('ROUND_CONFLICT')
  })

  test('goes on after the game was launched again', async () => {
    await me.stake(round)
    await fly(5_000)
    const again = await table.launch(addPlayer, { amount: '0', ...(me.playerId && { playerId: me.playerId }) })
    expect(await again.cash(round)).toMatchObject({ is_over: true })
  })
})

describe('what was set in advance', () => {
  test('is paid at exactly that height, however late we look', async () => {
    const heights = [101, 120, 249, 250]
    const players = await Promise.all(heights.map(() => table.launch(addPlayer)))
    const rounds = await Promise.all(
      players.map(async ({ stake }, at) => (await stake(randomUUID(), '10.00', heights[at] ?? 0)).round),
    )
    await fly(2_700)
    await loop.turn()
    const now = await Promise.all(players.map(({ look }, at) => look(rounds[at] ?? '')))
    expect(now.map(({ won }) => won.amount)).toEqual(['10.10', '12.00', '0.00', '0.00'])
    await table.push(60_000)
    await loop.turn()
    const after = await Promise.all(players.map(({ look }, at) => look(rounds[at] ?? '')))
    expect(after.map(({ won }) => won.amount)).toEqual(['10.10', '12.00', '24.90', '25.00'])
    expect(after.map(({ is_over }) => is_over)).toEqual([true, true, true, true])
  })

  test('beyond the point loses', async () => {
    await me.stake(round, '1.00', 400)
    await fly(60_000)
    await loop.turn()
    expect(await me.look(round)).toMatchObject({ is_over: true, won: money('0.00') })
  })
})

describe('a guest', () => {
  async function newGuest() {
    const token = await begin(db, (tx) => openGuest(tx, { game: 'liftoff' }))
    const { id } = await db.sql
      .selectFrom('rounds_guest')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return table.seat({ playerId: null, guestId: id, token, mode: 'demo', currency: 'FUN' })
  }

  test('plays with play money in the same round', async () => {
    const guest = await newGuest()
    expect(await guest.stake(round, '10.00')).toMatchObject({ balance: money('9990.00', 'FUN') })
    await fly(5_000)
    const after = await guest.cash(round)
    expect(after.balance).toEqual(money((9_990 + heightOf(after) / 10).toFixed(2), 'FUN'))
    expect(await reasonOf(me.look(round))).toBe('ROUND_UNKNOWN')
  })

  test('finds a closed game closed', async () => {
    const guest = await newGuest()
    await closeGames(db.sql, { scope: 'all', name: '', reason: 'test' })
    expect(await reasonOf(guest.stake(round))).toBe('GAME_CLOSED')
    await openGames(db.sql, { scope: 'all', name: '' })
    expect(await reasonOf(guest.stake(randomUUID(), '20000.00'))).toBe('STAKE_INVALID')
  })
})
