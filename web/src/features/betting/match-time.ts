import type { MatchClock } from '@croupier/contract/sports'

/** Seconds of play at a moment: the clock goes on by itself from the last word about it. */
export function secondsAt({ seconds, at, speed, is_running }: MatchClock, now: number): number {
  if (!is_running) return seconds
  const passed = Math.max(0, now - Date.parse(at)) / 1000
  return Math.floor(seconds + passed * speed)
}

/** Where the regular time of a football period ends, in minutes: beyond it is stoppage. */
const footballEnds: Readonly<Record<string, number>> = { h1: 45, h2: 90, et1: 105, et2: 120 }

/** No referee adds more: the producer has fallen silent, and how far the match is this page cannot know. */
const mostAdded = 20

/** `63′`, in stoppage `45+2′`, and `90+′` where the clock alone went on. */
export function minuteText(period: string, seconds: number): string {
  const minute = Math.floor(seconds / 60) + 1
  const end = footballEnds[period]
  if (end === undefined || minute <= end) return `${minute}′`
  return minute - end > mostAdded ? `${end}+′` : `${end}+${minute - end}′`
}

/** `5:33`. */
export const secondsText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
