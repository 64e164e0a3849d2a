const backMs = 70
const rampMs = 150
const settleMs = 340

/** How one reel moves: it knows its stop only when it is told, and nothing of what it shows. */
export type ReelMotion = {
  /** The place of the strip in the upper row; it falls while the reel turns, so symbols move down. */
  at: number
  state: 'still' | 'turning' | 'landing' | 'settling'
  turnedMs: number
  landing: { stop: number; afterMs: number } | null
  settledMs: number
}

export type ReelPace = {
  rows: number
  /** Symbols that pass in a second. */
  speed: number
  /** How far a reel runs past its stop, in cells, before it springs back. */
  bounce: number
}

export const wrap = (place: number, length: number) => ((place % length) + length) % length

export const stillAt = (at: number): ReelMotion => ({ at, state: 'still', turnedMs: 0, landing: null, settledMs: 0 })

/** Nothing where it turns already. */
export function beginTurn(reel: ReelMotion) {
  if (reel.state === 'turning') return
  reel.state = 'turning'
  reel.turnedMs = 0
  reel.landing = null
}

/** Moves a reel on. `stopped`: it has reached its stop just now; `stands`: its last swing has ended just now. */
export function advance(reel: ReelMotion, pace: ReelPace, elapsedMs: number): 'stopped' | 'stands' | null {
  if (reel.state === 'turning') turn(reel, pace, elapsedMs)
  else if (reel.state === 'landing') return land(reel, pace, elapsedMs)
  else if (reel.state === 'settling') return settle(reel, pace, elapsedMs)
  return null
}

function turn(reel: ReelMotion, { rows, speed }: ReelPace, elapsedMs: number) {
  reel.turnedMs += elapsedMs
  // A short pull back, then up to full speed.
  const part = (reel.turnedMs - backMs) / rampMs
  const rate = part < 0 ? -0.14 : Math.min(1, 0.15 + part)
  reel.at -= (speed / 1000) * rate * elapsedMs
  if (!reel.landing) return
  reel.landing.afterMs -= elapsedMs
  if (reel.landing.afterMs > 0 || part < 1) return
  // The strip is far too fast to be read: it goes on a few places before its stop.
  reel.at = reel.landing.stop + rows + 1 + wrap(reel.at, 1)
  reel.state = 'landing'
}

function land(reel: ReelMotion, { speed }: ReelPace, elapsedMs: number) {
  reel.at -= (speed / 1000) * elapsedMs
  const stop = reel.landing?.stop ?? 0
  if (reel.at > stop) return null
  reel.at = stop
  reel.state = 'settling'
  reel.settledMs = 0
  return 'stopped'
}

function settle(reel: ReelMotion, { bounce }: ReelPace, elapsedMs: number) {
  const stop = reel.landing?.stop ?? 0
  reel.settledMs += elapsedMs
  const part = reel.settledMs / settleMs
  reel.at = part >= 1 ? stop : stop - bounce * Math.sin(part * Math.PI * 2.5) * Math.exp(-part * 4) * 1.6
  if (part < 1) return null
  reel.state = 'still'
  reel.landing = null
  return 'stands'
}

/** Symbols of a reel this fast are drawn blurred. */
export const isBlurred = ({ state, turnedMs }: ReelMotion) =>
  state === 'landing' || (state === 'turning' && turnedMs > backMs + rampMs * 0.6)

/** How large a cover of this row is, so long after the reel was covered: it grows from nothing, a little too far. */
export function coverScale(coverMs: number, row: number): number {
  const part = Math.min(1, Math.max(0, (coverMs - row * 90) / 260))
  return part === 0 ? 0 : part * (1 + 0.35 * Math.sin(part * Math.PI) * (1 - part))
}
