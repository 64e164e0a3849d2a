import { setTimeout as sleep } from 'node:timers/promises'

type Options<Item> = {
  ask: (items: Item[]) => Promise<void>
  /** Between the end of one question and the next. */
  pauseMs: number
  /** After one that failed; what it asked for is asked for again. */
  retryMs: number
}

/**
 * Gathers what is wanted: the first is asked for at once, all that come meanwhile together in the next question. There
 * is never more than one question under way, so a slow database makes questions larger, not more.
 */
export function openCoalescer<Item>({ ask, pauseMs, retryMs }: Options<Item>) {
  const wanted = new Set<Item>()
  const ending = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal, ref: false }).catch(() => {})
  let isAsking = false

  async function askAll() {
    isAsking = true
    while (wanted.size > 0 && !ending.signal.aborted) {
      const items = [...wanted]
      wanted.clear()
      const isDone = await ask(items).then(
        () => true,
        () => false,
      )
      if (!isDone) for (const item of items) wanted.add(item)
      await pause(isDone ? pauseMs : retryMs)
    }
    isAsking = false
  }

  return {
    want(items: Iterable<Item>) {
      for (const item of items) wanted.add(item)
      if (!isAsking) void askAll()
    },
    close() {
      ending.abort()
      wanted.clear()
    },
  }
}
