import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../../../context.ts'
import { begin } from '../../../db/db.ts'
import type { Announce } from '../../../happenings.ts'
import { testDatabase } from '../../../test/database.ts'
import { oneMove, ownPurse, payIn } from '../../../test/purses.ts'
import { addPlayers } from '../../../test/world.ts'
import type { Part } from '../../funding/funding.ts'
import { balancesOf, move } from '../../wallet/wallet.ts'
import { allCompanions } from '../companions/companions.ts'
import { openSession } from '../launch/sessions.ts'
import { type Companion, checkCompanions, type LockPlace, type MoneyCall } from './companion.ts'
import { type Call, readCall, type Said } from './read-call.ts'
import { type Funded, refuse } from './rules.ts'
import { runBatch } from './run-batch.ts'

const db = await testDatabase()
const log = { warn: () => {} }
const config = { jurisdiction: 'default' } as const
const keys = { chanceKey: { current: 'a key of the chance of this test', previous: undefined } }
const announced: { name: string; about: unknown }[] = []
const announce: Announce = async (_, name, about) => {
  announced.push({ name, about })
}

beforeAll(async () => {
  await sql`create table test_bonus (transaction text primary key, own bigint, bonus bigint)`.execute(db.sql)
})

type Options = { maxBet?: bigint; isFailing?: boolean }

/** A second purse as a bonus will have one: it pays what own money does not, judges each stake, and keeps rows. */
const secondPurse = ({ maxBet = 10_000n, isFailing = false }: Options = {}): Companion => ({
  name: 'second purse',
  place: 'bonuses',
  async open(tx, calls) {
    await sql`select 1 from test_bonus where transaction = any(${calls.map(({ round }) => round)}) for update`.execute(
      tx,
    )
    const funded = new Map<string, Funded>()
    const rows: { transaction: string; own: bigint; bonus: bigint }[] = []
    const amountOf = (parts: readonly Part[], kind: Part['kind']) =>
      parts.reduce((sum, part) => sum + (part.kind === kind ? part.amount : 0n), 0n)
    return {
      termsAt: ({ mode }) => (mode === 'real' ? [{ kind: 'main' }, { kind: 'bonus' }] : null),
      fundedBy: ({ round }) => funded.get(round) ?? null,
      check: {
        at: 'bonuses',
        refuse: ({ amount }) =>
          amount > maxBet ? refuse('AMOUNT_TOO_LARGE', 'amount', 'More than a bonus allows') : null,
      },
      took({ round, transaction }, { transfers, action }) {
        const { parts, returned } = funded.get(round) ?? { parts: [], returned: { amount: 0n, share: 0n } }
        const share = transfers.reduce(
          (sum, { to, reason, amount }) => sum + (reason === 'win' && to.kind === 'bonus' ? amount : 0n),
          0n,
        )
        funded.set(round, {
          parts: [...parts, ...action.split],
          returned: { amount: returned.amount + action.won, share: returned.share + share },
        })
        rows.push({ transaction, own: amountOf(action.split, 'main'), bonus: amountOf(action.split, 'bonus') })
      },
      async write() {
        for (const { transaction, own, bonus } of rows) {
          await sql`insert into test_bonus values (${transaction}, ${own}, ${bonus})`.execute(tx)
        }
        if (isFailing) throw new Error('planted')
      },
    }
  },
})

/** With the second purse in its place among those of the house. */
function withSecond(options?: Options): readonly Companion[] {
  const all = [...allCompanions({ config, announce, keys })]
  all.splice(
    all.findIndex(({ place }) => place === 'own rounds'),
    0,
    secondPurse(options),
  )
  return checkCompanions(all)
}

async function player(main: bigint, bonus: bigint) {
  const [playerId = 0n] = await addPlayers(db, 1)
  if (main > 0n) await payIn(db, playerId, main)
  const to = { playerId, kind: 'bonus', currency: 'EUR' } as const
  if (bonus > 0n)
    await begin(db, (tx) => move(tx, oneMove({ from: ownPurse('promotions'), to, amount: bonus, key: randomUUID() })))
  const session = {
    playerId,
    provider: 'studio',
    game: 'dice',
    mode: 'real',
    currency: 'EUR',
    lifeSeconds: 60,
  } as const
  const token = await begin(db, (tx) => openSession(tx, session))
  const round = randomUUID()
  const call = (kind: Call['kind'], said: Said): Call =>
    readCall(
      kind,
      { provider: 'studio', sentAtMs: Date.now() },
      {
        ...{ transaction: randomUUID(), round, game: 'dice', player: String(playerId), currency: 'EUR' },
        ...(kind === 'bet' || kind === 'betwin' ? { token } : {}),
        ...said,
      },
    )
  const purses = async () => {
    const found = await balancesOf(db.sql, playerId)
    const of = (kind: string) => found.find((purse) => purse.kind === kind)?.balance ?? 0n
    return { main: of('main'), bonus: of('bonus') }
  }
  return { playerId, round, call, purses }
}

const run = (calls: readonly MoneyCall[], companions = withSecond()) =>
  begin(db, (tx) => runBatch(tx, calls, { companions, log, lane: 0 }))

