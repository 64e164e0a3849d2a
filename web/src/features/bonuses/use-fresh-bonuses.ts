import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useBalances } from '../../session/balance.ts'
import { useTopic } from '../../session/stream-topics.ts'

/** A busy game in another window does not keep this page busy. */
const leastMs = 3_000

/** Loads the page anew when a bonus changed, and, while one is open, after stakes that may have counted. */
export function useFreshBonuses(isOneOpen: boolean) {
  const { revalidate } = useRevalidator()
  const version = useBalances()?.balance_version
  const shown = useRef(version)
  const loadedAt = useRef(0)
  useTopic('bonuses', () => void revalidate())
  // What came before this page listened, or while the line was down.
  useTopic('hello', () => void revalidate())
  useEffect(() => {
    if (!isOneOpen || version === undefined || version === shown.current) return
    const timer = setTimeout(
      () => {
        shown.current = version
        loadedAt.current = Date.now()
        if (!document.hidden) revalidate()
      },
      Math.max(300, loadedAt.current + leastMs - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [version, isOneOpen, revalidate])
}
