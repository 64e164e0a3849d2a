import { expect, test } from 'vitest'
import { type AutoPlan, afterRound, beginAuto, mayStake } from './autoplay.ts'

const plan: AutoPlan = { rounds: 10, lossLimit: null, winLimit: null, stopsOnFeature: false }
const lost = { staked: 100n, won: 0n, isFeature: false }

/** How many rounds are played before it stops by itself. */
function roundsOf(wishes: Partial<AutoPlan>, outcomes: (at: number) => typeof lost): number {
  let run: ReturnType<typeof beginAuto> | null = beginAuto({ ...plan, ...wishes })
  let played = 0
  while (run && mayStake(run, 100n)) {
    run = afterRound(run, outcomes(played))
    played += 1
  }
  return played
}

test('it plays as many rounds as were asked for', () => {
  expect(roundsOf({}, () => lost)).toBe(10)
})

test('it never stakes what could take it over the loss limit', () => {
  expect(roundsOf({ lossLimit: 300n }, () => lost)).toBe(3)
  expect(roundsOf({ lossLimit: 299n }, () => lost)).toBe(2)
  expect(roundsOf({ lossLimit: 99n }, () => lost)).toBe(0)
  // What was won in between may be lost again.
  expect(roundsOf({ lossLimit: 300n }, (at) => ({ ...lost, won: at === 1 ? 200n : 0n }))).toBe(5)
})

test('a great win ends it, a small one does not', () => {
  const wins = (amount: bigint) => (at: number) => ({ ...lost, won: at === 3 ? amount : 0n })
  expect(roundsOf({ winLimit: 500n }, wins(500n))).toBe(4)
  expect(roundsOf({ winLimit: 500n }, wins(499n))).toBe(10)
})

test('a feature ends it where that was wished', () => {
  const feature = (at: number) => ({ ...lost, isFeature: at === 2 })
  expect(roundsOf({ stopsOnFeature: true }, feature)).toBe(3)
  expect(roundsOf({}, feature)).toBe(10)
})
