import { useEffect, useEffectEvent } from 'react'

/** A deposit or a payout of this player went on, here or elsewhere. Pages that show one look again. */
const listeners = new Set<() => void>()

export function tellCashier(): void {
  for (const tell of listeners) tell()
}

export function useCashierNews(listener: () => void): void {
  const heard = useEffectEvent(listener)
  useEffect(() => {
    const tell = () => heard()
    listeners.add(tell)
    return () => {
      listeners.delete(tell)
    }
  }, [])
}
