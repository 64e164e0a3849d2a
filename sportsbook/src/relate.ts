import { doMeet, type Slip } from './slip.ts'

/** What ties a pick to others: its event, and keys of the feed such as a cup that the match is played in. */
export type Ties = { event: string; related: readonly string[] }

const areTied = (one: Ties, other: Ties) =>
  one.event === other.event || one.related.some((key) => other.related.includes(key))

export type RelatedPair = { places: readonly [number, number]; isSameEvent: boolean }

/** Picks that decide each other and meet in a combination. Those of one event may become a builder instead. */
export function relatedPairs(slip: Slip, picks: readonly Ties[]): RelatedPair[] {
  return picks.flatMap((one, at) =>
    picks.slice(at + 1).flatMap((other, step): RelatedPair[] => {
      const place = at + 1 + step
      if (!areTied(one, other) || !doMeet(slip, at, place)) return []
      return [{ places: [at, place], isSameEvent: one.event === other.event }]
    }),
  )
}
