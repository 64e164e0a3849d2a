import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { addMarkets, betOf, openBet, over, sayResult, settleBy, stepsOf, under } from '../../test/bets.ts'
import { issueBet } from '../../test/betting.ts'
import { addPayer, expectZero, houseOf, purseOf, usesOf } from '../../test/cashier.ts'
import { grantFun, move, verifyLedger } from '../wallet/wallet.ts'
import { ruleBet } from './rule-bet.ts'
import { marketsResulted, settleDue } from './settler.ts'

const node = await testApp()
const { db } = node
const house = houseOf(node)

let playerId = 0n
let cookie = ''
let markets: bigint[] = []
beforeEach(async () => {
  await db.sql.deleteFrom('http_rate_limit').execute()
  const player = await addPayer(node, { main: 10_000n })
  playerId = player.id
  cookie = player.cookie
  markets = await addMarkets(db, 8)
})

const market = (at: number) => markets[at] ?? 0n
const leg = (at: number, price: number, outcome = 'over') => ({ market: market(at), outcome, price })
const say = (at: number, said: Parameters<typeof settleBy>[3]) => settleBy(db, house, market(at), said)
const main = () => purseOf(db, playerId, 'main')
const hold = () => purseOf(db, playerId, 'slip_hold')
const spend = async (amount: bigint) => {
  const from = { playerId, kind: 'main', currency: 'EUR' } as const
  const to = { playerId: null, owner: 'house', kind: 'test', currency: 'EUR' } as const
  const transfers = [{ from, to, amount, reason: 'correction', ref: 'test' } as const]
  const key = `${playerId}:spent`
  await house.begin((tx) => move(tx, { scope: 'test', key, playerId, body: {}, transfers, answer: () => null }))
}

const clean = async () => {
  await expectZero(db)
  expect((await verifyLedger(db.sql, { dir: node.config.dataDir })).faults).toEqual([])
}

describe('a single', () => {
  test('that won is paid, one that lost is not, and each only once', async () => {
    const won = await openBet(db, { playerId, stake: 1_000n, legs: [leg(0, 2_100)] })
    const lost = await openBet(db, { playerId, stake: 500n, legs: [leg(0, 2_100, 'under')] })
    expect([await main(), await hold()]).toEqual([8_500n, 1_500n])
    await say(0, over)
    expect([await main(), await hold()]).toEqual([10_600n, 0n])
    expect(await betOf(db, won)).toMatchObject({ state: 'settled', returned: 2_100n, steps: 2 })
    expect(await betOf(db, lost)).toMatchObject({ state: 'settled', returned: 0n, steps: 2 })
    await marketsResulted(house, { markets: [String(market(0))] })
    await settleDue(house)
    expect(await main()).toBe(10_600n)
    expect(await stepsOf(db, won)).toHaveLength(2)
    await clean()
  })

  test.each([
    ['void', 'void', 1_000n],
    ['half won', { over: [1, 1, 2] }, 1_465n],
    ['half lost', { over: [0, 1, 2] }, 500n],
    ['a dead heat', { over: [1, 0, 2] }, 965n],
    ['what the feed left out', { under: [1, 0, 1] }, 0n],
  ] as const)('%s', async (_, said, returned) => {
    const id = await openBet(db, { playerId, stake: 1_000n, legs: [leg(0, 1_930)] })
    await say(0, said)
    expect(await betOf(db, id)).toMatchObject({ state: 'settled', returned })
    expect([await main(), await hold()]).toEqual([9_000n + returned, 0n])
    await clean()
  })

  test('of play money moves play money', async () => {
    await house.begin((tx) => grantFun(tx, playerId))
    const fun = async () =>
      (
        await sql<{
          balance: bigint
        }>`select balance from wallet_purse where player_id = ${playerId} and kind = 'fun'`.execute(db.sql)
      ).rows[0]?.balance ?? 0n
    const before = await fun()
    await openBet(db, { playerId, stake: 1_000n, mode: 'demo', legs: [leg(0, 3_000)] })
    await say(0, over)
    expect([await fun(), await main()]).toEqual([before + 2_000n, 10_000n])
    expect(await usesOf(db, playerId)).toEqual([])
    await clean()
  })
})

