import { useEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'

const waitMs = 150
const stayMs = 300

/** CSS keeps it invisible for the first 150 ms. */
export function Skeleton({ shape = 'line', className }: { shape?: 'line' | 'tile' | 'block'; className?: string }) {
  return <span className={cx('skeleton', shape !== 'block' && `skeleton-${shape}`, className)} aria-hidden="true" />
}

/** True while a skeleton should be seen: not for a short wait, and then never for a blink only. */
export function useSkeleton(loading: boolean): boolean {
  const [seen, setSeen] = useState(false)
  const since = useRef(0)
  useEffect(() => {
    if (loading === seen) return
    const delayMs = loading ? waitMs : Math.max(0, since.current + stayMs - performance.now())
    const timer = setTimeout(() => {
      since.current = performance.now()
      setSeen(loading)
    }, delayMs)
    return () => clearTimeout(timer)
  }, [loading, seen])
  return seen
}
