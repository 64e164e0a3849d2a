import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../../operator/commands.ts'
import { testApp } from '../../../test/app.ts'
import { effort } from '../../../test/effort.ts'
import { balanceOf, crowd, fund, providerFor, type Reply } from '../../../test/game-provider.ts'

/** Two nodes, one database, real HTTP: calls that come at the same moment. */

const here = await testApp()
const there = await testApp({ beside: here })
const sample = await providerFor(here, there)
const { db, addPlayer } = here

let count = 0
let playerId = 0n
let play: Awaited<ReturnType<typeof sample.launch>>
const newPlayer = async () => {
  count += 1
  playerId = await addPlayer({ login: `racer${count}@example.com` })
  await fund(here, playerId, '100.00')
  play = await sample.launch(playerId)
}
beforeEach(newPlayer)

const balance = () => balanceOf(here, playerId)
const times = <T>(most: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: most }, (_, at) => work(at)))
const said = (replies: readonly Reply[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(replies, ({ status, reason }) => reason || String(status))).map(([name, list]) => [
      name,
      list?.length,
    ]),
  )

describe('stakes', () => {
  test('two hundred of 1 on 100: exactly a hundred are taken', async () => {
    const replies = await times(200, () => play.bet(randomUUID(), '1.00'))
    expect(said(replies)).toEqual({ 200: 100, INSUFFICIENT_FUNDS: 100 })
    expect(await balance()).toBe('0.00')
    const balances = replies.flatMap(({ status, data }) => (status === 200 ? [JSON.stringify(data.balance)] : []))
    expect(new Set(balances).size).toBe(100)
  })

  test('on what is won in between never go below nothing', async () => {
    const id = randomUUID()
    await play.bet(id, '100.00')
    const replies = await times(96, (at) =>
      at % 3 === 0
        ? play.win(id, '2.00')
        : at % 3 === 1
          ? play.bet(randomUUID(), '3.00')
          : play.betwin(randomUUID(), '4.00', '1.00'),
    )
    const taken = (from: number, amount: bigint) =>
      amount * BigInt(replies.filter(({ status }, at) => status === 200 && at % 3 === from).length)
    expect(replies.filter(({ status }, at) => at % 3 === 0 && status !== 200)).toEqual([])
    const left = 64_00n - taken(1, 3_00n) - taken(2, 3_00n)
    expect(left).toBeGreaterThanOrEqual(0n)
    expect(await balance()).toBe(`${left / 100n}.00`)
  })

  test('cannot go past a limit together, and what is rolled back makes room', async () => {
    const player = await here.signIn(playerId)
    await here.as(player).post('account.setLimit', { kind: 'loss', period: '7', amount: '20' })
    const round = randomUUID()
    const replies = await times(64, (at) => play.bet(round, '1.00', { transaction: `${round}.${at}` }))
    expect(said(replies)).toEqual({ 200: 20, LIMIT_LOSS: 44 })
    expect(await balance()).toBe('80.00')
    const taken = replies.flatMap(({ status }, at) => (status === 200 ? [at] : []))
    await Promise.all(taken.slice(0, 5).map((at) => play.rollback(round, `${round}.${at}`)))
    await play.win(round, '3.00')
    expect(said(await times(32, () => play.bet(round, '1.00')))).toEqual({ 200: 8, LIMIT_LOSS: 24 })
    const { rows } = await sql<{ lost: string }>`select sum(case kind when 'stake' then amount else -amount end)::text
      as lost from limits_use where player_id = ${playerId}`.execute(db.sql)
    expect(rows).toEqual([{ lost: '2000' }])
  })
})

