import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { addMarkets, openBet, over, settleBy, under } from '../../test/bets.ts'
import { betsDesk, single } from '../../test/bets-desk.ts'
import { issueBet } from '../../test/betting.ts'
import { publish } from '../../test/campaigns.ts'
import { cashDesk } from '../../test/cash-outs.ts'
import { addPayer, expectZero, houseOf } from '../../test/cashier.ts'
import { effort } from '../../test/effort.ts'
import { fund } from '../../test/game-provider.ts'
import { deaths, survive } from '../../test/killed.ts'
import { plainProgram } from '../../test/loyalty.ts'
import { chanceFrom } from '../../test/purses.ts'
import { seat } from '../../test/tournaments.ts'
import { findPurse } from '../wallet/line-store.ts'
import { recomputePoints } from './recompute.ts'
import { workInPoints } from './work-in.ts'
import { workInBets } from './work-in-bets.ts'

/** Points of bets: when they are settled, and what a corrected result makes of them. */

const node = await testApp({ env: { SPORTS_FEED: 'acme' } })
const other = await testApp({ beside: node, env: { SPORTS_FEED: 'acme' } })
const { db, as } = node
const houses = [houseOf(node), houseOf(other)] as const
await publish(db, 'characters', 'panda', { boosts: { sports: 120, slot: 110 } })
const casinoAlone = (await as(null).get('loyalty.getcharacters')).json.data.items
await publish(db, 'loyalty-programs', 'house-club', {
  ...plainProgram,
  product: 'both',
  rates: [...plainProgram.rates, { type: 'sports', rate: 20 }],
})

let markets: bigint[] = []
beforeEach(async () => {
  await db.sql.deleteFrom('http_rate_limit').execute()
  markets = await addMarkets(db, 8)
})
const leg = (at: number, price: number, outcome = 'over') => ({ market: markets[at] ?? 0n, outcome, price })
/** The settler, and then those who hear of it. */
async function say(at: number, said: Parameters<typeof settleBy>[3]) {
  await settleBy(db, houses[0], markets[at] ?? 0n, said)
  await node.runJobs()
}

async function better(character = '') {
  const { id, cookie } = await addPayer(node, { main: 1_000_000n })
  if (character)
    await db.sql.updateTable('account_player').set({ character_id: character }).where('id', '=', id).execute()
  return { id, cookie }
}

const infoOf = async (cookie: string) => (await as(cookie).get('loyalty.getinfo')).json.data
const pointsOf = async (id: bigint) => (await findPurse(db.sql, id, 'points', 'PTS'))?.balance ?? 0n
const proven = async (id: bigint) => expect((await recomputePoints(db.sql, id)).differences).toEqual([])

