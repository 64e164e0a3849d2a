import type { Flight } from '@croupier/studio/engine/game'
import type { Leaving } from '../../../ports/rounds.ts'

/** How the round of one player ends, as the mathematics of a shared game understand it. */
export type End = { at: number } | { end: true } | { back: true }

/** What a player said when the stake was made. */
function autoOf(choices: readonly unknown[]): number | null {
  const [opening] = choices
  const isSet = typeof opening === 'object' && opening !== null && 'auto' in opening
  return isSet && typeof opening.auto === 'number' ? opening.auto : null
}

/** The touch of a player, by the database's clock. What was set in advance and passed by comes first. */
function endByTouch(
  flight: Flight,
  { auto, point, flownMs }: { auto: number | null; point: number; flownMs: number },
): End | 'early' | 'late' {
  const height = flight.heightAt(flownMs)
  const at = auto !== null && auto <= height ? auto : height
  if (at < flight.leastHeight) return 'early'
  return at <= point ? { at } : 'late'
}

/** What was set in advance, once the flight is there; null: not yet. */
const endInFlight = (auto: number | null, height: number): End | null =>
  auto !== null && auto <= height ? { at: auto } : null

/**
 * After the flight. What was set in advance is paid as it was set, however late we are. A player who
 * wanted to decide by hand in a flight that ended while we could not be reached gets the stake back.
 */
function endAfterFlight(
  { mostHeight }: Pick<Flight, 'mostHeight'>,
  { auto, point, isInterrupted }: { auto: number | null; point: number; isInterrupted: boolean },
): End {
  const at = auto ?? mostHeight
  if (at <= point) return { at }
  return isInterrupted ? { back: true } : { end: true }
}

/** How a play ends now; null: not yet. */
export function endNow(
  { flight, maths }: { flight: Flight; maths: { version: string } },
  { choices, version }: { choices: readonly unknown[]; version: string },
  leaving: Leaving,
  nowMs: number,
): End | 'early' | null {
  const auto = autoOf(choices)
  if (leaving.cause === 'height') return endInFlight(auto, leaving.height)
  if (leaving.cause === 'end') {
    const { point, isInterrupted } = leaving
    // Rules that the studio has no more cannot be played to the end.
    return version === maths.version ? endAfterFlight(flight, { auto, point, isInterrupted }) : { back: true }
  }
  const { startsMs, point } = leaving
  const end = endByTouch(flight, { auto, point, flownMs: nowMs - startsMs })
  return end === 'late' ? null : end
}
