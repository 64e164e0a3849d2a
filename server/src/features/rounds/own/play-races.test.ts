import { randomUUID } from 'node:crypto'
import { studioGame } from '@croupier/studio/games'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { balanceOf, fund } from '../../../test/game-provider.ts'
import { type Said, type Seat, studioClient } from '../../../test/studio.ts'
import { closeGames, openGames } from '../../games/games.ts'
import { verifyLedger } from '../../wallet/wallet.ts'

/** Two nodes, one database: players who come at the same moment. */

const here = await testApp()
const there = await testApp({ beside: here })
const { db, addPlayer } = here
const client = studioClient(here, [here, there])

const over7 = { side: 'over', target: 7 }
let count = 0
let playerId = 0n
let dice: Seat
const newPlayer = async (amount = '100.00') => {
  count += 1
  const id = await addPlayer({ login: `own-racer${count}@example.com` })
  await fund(here, id, amount)
  return id
}
beforeEach(async () => {
  playerId = await newPlayer()
  dice = await client.launch(playerId)
})

const times = <T>(most: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: most }, (_, at) => work(at)))
const said = (replies: readonly Said<unknown>[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(replies, ({ reason, status }) => reason || String(status))).map(([name, list]) => [
      name,
      list?.length,
    ]),
  )
const cents = (amount: string) => BigInt(amount.replace('.', ''))
const gapFree = (replies: readonly Said<{ nonce: number }>[]) => {
  const nonces = replies.flatMap(({ data }) => (data ? [data.nonce] : [])).sort((a, b) => a - b)
  expect(nonces).toEqual(nonces.map((_, at) => at))
  return nonces.length
}
const nonceOf = async (id: bigint) =>
  Number(
    (await db.sql.selectFrom('rounds_fair').select('nonce').where('player_id', '=', id).executeTakeFirstOrThrow())
      .nonce,
  )

describe('sixty-four at once', () => {
  test('each get a number of their own, without a gap', async () => {
    const replies = await times(64, () => dice.play('1.00', over7))
    expect(said(replies)).toEqual({ 200: 64 })
    expect(gapFree(replies)).toBe(64)
    const won = replies.reduce((sum, { data }) => sum + cents(data?.won.amount ?? '0'), 0n)
    expect(cents(await balanceOf(here, playerId))).toBe(100_00n - 64_00n + won)
    // No two of them saw the same balance after the same stake unless they really had it.
    expect(replies.every(({ data }) => data && cents(data.balance.amount) >= 0n)).toBe(true)
  })

  test('on money for ten: no purse goes below nothing, and refused stakes burn no number', async () => {
    const poor = await newPlayer('10.00')
    const seat = await client.launch(poor)
    const replies = await times(64, () => seat.play('1.00', { side: 'exact', target: 2 }))
    const taken = gapFree(replies)
    const won = replies.reduce((sum, { data }) => sum + cents(data?.won.amount ?? '0'), 0n)
    expect(taken).toBeGreaterThanOrEqual(10)
    expect(said(replies)).toEqual(taken === 64 ? { 200: 64 } : { 200: taken, INSUFFICIENT_FUNDS: 64 - taken })
    expect(cents(await balanceOf(here, poor))).toBe(10_00n - BigInt(taken) * 100n + won)
    expect(await nonceOf(poor)).toBe(taken)
  })

  test('under one id are one round', async () => {
    const round = randomUUID()
    const replies = await times(64, () => dice.play('1.00', over7, round))
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    expect(await nonceOf(playerId)).toBe(1)
  })

  test('of sixteen players under one id: it belongs to one of them', async () => {
    const seats = await Promise.all(Array.from({ length: 16 }, async () => client.launch(await newPlayer())))
    for (let trial = 0; trial < 4; trial += 1) {
      const round = randomUUID()
      const replies = await Promise.all(seats.map((seat) => seat.play('1.00', over7, round)))
      expect(said(replies)).toEqual({ 200: 1, ROUND_CONFLICT: 15 })
    }
  })

  test('of two games, calls of a provider and own stakes end in the same books', async () => {
    const mines = await client.launch(playerId, { game: 'minefold' })
    await times(64, (at) => (at % 2 ? dice.play('0.20', over7) : mines.play('0.20', { mines: 1 })))
    const open = await db.sql
      .selectFrom('rounds_play')
      .select('round')
      .where('player_id', '=', playerId)
      .where('is_over', '=', false)
      .execute()
    expect(open.length).toBe(1)
  })
})

