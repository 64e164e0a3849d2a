import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { balanceOf, fund, gameProvider } from '../../../test/game-provider.ts'
import { type Seat, studioClient } from '../../../test/studio.ts'
import { closeGames, openGames } from '../../games/games.ts'

const house = await testApp()
const { db, addPlayer } = house
const client = studioClient(house, [house])

const over7 = { side: 'over', target: 7 }
let count = 0
let playerId = 0n
let dice: Seat
beforeEach(async () => {
  count += 1
  playerId = await addPlayer({ login: `player${count}@example.com` })
  await fund(house, playerId, '100.00')
  dice = await client.launch(playerId)
})

const balance = () => balanceOf(house, playerId)
const nonce = async () => {
  const row = await db.sql
    .selectFrom('rounds_fair')
    .select('nonce')
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  return Number(row?.nonce ?? 0n)
}
const cents = (amount: string) => BigInt(amount.replace('.', ''))

describe('a round', () => {
  test('takes the stake, pays the win and tells both', async () => {
    let minor = 100_00n
    for (let played = 0; played < 20; played += 1) {
      const { data, status } = await dice.play('1.00', over7)
      expect(status).toBe(200)
      if (!data) throw new Error('no standing')
      minor += cents(data.won.amount) - 1_00n
      expect(data).toMatchObject({ step: 1, is_over: true, is_free: false, nonce: played, jackpot: null, free_left: 0 })
      expect(cents(data.balance.amount)).toBe(minor)
    }
    expect(cents(await balance())).toBe(minor)
    expect(await nonce()).toBe(20)
  })

  test('asked for again is the same round: same outcome, nothing more is staked', async () => {
    const round = randomUUID()
    const first = await dice.play('1.00', over7, round)
    const after = await balance()
    // Another order of keys is the same choice.
    const again = await Promise.all([
      dice.play('1.00', over7, round),
      dice.play('1.00', { target: 7, side: 'over' }, round),
      (await client.launch(playerId)).play('1.00', over7, round),
    ])
    for (const reply of again) expect(reply.body).toBe(first.body)
    expect(await balance()).toBe(after)
    expect(await nonce()).toBe(1)
  })

  test('with anything else under its id is a conflict', async () => {
    const round = randomUUID()
    await dice.play('1.00', over7, round)
    const after = await balance()
    const other = await addPlayer({ login: `other${count}@example.com` })
    await fund(house, other, '5.00')
    const changed = [
      await dice.play('1.20', over7, round),
      await dice.play('1.00', { side: 'under', target: 7 }, round),
      await (await client.launch(playerId, { game: 'plinth' })).play('1.00', { rows: 8, risk: 'low' }, round),
      await (await client.launch(playerId, { currency: 'FUN' })).play('1.00', over7, round),
      await (await client.launch(other)).play('1.00', over7, round),
    ]
    expect(changed.map(({ reason }) => reason)).toEqual(changed.map(() => 'ROUND_CONFLICT'))
    // Nothing in the answer tells whose it is.
    expect(changed.at(-1)?.body).toBe(changed[0]?.body)
    expect(await balance()).toBe(after)
    expect(await balanceOf(house, other)).toBe('5.00')
  })

  test.each(['0', '0.10', '0.21', '1', '100.20', '-1', '1e2', '1.000', 'much', ''])(
    'takes no stake of "%s"',
    async (stake) => {
      const { reason, error } = await dice.play(stake, over7)
      if (stake === '1') return expect(reason).toBe('')
      expect(reason).toBe('STAKE_INVALID')
      expect(error?.invalid_parameters).toEqual({ stake: ['STAKE_INVALID'] })
      expect(await balance()).toBe('100.00')
      expect(await nonce()).toBe(0)
    },
  )

  test.each([
    'not json',
    '',
    'null',
    '{}',
    '[]',
    '{"side":"over"}',
    '{"side":"over","target":99}',
    '{"side":"over","target":"7"}',
    '{"side":"over\\u0000","target":7}',
    '{"side":"\\ud800","target":7}',
    `${'['.repeat(1000)}${']'.repeat(1000)}`,
    '{"__proto__":{"side":"over","target":7}}',
    '{"side":"over","target":1e400}',
  ])('takes no choice like %s', async (choice) => {
    const answer = await house
      .as(null)
      .post('rounds.play', { token: dice.token, round: randomUUID(), stake: '1', choice })
    expect(answer.json.error).toMatchObject({
      error_data: { reason: 'CHOICE_INVALID' },
      invalid_parameters: { choice: ['CHOICE_INVALID'] },
    })
    expect(await nonce()).toBe(0)
  })

  test('that cannot be paid for burns no chance', async () => {
    const poor = await addPlayer({ login: `poor${count}@example.com` })
    const seat = await client.launch(poor)
    const refused = await seat.play('1.00', over7)
    expect(refused.reason).toBe('INSUFFICIENT_FUNDS')
    expect(refused.error?.error_data).toMatchObject({ available_amount: { amount: '0.00', currency: 'EUR' } })
    await fund(house, poor, '1.00')
    expect((await seat.play('1.00', over7)).data?.nonce).toBe(0)
  })

  test('is played with play money in a demo, with the same seeds', async () => {
    await fund(house, playerId, '50.00', 'FUN')
    const demo = await client.launch(playerId, { currency: 'FUN' })
    expect((await demo.play('1.00', over7)).data?.nonce).toBe(0)
    expect((await dice.play('1.00', over7)).data?.nonce).toBe(1)
    expect((await demo.play('1.00', over7)).data?.nonce).toBe(2)
    expect(await balanceOf(house, playerId, 'FUN')).not.toBe('50.00')
  })
})

