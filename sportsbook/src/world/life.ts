import type { FootballFact, Numbered, Side, SportFacts } from '../facts.ts'
import { billion, byMoment, type Draws, happens, other, ppb, type Told } from '../models/chain.ts'
import type { Fixture } from './calendar.ts'
import type { WorldChance } from './chance.ts'
import { type AnyFact, playMatch } from './play.ts'

type Cause = 'DANGER' | 'GOAL' | 'REVIEW'
/** What a feed says of a match, in milliseconds from the moment for which it was planned. */
export type Thing = { at: number } & (
  | { kind: 'state'; state: 'live' | 'interrupted' | 'abandoned' | 'ended' }
  /** Put off to another moment before it began. */
  | { kind: 'postponed'; by: number }
  /** Betting stops, and may go on then if no other stop lasts longer. */
  | { kind: 'stop'; cause: Cause; until: number }
  | { kind: 'fact'; fact: Numbered<AnyFact> }
  /** `isWrong`: the word is taken back later. */
  | { kind: 'result'; certainty: 'first' | 'confirmed'; isWrong: boolean }
  | { kind: 'rollback' }
)
/** Where the clock of play stands still, in seconds of play. */
export type Pause = { after: number; seconds: number }
export type Life = {
  things: readonly Thing[]
  postponedBy: number
  pauses: readonly Pause[]
  pace: number
  /** From this moment on, in milliseconds as `at`, a person lets it be played so many times faster. */
  hurry?: { from: number; by: number }
}

/** Something that is told in seconds of play; `fix` names an earlier one, by its key, that it cancels. */
type Line = { at: number; key: string; fix?: string } & (
  | { what: 'fact'; fact: AnyFact | { kind: 'cancel'; data: Record<string, never> } }
  | { what: 'stop'; cause: Cause; until: number }
)

const between = (draws: Draws, least: number, most: number) => least + draws.below(most - least + 1)

const falseDanger = ppb(0.12)
const reviewed = ppb(4 / 96)
const wrongCorner = ppb(1 / 200)
const quietSeconds = 40

/** A goal is seen coming, told, and followed by a pause of betting. */
function aroundGoal(at: number, key: string, from: number, draws: Draws): Line[] {
  const seen = Math.max(from, at - between(draws, 5, 10))
  return [
    { at: seen, key: `${key}d`, what: 'stop', cause: 'DANGER', until: at },
    { at, key: `${key}g`, what: 'stop', cause: 'GOAL', until: at + quietSeconds },
  ]
}

/** What is taken back is taken back before the whistle of its half. */
function review(at: number, key: string, isCancelled: boolean, before: number, draws: Draws): Line[] {
  const until = Math.min(before - 1, at + between(draws, 60, 120))
  const stop: Line = { at, key: `${key}r`, what: 'stop', cause: 'REVIEW', until: until + quietSeconds / 2 }
  if (!isCancelled) return [stop]
  return [stop, { at: until, key: `${key}c`, fix: key, what: 'fact', fact: { kind: 'cancel', data: {} } }]
}

type Span = { from: number; to: number; first: number }

/** Minutes in which the ball is in play: the moments of two halves and the number of their first minute. */
function spansOf(told: readonly Told<AnyFact>[]): Span[] {
  const spans: Span[] = []
  for (const { at, fact } of told) {
    if (fact.kind === 'begin' && 'period' in fact.data) {
      const first = { h1: 1, h2: 46, et1: 91, et2: 106 }[String(fact.data.period)]
      spans.push({ from: at, to: Number.POSITIVE_INFINITY, first: first ?? 0 })
    }
    const last = spans.at(-1)
    if (fact.kind === 'end' && last) last.to = at
  }
  return spans
}

/**
 * Goals that were none: they were never in the chain, come by a chance of their own in every minute of the two halves,
 * and so tell nothing of what comes.
 */
function phantoms({ model }: Fixture, spans: readonly Span[], draws: Draws): Line[] {
  if (model.sport !== 'football') return []
  const { home, away } = model.params
  const chance = ppb(((home + away) / 90) * (4 / 96))
  return spans
    .filter(({ first }) => first === 1 || first === 46)
    .flatMap(({ from, to, first }) =>
      Array.from({ length: 45 }, (_, place) => place).flatMap((place): Line[] => {
        if (!happens(draws, chance)) return []
        const at = from + place * 60 + draws.below(60)
        const side: Side = draws.below(ppb(home) + ppb(away)) < ppb(home) ? 1 : 2
        const key = `phantom${first + place}`
        const fact: FootballFact = { kind: 'goal', data: { side, minute: first + place, how: 'play' } }
        return [
          { at, key, what: 'fact', fact },
          ...aroundGoal(at, key, from, draws),
          ...review(at, key, true, to, draws),
        ]
      }),
    )
}

function falseDangers(spans: readonly Span[], draws: Draws): Line[] {
  return spans.flatMap(({ from, to }, place) =>
    Array.from({ length: Math.max(0, Math.floor((to - from) / 60)) }, (_, minute) => minute).flatMap(
      (minute): Line[] => {
        if (!happens(draws, falseDanger)) return []
        const at = from + minute * 60 + draws.below(60)
        const key = `false${place}-${minute}`
        return [{ at, key, what: 'stop', cause: 'DANGER', until: at + between(draws, 8, 15) }]
      },
    ),
  )
}

