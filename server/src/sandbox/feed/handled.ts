import type { Fixture } from '@croupier/sportsbook/world/calendar'
import type { WorldChance } from '@croupier/sportsbook/world/chance'
import type { Life, Thing } from '@croupier/sportsbook/world/life'
import { z } from 'zod'
import { clockOf, type ToldFact } from './board.ts'
import { hockeyEnd, lastScore, type MatchStanding, playedAnew, scoreNow } from './handled-score.ts'
import { paceAt, playMoment, playSecond } from './play-second.ts'

/**
 * What a person makes happen in a match, at a moment of the world's clock. They are kept, so that the match is the same
 * after a restart; it has no proof any more, and changes nothing after it. A goal is whatever counts in its sport: a
 * point, two points of basketball, a round.
 */
export const handAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('goal'), at: z.number(), side: z.literal([1, 2]) }),
  z.object({ kind: z.literal('cancel'), at: z.number() }),
  z.object({ kind: z.literal('stop'), at: z.number() }),
  z.object({ kind: z.literal('hurry'), at: z.number() }),
  z.object({ kind: z.literal('postpone'), at: z.number() }),
  z.object({ kind: z.literal('abandon'), at: z.number() }),
])
export type HandAct = z.output<typeof handAct>

type Played = { chance: WorldChance; fixture: Fixture; planned: number; life: Life }

const quietMs = 40_000
const postponedMs = 3_600_000
const hurryBy = 10
const confirmedMs = 120_000
const factOf = (thing: Thing): ToldFact | null => (thing.kind === 'fact' ? thing.fact : null)

/** Facts get their numbers in the order of the things, and cancels find those that they cancel. */
function renumbered(things: readonly Thing[]): Thing[] {
  const numbers = new Map<number, number>()
  for (const thing of things) {
    const fact = factOf(thing)
    if (fact) numbers.set(fact.seq, numbers.size + 1)
  }
  return things.map((thing) => {
    if (thing.kind !== 'fact') return thing
    const { seq, cancels } = thing.fact
    const numbered = { ...thing.fact, seq: numbers.get(seq) ?? seq }
    return {
      ...thing,
      fact: cancels === undefined ? numbered : { ...numbered, cancels: numbers.get(cancels) ?? cancels },
    }
  })
}

const inOrder = (things: readonly Thing[]) => renumbered(things.toSorted((one, other) => one.at - other.at))

function standingAt({ fixture, life }: Played, at: number): MatchStanding {
  const timed = life.things.flatMap((thing) => {
    const fact = factOf(thing)
    return fact && thing.at <= at ? [{ second: playSecond(life, thing.at), fact }] : []
  })
  const clock = clockOf(fixture.sport, timed, playSecond(life, at))
  return { model: fixture.model, facts: timed.map(({ fact }) => fact), clock }
}

const isBegun = (things: readonly Thing[], at: number) =>
  things.some((thing) => thing.kind === 'state' && thing.state === 'live' && thing.at <= at)
const isEnded = (things: readonly Thing[], at: number) =>
  things.some((thing) => thing.kind === 'state' && /^(ended|abandoned)$/.test(thing.state) && thing.at <= at)

/** The end and its results: at once, and surer two minutes of its own later. */
function endAt(life: Life, at: number, state: 'ended' | 'abandoned'): Thing[] {
  const result = (certainty: 'first' | 'confirmed', after: number): Thing => ({
    ...{ at: at + after, kind: 'result', certainty, isWrong: false },
  })
  return [{ at, kind: 'state', state }, result('first', 0), result('confirmed', confirmedMs / paceAt(life, at))]
}

/** The fact is told now, and what follows from it. */
function withFact(
  { chance, fixture, life }: Played,
  { facts, model }: MatchStanding,
  fact: ToldFact,
  stop: Thing,
): Life {
  const { at } = stop
  const draws = chance(`handled:${fixture.ref}:${at}`)
  const seq = facts.length + 1
  const rest = playedAnew({ model, facts: [...facts, { ...fact, seq }] }, playSecond(life, at), draws)
  const pressed: Thing = { at, kind: 'fact', fact: rest ? { ...fact, seq } : fact }
  if (!rest) return hockeyEnd(model, { ...life, things: inOrder([...life.things, pressed, stop]) }, at, endAt)
  const told = rest.map((each, place): Thing => {
    const when = Math.max(at, playMoment(life, each.at))
    return { at: when, kind: 'fact', fact: { ...each.fact, seq: seq + 1 + place } }
  })
  const kept = life.things.filter((thing) => thing.at <= at)
  return { ...life, things: inOrder([...kept, pressed, ...told, ...endAt(life, told.at(-1)?.at ?? at, 'ended')]) }
}

/** Everything from a moment on, at other moments. */
const moved = (things: readonly Thing[], at: number, to: (at: number) => number): Thing[] =>
  things.map((thing): Thing => {
    if (thing.at < at) return thing
    const later = { ...thing, at: to(thing.at) }
    return later.kind === 'stop' ? { ...later, until: to(later.until) } : later
  })

/** The life with one more act in it; null where it cannot be. */
function afterAct(played: Played, act: HandAct): Life | null {
  const { life, planned } = played
  const { things } = life
  const at = act.at - planned
  if (isEnded(things, at) || isBegun(things, at) === (act.kind === 'postpone')) return null
  const pace = paceAt(life, at)
  const stop = (cause: 'DANGER' | 'GOAL' | 'REVIEW', ms: number): Thing => ({ at, kind: 'stop', cause, until: at + ms })
  switch (act.kind) {
    case 'stop':
      return { ...life, things: inOrder([...things, stop('DANGER', 30_000)]) }
    case 'goal': {
      const standing = standingAt(played, at)
      const fact = scoreNow(standing, act.side)
      return fact && withFact(played, standing, fact, stop('GOAL', quietMs / pace))
    }
    case 'cancel': {
      const standing = standingAt(played, at)
      const score = lastScore(standing)
      const fact = score && { kind: 'cancel' as const, data: {}, seq: -1, cancels: score.seq }
      return fact && withFact(played, standing, fact, stop('REVIEW', quietMs / 2 / pace))
    }
    case 'hurry': {
      if (pace > 1) return null
      const sooner = moved(things, at, (moment) => at + (moment - at) / hurryBy)
      return { ...life, hurry: { from: at, by: hurryBy }, things: inOrder(sooner) }
    }
    case 'postpone': {
      const later = moved(things, at, (moment) => moment + postponedMs)
      const postponedBy = life.postponedBy + postponedMs
      return { ...life, postponedBy, things: inOrder([...later, { at, kind: 'postponed', by: postponedBy }]) }
    }
    case 'abandon': {
      const kept = things.filter((thing) => thing.at <= at)
      return { ...life, things: inOrder([...kept, ...endAt(life, at, 'abandoned')]) }
    }
  }
}

type Handled = { chance: WorldChance; fixture: Fixture; life: Life }

/** A match as people handled it; what cannot be done is left out. */
export function handledLife({ chance, fixture, life }: Handled, acts: readonly HandAct[]): Life {
  const planned = fixture.startsAt * 1_000
  return acts.reduce((now, act) => afterAct({ chance, fixture, planned, life: now }, act) ?? now, life)
}

export const mayHandle = (handled: Handled, act: HandAct): boolean =>
  afterAct({ ...handled, planned: handled.fixture.startsAt * 1_000 }, act) !== null