describe('a token', () => {
  test('that is unknown opens nothing', async () => {
    const nobody = client.seatOf('made-up')
    const replies = [await nobody.open(), await nobody.balance(), await nobody.play('1', over7)]
    replies.push(await nobody.act(randomUUID(), 1, {}))
    expect(replies.map(({ reason }) => reason)).toEqual(replies.map(() => 'SESSION_UNKNOWN'))
  })

  test('of another provider is none of ours', async () => {
    const { token } = await gameProvider(house, []).launch(playerId, { game: 'twin-dice' })
    expect((await client.seatOf(token).play('1', over7)).reason).toBe('SESSION_UNKNOWN')
  })

  test('that is over takes no stake and shows nothing new, but tells what was', async () => {
    const round = randomUUID()
    const first = await dice.play('1.00', over7, round)
    await db.sql.updateTable('rounds_session').set({ expires_at: sql<Date>`now()` }).execute()
    expect((await dice.play('1.00', over7)).reason).toBe('SESSION_EXPIRED')
    expect((await dice.play('1.00', over7, round)).body).toBe(first.body)
    expect((await dice.balance()).reason).toBe('SESSION_EXPIRED')
    expect((await dice.open()).reason).toBe('SESSION_EXPIRED')
  })

  test('is all that is asked: cookies are not looked at, and any page may ask', async () => {
    const cookie = await house.signIn(await addPlayer({ login: `cookie${count}@example.com` }))
    const answer = await house.send({
      method: 'POST',
      url: '/api/rounds.getBalance',
      headers: {
        origin: 'null',
        'sec-fetch-site': 'cross-site',
        cookie,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: `token=${dice.token}`,
    })
    expect(answer.json.data).toEqual({ balance: { amount: '100.00', currency: 'EUR' } })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['set-cookie']).toBeUndefined()
  })
})