/** One real fact: what is told of it, before and after. */
function linesOf({ at, fact }: Told<AnyFact>, place: number, spans: readonly Span[], draws: Draws): Line[] {
  const key = `f${place}`
  const line: Line = { at, key, what: 'fact', fact }
  const span = spans.findLast(({ from }) => from <= at)
  if (fact.kind === 'goal') {
    const again = happens(draws, reviewed) ? review(at, key, false, Number.POSITIVE_INFINITY, draws) : []
    return [line, ...aroundGoal(at, key, span?.from ?? 0, draws), ...again]
  }
  if (fact.kind === 'corner' && happens(draws, wrongCorner)) {
    const wrong = { ...fact, data: { ...fact.data, side: other(fact.data.side) } }
    return [
      { ...line, fact: wrong },
      {
        at: Math.min((span?.to ?? at) - 1, at + between(draws, 60, 300)),
        key: `${key}x`,
        fix: key,
        what: 'fact',
        fact,
      },
    ]
  }
  return [line]
}

/** Facts get their numbers in the order in which they are told. */
function numbered(lines: readonly Line[], whenMs: (second: number) => number): Thing[] {
  const seqs = new Map<string, number>()
  let seq = 0
  return lines.map((line): Thing => {
    const at = whenMs(line.at)
    if (line.what === 'stop') return { at, kind: 'stop', cause: line.cause, until: whenMs(line.until) }
    seq += 1
    seqs.set(line.key, seq)
    const cancels = line.fix === undefined ? undefined : seqs.get(line.fix)
    return { at, kind: 'fact', fact: cancels === undefined ? { ...line.fact, seq } : { ...line.fact, seq, cancels } }
  })
}

type Fate = { postponedBy: number; pause: Pause | null; abandonedAt: number | null }

/** What can become of a football match; who wins goes on in a cup, so there all are finished. */
function fateOf({ sport, isKnockout, pace }: Fixture, played: number, draws: Draws): Fate {
  const fate: Fate = { postponedBy: 0, pause: null, abandonedAt: null }
  if (sport !== 'football') return fate
  const [stops, ends, moves] = [
    happens(draws, ppb(1 / 150)),
    happens(draws, ppb(1 / 400)),
    happens(draws, ppb(1 / 300)),
  ]
  const moment = draws.below(Math.max(1, Math.floor(played)))
  const minutes = between(draws, 5, 40)
  if (stops) fate.pause = { after: moment, seconds: minutes * 60 }
  if (isKnockout) return fate
  if (ends) fate.abandonedAt = moment
  if (moves && pace === 1) fate.postponedBy = 86_400_000
  return fate
}

/** The word about the result: at once, and confirmed two minutes later; one in a hundred is wrong at first. */
function resultsAt(end: number, pace: number, draws: Draws): Thing[] {
  const minutes = (count: number) => (count * 60_000) / pace
  const isWrong = happens(draws, billion / 100)
  const first: Thing = { at: end, kind: 'result', certainty: 'first', isWrong }
  if (!isWrong) return [first, { at: end + minutes(2), kind: 'result', certainty: 'confirmed', isWrong: false }]
  const back = end + minutes(between(draws, 2, 10))
  return [
    first,
    { at: back, kind: 'rollback' },
    { at: back, kind: 'result', certainty: 'first', isWrong: false },
    { at: back + minutes(2), kind: 'result', certainty: 'confirmed', isWrong: false },
  ]
}

const hasDanger = (sport: keyof SportFacts) => sport === 'football' || sport === 'hockey'

/** How a match looks from outside: a pure function of its seed. */
export function lifeOf(chance: WorldChance, fixture: Fixture): Life {
  const draws = chance(`life:${fixture.ref}`)
  const told = playMatch(chance, fixture)
  const length = told.at(-1)?.at ?? 0
  const { postponedBy, pause, abandonedAt } = fateOf(fixture, length, draws)
  const { pace } = fixture
  const pauses = pause ? [pause] : []
  const whenMs = (second: number) => {
    const stood = pauses.reduce((sum, { after, seconds }) => (second > after ? sum + seconds : sum), 0)
    return postponedBy + Math.round(((second + stood) * 1_000) / pace)
  }
  const spans = hasDanger(fixture.sport) ? spansOf(told) : []
  const lines = byMoment([
    ...told.flatMap((each, place) => linesOf(each, place, spans, draws)),
    ...falseDangers(spans, draws),
    ...phantoms(fixture, spans, draws),
  ])
  // What a review or a correction says after the whistle is said before it.
  const last = (line: Line) => (line.at > length ? { ...line, at: length } : line)
  const isFinish = (line: Line) => line.what === 'fact' && line.fact.kind === 'finish'
  const inTime = byMoment(lines.map(last))
  const ordered = [...inTime.filter((line) => !isFinish(line)), ...inTime.filter(isFinish)]
  const shown = abandonedAt === null ? ordered : ordered.filter(({ at }) => at <= abandonedAt)
  const things: Thing[] = [{ at: postponedBy, kind: 'state', state: 'live' }, ...numbered(shown, whenMs)]
  if (postponedBy > 0) things.push({ at: -between(draws, 60, 600) * 60_000, kind: 'postponed', by: postponedBy })
  if (pause && (abandonedAt === null || pause.after < abandonedAt)) {
    things.push({ at: whenMs(pause.after), kind: 'state', state: 'interrupted' })
    things.push({ at: whenMs(pause.after) + (pause.seconds * 1_000) / pace, kind: 'state', state: 'live' })
  }
  const end = whenMs(abandonedAt ?? length)
  things.push({ at: end, kind: 'state', state: abandonedAt === null ? 'ended' : 'abandoned' })
  return { things: byMoment([...things, ...resultsAt(end, pace, draws)]), postponedBy, pauses, pace }
}
