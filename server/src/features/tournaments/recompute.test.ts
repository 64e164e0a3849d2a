import { isBettingKind, type TournamentKind, tournamentKinds } from '@croupier/contract/tournaments'
import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { houseOf } from '../../test/cashier.ts'
import {
  type CupPlayer,
  newCupPlayer,
  placedScores,
  runningScores,
  takeLateSteps,
  takeStep,
} from '../../test/cup-players.ts'
import { effort } from '../../test/effort.ts'
import { die } from '../../test/killed.ts'
import { pretendProvider } from '../../test/pretend-provider.ts'
import { chanceFrom } from '../../test/purses.ts'
import { type ThirdRules, thirdScores, thirdTerms } from '../../test/third-score.ts'
import { addCup, endCup } from '../../test/tournaments.ts'
import { sweepCups } from './feed.ts'
import { finishDue, recomputeResult } from './finish.ts'
import { workIn } from './work-in.ts'

/**
 * Players of two currencies in cups of every kind, with rollbacks, late wins, open rounds, payouts and leaves, while the
 * worker is killed and notices are lost: running scores, the result, and a third way that reads the tables alone agree.
 */

const payments = new Map([['sandbox', pretendProvider('sandbox').provider]])
const node = await testApp({ payments })
const other = await testApp({ beside: node, payments })
const { db, as } = node
const houses = [houseOf(node), houseOf(other)] as const

const rules: ThirdRules = { mostRounds: 12, mostUnits: 40 }
/** Those over bets have a test of their own. */
const gameKinds = tournamentKinds.filter((kind) => !isBettingKind(kind))
/** Step by step and through every call: many players are another test's. */
const steps = Math.min(4_000, effort.cupSteps)

test('three ways to the same scores', async () => {
  const cups: { id: bigint; kind: TournamentKind }[] = []
  for (const kind of gameKinds) cups.push({ kind, id: await addCup(db, thirdTerms(kind, rules)) })
  const players: CupPlayer[] = []
  for (let at = 0; at < effort.cupPlayers; at += 1) players.push(await newCupPlayer(node, at % 2 === 0 ? 'EUR' : 'JPY'))
  const chance = chanceFrom(7)
  for (const { cookie } of players) for (const { id } of cups) await enter(cookie, id)
  for (let step = 0; step < steps; step += 1) {
    const who = players[chance(players.length)]
    if (who) await takeStep(who, { chance, askPayout })
    if (chance(3) === 0) await disturb(players, chance)
  }
  const [left] = players
  if (left) await as(left.cookie).post('tournaments.leave', { tournament_id: String(cups[0]?.id) })
  // Notices were lost: players who are behind are found.
  await sweepCups(houses[1])
  const running = new Map<bigint, unknown>()
  for (const { id } of cups) running.set(id, await runningScores(db, id))
  for (const { id } of cups) await endCup(db, id)
  expect(await thirdScores(db.sql, cups, rules)).toEqual(running)
  for (const player of players) await takeLateSteps(player)
  await finishDue(houses[0], { waitMs: 0 })
  for (const { id } of cups) {
    expect(await placedScores(db, id)).toEqual(running.get(id))
    const again = await recomputeResult(db.sql, id)
    expect(again?.hash).toBe(again?.stored)
  }
  expect([...node.lines, ...other.lines].filter((line) => line.includes('running scores differ'))).toEqual([])
})

async function enter(cookie: string, cup: bigint) {
  await db.sql.deleteFrom('http_rate_limit').execute()
  await as(cookie).post('tournaments.participate', { tournament_id: String(cup) })
}

let payouts = 0
async function askPayout({ cookie }: CupPlayer) {
  payouts += 1
  await db.sql.deleteFrom('http_rate_limit').execute()
  const said = { method: 'wallet', amount: '20', key: `payout-${payouts}-key`, 'requisites[account]': 'a@pay.example' }
  await as(cookie).post('cashier.makewithdrawal', said)
}

/** The worker, of either node, for some of them; killed before or after its commit, or two at once. */
async function disturb(players: readonly CupPlayer[], chance: (below: number) => number): Promise<void> {
  const some = players.filter(() => chance(2) === 0).map(({ id }) => id)
  const how = chance(4)
  if (how === 0) await die(houses[0], (ctx) => workIn(ctx, some), { at: 1, isAfter: false })
  else if (how === 1) await die(houses[1], (ctx) => workIn(ctx, some), { at: 1, isAfter: true })
  else if (how === 2) await Promise.all(houses.map((house) => workIn(house, some)))
  else await workIn(houses[0], some)
}
