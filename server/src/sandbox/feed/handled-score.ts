import type { Side } from '@croupier/sportsbook/facts'
import { basketballPosition } from '@croupier/sportsbook/models/basketball-chain'
import { playBasketballOn } from '@croupier/sportsbook/models/basketball-sample'
import type { Draws, Told } from '@croupier/sportsbook/models/chain'
import { shooterPosition } from '@croupier/sportsbook/models/shooter-chain'
import { mapPauseSeconds, playShooterOn } from '@croupier/sportsbook/models/shooter-sample'
import { tennisPosition } from '@croupier/sportsbook/models/tennis-chain'
import { playTennisOn } from '@croupier/sportsbook/models/tennis-sample'
import { hockeyPeriodScore } from '@croupier/sportsbook/records/hockey'
import { sports } from '@croupier/sportsbook/sports'
import type { Life, Thing } from '@croupier/sportsbook/world/life'
import type { AnyFact } from '@croupier/sportsbook/world/play'
import type { Model } from '@croupier/sportsbook/world/strength'
import { factsInForce, factsOf, type PlayClock, type ToldFact } from './board.ts'
import { paceAt } from './play-second.ts'

/** What a person adds to a score or takes from it, by sport. */

export type MatchStanding = { model: Model; facts: readonly ToldFact[]; clock: PlayClock }

/** Its number comes later. */
const unnumbered = -1

/** A score of this side now; null where none can be. */
export function scoreNow({ model, facts, clock }: MatchStanding, side: Side): ToldFact | null {
  const seq = unnumbered
  switch (model.sport) {
    case 'football': {
      const minute = Math.floor(clock.seconds / 60) + 1
      return clock.isRunning ? { kind: 'goal', data: { side, minute, how: 'play' }, seq } : null
    }
    case 'hockey':
      return clock.isRunning ? { kind: 'goal', data: { side, second: clock.seconds }, seq } : null
    case 'tennis': {
      const { server, isOver } = tennisPosition(model.params, factsInForce('tennis', facts))
      return server === null || isOver ? null : { kind: 'point', data: { side }, seq }
    }
    case 'basketball': {
      const { isPlaying, left } = basketballPosition(factsInForce('basketball', facts))
      return isPlaying && left[side - 1] ? { kind: 'possession', data: { side, points: 2 }, seq } : null
    }
    case 'shooter': {
      const { isPlaying, isOver, maps } = shooterPosition(model.params, factsInForce('shooter', facts))
      return isPlaying && !isOver ? { kind: 'round', data: { map: maps.length + 1, side }, seq } : null
    }
  }
}

const isScore = ({ kind, data }: ToldFact) =>
  /^(goal|point|round)$/.test(kind) || (kind === 'possession' && 'points' in data && data.points > 0)

/** The score that stands last, where it can be taken back. A quarter or a map that is over stays as it was. */
export function lastScore({ model, facts }: MatchStanding): ToldFact | null {
  const cancelled = new Set(facts.map(({ cancels }) => cancels))
  const last = facts.findLastIndex((fact) => isScore(fact) && !cancelled.has(fact.seq))
  const isBound = model.sport === 'basketball' || model.sport === 'shooter'
  const isOvertime = facts.some(({ kind, data }) => kind === 'begin' && 'period' in data && data.period === 'ot')
  if (isOvertime) return null
  const isPast = facts.slice(last + 1).some(({ kind }) => kind === 'end' || kind === 'begin')
  return isBound && isPast ? null : (facts[last] ?? null)
}

/** Sports whose rest does not go on as it was drawn once the score is another: with whom a set ends, ends the match. */
export function playedAnew({ model, facts }: Omit<MatchStanding, 'clock'>, second: number, draws: Draws) {
  switch (model.sport) {
    case 'football':
    case 'hockey':
      return null
    case 'tennis':
      return playTennisOn(model.params, tennisPosition(model.params, factsInForce('tennis', facts)), second, draws)
    case 'basketball':
      return playBasketballOn(model.params, basketballPosition(factsInForce('basketball', facts)), second, draws)
    case 'shooter': {
      const state = shooterPosition(model.params, factsInForce('shooter', facts))
      if (state.isPlaying) return playShooterOn(model.params, state, second, draws)
      const end: Told<AnyFact> = { at: second, fact: { kind: 'end', data: { map: state.maps.length } } }
      return [end, ...playShooterOn(model.params, state, second + (state.isOver ? 0 : mapPauseSeconds), draws)]
    }
  }
}

const isPeriod = (thing: Thing, kind: 'begin' | 'end', period: string) =>
  thing.kind === 'fact' && thing.fact.kind === kind && 'period' in thing.fact.data && thing.fact.data.period === period

type EndAt = (life: Life, at: number, state: 'ended') => Thing[]

/** Seconds before a shoot-out and of it. */
const shootout = { pause: 180, length: 240 }

/**
 * Ice hockey has its overtime where it is level after sixty minutes, and not else; a goal in it is the last one. Where a
 * person's goal has changed that, a shoot-out follows, or the end.
 */
export function hockeyEnd(model: Model, life: Life, at: number, endAt: EndAt): Life {
  if (model.sport !== 'hockey') return life
  const { things } = life
  const regular = things.findIndex((thing) => isPeriod(thing, 'end', 'p3'))
  const more = things.findIndex((thing) => isPeriod(thing, 'begin', 'ot') || isPeriod(thing, 'begin', 'so'))
  const factsUntil = (place: number) =>
    things.slice(0, place + 1).flatMap((thing) => (thing.kind === 'fact' ? [thing.fact] : []))
  const [home, away] = hockeyPeriodScore(sports.hockey.fold(factsOf('hockey', factsUntil(regular))), 'rt').score
  const isGolden = more >= 0 && (things[more]?.at ?? 0) <= at
  const isAsDrawn = (home === away) === more >= 0
  if (regular < 0 || (isAsDrawn && !isGolden)) return life
  const last = isGolden ? things.findLastIndex((thing) => thing.kind === 'fact' && thing.at <= at) : regular
  const facts = factsUntil(last)
  const from = things[last]?.at ?? at
  const ms = (seconds: number) => (seconds * 1_000) / paceAt(life, from)
  const tell = (after: number, fact: AnyFact): Told<AnyFact> => ({ at: from + ms(after), fact })
  const [before, whole] = [shootout.pause, shootout.pause + shootout.length]
  const finish = (after: number) => tell(after, { kind: 'finish', data: {} })
  const rest = isGolden
    ? [tell(0, { kind: 'end', data: { period: 'ot' } }), finish(0)]
    : home !== away
      ? [finish(0)]
      : [
          tell(before, { kind: 'begin', data: { period: 'so' } }),
          tell(whole, { kind: 'shootout', data: { side: facts.length % 2 === 0 ? 1 : 2 } }),
          tell(whole, { kind: 'end', data: { period: 'so' } }),
          finish(whole),
        ]
  const told = rest.map(
    (each, place): Thing => ({
      ...{ at: each.at, kind: 'fact', fact: { ...each.fact, seq: facts.length + 1 + place } },
    }),
  )
  const kept = things.slice(0, last + 1)
  const stops = things.slice(last + 1).filter((thing) => thing.kind === 'stop' && thing.at <= at)
  return { ...life, things: [...kept, ...stops, ...told, ...endAt(life, told.at(-1)?.at ?? from, 'ended')] }
}
