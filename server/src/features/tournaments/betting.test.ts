import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { addMarkets, openBet, over, settleBy, under } from '../../test/bets.ts'
import { betsDesk, single } from '../../test/bets-desk.ts'
import { issueBet } from '../../test/betting.ts'
import { cashDesk } from '../../test/cash-outs.ts'
import { addPayer, houseOf } from '../../test/cashier.ts'
import { effort } from '../../test/effort.ts'
import { die } from '../../test/killed.ts'
import { chanceFrom } from '../../test/purses.ts'
import { addCup, endCup, seat } from '../../test/tournaments.ts'
import { sweepCups } from './feed.ts'
import { finishDue, recomputeResult } from './finish.ts'
import { lateLines } from './late.ts'
import { workIn } from './work-in.ts'

/** Cups over settled bets: the same feed, the same judge, the same result. */

const node = await testApp({ env: { SPORTS_FEED: 'acme' } })
const other = await testApp({ beside: node, env: { SPORTS_FEED: 'acme' } })
const { db, as } = node
const houses = [houseOf(node), houseOf(other)] as const

let markets: bigint[] = []
beforeEach(async () => {
  await db.sql.deleteFrom('http_rate_limit').execute()
  markets = await addMarkets(db, 8)
})
const leg = (at: number, price: number, outcome = 'over') => ({ market: markets[at] ?? 0n, outcome, price })
const say = (at: number, said: Parameters<typeof settleBy>[3]) => settleBy(db, houses[0], markets[at] ?? 0n, said)

async function entrant(...cups: bigint[]) {
  const { id, cookie } = await addPayer(node, { main: 100_000n })
  for (const cup of cups) await as(cookie).post('tournaments.participate', { tournament_id: String(cup) })
  return { id, cookie }
}

async function standing(cup: bigint, playerId: bigint) {
  await sweepCups(houses[0])
  return db.sql
    .selectFrom('tournaments_entry')
    .select(['score', 'rounds', 'reached_at as reachedAt'])
    .where('tournament_id', '=', cup)
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow()
}

async function verdicts(cup: bigint, cookie: string): Promise<Map<string, string>> {
  const { items } = (await as(cookie).get('tournaments.getRounds', { tournament_id: String(cup) })).json.data
  return new Map(items.map((item: Record<string, string>) => [item.round, item.reason ?? `×${item.multiple}`]))
}

