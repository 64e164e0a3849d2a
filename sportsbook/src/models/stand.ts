import type { Numbered } from '../facts.ts'

type Cancel = { kind: 'cancel'; data: Record<string, never> }
const isCancel = (fact: { kind: string }): fact is Cancel => fact.kind === 'cancel'

/** The facts that were not taken back, in their order. */
export function factsThatStand<Fact extends { kind: string }>(facts: readonly Numbered<Fact>[]): Fact[] {
  const cancelled = new Set(facts.flatMap(({ cancels }) => (cancels === undefined ? [] : [cancels])))
  const standing: Fact[] = []
  for (const fact of facts) if (!cancelled.has(fact.seq) && !isCancel(fact)) standing.push(fact)
  return standing
}
