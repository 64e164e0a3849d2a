import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { keep, kept, notes } from './browser-storage.ts'
import { onTabs, tellTabs } from './other-tabs.ts'

/** When the player last did something, on this page or on another one of this browser. */
let lastActive = 0

const leastMs = 1000

export function markActive(): void {
  const now = Date.now()
  if (Math.abs(now - lastActive) < leastMs) return
  lastActive = now
  keep(notes.activeAt, String(now))
  tellTabs({ kind: 'active', at: now })
}

/** Other pages may have said it while this one slept, so their note is read too. A moment that is still to come does not count. */
export function lastActiveAt(now: number): number {
  const noted = Number(kept(notes.activeAt) ?? 0)
  return Math.max(...[lastActive, noted].map((at) => (at > now + leastMs ? 0 : at)))
}

/** Keys with which one moves inside the warning: they must not put it away. */
const walking = new Set(['Tab', 'Shift', 'Enter', ' ', 'Escape', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'])

const isWarned = () => document.querySelector('[data-idle-warning]') !== null

function onKey({ key }: KeyboardEvent) {
  if (!isWarned() || !walking.has(key)) markActive()
}

function onPress({ target }: Event) {
  if (!(target instanceof Element && target.closest('[data-idle-warning]'))) markActive()
}

/** What is done inside of a frame is not heard here, but that the focus went into one is: the page loses it. */
function onBlur() {
  if (document.activeElement instanceof HTMLIFrameElement) markActive()
}

/** For a game in its frame. What ends by itself while the warning stands must not put it away. */
export function markPlayed(): void {
  if (!isWarned()) markActive()
}

// Only the page itself: a carousel scrolls without anybody's doing, and so does the page when a dialog opens.
function onScroll() {
  if (!isWarned()) markActive()
}

/** Key press, click, scroll and a change of the path; a finger or a wheel that scrolls a part of the page and a step
 * into a frame count as well. */
export function useLastActive() {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the reason to run, not an input.
  useEffect(markActive, [pathname])
  useEffect(() => {
    const passive = { passive: true }
    window.addEventListener('keydown', onKey)
    window.addEventListener('click', onPress)
    window.addEventListener('scroll', onScroll, passive)
    window.addEventListener('wheel', onPress, passive)
    window.addEventListener('touchmove', onPress, passive)
    window.addEventListener('blur', onBlur)
    const stopListening = onTabs((news) => {
      if (news.kind === 'active' && news.at <= Date.now() + leastMs) lastActive = Math.max(lastActive, news.at)
    })
    return () => {
      stopListening()
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('click', onPress)
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('wheel', onPress)
      window.removeEventListener('touchmove', onPress)
      window.removeEventListener('blur', onBlur)
    }
  }, [])
}