describe('a score', () => {
  test('is the best bet, or how many won; lost bets and those of games leave it alone', async () => {
    const [odds, wins] = [
      await addCup(db, { kind: 'odds_best' }),
      await addCup(db, { kind: 'slips_won', at_least: 1.5 }),
    ]
    const game = await addCup(db)
    const { id, cookie } = await entrant(odds, wins, game)
    const small = await openBet(db, { playerId: id, stake: 100n, legs: [leg(0, 1_400)] })
    const good = await openBet(db, { playerId: id, stake: 200n, legs: [leg(0, 2_500), leg(1, 2_000)] })
    const lost = await openBet(db, { playerId: id, stake: 300n, legs: [leg(1, 9_000, 'under')] })
    const waits = await openBet(db, { playerId: id, stake: 300n, legs: [leg(2, 9_000)] })
    await (await seat(node, id)).spin({ stake: 100n, win: 3_000n })
    expect(await standing(odds, id)).toMatchObject({ score: 0n, rounds: 0 })
    for (const at of [0, 1]) await say(at, over)
    expect(await standing(odds, id)).toMatchObject({ score: 500n, rounds: 3 })
    expect(await standing(wins, id)).toMatchObject({ score: 1n, rounds: 3 })
    expect(await standing(game, id)).toMatchObject({ score: 3_000n, rounds: 1 })
    expect(await verdicts(odds, cookie)).toEqual(
      new Map([
        [String(waits), 'ROUND_OPEN'],
        [String(lost), 'NOT_BEST'],
        [String(good), '×5.00'],
        [String(small), 'NOT_BEST'],
      ]),
    )
    const { stands_on } = (await as(cookie).get('tournaments.getRounds', { tournament_id: String(odds) })).json.data
    expect(stands_on.round).toBe(String(good))
    // At ×1.40 it is no win of this cup.
    expect((await verdicts(wins, cookie)).get(String(small))).toBe('NOT_BEST')
  })

  test('has neither boosts nor bets that are void, on the house, for play money or too small', async () => {
    const cup = await addCup(db, { kind: 'odds_best', min_units: 5 })
    const { id, cookie } = await entrant(cup)
    const boosted = await openBet(db, { playerId: id, stake: 1_000n, legs: [leg(0, 2_000)], boostBp: 5_000 })
    const back = await openBet(db, { playerId: id, stake: 1_000n, legs: [leg(1, 7_000)] })
    const half = await openBet(db, { playerId: id, stake: 1_000n, legs: [leg(0, 1_500), leg(1, 7_000)] })
    const small = await openBet(db, { playerId: id, stake: 99n, legs: [leg(0, 8_000)] })
    const bonusId = await issueBet(db, { playerId: id })
    await as(cookie).post('BettingBonuses.activate', { bonus_id: String(bonusId) })
    const free = await openBet(db, { playerId: id, stake: 1_000n, legs: [leg(0, 2_000)], bonusId, isFree: true })
    await say(0, over)
    await say(1, 'void')
    expect(await standing(cup, id)).toMatchObject({ score: 200n, rounds: 2 })
    expect(await verdicts(cup, cookie)).toEqual(
      new Map([
        [String(free), 'FREE_BET'],
        [String(small), 'STAKE_TOO_SMALL'],
        [String(half), 'NOT_BEST'],
        [String(back), 'ROLLED_BACK'],
        [String(boosted), '×2.00'],
      ]),
    )
  })

  test('follows a result that is corrected, taken back and given again', async () => {
    const [odds, wins] = [await addCup(db, { kind: 'odds_best' }), await addCup(db, { kind: 'slips_won' })]
    const { id } = await entrant(odds, wins)
    await openBet(db, { playerId: id, stake: 100n, legs: [leg(0, 3_000)] })
    await openBet(db, { playerId: id, stake: 100n, legs: [leg(1, 2_000)] })
    await say(0, over)
    await say(1, over)
    expect([(await standing(odds, id)).score, (await standing(wins, id)).score]).toEqual([300n, 2n])
    const { reachedAt } = await standing(odds, id)
    await say(0, under)
    expect([(await standing(odds, id)).score, (await standing(wins, id)).score]).toEqual([200n, 1n])
    expect((await standing(odds, id)).reachedAt).not.toEqual(reachedAt)
    await say(0, over)
    expect(await standing(odds, id)).toMatchObject({ score: 300n, reachedAt })
    await say(1, under)
    await say(1, 'taken back')
    expect(await standing(wins, id)).toMatchObject({ score: 1n })
  })

  test('leaves out what was cashed out, also where only a part was', async () => {
    const desk = await betsDesk(node)
    const { bet, offer, cashOut } = cashDesk(node)
    const cup = await addCup(db, { kind: 'slips_won' })
    const player = await desk.player()
    await as(player.cookie).post('tournaments.participate', { tournament_id: String(cup) })
    const ids: string[] = []
    for (const part of [undefined, '5.00']) {
      await desk.alive()
      const id = await bet(player, single(desk.pickOf('m1')))
      await cashOut(player, id, (await offer(player, id)).quote, part)
      ids.push(id)
    }
    expect(await standing(cup, player.id)).toMatchObject({ score: 0n, rounds: 0 })
    const said = await verdicts(cup, player.cookie)
    expect(ids.map((id) => said.get(id))).toEqual(['CASHED_OUT', 'CASHED_OUT'])
  })
})

test('bets that were open when the worker looked are found again, though a lost one moves nothing of the purse', async () => {
  const cup = await addCup(db, { kind: 'slips_won' })
  const { id } = await entrant(cup)
  await openBet(db, { playerId: id, stake: 100n, legs: [leg(0, 2_000)] })
  expect(await standing(cup, id)).toMatchObject({ rounds: 0 })
  await say(0, under)
  expect(await standing(cup, id)).toMatchObject({ score: 0n, rounds: 1 })
})

test('what comes after the cut changes no result and is listed as late', async () => {
  const cup = await addCup(db, { kind: 'odds_best', grace: 0 })
  const { id } = await entrant(cup)
  const bet = await openBet(db, { playerId: id, stake: 100n, legs: [leg(0, 3_000)] })
  await openBet(db, { playerId: id, stake: 100n, legs: [leg(1, 9_000)] })
  await say(0, over)
  await endCup(db, cup)
  await say(0, under)
  await say(1, over)
  await finishDue(houses[0], { waitMs: 0 })
  const again = await recomputeResult(db.sql, cup)
  expect(again?.text).toMatch(new RegExp(`^1\\t${id}\\t300\\t\\d+\\n$`))
  expect(again?.hash).toBe(again?.stored)
  const late = (await lateLines(db.sql)).filter((line) => line.includes(`player ${id} `))
  expect(late.filter((line) => line.includes(`sportsbook/${bet}  corrected`))).toHaveLength(1)
  expect(late.filter((line) => line.includes('settled'))).toHaveLength(1)
})

// Three ways

type Better = { id: bigint; cookie: string }

