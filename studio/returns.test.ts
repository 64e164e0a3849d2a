import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Maths } from './engine/game.ts'
import { stakesOf } from './engine/stakes.ts'
import { liftoffReturns } from './games/liftoff/returns.ts'
import { minefoldReturns } from './games/minefold/returns.ts'
import { maths as plinth, risks, rowCounts } from './games/plinth/math.ts'
import { plinthReturns } from './games/plinth/returns.ts'
import { maths as dice, isBet, leastSum, mostSum, sides } from './games/twin-dice/math.ts'
import { diceReturns } from './games/twin-dice/returns.ts'
import { studioGames } from './games.ts'
import { returnsText } from './stage/returns.ts'

const told = readFileSync(join(import.meta.dirname, '../docs/fairness.md'), 'utf8')

describe.each([
  ['Twin Dice', diceReturns],
  ['Minefold', minefoldReturns],
  ['Plinth', plinthReturns],
  ['Liftoff', liftoffReturns],
] as const)('what rounding costs in %s', (name, returns) => {
  test('is told alike by the game and by the document', () => {
    const line = told.split('\n').find((each) => each.startsWith(`| ${name} `)) ?? ''
    const [, , atLeast, atOne] = line.split('|').map((cell) => cell.trim().replace(' %', '%'))
    expect([returnsText(returns(20n)), returnsText(returns(100n))]).toEqual([atLeast, atOne])
  })

  test('is what the tile promises where the stake is large', () => {
    const { rtp } = studioGames.find(({ about }) => about.name === name)?.about ?? { rtp: '' }
    expect(Math.min(...returns(1_000_000n)).toFixed(1)).toBe(Number(rtp).toFixed(1))
  })
})

/** What a round gives back when chance says this. */
function won(maths: Maths, choice: unknown, chance: readonly number[]): bigint {
  let at = -1
  const below = () => {
    at += 1
    return chance[at] ?? 0
  }
  return maths.play({ stake: 20n, choices: [choice] }, { below }).won
}

const sum = (amounts: readonly bigint[]) => Number(amounts.reduce((all, each) => all + each, 0n))

test('the figures are those of every throw of two dice', () => {
  const bets = sides.flatMap((side) =>
    Array.from({ length: mostSum - leastSum + 1 }, (_, at) => ({ side, target: leastSum + at })).filter(isBet),
  )
  const all = Array.from({ length: 36 }, (_, at) => [at % 6, Math.floor(at / 6)])
  const counted = bets.map((bet) => (100 * sum(all.map((thrown) => won(dice, bet, thrown)))) / 36 / 20)
  for (const [at, percent] of diceReturns(20n).entries()) expect(percent).toBeCloseTo(counted[at] ?? 0, 9)
})

test('the figures are those of every way of a ball over eight rows', () => {
  const ways = Array.from({ length: 256 }, (_, way) => Array.from({ length: 8 }, (_, row) => (way >> row) & 1))
  for (const [at, risk] of risks.entries()) {
    const counted = (100 * sum(ways.map((way) => won(plinth, { rows: 8, risk }, way)))) / 256 / 20
    expect(rowCounts[0]).toBe(8)
    expect(plinthReturns(20n)[at]).toBeCloseTo(counted, 9)
  }
})

test('the least stake of a currency with larger units loses nothing to speak of', () => {
  for (const returns of [diceReturns, minefoldReturns, plinthReturns, liftoffReturns]) {
    const { min } = stakesOf('USDT', 500)
    expect(Math.min(...returns(min))).toBeGreaterThan(98.2)
  }
})
