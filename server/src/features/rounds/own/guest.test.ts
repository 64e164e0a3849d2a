import { randomUUID } from 'node:crypto'
import { habitsOf } from '@croupier/studio/simulator/title'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin } from '../../../db/db.ts'
import { testApp } from '../../../test/app.ts'
import { ownTitles, type Seat, studioClient, wholeRound } from '../../../test/studio.ts'
import { closeGames, openGames } from '../../games/games.ts'
import { openGuest } from './guest.ts'

const house = await testApp()
const { db } = house
const client = studioClient(house, [house])
const guestIn = async (game: string) => client.seatOf(await begin(db, (tx) => openGuest(tx, { game })))

const over7 = { side: 'over', target: 7 }
const cents = (amount: string) => BigInt(amount.replace('.', ''))
let dice: Seat
beforeEach(async () => {
  dice = await guestIn('twin-dice')
})
const balance = async (seat: Seat) => (await seat.balance()).data?.balance.amount ?? ''

describe('a guest', () => {
  test('plays with 10,000 of play money that no ledger knows', async () => {
    const { data } = await dice.open()
    expect(data).toMatchObject({
      is_guest: true,
      mode: 'demo',
      currency: 'FUN',
      balance: { amount: '10000.00', currency: 'FUN' },
      fairness: { nonce: 0, is_own_seed: false },
    })
    let minor = 10_000_00n
    for (let played = 0; played < 10; played += 1) {
      const round = await dice.play('2.00', over7)
      minor += cents(round.data?.won.amount ?? '0') - 2_00n
      expect(round.data).toMatchObject({ nonce: played, is_over: true })
      expect(cents(round.data?.balance.amount ?? '')).toBe(minor)
    }
    expect(cents(await balance(dice))).toBe(minor)
    expect(await db.sql.selectFrom('wallet_transfer').selectAll().execute()).toEqual([])
    expect(await db.sql.selectFrom('rounds_round').selectAll().execute()).toEqual([])
  })

  test.each(ownTitles.map(({ about }) => about.sysname))(
    'plays %s to its end, and the balance is what the rounds say',
    async (game) => {
      const seat = await guestIn(game)
      const ways = await habitsOf(game)
      let minor = 10_000_00n
      for (let played = 0; played < 5; played += 1) {
        const standings = await wholeRound(seat, '2.00', ways)
        const last = standings.at(-1)
        minor += cents(last?.won.amount ?? '0') - cents(last?.staked.amount ?? '0')
      }
      expect(cents(await balance(seat))).toBe(minor)
    },
  )

  test('asks for the same round as often as it likes, and 32 at once are one', async () => {
    const round = randomUUID()
    const replies = await Promise.all(Array.from({ length: 32 }, () => dice.play('2.00', over7, round)))
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    expect((await dice.play('4.00', over7, round)).reason).toBe('ROUND_CONFLICT')
    expect((await (await guestIn('twin-dice')).play('2.00', over7, round)).reason).toBe('ROUND_CONFLICT')
    const all = await Promise.all(Array.from({ length: 32 }, () => dice.play('2.00', over7)))
    expect(all.map(({ data }) => data?.nonce).sort((a = 0, b = 0) => a - b)).toEqual(
      Array.from({ length: 32 }, (_, at) => at + 1),
    )
  })

  test('cannot stake more than there is, nor by a wrong choice, and uses up no chance by trying', async () => {
    await db.sql.updateTable('rounds_guest').set({ balance: 100n }).execute()
    expect((await dice.play('1.20', over7)).reason).toBe('INSUFFICIENT_FUNDS')
    expect((await dice.play('0.30', over7)).reason).toBe('STAKE_INVALID')
    expect((await dice.play('1.00', { side: 'over' })).reason).toBe('CHOICE_INVALID')
    expect((await dice.play('1.00', over7)).data?.nonce).toBe(0)
  })

  test('goes on with an open round, and no other guest does', async () => {
    const mines = await guestIn('minefold')
    const opened = await mines.play('1.00', { mines: 24 })
    const round = opened.data?.round ?? ''
    expect((await mines.play('1.00', { mines: 3 })).reason).toBe('ROUND_OPEN')
    expect((await mines.open()).data?.round).toEqual(opened.data)
    expect((await (await guestIn('minefold')).act(round, 1, { cell: 0 })).reason).toBe('ROUND_UNKNOWN')
    const ended = await mines.act(round, 1, { cell: 0 })
    expect((await mines.act(round, 1, { cell: 0 })).body).toBe(ended.body)
    expect((await mines.act(round, 1, { cell: 1 })).reason).toBe('ROUND_CONFLICT')
    expect((await mines.act(round, 2, { cell: 1 })).reason).toBe('ROUND_OVER')
  })

  test('gets the stake of a round back whose rules are gone', async () => {
    const mines = await guestIn('minefold')
    const { data } = await mines.play('2.00', { mines: 1 })
    await db.sql
      .updateTable('rounds_play')
      .set({ version: '0.0.1' })
      .where('round', '=', data?.round ?? '')
      .execute()
    const touches = await Promise.all(Array.from({ length: 8 }, () => mines.act(data?.round ?? '', 1, { cell: 1 })))
    expect(touches.map(({ reason }) => reason)).toEqual(touches.map(() => 'ROUND_OVER'))
    expect(await balance(mines)).toBe('10000.00')
  })

  test('is refused where the game is closed or the visit is over', async () => {
    await closeGames(db.sql, { scope: 'all', name: '', reason: '' })
    expect((await dice.play('1.00', over7)).reason).toBe('GAME_CLOSED')
    await openGames(db.sql, { scope: 'all', name: '' })
    await db.sql.updateTable('rounds_guest').set({ expires_at: sql<Date>`now()` }).execute()
    expect((await dice.play('1.00', over7)).reason).toBe('SESSION_EXPIRED')
    await db.sql.deleteFrom('rounds_guest').execute()
    expect((await dice.play('1.00', over7)).reason).toBe('SESSION_UNKNOWN')
  })
})