describe('a game with choices', () => {
  const cell = (at: number) => ({ cell: at })
  let mines: Seat
  beforeEach(async () => {
    mines = await client.launch(playerId, { game: 'minefold' })
  })

  /** Opened until a cell was safe, so that there is something to go on with. */
  async function begun() {
    for (;;) {
      const opened = await mines.play('1.00', { mines: 1 })
      const round = opened.data?.round ?? ''
      const stood = await mines.act(round, 1, cell(3))
      if (stood.data && !stood.data.is_over) return { round, stood: stood.data }
    }
  }

  test('goes on with every choice and pays at its end', async () => {
    const { round, stood } = await begun()
    expect(stood).toMatchObject({ step: 2, is_over: false, won: { amount: '0.00' }, view: { map: null } })
    const before = cents(await balance())
    const cashed = await mines.act(round, 2, { cash: true })
    expect(cashed.data).toMatchObject({ step: 3, is_over: true, won: { amount: '1.03' } })
    expect(cents(await balance())).toBe(before + 103n)
    const row = await db.sql.selectFrom('rounds_round').selectAll().where('round', '=', round).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ staked: 100n, won: 103n, is_closed: true, bets: 1 })
  })

  test('answers a repeated choice with how the round stands now, and another one in its place with a no', async () => {
    const { round } = await begun()
    const third = await mines.act(round, 2, { cash: true })
    const after = await balance()
    expect((await mines.act(round, 1, cell(3))).body).toBe(third.body)
    expect((await mines.act(round, 2, { cash: true })).body).toBe(third.body)
    expect((await mines.act(round, 1, cell(4))).reason).toBe('ROUND_CONFLICT')
    expect((await mines.act(round, 2, cell(4))).reason).toBe('ROUND_CONFLICT')
    expect((await mines.act(round, 3, { cash: true })).reason).toBe('ROUND_OVER')
    expect((await mines.act(round, 9, { cash: true })).reason).toBe('ROUND_OVER')
    expect(await balance()).toBe(after)
  })

  test('knows no step that is too far, no choice against its rules, and no hand of another player', async () => {
    const { round } = await begun()
    expect((await mines.act(round, 5, { cash: true })).reason).toBe('ROUND_CONFLICT')
    expect((await mines.act(round, 2, cell(3))).reason).toBe('CHOICE_INVALID')
    expect((await mines.act(round, 2, cell(25))).reason).toBe('CHOICE_INVALID')
    const other = await addPlayer({ login: `hand${count}@example.com` })
    const stranger = await client.launch(other, { game: 'minefold' })
    const [unknown, foreign] = [
      await stranger.act(randomUUID(), 2, { cash: true }),
      await stranger.act(round, 2, { cash: true }),
    ]
    expect(foreign.reason).toBe('ROUND_UNKNOWN')
    expect(foreign.body).toBe(unknown.body)
    expect((await dice.act(round, 2, { cash: true })).reason).toBe('ROUND_UNKNOWN')
    expect((await mines.act(round, 2, { cash: true })).status).toBe(200)
  })

  test('has one open round at a time, and a reload goes on with it', async () => {
    const { round, stood } = await begun()
    const second = await mines.play('1.00', { mines: 3 })
    expect(second.reason).toBe('ROUND_OPEN')
    expect(second.error?.error_data).toMatchObject({ round })
    const reloaded = await client.launch(playerId, { game: 'minefold' })
    const opened = await reloaded.open()
    expect(opened.data?.round).toEqual(stood)
    expect((await reloaded.act(round, 2, { cash: true })).data?.is_over).toBe(true)
    expect((await reloaded.open()).data?.round).toBeNull()
    // The other mode is another place.
    await fund(house, playerId, '5.00', 'FUN')
    const demo = await client.launch(playerId, { game: 'minefold', currency: 'FUN' })
    expect((await mines.play('1.00', { mines: 3 })).status).toBe(200)
    expect((await demo.play('1.00', { mines: 3 })).status).toBe(200)
  })

  test('pays after an exclusion, a ban, a logout and with the game closed; only the next stake is refused', async () => {
    const shuts = [
      () =>
        db.sql
          .updateTable('account_player')
          .set({ excluded_until: sql<Date>`'infinity'` })
          .where('id', '=', playerId)
          .execute(),
      () =>
        db.sql.updateTable('account_player').set({ banned_at: sql<Date>`now()` }).where('id', '=', playerId).execute(),
      () =>
        db.sql
          .updateTable('rounds_session')
          .set({ expires_at: sql<Date>`now()` })
          .where('player_id', '=', playerId)
          .execute(),
    ]
    const noes = ['SELF_EXCLUDED', 'UserBannedException', 'SESSION_EXPIRED']
    for (const [at, shut] of shuts.entries()) {
      const { round } = await begun()
      const before = cents(await balance())
      await shut()
      expect((await mines.act(round, 2, { cash: true })).data?.is_over).toBe(true)
      expect(cents(await balance())).toBe(before + 103n)
      expect((await mines.play('1.00', { mines: 1 })).reason).toBe(noes[at])
      playerId = await addPlayer({ login: `shut${count}-${at}@example.com` })
      await fund(house, playerId, '100.00')
      mines = await client.launch(playerId, { game: 'minefold' })
    }
  })
})

