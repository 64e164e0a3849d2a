import { useEffect, useState, useSyncExternalStore } from 'react'

type Store<State> = { now: () => State; subscribe: (listener: () => void) => () => void }

const never = () => () => undefined

/**
 * What a store says. React draws its own external stores before anything else; here who changes the store says how
 * urgent that is: what follows from a press is told in a transition, and drawn after the press has been answered.
 */
export function useStoreLater<State extends object>({ now, subscribe }: Store<State>, atFirst: State): State {
  // As on the server until the page has come to life. Where that is what the store says, nothing is drawn again.
  const isAlive = useSyncExternalStore(
    never,
    () => true,
    () => now() === atFirst,
  )
  const [seen, see] = useState(now)
  useEffect(() => {
    const look = () => see(now())
    // It may have changed since it was drawn.
    look()
    return subscribe(look)
  }, [now, subscribe])
  return isAlive ? seen : atFirst
}
