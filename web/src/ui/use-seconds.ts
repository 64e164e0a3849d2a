import { useEffect, useState } from 'react'

const secondsTo = (until: number) => Math.max(0, Math.ceil((until - performance.now()) / 1000))

/** Counts down to zero. It compares times, so a tab that slept is right when it wakes. */
export function useSeconds(first = 0): { left: number; restart: (seconds: number) => void } {
  const [until, setUntil] = useState<number>()
  const [left, setLeft] = useState(first)
  useEffect(() => setUntil(performance.now() + first * 1000), [first])
  useEffect(() => {
    if (until === undefined) return
    const tick = () => setLeft(secondsTo(until))
    tick()
    const timer = setInterval(() => {
      tick()
      if (secondsTo(until) === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [until])
  return { left, restart: (seconds) => setUntil(performance.now() + seconds * 1000) }
}

/** `41` → `0:41`. */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`
