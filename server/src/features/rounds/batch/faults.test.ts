import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { begin } from '../../../db/db.ts'
import { openPipelinedDatabase } from '../../../db/pipelined-database.ts'
import { testApp } from '../../../test/app.ts'
import { giveBonus } from '../../../test/bonuses.ts'
import { fund } from '../../../test/game-provider.ts'
import { fingerprint } from '../../../test/rows.ts'
import { verifyLedger } from '../../wallet/wallet.ts'
import { openSession } from '../launch/sessions.ts'
import { openRounds } from '../rounds.ts'
import { hashLaunchToken } from './read-call.ts'

/**
 * A batch asks and writes in branches that run side by side. A fault is planted at each of its statements in turn: the
 * others may be anywhere then, and nothing of any of them may stay.
 */

const house = await testApp()
const { db, log, config, secrets } = house
const pipelined = openPipelinedDatabase(db, log)
const plan = { count: 0, failsAt: 0, isOurs: false }
plantIn(pipelined.pool)
const rounds = openRounds({
  sql: db.sql,
  begin: (work) => begin(pipelined, work),
  config,
  keys: secrets,
  announce: async () => {},
  log,
})
afterAll(async () => {
  await rounds.close()
  await pipelined.close()
})

/**
 * Counts what is asked of every connection. In the place of the statement that is to fail either the database is asked
 * for the impossible, or our own code fails at once, while the other branches go on.
 */
function plantIn(pool: typeof pipelined.pool) {
  pool.on('connect', (client) => {
    const ask = client.query.bind(client)
    const planted = (statement: unknown, ...rest: unknown[]) => {
      if (typeof statement === 'string') return Reflect.apply(ask, client, [statement, ...rest])
      plan.count += 1
      if (plan.count !== plan.failsAt) return Reflect.apply(ask, client, [statement, ...rest])
      return plan.isOurs ? Promise.reject(new Error('planted')) : Reflect.apply(ask, client, ['select 1 / 0'])
    }
    Reflect.set(client, 'query', planted)
  })
}

/** What a bet with its win asks and writes; of a player who was not here, the visit is one of them. */
const plainStatements = 14

let players = 0
async function newPlayer(game: string, provider: 'studio' | 'sample') {
  players += 1
  const playerId = await house.addPlayer({ login: `fault${players}@example.com` })
  await fund(house, playerId, '100.00')
  const session = { playerId, provider, game, mode: 'real', currency: 'EUR', lifeSeconds: 600 } as const
  const token = await begin(db, (tx) => openSession(tx, session))
  return { playerId, token }
}

type Wallet = Awaited<ReturnType<typeof providerScene>>
async function providerScene(bonus?: { times: number }) {
  const { playerId, token } = await newPlayer('dice', 'sample')
  if (bonus)
    await giveBonus(db, { playerId, amount: 500n, terms: { mode: 'sticky', wagering: { times: bonus.times } } })
  const round = randomUUID()
  const stake = randomUUID()
  const common = { round, game: 'dice', player: String(playerId), currency: 'EUR' }
  const call = (kind: 'bet' | 'win' | 'betwin' | 'rollback', said: Record<string, unknown>) =>
    rounds.call(kind, { provider: 'sample', sentAtMs: Date.now() }, { ...common, ...said })
  return {
    bet: () => call('bet', { transaction: stake, token, amount: '5.00' }),
    betwin: () => call('betwin', { transaction: stake, token, amount: '5.00', win: '7.00' }),
    win: () => call('win', { transaction: randomUUID(), amount: '9.00' }),
    rollback: () => call('rollback', { transaction: randomUUID(), reference: stake }),
  }
}

async function studioScene() {
  const { playerId, token } = await newPlayer('twin-dice', 'studio')
  const tokenHash = hashLaunchToken(token)
  const choice = { side: 'over', target: 7 }
  return { play: () => rounds.play({ kind: 'play', playerId, tokenHash, round: randomUUID(), stake: 100n, choice }) }
}

const scenes: [string, () => Promise<() => Promise<unknown>>][] = [
  ['a first bet', async () => (await providerScene()).bet],
  ['a bet with its win', async () => (await providerScene()).betwin],
  [
    'a win',
    () =>
      after(
        (wallet) => wallet.bet,
        (wallet) => wallet.win,
      ),
  ],
  [
    'a rollback',
    () =>
      after(
        (wallet) => wallet.bet,
        (wallet) => wallet.rollback,
      ),
  ],
  ['a stake of bonus money with its win', async () => (await providerScene({ times: 30 })).betwin],
  ['a stake that completes a bonus', async () => (await providerScene({ times: 1 })).betwin],
  ['a round of our own', async () => (await studioScene()).play],
]

async function after(
  first: (wallet: Wallet) => () => Promise<unknown>,
  then: (wallet: Wallet) => () => Promise<unknown>,
) {
  const wallet = await providerScene()
  await first(wallet)()
  return then(wallet)
}

describe.each(scenes)('%s', (_name, open) => {
  test.each([
    ['in the database', false, /division by zero/],
    ['in our own code', true, /planted/],
  ])('whichever of its statements fails %s leaves nothing behind, and then works', async (_where, isOurs, said) => {
    Object.assign(plan, { failsAt: 0, isOurs })
    const act = await open()
    const before = await fingerprint(db)
    let planted = 0
    for (;;) {
      Object.assign(plan, { count: 0, failsAt: planted + 1 })
      const failure = await act().then(
        () => null,
        (error: unknown) => error,
      )
      // It has fewer statements than that.
      if (plan.count < plan.failsAt) break
      expect(String(failure)).toMatch(said)
      planted += 1
      expect([planted, await fingerprint(db)]).toEqual([planted, before])
    }
    expect(planted).toBeGreaterThan(4)
    expect(await fingerprint(db)).not.toEqual(before)
    expect((await verifyLedger(db.sql, { dir: config.dataDir })).faults).toEqual([])
  })
})

test('a bonus costs two questions and one write more, and where there is none nothing', async () => {
  Object.assign(plan, { failsAt: 0, isOurs: false })
  const countOf = async (act: () => Promise<unknown>) => {
    plan.count = 0
    await act()
    return plan.count
  }
  // The first call of a house also opens the provider's till.
  await (await providerScene()).betwin()
  const without = await countOf((await providerScene()).betwin)
  expect(await countOf((await providerScene({ times: 30 })).betwin)).toBe(without + 3)
  expect(without).toBe(plainStatements)
})
