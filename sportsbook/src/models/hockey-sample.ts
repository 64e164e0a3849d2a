import type { HockeyFact, HockeyPeriod, Side } from '../facts.ts'
import { type Draws, drawBranch, type Told } from './chain.ts'
import {
  type HockeyParams,
  type HockeyState,
  hockeyChain,
  overtimeTicks,
  regularTicks,
  tickSeconds,
} from './hockey-chain.ts'

const pauseSeconds = 18 * 60
const periodTicks = 40

function whatHappened(before: HockeyState, after: HockeyState, second: number): HockeyFact | null {
  if (after.home > before.home) return { kind: 'goal', data: { side: 1, second } }
  if (after.away > before.away) return { kind: 'goal', data: { side: 2, second } }
  if (before.power === 0 && after.power > 0)
    return { kind: 'penalty', data: { side: after.power === 8 ? 1 : 2, second } }
  return null
}

/** A whole match. The told moment is the clock of play and the pauses before it. */
export function sampleHockey(params: HockeyParams, draws: Draws): Told<HockeyFact>[] {
  const chain = hockeyChain(params)
  const told: Told<HockeyFact>[] = []
  let state = chain.init
  let pauses = 0
  const tell = (second: number, fact: HockeyFact) => told.push({ at: second + pauses, fact })
  const playPeriod = (period: HockeyPeriod, first: number, count: number, isEnough: () => boolean) => {
    tell((first - 1) * tickSeconds, { kind: 'begin', data: { period } })
    let ended = (first - 1 + count) * tickSeconds
    for (let tick = first; tick < first + count; tick += 1) {
      const next = drawBranch(draws, chain.step(state, tick))
      const second = (tick - 1) * tickSeconds + draws.below(tickSeconds)
      const fact = whatHappened(state, next, second)
      state = next
      if (fact) tell(second, fact)
      if (isEnough()) {
        ended = second
        break
      }
    }
    tell(ended, { kind: 'end', data: { period } })
    return ended
  }
  for (const [place, period] of (['p1', 'p2', 'p3'] as const).entries()) {
    if (place > 0) pauses += pauseSeconds
    playPeriod(period, place * periodTicks + 1, periodTicks, () => false)
  }
  let last = regularTicks * tickSeconds
  if (state.home === state.away) {
    pauses += 180
    state = { ...state, power: 0 }
    last = playPeriod('ot', regularTicks + 1, overtimeTicks, () => state.home !== state.away)
    if (state.home === state.away) {
      pauses += 180
      const side: Side = draws.below(2) === 0 ? 1 : 2
      tell(last, { kind: 'begin', data: { period: 'so' } })
      pauses += 240
      tell(last, { kind: 'shootout', data: { side } })
      tell(last, { kind: 'end', data: { period: 'so' } })
    }
  }
  tell(last, { kind: 'finish', data: {} })
  return told
}
