import type { Numbered, Side } from '../facts.ts'

/** Home first. */
export type Pair = readonly [home: number, away: number]

export const nothing: Pair = [0, 0]

export const added = ([home, away]: Pair, side: Side, count = 1): Pair =>
  side === 1 ? [home + count, away] : [home, away + count]

export const sumOf = (pairs: readonly Pair[]): Pair =>
  pairs.reduce(([home, away], pair): Pair => [home + pair[0], away + pair[1]], nothing)

export const of = ([home, away]: Pair, side: Side): number => (side === 1 ? home : away)

export const otherSide = (side: Side): Side => (side === 1 ? 2 : 1)

/**
 * The facts that stand, in the order of play, in whatever order they came. A bare cancel takes one away, and a cancel
 * of that cancel gives it back. A fact that cancels another corrects it: it stands in its place, and what it corrected
 * never comes back.
 */
export function standingFacts<Fact extends { kind: string }>(facts: readonly Numbered<Fact>[]): Fact[] {
  const bySeq = new Map<number, Numbered<Fact>>()
  for (const fact of facts) if (!bySeq.has(fact.seq)) bySeq.set(fact.seq, fact)
  const inOrder = [...bySeq.values()].sort((one, other) => one.seq - other.seq)
  const cancelled = new Set<number>()
  for (const { kind, seq, cancels } of inOrder.toReversed())
    if (cancels !== undefined && cancels < seq && !(kind === 'cancel' && cancelled.has(seq))) cancelled.add(cancels)
  const places = new Map<number, number>()
  for (const { kind, seq, cancels } of inOrder) {
    const corrected = cancels !== undefined && cancels < seq ? bySeq.get(cancels) : undefined
    const isCorrection = kind !== 'cancel' && corrected !== undefined && corrected.kind !== 'cancel'
    places.set(seq, isCorrection ? (places.get(corrected.seq) ?? seq) : seq)
  }
  const isFact = (fact: Numbered<Fact>): fact is Fact & { seq: number } => fact.kind !== 'cancel'
  return inOrder
    .filter(isFact)
    .filter(({ seq }) => !cancelled.has(seq))
    .sort((one, other) => (places.get(one.seq) ?? 0) - (places.get(other.seq) ?? 0) || one.seq - other.seq)
}

/** A kind that this sport does not have can only be a fault: to pass over it would settle bets on half of a match. */
export function unknownFact(fact: never): never {
  throw new Error(`an unknown fact: ${JSON.stringify(fact)}`)
}

/** Which periods are over, and which one is played: what is told between two of them belongs to the one before. */
export type Clock<Period extends string> = { running: Period; ended: ReadonlySet<Period>; isFinished: boolean }

export function clockAfter<Period extends string>(
  clock: Clock<Period>,
  fact:
    | { kind: 'begin'; data: { period: Period } }
    | { kind: 'end'; data: { period: Period } }
    | { kind: 'finish'; data: object },
): Clock<Period> {
  if (fact.kind === 'begin') return { ...clock, running: fact.data.period }
  if (fact.kind === 'end') return { ...clock, ended: new Set([...clock.ended, fact.data.period]) }
  return { ...clock, isFinished: true }
}
