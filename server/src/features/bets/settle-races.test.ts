import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { addMarkets, betOf, type MadeBet, openBets, over, sayResult, settleAll, under } from '../../test/bets.ts'
import { issueBet } from '../../test/betting.ts'
import { addPayer, expectZero, houseOf, purseOf } from '../../test/cashier.ts'
import { effort } from '../../test/effort.ts'
import { deaths, die } from '../../test/killed.ts'
import { payIn } from '../../test/purses.ts'
import { addPlayers } from '../../test/world.ts'
import { verifyLedger } from '../wallet/wallet.ts'
import { ruleBet } from './rule-bet.ts'
import { marketsResulted, type SettlerContext, settleDue } from './settler.ts'

/** Two nodes, processes that die, words that come at once: each bet is settled once and stands where the last word wants it. */

const node = await testApp()
const other = await testApp({ beside: node })
const { db } = node
const houses = [houseOf(node), houseOf(other)] as const

const stake = 100n
const crowd = async (size: number) => {
  const players = await addPlayers(db, size)
  for (const id of players) await payIn(db, id, 1_000n)
  return players
}
const single = (playerId: bigint, market: bigint, outcome = 'over'): MadeBet => ({
  ...{ playerId, stake, legs: [{ market, outcome, price: 2_000 }] },
})
const hear = (market: bigint, house: SettlerContext = houses[0]) =>
  marketsResulted(house, { markets: [String(market)] })

/** Every bet ended in so many steps, and every player has so much. */
async function expectAll(ids: readonly bigint[], players: readonly bigint[], want: { steps: number; main: bigint }) {
  for (const id of ids) expect(await betOf(db, id)).toMatchObject({ state: 'settled', steps: want.steps })
  for (const id of players)
    expect([await purseOf(db, id, 'main'), await purseOf(db, id, 'slip_hold')]).toEqual([want.main, 0n])
  await expectZero(db)
}

test('two nodes at once, again and again', async () => {
  const players = await crowd(12)
  const [market = 0n] = await addMarkets(db, 1)
  const ids = await openBets(
    db,
    players.map((id) => single(id, market)),
  )
  await sayResult(db, market, over)
  await Promise.all(
    [0, 1, 0, 1, 0, 1].map(async (at) => {
      const house = houses[at === 0 ? 0 : 1]
      await hear(market, house)
      await settleDue(house)
    }),
  )
  await settleAll(db, houses[0])
  await expectAll(ids, players, { steps: 2, main: 1_100n })
})

let kills = 0
/** Each round dies twice: at the first result, and at the second. */
const rounds = Math.ceil(effort.settlerKills / deaths.length / 2)

test.each(deaths)(
  'killed at transaction $at, after its commit: $isAfter: each bet is settled once, and anew once',
  {
    timeout: 20_000 * effort.timeoutFactor,
  },
  async (death) => {
    for (let round = 0; round < rounds; round += 1) {
      const players = await crowd(6)
      const [market = 0n] = await addMarkets(db, 1)
      const ids = await openBets(
        db,
        players.map((id) => single(id, market)),
      )
      for (const [said, want] of [
        [over, { steps: 2, main: 1_100n }],
        [under, { steps: 3, main: 900n }],
      ] as const) {
        await sayResult(db, market, said)
        await hear(market)
        if (await die(houses[round % 2 === 0 ? 0 : 1], settleDue, death)) kills += 1
        await settleAll(db, ...houses)
        await expectAll(ids, players, want)
      }
    }
  },
)

test('the settler died as often as was promised, and the ledger is clean', async () => {
  expect(kills).toBeGreaterThanOrEqual(effort.settlerKills)
  expect((await verifyLedger(db.sql, { dir: node.config.dataDir })).faults).toEqual([])
})

test('both legs of a double are said at the same moment, on two nodes', async () => {
  for (let round = 0; round < effort.repeats * 4; round += 1) {
    const players = await crowd(4)
    const [one = 0n, two = 0n] = await addMarkets(db, 2)
    const legs = [one, two].map((market) => ({ market, outcome: 'over', price: 2_000 }))
    const ids = await openBets(
      db,
      players.map((playerId) => ({ playerId, stake, legs })),
    )
    await Promise.all(
      [one, two].map(async (market, at) => {
        const house = houses[at === 0 ? 0 : 1]
        await sayResult(db, market, over)
        await hear(market, house)
        await settleDue(house)
      }),
    )
    await settleAll(db, houses[0])
    await expectAll(ids, players, { steps: 2, main: 1_300n })
  }
})

