import { useEffect, useState, useSyncExternalStore } from 'react'

type Store<State> = { now: () => State; subscribe: (listener: () => void) => () => void }

const never = () => () => undefined

/** False on the server and until the page has come to life. */
const useIsAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/**
 * What a store says. React draws its own external stores before anything else; here who changes the store says how
 * urgent that is: what follows from a press is told in a transition, and drawn after the press has been answered.
 */
export function useStoreLater<State extends object>({ now, subscribe }: Store<State>, atFirst: State): State {
  const isAlive = useIsAlive()
  const [seen, see] = useState(now)
  useEffect(() => {
    const look = () => see(now())
    // It may have changed since it was drawn.
    look()
    return subscribe(look)
  }, [now, subscribe])
  return isAlive ? seen : atFirst
}