describe('one step', () => {
  test('by thirty-two with the same choice is made once', async () => {
    const mines = await client.launch(playerId, { game: 'minefold' })
    const { data } = await mines.play('1.00', { mines: 24 })
    const replies = await times(32, () => mines.act(data?.round ?? '', 1, { cell: 7 }))
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    expect(replies[0]?.data?.step).toBe(2)
  })

  test('by thirty-two with different choices belongs to the first, and the win is paid once', async () => {
    for (let trial = 0; trial < 4; trial += 1) {
      const id = await newPlayer()
      const mines = await client.launch(id, { game: 'minefold' })
      const { data } = await mines.play('1.00', { mines: 24 })
      const replies = await times(25, (cell) => mines.act(data?.round ?? '', 1, { cell }))
      expect(said(replies)).toEqual({ 200: 1, ROUND_CONFLICT: 24 })
      const won = cents(replies.find(({ data: stood }) => stood)?.data?.won.amount ?? '0')
      expect(cents(await balanceOf(here, id))).toBe(99_00n + won)
    }
  })
})

describe('a fault in one game', () => {
  test('is told to the player who met it, and its neighbours play on', async () => {
    const title = studioGame('plinth')
    if (!title) throw new Error('no plinth')
    const broken = vi.spyOn(title.maths, 'play').mockImplementation(() => {
      throw new Error('rules that are broken')
    })
    try {
      const plinth = await client.launch(playerId, { game: 'plinth' })
      const seats = await Promise.all(Array.from({ length: 8 }, async () => client.launch(await newPlayer())))
      const replies = await times(64, (at) =>
        at % 4 === 0 ? plinth.play('1.00', { rows: 8, risk: 'low' }) : (seats[at % 8] ?? dice).play('1.00', over7),
      )
      expect(said(replies)).toEqual({ 200: 48, InternalServerErrorException: 16 })
      expect(replies.find(({ status }) => status === 500)?.body).not.toContain('broken')
      expect(await balanceOf(here, playerId)).toBe('100.00')
    } finally {
      broken.mockRestore()
    }
  })
})

describe('after the acknowledgement not one more stake', () => {
  /** Plays all the time; the acknowledgement comes in between. Answers with what was staked after it. */
  async function stakesAfter(acknowledge: () => Promise<unknown>): Promise<bigint> {
    let isOver = false
    const runner = async () => {
      while (!isOver) await dice.play('0.20', over7)
    }
    const runners = Array.from({ length: 32 }, runner)
    await dice.play('0.20', over7)
    await acknowledge()
    const { rows } = await sql<{
      staked: bigint
    }>`select count(*) as staked from rounds_play where player_id = ${playerId}`.execute(db.sql)
    await times(8, () => dice.play('0.20', over7))
    isOver = true
    await Promise.all(runners)
    const after = await sql<{
      staked: bigint
    }>`select count(*) as staked from rounds_play where player_id = ${playerId}`.execute(db.sql)
    return (after.rows[0]?.staked ?? 0n) - (rows[0]?.staked ?? 0n)
  }

  test.each([1, 2, 3])('of an exclusion, trial %i', async () => {
    const me = here.as(await here.signIn(playerId))
    const after = await stakesAfter(async () =>
      expect((await me.post('account.selfExclude', { period: '1d' })).status).toBe(200),
    )
    expect(after).toBe(0n)
  })

  test.each([1, 2, 3])('of a closed game, trial %i', async () => {
    const after = await stakesAfter(() => closeGames(db.sql, { scope: 'all', name: '', reason: '' }))
    await openGames(db.sql, { scope: 'all', name: '' })
    expect(after).toBe(0n)
  })
})

test('and the ledger is right after all of it', async () => {
  const { faults } = await verifyLedger(db.sql, { dir: here.config.dataDir })
  expect(faults).toEqual([])
})