test('a word that comes while the last one is worked off is the one that counts', async () => {
  const players = await crowd(8)
  const [market = 0n] = await addMarkets(db, 1)
  const ids = await openBets(
    db,
    players.map((id) => single(id, market)),
  )
  const words = [over, under, 'void', over, under] as const
  const settling = (async () => {
    for (let turn = 0; turn < 20; turn += 1) await settleDue(houses[1])
  })()
  for (const said of words) {
    await sayResult(db, market, said)
    await hear(market)
  }
  await settling
  await settleAll(db, houses[0])
  for (const id of ids) expect(await betOf(db, id)).toMatchObject({ state: 'settled', returned: 0n })
  for (const id of players) expect(await purseOf(db, id, 'main')).toBe(900n)
  await expectZero(db)
})

test('a word that comes between a batch and the bets it left aside is not passed over', async () => {
  const player = await addPayer(node, { main: 1_000n })
  const [market = 0n] = await addMarkets(db, 1)
  const bonusId = await issueBet(db, { playerId: player.id, amount: stake })
  await node.as(player.cookie).post('BettingBonuses.activate', { bonus_id: String(bonusId) })
  const free = { ...single(player.id, market), bonusId, isFree: true }
  const [plain = 0n, aside = 0n] = await openBets(db, [single(player.id, market), free])
  await sayResult(db, market, over)
  await hear(market)
  let isSaid = false
  const [house] = houses
  await settleDue({
    ...house,
    begin: async (work) => {
      const answer = await house.begin(work)
      // The batch is through, and the bet with a bonus is still to come.
      if (!isSaid && (await betOf(db, plain)).state === 'settled') {
        isSaid = true
        // No new revision: the same work begins anew.
        await sayResult(db, market, 'taken back')
        await hear(market)
      }
      return answer
    },
  })
  await settleAll(db, house)
  expect(isSaid).toBe(true)
  expect(await betOf(db, plain)).toMatchObject({ state: 'settled', returned: 200n, isUnderReview: true })
  expect(await betOf(db, aside)).toMatchObject({ state: 'open', steps: 1 })
  expect(await purseOf(db, player.id, 'main')).toBe(1_100n)
  await expectZero(db)
})

test('a ruling and a result at the same moment', async () => {
  for (let round = 0; round < effort.repeats * 4; round += 1) {
    const players = await crowd(1)
    const [market = 0n] = await addMarkets(db, 1)
    const [betId = 0n] = await openBets(
      db,
      players.map((id) => single(id, market)),
    )
    await sayResult(db, market, over)
    const ruling = { betId, place: 0, part: 0, result: [0, 1, 1], reason: 'late', actor: 'operator' } as const
    await Promise.all([ruleBet(houses[0], ruling), hear(market, houses[1]).then(() => settleDue(houses[1]))])
    await settleAll(db, houses[0])
    expect(await betOf(db, betId)).toMatchObject({ state: 'settled', returned: stake })
    expect(await purseOf(db, players[0] ?? 0n, 'main')).toBe(1_000n)
    await expectZero(db)
  }
})

test('more bets than one batch has', async () => {
  const players = await crowd(2)
  const [market = 0n] = await addMarkets(db, 1)
  const many = Array.from({ length: 1_100 }, () => ({ ...single(players[0] ?? 0n, market), stake: 1n }))
  const [first = 0n] = players
  await payIn(db, first, 1_000n)
  for (let at = 0; at < many.length; at += 500) await openBets(db, many.slice(at, at + 500))
  await sayResult(db, market, over)
  await hear(market)
  await die(houses[0], settleDue, { at: 2, isAfter: true })
  await settleAll(db, houses[1])
  expect([await purseOf(db, first, 'main'), await purseOf(db, first, 'slip_hold')]).toEqual([3_100n, 0n])
  await expectZero(db)
})
