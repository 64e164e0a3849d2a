import type { Fixture } from '@croupier/sportsbook/world/calendar'
import type { Life, Thing } from '@croupier/sportsbook/world/life'
import { z } from 'zod'
import { clockOf, type ToldFact } from './board.ts'
import { playSecond } from './play-second.ts'

/**
 * What a person makes happen in a match, at a moment of the world's clock. They are kept, so that the match is the same
 * after a restart; it has no proof any more, and changes nothing after it.
 */
export const handAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('goal'), at: z.number(), side: z.literal([1, 2]) }),
  z.object({ kind: z.literal('cancel'), at: z.number() }),
  z.object({ kind: z.literal('stop'), at: z.number() }),
  z.object({ kind: z.literal('postpone'), at: z.number() }),
  z.object({ kind: z.literal('abandon'), at: z.number() }),
])
export type HandAct = z.output<typeof handAct>

type Played = { fixture: Fixture; planned: number; life: Life }

const quietMs = 40_000
const postponedMs = 3_600_000
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

/** The goal that stands last at a moment. */
function lastGoal(things: readonly Thing[], at: number): ToldFact | null {
  const facts = things.filter((thing) => thing.at <= at).flatMap((thing) => factOf(thing) ?? [])
  const cancelled = new Set(facts.map(({ cancels }) => cancels))
  return facts.findLast(({ kind, seq }) => kind === 'goal' && !cancelled.has(seq)) ?? null
}

function goalNow({ fixture, life }: Played, at: number, side: 1 | 2): ToldFact | null {
  const timed = life.things.flatMap((thing) => {
    const fact = factOf(thing)
    return fact && thing.at <= at ? [{ second: playSecond(life, thing.at), fact }] : []
  })
  const clock = clockOf(fixture.sport, timed, playSecond(life, at))
  if (!clock.isRunning) return null
  const seq = -1
  if (fixture.sport === 'football')
    return { kind: 'goal', data: { side, minute: Math.floor(clock.seconds / 60) + 1, how: 'play' }, seq }
  return fixture.sport === 'hockey' ? { kind: 'goal', data: { side, second: clock.seconds }, seq } : null
}

const isBegun = (things: readonly Thing[], at: number) =>
  things.some((thing) => thing.kind === 'state' && thing.state === 'live' && thing.at <= at)
const isEnded = (things: readonly Thing[], at: number) =>
  things.some((thing) => thing.kind === 'state' && /^(ended|abandoned)$/.test(thing.state) && thing.at <= at)

/** The life with one more act in it; null where it cannot be. */
function afterAct(played: Played, act: HandAct): Life | null {
  const { life, planned } = played
  const { things, pace } = life
  const at = act.at - planned
  if (isEnded(things, at) || isBegun(things, at) === (act.kind === 'postpone')) return null
  const stop = (cause: 'DANGER' | 'GOAL' | 'REVIEW', ms: number): Thing => ({ at, kind: 'stop', cause, until: at + ms })
  const added = (...more: Thing[]): Life => ({ ...life, things: inOrder([...things, ...more]) })
  switch (act.kind) {
    case 'stop':
      return added(stop('DANGER', 30_000))
    case 'goal': {
      const fact = goalNow(played, at, act.side)
      return fact && added({ at, kind: 'fact', fact }, stop('GOAL', quietMs / pace))
    }
    case 'cancel': {
      const goal = lastGoal(things, at)
      const fact = goal && { kind: 'cancel' as const, data: {}, seq: -1, cancels: goal.seq }
      return fact && added({ at, kind: 'fact', fact }, stop('REVIEW', quietMs / 2 / pace))
    }
    case 'postpone': {
      const later = things.map((thing): Thing => {
        if (thing.at < at) return thing
        const moved = { ...thing, at: thing.at + postponedMs }
        return moved.kind === 'stop' ? { ...moved, until: moved.until + postponedMs } : moved
      })
      const postponedBy = life.postponedBy + postponedMs
      return { ...life, postponedBy, things: inOrder([...later, { at, kind: 'postponed', by: postponedBy }]) }
    }
    case 'abandon': {
      const kept = things.filter((thing) => thing.at <= at)
      const result = (certainty: 'first' | 'confirmed', after: number): Thing => ({
        ...{ at: at + after, kind: 'result', certainty, isWrong: false },
      })
      const end: Thing = { at, kind: 'state', state: 'abandoned' }
      return { ...life, things: inOrder([...kept, end, result('first', 0), result('confirmed', 120_000 / pace)]) }
    }
  }
}

/** A match as people handled it; what cannot be done is left out. */
export function handledLife(fixture: Fixture, life: Life, acts: readonly HandAct[]): Life {
  const planned = fixture.startsAt * 1_000
  return acts.reduce((now, act) => afterAct({ fixture, planned, life: now }, act) ?? now, life)
}

export function mayHandle(fixture: Fixture, life: Life, acts: readonly HandAct[], act: HandAct): boolean {
  const planned = fixture.startsAt * 1_000
  return afterAct({ fixture, planned, life: handledLife(fixture, life, acts) }, act) !== null
}
