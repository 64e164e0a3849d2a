import type { ClientStep } from '@croupier/contract/loyalty'
import { useEffect, useEffectEvent, useRef } from 'react'
import { call } from '../api.ts'
import { useShell } from '../shell.ts'

/** Tells the house of something that a quest may ask for. Only for players who have the club; a report that fails is lost. */
export function useStepReport(): (step: ClientStep, params?: Record<string, string>) => void {
  const { account, features } = useShell()
  const isHeard = account !== null && !account.is_payout_only && features.loyalty && !features.isClubHidden
  return (event_name, event_params = {}) => {
    if (isHeard) void call('events.handle', { event_name, event_params }).catch(() => undefined)
  }
}

/** For the end of an article: once it has come into view the article was open to its end. */
export function useReadToEnd(slug: string) {
  const end = useRef<HTMLDivElement>(null)
  const report = useStepReport()
  const read = useEffectEvent(() => report('article_read', { slug }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another article is read anew.
  useEffect(() => {
    if (!end.current) return
    const watcher = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      watcher.disconnect()
      read()
    })
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [slug])
  return end
}