describe('several legs', () => {
  test('a multiple waits for its last leg, and a void one drops out', async () => {
    const id = await openBet(db, { playerId, stake: 1_000n, legs: [leg(0, 2_100), leg(1, 1_720), leg(2, 1_550)] })
    await say(0, over)
    await say(1, 'void')
    expect(await betOf(db, id)).toMatchObject({ state: 'open', steps: 1 })
    await say(2, over)
    expect(await betOf(db, id)).toMatchObject({ state: 'settled', returned: 3_255n })
    await clean()
  })

  test('a lost leg ends it at once, and what the others become changes nothing', async () => {
    const id = await openBet(db, { playerId, stake: 1_000n, legs: [leg(0, 2_100), leg(1, 1_720)] })
    await say(0, under)
    expect(await betOf(db, id)).toMatchObject({ state: 'settled', returned: 0n, steps: 2 })
    await say(1, over)
    expect(await betOf(db, id)).toMatchObject({ state: 'settled', returned: 0n, steps: 2 })
    await clean()
  })

  test('a system ends when every combination is lost', async () => {
    const legs = [leg(0, 2_000), leg(1, 3_000), leg(2, 4_000)]
    const id = await openBet(db, { playerId, stake: 300n, kind: 'system', sizes: [2], legs })
    await say(0, under)
    expect(await betOf(db, id)).toMatchObject({ state: 'open' })
    await say(1, under)
    expect(await betOf(db, id)).toMatchObject({ state: 'settled', returned: 0n })
    await clean()
  })

  test('a boost is paid by promotions, and a void leg lowers it', async () => {
    const legs = [0, 1, 2, 3, 4].map((at) => leg(at, 1_500))
    const id = await openBet(db, { playerId, stake: 1_000n, boostBp: 800, legs })
    for (const at of [0, 1, 2, 3]) await say(at, over)
    await say(4, 'void')
    expect(await betOf(db, id)).toMatchObject({ state: 'settled', returned: 5_062n, boost: 203n })
    expect(await main()).toBe(9_000n + 5_265n)
    await clean()
  })

  test('of a builder void parts leave, and the price of the rest counts', async () => {
    const prices = [0, 2_000, 1_800, 3_300, 1_500, 2_700, 2_500, 4_400]
    const parts = [0, 1, 2].map((at) => ({ market: market(at), outcome: 'over' }))
    const won = await openBet(db, { playerId, stake: 1_000n, legs: [{ parts, prices }] })
    const lost = await openBet(db, {
      ...{ playerId, stake: 1_000n },
      legs: [{ parts: parts.map((part, at) => (at === 2 ? { ...part, outcome: 'under' } : part)), prices }],
    })
    await say(2, over)
    expect(await betOf(db, lost)).toMatchObject({ state: 'settled', returned: 0n })
    await say(0, over)
    expect(await betOf(db, won)).toMatchObject({ state: 'open' })
    await say(1, 'void')
    expect(await betOf(db, won)).toMatchObject({ state: 'settled', returned: 2_700n })
    await clean()
  })
})

