import type { ShooterFact, Side } from '../facts.ts'
import { type Draws, drawBranch, type Told } from './chain.ts'
import { mapOf, type ShooterParams, type ShooterState, shooterChain, shooterStart } from './shooter-chain.ts'

/** Between two maps. */
export const mapPauseSeconds = 420

/** A match played on from where it stands, this second of it. */
export function playShooterOn(params: ShooterParams, from: ShooterState, second: number, draws: Draws) {
  const chain = shooterChain(params)
  const told: Told<ShooterFact>[] = []
  let state = from
  let now = second
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
      now += mapPauseSeconds
    }
    state = next
  }
  const finish: Told<ShooterFact> = { at: told.at(-1)?.at ?? second, fact: { kind: 'finish', data: {} } }
  return [...told, finish]
}

/** A whole match, round by round. */
export const sampleShooter = (params: ShooterParams, draws: Draws): Told<ShooterFact>[] =>
  playShooterOn(params, shooterStart, 0, draws)