test('three ways to the same scores of bets', async () => {
  const cups: { id: bigint; kind: string }[] = []
  for (const kind of ['odds_best', 'slips_won']) {
    cups.push({ kind, id: await addCup(db, { kind, at_least: 1.5, min_units: 2, most_rounds: 15, grace: 0 }) })
  }
  const players: Better[] = []
  for (let at = 0; at < effort.cupPlayers; at += 1) players.push(await entrant(...cups.map(({ id }) => id)))
  const chance = chanceFrom(16)
  for (let step = 0; step < Math.min(2_000, effort.cupSteps); step += 1) {
    const who = players[chance(players.length)]
    if (who) await takeStep(who, chance)
    if (chance(3) === 0) await disturb(players, chance)
  }
  await sweepCups(houses[1])
  const running = new Map<bigint, unknown>()
  for (const { id } of cups) running.set(id, await scoresIn('tournaments_entry', id))
  for (const { id, kind } of cups) {
    await endCup(db, id)
    expect(await thirdWay(id, kind)).toEqual(running.get(id))
  }
  for (const at of markets.keys()) await say(at, over)
  await finishDue(houses[0], { waitMs: 0 })
  for (const { id } of cups) {
    expect(await scoresIn('tournaments_result', id)).toEqual(running.get(id))
    const again = await recomputeResult(db.sql, id)
    expect(again?.hash).toBe(again?.stored)
  }
})

const said = [over, under, 'void', 'taken back', { over: [1, 1, 2], under: [0, 1, 2] }] as const

async function takeStep({ id }: Better, chance: (below: number) => number): Promise<void> {
  if (chance(3) === 0) {
    await say(chance(markets.length), said[chance(said.length)] ?? over)
    return
  }
  const legs = Array.from({ length: 1 + chance(2) }, (_, at) =>
    leg((chance(4) + 4 * at) % 8, 1_200 + 50 * chance(60), chance(2) === 0 ? 'over' : 'under'),
  )
  await openBet(db, { playerId: id, stake: BigInt(20 * (1 + chance(6))), legs, boostBp: chance(2) * 1_000 })
}

async function disturb(players: readonly Better[], chance: (below: number) => number): Promise<void> {
  const some = players.filter(() => chance(2) === 0).map(({ id }) => id)
  const how = chance(4)
  if (how === 0) await die(houses[0], (ctx) => workIn(ctx, some), { at: 1, isAfter: false })
  else if (how === 1) await die(houses[1], (ctx) => workIn(ctx, some), { at: 1, isAfter: true })
  else if (how === 2) await Promise.all(houses.map((house) => workIn(house, some)))
  else await workIn(houses[0], some)
}

type Score = { player: string; score: string; reached: string | null; rounds: number }

async function scoresIn(table: 'tournaments_entry' | 'tournaments_result', cup: bigint): Promise<Score[]> {
  const { rows } = await sql<Score>`select player_id::text as player, score::text, rounds,
      (extract(epoch from reached_at) * 1000)::bigint::text as reached
    from ${sql.table(table)} where tournament_id = ${cup} order by player_id`.execute(db.sql)
  return rows
}

type Step = { n: number; kind: string; at: number; returned: number; legs: { win: number; back: number; of: number }[] }
type Dumped = { player: string; joined: number; bets: { id: string; opened: number; stake: number; steps: Step[] }[] }

/** From a dump of the tables, with nothing of the product. */
async function thirdWay(cup: bigint, kind: string): Promise<Score[]> {
  const { rows } = await sql<Dumped>`select e.player_id::text as player,
      floor(extract(epoch from e.joined_at) * 1000)::float8 as joined,
      coalesce((select json_agg(json_build_object('id', b.id::text, 'stake', b.stake,
          'opened', floor(extract(epoch from b.accepted_at) * 1000), 'steps', (select json_agg(json_build_object('n', s.n,
            'kind', s.kind, 'at', floor(extract(epoch from s.at) * 1000), 'returned', s.returned_after, 'legs', s.legs)
            order by s.n) from bets_step s where s.bet_id = b.id)))
        from bets_bet b where b.player_id = e.player_id), '[]') as bets
    from tournaments_entry e where e.tournament_id = ${cup} order by e.player_id`.execute(db.sql)
  return rows.map(({ player, joined, bets }) => ({ player, ...scoreOf(joined, bets, kind) }))
}

function scoreOf(joined: number, bets: Dumped['bets'], kind: string): Omit<Score, 'player'> {
  const good = bets
    .filter(({ opened, stake }) => opened >= joined && stake >= 40)
    .flatMap(({ id, opened, stake, steps }) => {
      const words = steps.filter((step) => ['settled', 'corrected', 'reopened'].includes(step.kind))
      const last = words.at(-1)
      const closed = steps.findLast((step) => step.kind === 'settled')?.at ?? 0
      const isVoid = last?.legs.every(({ win, back, of }) => win === 0 && back === of)
      if (!last || last.kind === 'reopened' || isVoid) return []
      return [{ id, opened, closed, multiple: Math.floor((last.returned * 100) / stake), isWon: last.returned > stake }]
    })
    .sort((one, two) => one.opened - two.opened || (one.id < two.id ? -1 : 1))
    .slice(0, 15)
  const worth = (count: number) => {
    const some = good.slice(0, count)
    if (kind === 'odds_best') return Math.max(0, ...some.map(({ multiple }) => multiple))
    return some.filter(({ multiple, isWon }) => isWon && multiple >= 150).length
  }
  const score = worth(good.length)
  const at = good.findIndex((_bet, place) => worth(place + 1) === score)
  return { score: String(score), rounds: good.length, reached: score === 0 ? null : String(good[at]?.closed) }
}
