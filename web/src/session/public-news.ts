import { useEffect, useEffectEvent } from 'react'
import { useShell } from '../shell.ts'

/** What every open page may see move. The house says it at most every two seconds. */
type PublicEvent = 'jackpots' | 'winners'

const listeners: Record<PublicEvent, Set<(data: unknown) => void>> = { jackpots: new Set(), winners: new Set() }
const events: readonly PublicEvent[] = ['jackpots', 'winners']

/** A stream that is open anyway passes it on. */
export function passOn(stream: EventSource): void {
  for (const event of events) stream.addEventListener(event, ({ data }) => tell(event, data))
}

function tell(event: PublicEvent, text: string) {
  try {
    const data: unknown = JSON.parse(text)
    for (const listener of listeners[event]) listener(data)
  } catch {
    // What cannot be read is not shown; the next one comes soon.
  }
}

/** A guest's page has no stream of its own: there is one while something on it moves. */
let guest: EventSource | null = null

function lookAfterGuest(isGuest: boolean) {
  const isWanted = isGuest && !document.hidden && events.some((event) => listeners[event].size > 0)
  if (isWanted && !guest) {
    guest = new EventSource('/stream')
    passOn(guest)
  }
  if (!isWanted && guest) {
    guest.close()
    guest = null
  }
}

export function usePublicNews(event: PublicEvent, listener: (data: unknown) => void): void {
  const heard = useEffectEvent(listener)
  const isGuest = useShell().account === null
  useEffect(() => {
    const hear = (data: unknown) => heard(data)
    const look = () => lookAfterGuest(isGuest)
    listeners[event].add(hear)
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      listeners[event].delete(hear)
      document.removeEventListener('visibilitychange', look)
      look()
    }
  }, [event, isGuest])
}
