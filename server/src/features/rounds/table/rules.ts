import type { Flight } from '@croupier/studio/engine/game'

/** How the round of one player ends, as the mathematics of a shared game understand it. */
export type End = { at: number } | { end: true } | { back: true }

/** What a player said when the stake was made. */
export function autoOf(choices: readonly unknown[]): number | null {
  const [opening] = choices
  const isSet = typeof opening === 'object' && opening !== null && 'auto' in opening
  return isSet && typeof opening.auto === 'number' ? opening.auto : null
}

/** The touch of a player, by the database's clock. What was set in advance and passed by comes first. */
export function endByTouch(
  flight: Flight,
  { auto, point, flownMs }: { auto: number | null; point: number; flownMs: number },
): End | 'early' | 'late' {
  const height = flight.heightAt(flownMs)
  const at = auto !== null && auto <= height ? auto : height
  if (at < flight.leastHeight) return 'early'
  return at <= point ? { at } : 'late'
}

/** What was set in advance, once the flight is there; null: not yet. */
export const endInFlight = (auto: number | null, height: number): End | null =>
  auto !== null && auto <= height ? { at: auto } : null

/**
 * After the flight. What was set in advance is paid as it was set, however late we are. Whoever wanted to decide by hand
 * in a flight that ended while we could not be reached gets the stake back.
 */
export function endAfterFlight(
  { mostHeight }: Pick<Flight, 'mostHeight'>,
  { auto, point, isInterrupted }: { auto: number | null; point: number; isInterrupted: boolean },
): End {
  const at = auto ?? mostHeight
  if (at <= point) return { at }
  return isInterrupted ? { back: true } : { end: true }
}