describe('points of a bet', () => {
  test('come when it is settled, won or lost alike', async () => {
    const { id, cookie } = await better()
    await openBet(db, { playerId: id, stake: 1_000n, legs: [leg(0, 2_000)] })
    await openBet(db, { playerId: id, stake: 1_240n, legs: [leg(0, 9_000, 'under')], boostBp: 1_000 })
    await workInPoints(houses[0], [id])
    expect(await infoOf(cookie)).toMatchObject({ points: 0, today: { points: 0 } })
    await say(0, over)
    expect(await infoOf(cookie)).toMatchObject({ points: 2, expCount: 2, today: { points: 2.24 } })
    await workInPoints(houses[1], [id])
    expect(await pointsOf(id)).toBe(2n)
    await proven(id)
    await expectZero(db)
  })

  test('come faster with a dealer of sports, who is shown only where bets earn', async () => {
    const { id, cookie } = await better('panda')
    await openBet(db, { playerId: id, stake: 1_000n, legs: [leg(0, 2_000)] })
    await say(0, over)
    expect(await infoOf(cookie)).toMatchObject({ points: 1, today: { points: 1.2 } })
    const panda = (items: { id: string; boosts: unknown }[]) => items.find((each) => each.id === 'panda')?.boosts
    expect(panda((await as(null).get('loyalty.getcharacters')).json.data.items)).toEqual({ sports: '120', slot: '110' })
    // Without a programme nothing is earned, so nothing is promised.
    expect(panda(casinoAlone)).toEqual({})
    await proven(id)
  })

  test('are none of a bet that is void, free or for play money', async () => {
    const { id, cookie } = await better()
    await fund(node, id, '100', 'FUN')
    const bonusId = await issueBet(db, { playerId: id })
    await as(cookie).post('BettingBonuses.activate', { bonus_id: String(bonusId) })
    await openBet(db, { playerId: id, stake: 1_000n, legs: [leg(0, 2_000)], bonusId, isFree: true })
    await openBet(db, { playerId: id, stake: 1_000n, legs: [leg(0, 2_000)], mode: 'demo' })
    await openBet(db, { playerId: id, stake: 1_000n, legs: [leg(1, 2_000)] })
    await say(0, over)
    await say(1, 'void')
    expect(await infoOf(cookie)).toMatchObject({ points: 0, expCount: 0, today: { points: 0 } })
    await proven(id)
  })

  test('are those of the part that was not cashed out', async () => {
    const desk = await betsDesk(node)
    const { bet, offer, cashOut } = cashDesk(node)
    const player = await desk.player()
    const [whole, part] = [await bet(player, single(desk.pickOf('m1'))), await bet(player, single(desk.pickOf('m1')))]
    await cashOut(player, whole, (await offer(player, whole)).quote)
    await cashOut(player, part, (await offer(player, part)).quote, '5.00')
    const { market_id } = await db.sql
      .selectFrom('bets_leg')
      .select('market_id')
      .where('bet_id', '=', BigInt(part))
      .executeTakeFirstOrThrow()
    await settleBy(db, houses[0], market_id, { '1': [0, 0, 1], x: [1, 0, 1], '2': [0, 0, 1] })
    await node.runJobs()
    const { stake } = await db.sql
      .selectFrom('bets_bet')
      .select('stake')
      .where('id', '=', BigInt(part))
      .executeTakeFirstOrThrow()
    // 0.20 is a unit, 20 thousandths each: a tenth of a point for a euro.
    expect(await infoOf(player.cookie)).toMatchObject({ today: { points: Number(stake - 500n) / 1_000 } })
    await proven(player.id)
  })
})

describe('a result that is', () => {
  test('taken back takes experience along, but neither points nor levels', async () => {
    const { id, cookie } = await better()
    await openBet(db, { playerId: id, stake: 2_000n, legs: [leg(0, 2_000)] })
    await say(0, under)
    expect(await pointsOf(id)).toBe(2n)
    await say(0, 'taken back')
    expect(await infoOf(cookie)).toMatchObject({ points: 2, expCount: 0, today: { points: 0 } })
    await proven(id)
    await say(0, over)
    expect(await infoOf(cookie)).toMatchObject({ points: 2, expCount: 2, today: { points: 2 } })
    await proven(id)
  })

  test('corrected changes nothing while it is won or lost, and takes back what is void in the end', async () => {
    const { id, cookie } = await better()
    await openBet(db, { playerId: id, stake: 2_000n, legs: [leg(0, 2_000)] })
    await say(0, under)
    await say(0, over)
    expect(await infoOf(cookie)).toMatchObject({ points: 2, expCount: 2 })
    await say(0, 'void')
    expect(await infoOf(cookie)).toMatchObject({ points: 2, expCount: 0 })
    // The next bets fill up what is missing.
    await openBet(db, { playerId: id, stake: 3_000n, legs: [leg(1, 2_000)] })
    await say(1, under)
    expect(await infoOf(cookie)).toMatchObject({ points: 3, expCount: 3 })
    await proven(id)
    await expectZero(db)
  })
})