describe('more stake in a round', () => {
  /** Blackjack until a hand may be doubled. */
  async function doubling(seat: Seat) {
    for (;;) {
      const { data } = await seat.play('1.00', {})
      if (!data) throw new Error('not dealt')
      const moves: unknown =
        typeof data.view === 'object' && data.view !== null && 'moves' in data.view ? data.view.moves : []
      if (!data.is_over && JSON.stringify(moves).includes('double')) return data
      let standing = data
      while (!standing.is_over) {
        const offered = JSON.stringify(standing.view).includes('"decline"')
        const next = await seat.act(standing.round, standing.step, { move: offered ? 'decline' : 'stand' })
        if (!next.data) throw new Error(next.reason)
        standing = next.data
      }
    }
  }
  let table: Seat
  beforeEach(async () => {
    table = await client.launch(playerId, { game: 'blackjack-salon' })
  })

  test('is taken, counted and paid for', async () => {
    const { round, step } = await doubling(table)
    const before = cents(await balance())
    const doubled = await table.act(round, step, { move: 'double' })
    expect(doubled.data).toMatchObject({ staked: { amount: '2.00' }, is_over: true })
    expect(cents(await balance())).toBe(before - 100n + cents(doubled.data?.won.amount ?? '0'))
    const row = await db.sql.selectFrom('rounds_round').selectAll().where('round', '=', round).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ staked: 200n, bets: 2, is_closed: true })
    expect((await table.act(round, step, { move: 'double' })).body).toBe(doubled.body)
  })

  test('passes the gate again: exclusion stops it, and the hand can still be played out', async () => {
    const { round, step } = await doubling(table)
    await db.sql
      .updateTable('account_player')
      .set({ excluded_until: sql<Date>`'infinity'` })
      .where('id', '=', playerId)
      .execute()
    const before = await balance()
    expect((await table.act(round, step, { move: 'double' })).reason).toBe('SELF_EXCLUDED')
    expect(await balance()).toBe(before)
    expect((await table.act(round, step, { move: 'stand' })).data?.is_over).toBe(true)
  })

  test('is asked of the balance too', async () => {
    for (let tries = 0; ; tries += 1) {
      const poor = await addPlayer({ login: `short${count}-${tries}@example.com` })
      await fund(house, poor, '1.00')
      const seat = await client.launch(poor, { game: 'blackjack-salon' })
      const { data } = await seat.play('1.00', {})
      if (!data || data.is_over || !JSON.stringify(data.view).includes('"double"')) continue
      expect((await seat.act(data.round, 1, { move: 'double' })).reason).toBe('INSUFFICIENT_FUNDS')
      expect((await seat.act(data.round, 1, { move: 'stand' })).data).toMatchObject({ is_over: true })
      return
    }
  })

  test('is not taken by a closed game, whose open rounds are played out', async () => {
    const { round, step } = await doubling(table)
    await closeGames(db.sql, { scope: 'all', name: '', reason: 'test' })
    try {
      expect((await table.act(round, step, { move: 'double' })).reason).toBe('GAME_CLOSED')
      expect((await dice.play('1.00', over7)).reason).toBe('GAME_CLOSED')
      expect((await table.act(round, step, { move: 'stand' })).data?.is_over).toBe(true)
    } finally {
      await openGames(db.sql, { scope: 'all', name: '' })
    }
    expect((await dice.play('1.00', over7)).status).toBe(200)
  })
})

