import { isBettingKind, tournamentKinds } from '@croupier/contract/tournaments'
import { expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { expectZero, houseOf } from '../../test/cashier.ts'
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
import { chanceFrom } from '../../test/purses.ts'
import { type ThirdRules, type ThirdScore, thirdScores, thirdTerms } from '../../test/third-score.ts'
import { addCup, endCup } from '../../test/tournaments.ts'
import { move } from '../wallet/wallet.ts'
import { sweepCups } from './feed.ts'
import { finishDue, recomputeResult } from './finish.ts'
import { workIn } from './work-in.ts'

/**
 * As many entries and rounds as are promised: all players take a step at once, through the books of rounds and the
 * ledger, so that the calls of a wave share their commits; the worker is killed after most waves.
 */

const node = await testApp()
const other = await testApp({ beside: node })
const { db, as } = node
const houses = [houseOf(node), houseOf(other)] as const

const rules: ThirdRules = { mostRounds: 150, mostUnits: 400 }
const gameKinds = tournamentKinds.filter((kind) => !isBettingKind(kind))
const chance = chanceFrom(11)

test('three ways to the same scores of a crowd', async () => {
  const cups = await Promise.all(
    gameKinds.map(async (kind) => ({ kind, id: await addCup(db, thirdTerms(kind, rules)) })),
  )
  const cupOf = (at: number) => cups[at % cups.length]?.id ?? 0n
  const players: CupPlayer[] = []
  while (players.length < effort.crowdPlayers) players.push(...(await enterSome(players.length, cupOf)))
  const kills = await playWaves(players)
  for (const [at, who] of players.entries()) {
    if (chance(100) === 0) await as(who.cookie).post('tournaments.leave', { tournament_id: String(cupOf(at)) })
  }
  // Notices were lost: players who are behind are found.
  await sweepCups(houses[1])
  const running = new Map<bigint, ThirdScore[]>()
  for (const { id } of cups) running.set(id, await runningScores(db, id))
  for (const { id } of cups) await endCup(db, id)
  expect(await thirdScores(db.sql, cups, rules)).toEqual(running)
  await Promise.all(players.map((who) => takeLateSteps(who, 3)))
  await finishDue(houses[0], { waitMs: 0 })
  for (const { id } of cups) {
    expect(await placedScores(db, id)).toEqual(running.get(id))
    const again = await recomputeResult(db.sql, id)
    expect(again?.hash).toBe(again?.stored)
  }
  await expectZero(db)
  const entered = [...running.values()].reduce((sum, { length }) => sum + length, 0)
  expect(entered).toBeGreaterThan(effort.crowdPlayers * 0.9)
  expect(kills).toBeGreaterThanOrEqual(effort.crowdWaves / 2)
  expect([...node.lines, ...other.lines].filter((line) => line.includes('running scores differ'))).toEqual([])
})

const atOnce = 12

/** The next players, each in one cup. */
async function enterSome(from: number, cupOf: (at: number) => bigint): Promise<CupPlayer[]> {
  await db.sql.deleteFrom('http_rate_limit').execute()
  const enter = async (currency: string, cup: bigint) => {
    const who = await newCupPlayer(node, currency)
    await as(who.cookie).post('tournaments.participate', { tournament_id: String(cup) })
    return who
  }
  const numbers = Array.from({ length: Math.min(atOnce, effort.crowdPlayers - from) }, (_none, at) => from + at)
  return Promise.all(numbers.map((at) => enter(chance(2) === 0 ? 'EUR' : 'JPY', cupOf(at))))
}

/** So many of a crowd are worked in after a wave, and at least one. */
const share = effort.crowdPlayers > 100 ? 16 : 3

/** Answers how often the worker was killed: after two waves of three, before its commit or after it. */
async function playWaves(players: readonly CupPlayer[]): Promise<number> {
  let kills = 0
  for (let wave = 0; wave < effort.crowdWaves; wave += 1) {
    await Promise.all(players.map((who) => takeStep(who, { chance, askPayout, moreSpins: 12 })))
    const some = players.filter((_who, at) => at === wave || chance(share) === 0).map(({ id }) => id)
    const death = { at: 1, isAfter: wave % 3 === 1 }
    if (wave % 3 === 0) await Promise.all(houses.map((house) => workIn(house, some)))
    else if (await die(houses[chance(2) === 0 ? 0 : 1], (ctx) => workIn(ctx, some), death)) kills += 1
  }
  return kills
}

let payouts = 0
/** As the cashier does it: into the hold, with the line that begins a score anew. */
async function askPayout({ id: playerId, currency }: CupPlayer): Promise<void> {
  payouts += 1
  const [from, to] = [
    { playerId, kind: 'main', currency } as const,
    { playerId, kind: 'withdrawal_hold', currency } as const,
  ]
  const transfers = [{ from, to, amount: 20n, reason: 'withdrawal', ref: `payout:${payouts}` } as const]
  const movement = { scope: 'test', key: `payout-${payouts}`, playerId, body: {}, transfers, answer: () => null }
  await begin(db, (tx) => move(tx, movement))
}