describe('a settled bet is counted once', () => {
  test('however often and by however many nodes it is told, and though an earlier step is told last', async () => {
    const { id, cookie } = await better()
    const bet = String(await openBet(db, { playerId: id, stake: 1_000n, legs: [leg(0, 2_000)] }))
    await settleBy(db, houses[0], markets[0] ?? 0n, under)
    await settleBy(db, houses[0], markets[0] ?? 0n, 'taken back')
    await settleBy(db, houses[0], markets[0] ?? 0n, over)
    const told = { bets: [{ betId: bet, step: 4 }] }
    await Promise.all([0, 1, 0, 1].map((at) => workInBets(houses[at === 0 ? 0 : 1], told)))
    await node.runJobs()
    expect(await infoOf(cookie)).toMatchObject({ points: 1, expCount: 1 })
    await proven(id)
  })

  test.each(deaths)('where the worker is killed: $at, after its commit $isAfter', async (death) => {
    const { id } = await better()
    const bet = String(await openBet(db, { playerId: id, stake: 3_000n, legs: [leg(0, 2_000)] }))
    await settleBy(db, houses[0], markets[0] ?? 0n, under)
    await survive(houses, (ctx) => workInBets(ctx, { bets: [{ betId: bet }] }), death)
    expect(await pointsOf(id)).toBe(3n)
    await proven(id)
  })
})

/** What counts in the end, by the database alone: nothing of our rules is asked. The unit of EUR is 0.20. */
async function countedOf(id: bigint): Promise<{ parts: string; given: string }> {
  const { rows } = await sql<{ parts: string; given: string }>`select (
      coalesce((select sum(b.stake) from bets_bet b where b.player_id = ${id} and b.state = 'settled' and exists (
        select from jsonb_array_elements((select s.legs from bets_step s where s.bet_id = b.id order by s.n desc limit 1)) l
        where not ((l ->> 'win')::int = 0 and l -> 'back' = l -> 'of'))), 0)
      + coalesce((select sum(a.staked) from rounds_action a join rounds_round r using (provider, round)
        where r.player_id = ${id} and not a.is_rolled_back), 0) * (4 / 20.0)
    )::numeric(30, 1) * 10000000000 as parts,
    (select sum(earned) * 10000000000000 + sum(rest) from loyalty_player where player_id = ${id})::text as given`.execute(
    db.sql,
  )
  const [row] = rows
  return { parts: String(Number(row?.parts)), given: String(Number(row?.given)) }
}

const words = [over, under, 'void', 'taken back'] as const

test.each(Array.from({ length: effort.repeats }, (_, seed) => seed))(
  'whatever becomes of bets and rounds, whenever it is worked in, points and rest are the sum (%i)',
  async (seed) => {
    const chance = chanceFrom(seed + 36)
    const { id } = await better()
    const play = await seat(node, id)
    const done: { round: string; transaction: string }[] = []
    for (let step = 0; step < 40; step++) {
      const what = chance(5)
      if (what === 0) done.push(await play.spin({ stake: BigInt(20 * (1 + chance(50))), win: 0n }))
      else if (what === 1) {
        const last = done.pop()
        if (last) await play.rollback(last.round, last.transaction)
      } else if (what < 4)
        await openBet(db, { playerId: id, stake: BigInt(1 + chance(3_000)), legs: [leg(chance(3), 1_500)] })
      else await settleBy(db, houses[0], markets[chance(3)] ?? 0n, words[chance(4)] ?? over)
      if (chance(3) === 0) await Promise.all([workInPoints(houses[0], [id]), node.runJobs()])
    }
    await node.runJobs()
    await workInPoints(houses[1], [id])
    const { parts, given } = await countedOf(id)
    expect(given).toBe(parts)
    await proven(id)
    await expectZero(db)
  },
)

test('a step that was counted and counts nothing is found', async () => {
  const { id } = await better()
  const bet = await openBet(db, { playerId: id, stake: 2_000n, legs: [leg(0, 2_000)] })
  await say(0, under)
  await proven(id)
  await sql`alter table bets_step disable trigger bets_step_append_only`.execute(db.sql)
  await sql`update bets_step set kind = 'reopened' where bet_id = ${bet} and n = 2`.execute(db.sql)
  await sql`alter table bets_step enable trigger bets_step_append_only`.execute(db.sql)
  expect((await recomputePoints(db.sql, id)).differences).toContain(
    `bet ${bet}: its step 2 counts nothing, but was counted`,
  )
})
