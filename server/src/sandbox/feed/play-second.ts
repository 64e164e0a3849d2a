import type { Life } from '@croupier/sportsbook/world/life'

/** Seconds of play at so many milliseconds from the moment for which a match was planned: what stood still is left out. */
export function playSecond({ pauses, postponedBy, pace, hurry }: Life, at: number): number {
  const passed = hurry && at > hurry.from ? hurry.from + (at - hurry.from) * hurry.by : at
  return pauses.reduce(
    (second, { after, seconds }) => (second > after ? Math.max(after, second - seconds) : second),
    ((passed - postponedBy) * pace) / 1_000,
  )
}

/** How many times faster than life a match is played then. */
export const paceAt = ({ pace, hurry }: Life, at: number): number =>
  hurry && at >= hurry.from ? pace * hurry.by : pace

/** The moment of a second of play, in a match that never stood still. */
export function playMoment({ postponedBy, pace, hurry }: Life, second: number): number {
  const at = postponedBy + Math.round((second * 1_000) / pace)
  return hurry && at > hurry.from ? hurry.from + (at - hurry.from) / hurry.by : at
}