describe('a second purse beside the batch', () => {
  test('pays what own money does not, and gets its share of the win; the balance is the sum of both', async () => {
    const { call, purses } = await player(200n, 3_000n)
    const betwin = call('betwin', { amount: '5.00', win: '12.00' })
    const [result] = await run([betwin])
    expect(result && 'answer' in result ? JSON.parse(result.answer).balance : result).toEqual({
      amount: '39.00',
      currency: 'EUR',
    })
    expect(await purses()).toEqual({ main: 480n, bonus: 3_420n })
    const row = await db.sql
      .selectFrom('rounds_action')
      .select('split')
      .where('action', '=', betwin.transaction)
      .executeTakeFirstOrThrow()
    expect(row.split).toEqual([
      { kind: 'main', amount: '200' },
      { kind: 'bonus', amount: '300' },
    ])
  })

  test('however the calls of a round are cut, it comes to the same', async () => {
    const { call, purses } = await player(7n, 3_000n)
    await run([call('bet', { amount: '0.40' }), call('win', { amount: '0.20' }), call('win', { amount: '0.30' })])
    expect(await purses()).toEqual({ main: 9n, bonus: 3_000n - 33n + 41n })
  })

  test('gets back what it paid when a stake is rolled back', async () => {
    const { call, purses } = await player(150n, 2_000n)
    const bet = call('bet', { amount: '4.00' })
    await run([bet])
    expect(await purses()).toEqual({ main: 0n, bonus: 1_750n })
    await run([call('rollback', { reference: bet.transaction })])
    expect(await purses()).toEqual({ main: 150n, bonus: 2_000n })
  })

  test('may refuse a stake; its neighbours in the batch are not touched by it', async () => {
    const [careful, other] = [await player(1_000n, 1_000n), await player(1_000n, 1_000n)]
    const results = await run(
      [careful.call('bet', { amount: '6.00' }), other.call('bet', { amount: '5.00' })],
      withSecond({ maxBet: 500n }),
    )
    expect(results.map((result) => ('refusal' in result ? result.refusal.reason : 'yes'))).toEqual([
      'AMOUNT_TOO_LARGE',
      'yes',
    ])
    expect([await careful.purses(), await other.purses()]).toEqual([
      { main: 1_000n, bonus: 1_000n },
      { main: 500n, bonus: 1_000n },
    ])
  })

  test('writes in the transaction of the money: what it throws takes everything back', async () => {
    const { call, purses, playerId } = await player(200n, 3_000n)
    const bet = call('bet', { amount: '5.00' })
    await expect(run([bet], withSecond({ isFailing: true }))).rejects.toThrow('planted')
    expect(await purses()).toEqual({ main: 200n, bonus: 3_000n })
    const left = await sql<{ count: number }>`select (
        (select count(*) from test_bonus where transaction = ${bet.transaction})
        + (select count(*) from rounds_action where action = ${bet.transaction})
        + (select count(*) from rounds_round where player_id = ${playerId})
        + (select count(*) from limits_use where player_id = ${playerId})
        + (select count(*) from wallet_movement where key = ${bet.transaction}))::int as count`.execute(db.sql)
    expect(left.rows).toEqual([{ count: 0 }])
    await run([bet])
    const { rows } = await sql`select own, bonus from test_bonus where transaction = ${bet.transaction}`.execute(db.sql)
    expect(rows).toEqual([{ own: 200n, bonus: 300n }])
  })
})

test('rounds that a batch closes are announced once, together, and open ones are not', async () => {
  const [one, other, waiting] = [await player(500n, 0n), await player(500n, 0n), await player(500n, 0n)]
  announced.length = 0
  const results = await run([
    one.call('bet', { amount: '1.00' }),
    one.call('win', { amount: '0.50', is_closed: true }),
    other.call('betwin', { amount: '1.00', win: '0.00', is_closed: true }),
    waiting.call('bet', { amount: '1.00' }),
  ])
  expect(results.map((result) => 'answer' in result)).toEqual([true, true, true, true])
  const rounds = [one, other].map(({ round }) => ({ provider: 'studio', round }))
  expect(announced).toEqual([{ name: 'round.closed', about: { rounds } }])
})

describe('the order of locks', () => {
  const at = (place: LockPlace, name: string = place): Companion => ({ name, place, open: async () => ({}) })

  test('is that of the list: players, books, balances, switches, packs, bonuses, own rounds, purses', async () => {
    const { playerId, call } = await player(200n, 3_000n)
    const asked: string[] = []
    const listening = (tx: Tx) =>
      tx.withPlugin({
        transformQuery: ({ node }) => {
          asked.push(inspect(node, { depth: 12, maxStringLength: null, maxArrayLength: null }))
          return node
        },
        transformResult: async ({ result }) => result,
      })
    const own = { by: 'own', provider: 'studio', kind: 'play', playerId, round: randomUUID(), isPrepayable: true }
    await begin(db, (tx) =>
      runBatch(listening(tx), [call('bet', { amount: '1.00' }), own], { companions: withSecond(), log, lane: 0 }),
    )
    const places = [
      'account_player',
      'rounds_session',
      'wallet_purse',
      'games_switch',
      'freespins_pack',
      'test_bonus',
      'rounds_play',
    ]
    const firsts = places.map((table) => asked.findIndex((text) => text.includes(table)))
    expect(firsts.every((first) => first >= 0)).toBe(true)
    expect(firsts.toSorted((a, b) => a - b)).toEqual(firsts)
    const locking = asked.findIndex((text) => text.includes('wallet_purse') && text.includes('for update'))
    expect(locking).toBeGreaterThan(Math.max(...firsts))
  })

  test('is looked at when the house starts: an unknown place, a wrong order and a name twice are faults', () => {
    expect(checkCompanions([at('players'), at('packs'), at('own rounds'), at('own rounds', 'table')])).toHaveLength(4)
    expect(() => checkCompanions([at('packs'), at('players')])).toThrow('stands after one that locks later')
    expect(() => checkCompanions([at('players'), at('players')])).toThrow('one name')
    expect(() => checkCompanions([at('books', 'mine')])).toThrow('belong to the batch')
    // @ts-expect-error: the types know the places.
    expect(() => checkCompanions([at('somewhere')])).toThrow('unknown place')
  })
})
