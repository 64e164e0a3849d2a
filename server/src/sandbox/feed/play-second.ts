import type { Life } from '@croupier/sportsbook/world/life'

/** Seconds of play at so many milliseconds from the moment for which a match was planned: what stood still is left out. */
export const playSecond = ({ pauses, postponedBy, pace }: Life, at: number): number =>
  pauses.reduce(
    (second, { after, seconds }) => (second > after ? Math.max(after, second - seconds) : second),
    ((at - postponedBy) * pace) / 1_000,
  )
