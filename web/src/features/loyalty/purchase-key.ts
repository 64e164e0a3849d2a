import { openIntent } from '../../forms/intent-key.ts'
import { forget, keep, kept, notes } from '../../session/browser-storage.ts'

/** Longer ago it is another wish. */
const mostMs = 10 * 60_000

type Pending = { uid: number; at: number; print: string; key: string }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** What the browser kept may be old, of another player, or written by hand. */
export function readPending(text: string | null, uid: number, nowMs: number): Pick<Pending, 'print' | 'key'> | null {
  let found: unknown = null
  try {
    found = JSON.parse(text ?? 'null')
  } catch {
    // Then nothing is pending.
  }
  if (!isRecord(found) || found.uid !== uid || typeof found.print !== 'string') return null
  const { at, key, print } = found
  if (typeof at !== 'number' || typeof key !== 'string' || !/^[\w-]{8,80}$/.test(key)) return null
  return nowMs - at < mostMs && at <= nowMs ? { print, key } : null
}

/**
 * The key of a purchase stands in the browser before the first try and until a definite answer, for all of its pages:
 * pressed again after a silence, a reload or in another tab it is the same purchase. They try one after the other.
 */
export function purchaseIntent(uid: number) {
  const keyed = openIntent({
    read: () => readPending(kept(notes.clubPurchase), uid, Date.now()),
    write: (intent) => {
      if (intent) keep(notes.clubPurchase, JSON.stringify({ uid, at: Date.now(), ...intent }))
      else forget(notes.clubPurchase)
    },
  })
  return <T>(body: object, work: (key: string) => Promise<T>): Promise<T> => {
    const run = () => keyed(body, work)
    return 'locks' in navigator ? navigator.locks.request('club-purchase', run) : run()
  }
}
