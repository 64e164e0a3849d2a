import type { Maths } from '../engine/game.ts'
import { seededDraws } from './generator.ts'
import type { Habits } from './title.ts'

const stake = 10_000n
/** No round of ours has more; one that has is caught in a circle. */
const mostChoices = 1_000

export type Measured = { rtp: number; standardError: number; hitRate: number; maxMultiple: number }

/**
 * Plays so many rounds. A round gives back what it paid beyond its later stakes (a double, a split), per opening stake:
 * so the house's edge is the one that is published for such games. Fractions, not percent.
 */
export function simulate(maths: Maths, habits: Habits, rounds: number, seed = 1): Measured {
  const draws = seededDraws(seed)
  let sum = 0
  let squares = 0
  let hits = 0
  let most = 0
  for (let round = 0; round < rounds; round += 1) {
    const back = draws.mark()
    const choices: unknown[] = [habits.opening]
    let standing = maths.play({ stake, choices }, draws)
    while (!standing.isOver) {
      if (choices.length === mostChoices) throw new Error('a round without an end')
      choices.push(habits.strategy(standing.view))
      back()
      standing = maths.play({ stake, choices }, draws)
    }
    const given = 1 + Number(standing.won - standing.staked) / Number(stake)
    sum += given
    squares += given * given
    if (standing.won > 0n) hits += 1
    most = Math.max(most, Number(standing.won) / Number(stake))
  }
  const mean = sum / rounds
  return {
    rtp: mean,
    standardError: Math.sqrt((squares / rounds - mean * mean) / (rounds - 1)),
    hitRate: hits / rounds,
    maxMultiple: most,
  }
}
