import { standingFacts } from '../records/standing.ts'

/** The facts that a model looks at: those that the record of the match has, in the same order. */
export const factsThatStand = standingFacts