describe('a result that changes', () => {
  test('up: the difference is paid, and the player is told', async () => {
    const id = await openBet(db, { playerId, stake: 1_000n, legs: [leg(0, 2_000)] })
    await say(0, under)
    await say(0, over)
    expect(await betOf(db, id)).toMatchObject({ state: 'settled', returned: 2_000n, steps: 3 })
    expect(await main()).toBe(11_000n)
    const { rows } = await sql<{ kind: string; params: unknown }>`select kind, params from account_notice
      where player_id = ${playerId}`.execute(db.sql)
    expect(rows).toMatchObject([{ kind: 'betCorrected', params: { before: '€0.00', after: '€20.00' } }])
    await clean()
  })

  test('down: what is there is taken, what is gone is the house’s, and a later win pays it first', async () => {
    const id = await openBet(db, { playerId, stake: 1_000n, legs: [leg(0, 2_000)] })
    await say(0, over)
    await spend(10_500n)
    expect(await main()).toBe(500n)
    await say(0, under)
    expect(await main()).toBe(0n)
    expect((await stepsOf(db, id)).at(-1)).toMatchObject({
      kind: 'corrected',
      before: 2_000n,
      after: 0n,
      shortfall: 1_500n,
    })
    await say(0, over)
    // Of 20.00 it kept 15.00 before.
    expect(await main()).toBe(500n)
    expect((await stepsOf(db, id)).at(-1)).toMatchObject({ shortfall: -1_500n, after: 2_000n })
    await clean()
  })

  test('down after three days it stands; up it does not', async () => {
    const won = await openBet(db, { playerId, stake: 1_000n, legs: [leg(0, 2_000)] })
    const lost = await openBet(db, { playerId, stake: 1_000n, legs: [leg(0, 2_000, 'under')] })
    await say(0, over)
    await db.pool.query('alter table bets_step disable trigger all')
    await db.pool.query("update bets_step set at = at - interval '73 hours' where bet_id = any($1)", [[won, lost]])
    await db.pool.query('alter table bets_step enable trigger all')
    await say(0, under)
    expect(await betOf(db, won)).toMatchObject({ returned: 2_000n, steps: 2 })
    expect(await betOf(db, lost)).toMatchObject({ returned: 2_000n, steps: 3 })
    await clean()
  })

  test('taken back: what gave nothing is open again, what was paid is under review until the next word', async () => {
    const won = await openBet(db, { playerId, stake: 1_000n, legs: [leg(0, 2_000)] })
    const lost = await openBet(db, { playerId, stake: 1_000n, legs: [leg(0, 2_000, 'under')] })
    await say(0, over)
    await say(0, 'taken back')
    expect(await betOf(db, won)).toMatchObject({ state: 'settled', returned: 2_000n, isUnderReview: true })
    expect(await betOf(db, lost)).toMatchObject({ state: 'open', returned: 0n, steps: 3 })
    expect(await hold()).toBe(1_000n)
    await say(0, over)
    expect(await betOf(db, won)).toMatchObject({ returned: 2_000n, isUnderReview: false, steps: 2 })
    expect(await betOf(db, lost)).toMatchObject({ state: 'settled', returned: 0n, steps: 4 })
    expect([await main(), await hold()]).toEqual([10_000n, 0n])
    await clean()
  })

  test('the same once more moves nothing', async () => {
    const id = await openBet(db, { playerId, stake: 1_000n, legs: [leg(0, 2_000)] })
    await say(0, over)
    await say(0, over)
    expect(await betOf(db, id)).toMatchObject({ steps: 2 })
    await clean()
  })
})

describe('what limits count', () => {
  test('a stake and its return; of a void bet nothing', async () => {
    const won = await openBet(db, { playerId, stake: 1_000n, legs: [leg(0, 2_000)] })
    const voided = await openBet(db, { playerId, stake: 700n, legs: [leg(1, 2_000)] })
    await say(0, over)
    await say(1, 'void')
    const uses = async () =>
      (await usesOf(db, playerId)).map(({ kind, amount, key }) => `${kind} ${amount} ${key}`).sort()
    expect(await uses()).toEqual([`return 2000 bet:${won}:2`, `stake 1000 bet:${won}`])
    await say(1, over)
    expect(await uses()).toEqual(
      [
        `return 1400 bet:${voided}:3`,
        `return 2000 bet:${won}:2`,
        `stake 1000 bet:${won}`,
        `stake 700 bet:${voided}`,
      ].sort(),
    )
    await say(0, 'void')
    expect(await uses()).toEqual([`return 1400 bet:${voided}:3`, `stake 700 bet:${voided}`])
    await clean()
  })
})

describe('exceptions', () => {
  const rule = (betId: bigint, result: readonly [number, number, number] | null) =>
    ruleBet(house, { betId, place: 0, part: 0, result, reason: 'it was late', actor: 'operator' })

  test('a ruling outweighs the result, and can be taken back', async () => {
    const id = await openBet(db, { playerId, stake: 1_000n, legs: [leg(0, 2_000)] })
    await say(0, under)
    expect(await rule(id, [0, 1, 1])).toMatchObject({ state: 'settled', returned: 1_000n })
    expect(await betOf(db, id)).toMatchObject({ returned: 1_000n })
    expect((await stepsOf(db, id)).at(-1)).toMatchObject({ actor: 'operator', reason: 'it was late' })
    expect(await rule(id, null)).toMatchObject({ state: 'settled', returned: 0n })
    expect(await betOf(db, id)).toMatchObject({ returned: 0n })
    expect(await main()).toBe(9_000n)
    expect(await ruleBet(house, { betId: id, place: 3, part: 0, result: null, reason: 'x', actor: 'x' })).toBe(
      'unknown leg',
    )
    await clean()
  })
})

