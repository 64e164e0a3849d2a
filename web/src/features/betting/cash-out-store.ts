import { useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../../api.ts'
import { type CashOutNow, cashOutNow, createCashOutKeeper } from './cash-out-keeper.ts'

const keeper = createCashOutKeeper({
  ask: (ids) => call('bets.getCashouts', { ids: ids.slice(0, 40).join() }).then(({ items }) => items),
  now: () => performance.now(),
  later: (run, ms) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  isSeen: () => !document.hidden,
})

/** What was quoted before counts no more. */
export const forgetCashOut = keeper.forget

const tickMs = 500

/** The value of a bet while it is in view. One that has run out is never shown as if it were good. */
export function useCashOut(id: string, isWanted: boolean): CashOutNow {
  const known = useSyncExternalStore(
    keeper.subscribe,
    () => keeper.known(id),
    () => undefined,
  )
  const [, setTick] = useState(0)
  useEffect(() => {
    if (!isWanted) return
    const letGo = keeper.want(id)
    const timer = setInterval(() => setTick((tick) => tick + 1), tickMs)
    document.addEventListener('visibilitychange', keeper.look)
    return () => {
      letGo()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', keeper.look)
    }
  }, [id, isWanted])
  return typeof performance === 'undefined' ? { kind: 'asking' } : cashOutNow(known, performance.now())
}
