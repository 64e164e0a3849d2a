import { useEffect, useEffectEvent } from 'react'

/**
 * Runs a look at the clock each second and whenever the page is seen again.
 * Background pages tick seldom and sleeping ones not at all, so a look must compare moments, never count ticks.
 */
export function useEverySecond(look: () => void, isOn: boolean) {
  const run = useEffectEvent(look)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => run(), 1000)
    const onSeen = () => run()
    document.addEventListener('visibilitychange', onSeen)
    window.addEventListener('focus', onSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onSeen)
      window.removeEventListener('focus', onSeen)
    }
  }, [isOn])
}
