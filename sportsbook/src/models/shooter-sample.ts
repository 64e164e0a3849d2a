import type { ShooterFact, Side } from '../facts.ts'
import { type Draws, drawBranch, type Told } from './chain.ts'
import { mapOf, type ShooterParams, shooterChain } from './shooter-chain.ts'

const pauseSeconds = 420

/** A whole match, round by round. */
export function sampleShooter(params: ShooterParams, draws: Draws): Told<ShooterFact>[] {
  const chain = shooterChain(params)
  const told: Told<ShooterFact>[] = []
  let state = chain.init
  let now = 0
  while (!state.isOver) {
    const map = state.maps.length + 1
    if (!state.isPlaying) {
      told.push({ at: now, fact: { kind: 'begin', data: { map, name: mapOf(params, map).name } } })
    }
    const branches = chain.step(state, 0)
    const next = drawBranch(draws, branches)
    const side: Side = next === branches[0]?.[1] ? 1 : 2
    now += 80 + draws.below(60)
    told.push({ at: now, fact: { kind: 'round', data: { map, side } } })
    if (!next.isPlaying) {
      told.push({ at: now, fact: { kind: 'end', data: { map } } })
      now += pauseSeconds
    }
    state = next
  }
  return [...told, { at: told.at(-1)?.at ?? 0, fact: { kind: 'finish', data: {} } }]
}
