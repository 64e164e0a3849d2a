import type { Side, TennisFact } from '../facts.ts'
import { type Draws, drawBranch, happens, type Told } from './chain.ts'
import { type TennisParams, type TennisState, tennisChain, tennisStart } from './tennis-chain.ts'

const walkoverChance = 5_000_000
const retirementChance = 15_000_000

const anySide = (draws: Draws): Side => (draws.below(2) === 0 ? 1 : 2)

/** A change of ends, a pause between sets, or the time between two points. */
function pauseAfter(before: TennisState, after: TennisState, draws: Draws): number {
  const rally = 24 + draws.below(24)
  if (after.sets.length > before.sets.length) return rally + 120
  const games = after.games[0] + after.games[1]
  return games !== before.games[0] + before.games[1] && games % 2 === 1 ? rally + 75 : rally
}

/** Points from where a match stands to its last one. */
function restOfTennis(params: TennisParams, from: TennisState, second: number, draws: Draws): Told<TennisFact>[] {
  const chain = tennisChain(params)
  const told: Told<TennisFact>[] = []
  let state = from
  let now = second
  while (!state.isOver) {
    const branches = chain.step(state, 0)
    const next = drawBranch(draws, branches)
    const side: Side = next === branches[0]?.[1] ? 1 : 2
    const rally = pauseAfter(state, next, draws)
    now += 20 + draws.below(20)
    told.push({ at: now, fact: { kind: 'point', data: { side } } })
    now += rally - 24
    state = next
  }
  return told
}

/** A match played on from where it stands, this second of it. */
export function playTennisOn(params: TennisParams, from: TennisState, second: number, draws: Draws) {
  const told = restOfTennis(params, from, second, draws)
  const finish: Told<TennisFact> = { at: told.at(-1)?.at ?? second, fact: { kind: 'finish', data: {} } }
  return [...told, finish]
}

/** A whole match. Who gives up does so at a point that has nothing to do with how the match would go. */
export function sampleTennis(params: TennisParams, draws: Draws): Told<TennisFact>[] {
  if (happens(draws, walkoverChance)) {
    return [
      { at: 0, fact: { kind: 'walkover', data: { side: anySide(draws) } } },
      { at: 0, fact: { kind: 'finish', data: {} } },
    ]
  }
  const server = anySide(draws)
  const told: Told<TennisFact>[] = [
    { at: 0, fact: { kind: 'server', data: { side: server, best_of: params.sets } } },
    ...restOfTennis(params, { ...tennisStart, server }, 0, draws),
  ]
  if (happens(draws, retirementChance)) {
    const until = 1 + draws.below(told.length - 1)
    const kept = told.slice(0, until)
    const now = (kept.at(-1)?.at ?? 0) + 300
    kept.push({ at: now, fact: { kind: 'retired', data: { side: anySide(draws) } } })
    return [...kept, { at: now, fact: { kind: 'finish', data: {} } }]
  }
  const last = told.at(-1)?.at ?? 0
  return [...told, { at: last, fact: { kind: 'finish', data: {} } }]
}
