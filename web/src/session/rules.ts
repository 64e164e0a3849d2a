/** The session around a page, decided without a clock of its own. Moments are milliseconds unless a name says seconds. */

export type Idle =
  /** Nothing to say until then. */
  { state: 'active'; waitMs: number } | { state: 'warning'; leftSeconds: number } | { state: 'over' }

const warnAt = 0.8

/** How long the player has done nothing, measured between two moments: a computer that slept in between is not fooled. */
export function idleAt(now: number, lastActive: number, limitSeconds: number): Idle {
  const limitMs = limitSeconds * 1000
  const idleMs = Math.max(0, now - lastActive)
  if (idleMs >= limitMs) return { state: 'over' }
  const waitMs = limitMs * warnAt - idleMs
  if (waitMs > 0) return { state: 'active', waitMs }
  return { state: 'warning', leftSeconds: Math.ceil((limitMs - idleMs) / 1000) }
}

/** What is left of the countdown, from 1 to 0. */
export const countdownShare = (leftSeconds: number, limitSeconds: number): number =>
  limitSeconds > 0 ? Math.min(1, Math.max(0, leftSeconds / (limitSeconds - limitSeconds * warnAt))) : 0

const spokenSeconds = [10, 30, 60] as const

/** Screen readers hear the countdown three times, not every second. The nearest moment wins when several went by. */
export const spokenAt = (before: number, left: number): number | null =>
  spokenSeconds.find((moment) => left <= moment && before > moment) ?? null

/** `42:10`, and `1:02:10` from an hour on. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/** An answer of the server and when the browser got it: the browser's own clock may be wrong, its pace is not. */
type Heard = { now: string; receivedAt: number }

export const serverNow = ({ now: said, receivedAt }: Heard, now: number): number =>
  Date.parse(said) + Math.max(0, now - receivedAt)

/** How far the time until the next reality check has run, from 0 to 1; 0 when the check is off. */
export function realityShare(at: string | null, minutes: number | null, now: number): number {
  if (at === null || !minutes) return 0
  return Math.min(1, Math.max(0, 1 - (Date.parse(at) - now) / (minutes * 60_000)))
}

export const isRealityDue = (at: string | null, now: number): boolean => at !== null && now >= Date.parse(at)

/** Idle seconds after which a page asks whether help is wanted; 0 is never. */
export function helpSecondsAt(path: string, { cashier, profile }: { cashier: number; profile: number }): number {
  if (/^\/cashier(\/|$)/.test(path)) return cashier
  return /^\/profile(\/|$)/.test(path) ? profile : 0
}