describe('a round whose rules are gone', () => {
  async function oldRound(seat: Seat) {
    const { data } = await seat.play('2.00', { mines: 1 })
    if (!data) throw new Error('not opened')
    await db.sql.updateTable('rounds_play').set({ version: '0.0.1' }).where('round', '=', data.round).execute()
    return data.round
  }
  const inBooks = (round: string) =>
    db.sql
      .selectFrom('rounds_round')
      .select(['staked', 'won', 'bets', 'is_closed'])
      .where('round', '=', round)
      .executeTakeFirstOrThrow()
  const nothing = { staked: 0n, won: 0n, bets: 0, is_closed: true }

  test.each(['open', 'act', 'play', 'again'] as const)(
    'is void when it is touched by %s: its stake is back, once',
    async (touch) => {
      const seat = await client.launch(playerId, { game: 'minefold' })
      const round = await oldRound(seat)
      expect(await balance()).toBe('98.00')
      const touched = {
        open: async () =>
          expect((await seat.open()).data).toMatchObject({ round: null, balance: { amount: '100.00' } }),
        act: async () => expect((await seat.act(round, 1, { cell: 1 })).reason).toBe('ROUND_OVER'),
        play: async () =>
          expect((await seat.play('1.00', { mines: 1 })).data).toMatchObject({ balance: { amount: '99.00' } }),
        again: async () =>
          expect((await seat.play('2.00', { mines: 1 }, round)).data).toMatchObject({
            is_over: true,
            staked: { amount: '0.00' },
            view: null,
          }),
      }
      await touched[touch]()
      expect(await inBooks(round)).toEqual(nothing)
      expect(await balance()).toBe(touch === 'play' ? '99.00' : '100.00')
      await Promise.all(Array.from({ length: 8 }, () => seat.act(round, 1, { cell: 1 })))
      expect((await seat.act(round, 1, { cell: 1 })).reason).toBe('ROUND_OVER')
      expect(await balance()).toBe(touch === 'play' ? '99.00' : '100.00')
      const uses = await db.sql.selectFrom('limits_use').select('amount').where('player_id', '=', playerId).execute()
      expect(uses.map(({ amount }) => amount)).toEqual(touch === 'play' ? [100n] : [])
    },
  )

  test('that is over stays as it was', async () => {
    const round = randomUUID()
    const first = await dice.play('1.00', over7, round)
    await db.sql.updateTable('rounds_play').set({ version: '0.0.1' }).where('round', '=', round).execute()
    const again = await dice.play('1.00', over7, round)
    expect(again.data).toEqual({ ...first.data, version: '0.0.1', view: null })
    expect((await inBooks(round)).bets).toBe(1)
  })
})

describe('what a game is told at its start', () => {
  test('is balance, stakes, rules of the place and the promise of the seeds', async () => {
    await dice.play('1.00', over7)
    const { data } = await dice.open()
    expect(data).toMatchObject({
      game: { sysname: 'twin-dice', name: 'Twin Dice', version: '1.0.0', is_shared: false },
      mode: 'real',
      is_guest: false,
      currency: 'EUR',
      balance: { amount: await balance() },
      stakes: { min: '0.20', max: '100.00', step: '0.20' },
      profile: { has_autoplay: true, has_turbo: true, round_ms: 0 },
      round: null,
      fairness: { nonce: 1, is_own_seed: false },
      pack: null,
    })
    expect(JSON.stringify(data?.fairness)).toMatch(/"hash":"[0-9a-f]{64}","next_hash":"[0-9a-f]{64}"/)
  })
})
