import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useTopic } from '../../session/stream-topics.ts'

/** Movements that come together are shown together, and a busy table elsewhere does not keep this page busy. */
const gatherMs = 300
const leastMs = 5000

/** Loads the page anew after money moved. What stands on it already does not jump: only lines are added. */
export function useFreshStatement(version: number | undefined) {
  const { revalidate } = useRevalidator()
  const shown = useRef(version)
  const since = useRef(0)
  const loadedAt = useRef(0)
  useTopic('cashier', () => void revalidate())
  useEffect(() => {
    if (version === undefined || version === shown.current) return
    const now = Date.now()
    since.current ||= now
    const dueAt = Math.max(since.current + gatherMs, loadedAt.current + leastMs)
    const timer = setTimeout(() => {
      since.current = 0
      // A page that nobody sees looks for itself when it is seen again.
      if (document.hidden) return
      shown.current = version
      loadedAt.current = Date.now()
      revalidate()
    }, dueAt - now)
    return () => clearTimeout(timer)
  }, [version, revalidate])
}
