import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../../../context.ts'
import { begin } from '../../../db/db.ts'
import type { Announce } from '../../../happenings.ts'
import { testDatabase } from '../../../test/database.ts'
import { payIn } from '../../../test/purses.ts'
import { addPlayers } from '../../../test/world.ts'
import { balancesOf } from '../../wallet/wallet.ts'
import { allCompanions } from '../companions/companions.ts'
import { openSession } from '../launch/sessions.ts'
import { type Companion, checkCompanions, type LockPlace, type MoneyCall } from './companion.ts'
import { type Call, readCall, type Said } from './read-call.ts'
import { refuse } from './rules.ts'
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
  await sql`create table test_beside (transaction text primary key, staked bigint)`.execute(db.sql)
})

type Options = { maxBet?: bigint; isFailing?: boolean }

/** One that judges each stake, sees what was taken, and keeps rows of its own. */
const keeper = ({ maxBet = 10_000n, isFailing = false }: Options = {}): Companion => ({
  name: 'keeper',
  place: 'packs',
  async open(tx, calls) {
    await sql`select 1 from test_beside where transaction = any(${calls.map(({ round }) => round)}) for update`.execute(
      tx,
    )
    const rows: { transaction: string; staked: bigint }[] = []
    return {
      check: {
        at: 'packs',
        refuse: ({ amount }) => (amount > maxBet ? refuse('AMOUNT_TOO_LARGE', 'amount', 'More than it allows') : null),
      },
      took({ transaction }, { action }) {
        rows.push({ transaction, staked: action.staked })
      },
      async write() {
        for (const { transaction, staked } of rows) {
          await sql`insert into test_beside values (${transaction}, ${staked})`.execute(tx)
        }
        if (isFailing) throw new Error('planted')
      },
    }
  },
})

/** With the keeper in its place among those of the house. */
function withKeeper(options?: Options): readonly Companion[] {
  const all = [...allCompanions({ config, announce, keys })]
  all.splice(
    all.findIndex(({ place }) => place === 'own rounds'),
    0,
    keeper(options),
  )
  return checkCompanions(all)
}

async function player(paidIn: bigint) {
  const [playerId = 0n] = await addPlayers(db, 1)
  await payIn(db, playerId, paidIn)
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
  const main = async () => (await balancesOf(db.sql, playerId)).find(({ kind }) => kind === 'main')?.balance ?? 0n
  return { playerId, round, call, main }
}

const run = (calls: readonly MoneyCall[], companions = withKeeper()) =>
  begin(db, (tx) => runBatch(tx, calls, { companions, announce, log, lane: 0 }))

describe('a companion beside the batch', () => {
  test('may refuse a stake; its neighbours in the batch are not touched by it', async () => {
    const [careful, other] = [await player(1_000n), await player(1_000n)]
    const results = await run(
      [careful.call('bet', { amount: '6.00' }), other.call('bet', { amount: '5.00' })],
      withKeeper({ maxBet: 500n }),
    )
    expect(results.map((result) => ('refusal' in result ? result.refusal.reason : 'yes'))).toEqual([
      'AMOUNT_TOO_LARGE',
      'yes',
    ])
    expect([await careful.main(), await other.main()]).toEqual([1_000n, 500n])
  })

  test('writes in the transaction of the money: what it throws takes everything back', async () => {
    const { call, main, playerId } = await player(500n)
    const bet = call('bet', { amount: '5.00' })
    await expect(run([bet], withKeeper({ isFailing: true }))).rejects.toThrow('planted')
    expect(await main()).toBe(500n)
    const left = await sql<{ count: number }>`select (
        (select count(*) from test_beside where transaction = ${bet.transaction})
        + (select count(*) from rounds_action where action = ${bet.transaction})
        + (select count(*) from rounds_round where player_id = ${playerId})
        + (select count(*) from limits_use where player_id = ${playerId})
        + (select count(*) from wallet_movement where key = ${bet.transaction}))::int as count`.execute(db.sql)
    expect(left.rows).toEqual([{ count: 0 }])
    await run([bet])
    const { rows } = await sql`select staked from test_beside where transaction = ${bet.transaction}`.execute(db.sql)
    expect(rows).toEqual([{ staked: 500n }])
  })
})

test('rounds that a batch closes are announced once, together, and open ones are not', async () => {
  const [one, other, waiting] = [await player(500n), await player(500n), await player(500n)]
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

  test('is that of the list: players, books, balances, switches, packs, own rounds, purses', async () => {
    const { playerId, call } = await player(200n)
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
      runBatch(listening(tx), [call('bet', { amount: '1.00' }), own], {
        companions: withKeeper(),
        announce,
        log,
        lane: 0,
      }),
    )
    const places = [
      'account_player',
      'rounds_session',
      'wallet_purse',
      'games_switch',
      'freespins_pack',
      'test_beside',
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
