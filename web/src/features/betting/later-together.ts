import { drawSoon } from './draw-soon.ts'

const stepMs = 500
const waiting = new Map<number, Set<() => void>>()

/** Draws together what is due at about the same time: many prices move at once, and each wants its arrow away. */
export function laterTogether(draw: () => void, ms: number): () => void {
  const step = Math.ceil((Date.now() + ms) / stepMs)
  const known = waiting.get(step)
  const due = known ?? new Set()
  due.add(draw)
  if (!known) {
    waiting.set(step, due)
    setTimeout(
      () => {
        waiting.delete(step)
        for (const each of due) drawSoon(each)
      },
      step * stepMs - Date.now(),
    )
  }
  return () => due.delete(draw)
}

const ticking = new Set<() => void>()
let ticker: ReturnType<typeof setInterval> | undefined

/** One clock for all matches of a page. */
export function everySecond(tick: () => void): () => void {
  ticking.add(tick)
  ticker ??= setInterval(() => {
    for (const each of ticking) each()
  }, 1_000)
  return () => {
    ticking.delete(tick)
    if (ticking.size > 0) return
    clearInterval(ticker)
    ticker = undefined
  }
}