describe('with a betting bonus', () => {
  const activate = async (id: bigint) =>
    (await node.as(cookie).post('BettingBonuses.activate', { bonus_id: String(id) })).json.data
  const bonusOf = async (terms: Record<string, unknown> = {}) => {
    const id = await issueBet(db, { playerId, amount: 1_000n, terms })
    await activate(id)
    return id
  }
  const purses = async () => [await main(), await purseOf(db, playerId, 'betting_bonus'), await hold()]

  test('a free bet pays its profit, and is given back where it is void', async () => {
    const bonusId = await bonusOf()
    const id = await openBet(db, { playerId, stake: 1_000n, bonusId, isFree: true, legs: [leg(0, 3_250)] })
    expect(await purses()).toEqual([10_000n, 0n, 1_000n])
    await say(0, over)
    expect(await purses()).toEqual([12_250n, 0n, 0n])
    expect(await betOf(db, id)).toMatchObject({ state: 'settled', returned: 2_250n, steps: 2 })
    await say(0, 'void')
    expect(await purses()).toEqual([10_000n, 1_000n, 0n])
    expect(await betOf(db, id)).toMatchObject({ returned: 0n, steps: 3 })
    await say(0, 'taken back')
    expect(await betOf(db, id)).toMatchObject({ state: 'settled', isUnderReview: true })
    await clean()
  })

  test('a lost one is open again with its bonus in it', async () => {
    const bonusId = await bonusOf()
    const id = await openBet(db, {
      playerId,
      stake: 1_000n,
      bonusId,
      isFree: true,
      legs: [leg(0, 3_250), leg(1, 2_000)],
    })
    await say(0, under)
    expect(await betOf(db, id)).toMatchObject({ state: 'settled', returned: 0n })
    await say(0, 'taken back')
    expect(await betOf(db, id)).toMatchObject({ state: 'open', steps: 3 })
    expect(await purses()).toEqual([10_000n, 0n, 1_000n])
    await say(0, over)
    await say(1, over)
    expect(await betOf(db, id)).toMatchObject({ state: 'settled', returned: 5_500n })
    expect(await purses()).toEqual([15_500n, 0n, 0n])
    await clean()
  })

  test('another part of a builder loses it: nothing moves, and nothing is stuck', async () => {
    const bonusId = await bonusOf()
    const prices = [0, 2_000, 1_800, 3_300]
    const parts = [0, 1].map((at) => ({ market: market(at), outcome: 'over' }))
    const id = await openBet(db, { playerId, stake: 1_000n, bonusId, isFree: true, legs: [{ parts, prices }] })
    await say(0, under)
    await say(1, under)
    await say(0, over)
    expect(await betOf(db, id)).toMatchObject({ state: 'settled', returned: 0n, steps: 2 })
    expect(await db.sql.selectFrom('bets_stuck').select('bet_id').where('bet_id', '=', id).execute()).toEqual([])
    await say(1, over)
    expect(await betOf(db, id)).toMatchObject({ state: 'settled', returned: 2_300n, steps: 3 })
    expect(await purses()).toEqual([12_300n, 0n, 0n])
    await clean()
  })
})

test('a bet that cannot be settled keeps no other from it, and is settled when it can be', async () => {
  const prices = [0, 2_000, 1_800, 3_300]
  const parts = [0, 1].map((at) => ({ market: market(at), outcome: 'over' }))
  const odd = await openBet(db, { playerId, stake: 1_000n, legs: [{ parts, prices }] })
  const plain = await openBet(db, { playerId, stake: 1_000n, legs: [leg(0, 2_000)] })
  await sayResult(db, market(1), over)
  await say(0, { over: [1, 1, 2] })
  expect(await betOf(db, plain)).toMatchObject({ state: 'settled', returned: 1_500n })
  expect(await betOf(db, odd)).toMatchObject({ state: 'open' })
  const stuck = () => db.sql.selectFrom('bets_stuck').select('bet_id').where('bet_id', '=', odd).execute()
  expect(await stuck()).toHaveLength(1)
  await say(0, over)
  expect(await betOf(db, odd)).toMatchObject({ state: 'settled', returned: 3_300n })
  expect(await stuck()).toEqual([])
  await clean()
})
