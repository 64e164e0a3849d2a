import type { Activity } from '@croupier/contract/methods/account-control'
import { Refusal } from '@croupier/contract/refusals'
import { useEffect, useSyncExternalStore } from 'react'
import { call } from '../api.ts'
import { useShell } from '../shell.ts'
import { isSignedOut, useSignOut } from './sign-out.ts'

/** Time and result of the player's day, as last heard. */
export type ActivityState = { uid: number; activity: Activity; receivedAt: number }

let known: ActivityState | null = null
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function hear(uid: number, activity: Activity) {
  known = { uid, activity, receivedAt: Date.now() }
  for (const tell of listeners) tell()
}

/** Null on the server and until the page listens: then the loader's answer stands as it came. */
export function useKnownActivity(): ActivityState | null {
  const { account } = useShell()
  const heard = useSyncExternalStore(
    subscribe,
    () => known,
    () => null,
  )
  return heard && heard.uid === account?.uid ? heard : null
}

/** What to show: the browser's own answer, which knows the time zone, else the one that came with the page. */
export function useActivity(): Activity | null {
  const { session } = useShell()
  return useKnownActivity()?.activity ?? session?.activity ?? null
}

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** A zone that the server does not know counts as UTC. */
async function ask(): Promise<Activity> {
  try {
    return await call('account.getActivity', { time_zone: zone() })
  } catch (error) {
    if (!Refusal.is(error) || error.reason !== 'TIME_ZONE_UNKNOWN') throw error
    return call('account.getActivity', { time_zone: 'UTC' })
  }
}

async function askAnew(uid: number): Promise<Activity> {
  const activity = await ask()
  hear(uid, activity)
  return activity
}

/** Asks anew. Null when it failed: the clock goes on from the last answer. */
export const refreshActivity = (uid: number): Promise<Activity | null> => askAnew(uid).catch(() => null)

const everyMs = 60_000

/** After the first paint, then every minute while the page can be seen. */
export function useActivityRefresh(uid: number) {
  const { session } = useShell()
  const signOut = useSignOut()
  const loaded = session?.activity
  useEffect(() => {
    if (loaded && known?.uid !== uid) hear(uid, loaded)
  }, [loaded, uid])
  useEffect(() => {
    // A session that ran out says nothing by itself; this is the first to notice.
    const refresh = () => {
      if (!document.hidden) askAnew(uid).catch((error) => isSignedOut(error) && signOut.signedOut('ended'))
    }
    const onSeen = () => {
      if (known?.uid !== uid || Date.now() - known.receivedAt >= everyMs) refresh()
    }
    refresh()
    const timer = setInterval(refresh, everyMs)
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onSeen)
    }
  }, [uid, signOut])
}

/** The next interval counts from now; the next answer of the server says so exactly. */
export function realityAnswered(uid: number) {
  if (known?.uid !== uid) return
  const { activity, receivedAt } = known
  const now = Date.parse(activity.now) + Math.max(0, Date.now() - receivedAt)
  const minutes = activity.reality_check_minutes
  const next = minutes ? new Date(now + minutes * 60_000).toISOString() : null
  known = { ...known, activity: { ...activity, reality_check_at: next } }
  for (const tell of listeners) tell()
}