describe('one key', () => {
  test.each(['bet', 'betwin'] as const)('%s by fifty at once: one movement, fifty equal answers', async (kind) => {
    const body = { transaction: randomUUID(), round: randomUUID(), ...play.common, token: play.token, amount: '7.00' }
    const said = kind === 'bet' ? body : { ...body, win: '2.00' }
    const replies = await times(50, () => sample.say(kind, said))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(replies[0]?.status).toBe(200)
    expect(await balance()).toBe(kind === 'bet' ? '93.00' : '95.00')
  })

  test('with anything else changed is a conflict, and nothing moves', async () => {
    const body = {
      transaction: randomUUID(),
      round: randomUUID(),
      ...play.common,
      token: play.token,
      amount: '7.00',
      is_closed: false,
    }
    const first = await sample.say('bet', body)
    const changes: [string, Record<string, unknown>][] = [
      ['bet', { amount: '7.01' }],
      ['bet', { amount: '6.99' }],
      ['bet', { amount: '0' }],
      ['bet', { round: randomUUID() }],
      ['bet', { game: 'roulette' }],
      ['bet', { player: '1' }],
      ['bet', { player: '999999' }],
      ['bet', { currency: 'USD' }],
      ['bet', { currency: 'JPY', amount: '7' }],
      ['bet', { is_closed: true }],
      ['win', { token: undefined }],
      ['betwin', { win: '0' }],
      ['betwin', { win: '7.00' }],
      ['rollback', { token: undefined, amount: undefined, is_closed: undefined, reference: 'x' }],
    ]
    for (const [kind, change] of changes) {
      // Once for each node.
      for (let node = 0; node < 2; node += 1) {
        const reply = await sample.say(kind, { ...body, ...change })
        expect([kind, change, reply.reason]).toEqual([kind, change, 'KEY_CONFLICT'])
      }
    }
    const mixed = await times(48, (at) => sample.say('bet', at % 2 ? body : { ...body, amount: '8.00' }))
    expect(said(mixed)).toEqual({ 200: 24, KEY_CONFLICT: 24 })
    expect(new Set(mixed.flatMap(({ status, text }) => (status === 200 ? [text] : [])))).toEqual(new Set([first.text]))
    expect(await balance()).toBe('93.00')
  })

  test('of two players at once belongs to one of them', async () => {
    for (let trial = 0; trial < 8; trial += 1) {
      const players = await crowd(here, 8, '5.00')
      const [transaction, round] = [randomUUID(), randomUUID()]
      const replies = await Promise.all(
        players.map(({ playerId: id, token }) =>
          sample.say('bet', {
            transaction,
            round,
            game: 'dice',
            player: String(id),
            currency: 'EUR',
            token,
            amount: '1.00',
          }),
        ),
      )
      expect(said(replies)).toEqual({ 200: 1, KEY_CONFLICT: 7 })
    }
  })

  test('that was refused is not used up', async () => {
    const transaction = randomUUID()
    const round = randomUUID()
    expect((await play.bet(round, '100.01', { transaction })).reason).toBe('INSUFFICIENT_FUNDS')
    expect((await play.bet(round, '100.00', { transaction })).status).toBe(200)
  })

  test('whose bet and rollback meet ends in one of two ways, on both nodes and for good', async () => {
    const rounds = Array.from({ length: 24 }, () => randomUUID())
    await Promise.all(
      rounds.flatMap((round) => [
        play.bet(round, '1.00', { transaction: `b-${round}` }),
        play.rollback(round, `b-${round}`, { transaction: `r-${round}` }),
        play.rollback(round, `b-${round}`, { transaction: `r-${round}` }),
      ]),
    )
    expect(await balance()).toBe('100.00')
    const late = await Promise.all(rounds.map((round) => play.bet(round, '1.00', { transaction: `b-${round}` })))
    expect(await balance()).toBe('100.00')
    for (const { status, reason } of late) expect([200, 'ROLLED_BACK']).toContain(reason || status)
  })
})

describe('a crowd of 128 with poison in it', () => {
  test('every caller gets the own answer, and all good ones count', { timeout: 120_000 }, async () => {
    for (let batch = 0; batch < Math.min(6, effort.repeats); batch += 1) {
      const players = await crowd(here, 128, '50.00')
      const replies = await Promise.all(
        players.map(({ playerId: id, token }, at) => {
          const round = randomUUID()
          const good = { transaction: `${round}.t`, round, game: 'dice', player: String(id), currency: 'EUR', token }
          const amount = `${1 + (at % 40)}.${String(at % 100).padStart(2, '0')}`
          const poison = [
            { amount: '50.01' },
            { amount: '1e3' },
            { amount, token: 'made-up' },
            { amount, player: '987654321' },
            { amount, game: 'roulette' },
            { amount, transaction: 'once-for-all' },
          ]
          const isBad = at % 10 < 3
          return sample
            .say('bet', { ...good, ...(isBad ? poison[at % 6] : { amount }) })
            .then((reply) => ({ reply, isBad, amount, round, id }))
        }),
      )
      for (const { reply, isBad, amount, round, id } of replies) {
        if (isBad) continue
        const left = (5000n - BigInt(amount.replace('.', ''))).toString().padStart(3, '0')
        expect(reply.data).toEqual({
          transaction: `${round}.t`,
          round,
          balance: { amount: `${left.slice(0, -2)}.${left.slice(-2)}`, currency: 'EUR' },
        })
        expect(await balanceOf(here, id)).toBe(`${left.slice(0, -2)}.${left.slice(-2)}`)
      }
      const bad = replies.filter(({ isBad }) => isBad).map(({ reply }) => reply)
      // One key for several of them: one may have it.
      expect(bad.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
      expect(bad).toHaveLength(39)
    }
  })
})

describe('after the acknowledgement not one more stake', () => {
  const trials = effort.stopTrials
  const clock = async () =>
    (await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db.sql)).rows[0]?.at ?? new Date(0)

  test.each([
    ['of an exclusion', (cookie: string) => there.as(cookie).post('account.selfExclude', { period: '6m' })],
    [
      'of a limit',
      (cookie: string) => there.as(cookie).post('account.setLimit', { kind: 'wager', period: '1', amount: '0' }),
    ],
    ['of a ban', () => run(db, ['ban', `racer${count}@example.com`])],
  ])('%s', { timeout: 600_000 * effort.timeoutFactor }, async (_what, act) => {
    for (let trial = 0; trial < trials; trial += 1) {
      await newPlayer()
      const cookie = await here.signIn(playerId)
      const open = randomUUID()
      await play.bet(open, '1.00')
      let taken = 0
      let isOver = false
      const racers = times(32, async () => {
        for (let after = 0; after < 2; after += isOver ? 1 : 0) {
          const { status } = await play.bet(randomUUID(), '0.01')
          if (status === 200) taken += 1
        }
      })
      while (taken < 40) await new Promise((resolve) => setTimeout(resolve, 1))
      await act(cookie)
      const acknowledged = await clock()
      isOver = true
      await racers
      // A movement is dated by the database's clock while it holds the lock on its player.
      const late = await db.sql
        .selectFrom('wallet_movement')
        .select('key')
        .where('player_id', '=', playerId)
        .where('scope', '=', 'game:sample')
        .where('at', '>', acknowledged)
        .execute()
      expect(late).toEqual([])
      expect((await play.bet(randomUUID(), '0.01')).status).not.toBe(200)
      expect((await play.win(open, '5.00')).status).toBe(200)
    }
  })
})
