import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../context.ts'
import type { Listener } from '../../db/listener.ts'
import type { Log } from '../../log.ts'
import type { BookMemory, BookNews, EventHead } from '../../ports/sports-book.ts'
import { isLive } from './card-rules.ts'
import { candidatesOf, frameOf } from './frames.ts'
import { openShelf } from './memory-book.ts'
import { changeChannel } from './producer-store.ts'
import { openReader } from './read-book.ts'

type Options = { sql: Db; listener: Listener; log: Log }

/** However many notices come: changes are asked for no more often, and no more than half of the time: a feed has work too. */
const pauseMs = { least: 20, most: 100 }
const retryMs = 1_000
/** What comes into the seven days by the clock alone, and what leaves. */
const turnMs = 60_000
const listedMs = 1_000

export type FollowedBook = ReturnType<typeof followBook>

/**
 * The book in the memory of this node: filled in the background, then followed by the numbers of the changes. A notice
 * only says that there is something to ask for, so one that was missed costs nothing but the wait for the next.
 */
export function followBook({ sql, listener, log }: Options) {
  const shelf = openShelf()
  const followers = new Set<BookNews>()
  let listed: { heads: readonly EventHead[]; atMs: number } | null = null
  let isTurnDue = false

  const reader = openReader(sql, shelf, {
    onChange(change) {
      listed = null
      for (const { onChange } of followers) onChange(change)
    },
    onReset() {
      listed = null
      for (const { onReset } of followers) onReset()
    },
    isOver: () => loop.isOver(),
  })
  const loop = openLoop(async () => {
    await reader.catchUp()
    if (!isTurnDue) return
    isTurnDue = false
    listed = null
    await reader.turn()
  }, log)

  const timer = setInterval(() => {
    isTurnDue = true
    loop.want()
  }, turnMs)
  timer.unref()
  const unlisten = listener.listen(changeChannel, { onNotice: loop.want, onConnect: loop.want })

  const memory: BookMemory = {
    seq: reader.seq,
    floor: reader.floor,
    size: shelf.size,
    follow(news) {
      followers.add(news)
      return () => followers.delete(news)
    },
    frameSince(topic, since, among) {
      return frameOf(topic, since, candidatesOf(shelf, topic, among), {
        nowMs: Date.now(),
        producers: reader.producers(),
      })
    },
  }

  return {
    memory,
    shelf,
    isFilled: reader.isFilled,
    listed(nowMs: number): readonly EventHead[] {
      if (!listed || nowMs - listed.atMs > listedMs) listed = { heads: listedOf(shelf, nowMs), atMs: nowMs }
      return listed.heads
    },
    async close(): Promise<void> {
      clearInterval(timer)
      await (await unlisten)()
      await loop.close()
    },
  }
}

/** Does its work whenever that is wanted, once at a time; what is wanted meanwhile is one more time. */
function openLoop(work: () => Promise<void>, log: Log) {
  const ending = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal, ref: false }).catch(() => {})
  const isOver = () => ending.signal.aborted
  let isWanted = false
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    while (isWanted && !isOver()) {
      isWanted = false
      try {
        const begunMs = performance.now()
        await work()
        await pause(Math.min(Math.max(performance.now() - begunMs, pauseMs.least), pauseMs.most))
      } catch (error) {
        if (isOver()) return
        log.warn({ fault: error instanceof Error ? error.name : typeof error }, 'the book could not be followed')
        isWanted = true
        await pause(retryMs)
      }
    }
    running = null
  }

  return {
    isOver,
    want(): void {
      isWanted = true
      running ??= run()
    },
    async close(): Promise<void> {
      ending.abort()
      await running
    },
  }
}

const hourMs = 3_600_000

/** Live first, then by start. */
function listedOf({ events }: Pick<ReturnType<typeof openShelf>, 'events'>, nowMs: number): EventHead[] {
  const isComing = ({ state, startsMs }: EventHead) =>
    ['planned', 'open', 'postponed'].includes(state) && startsMs > nowMs - hourMs && startsMs < nowMs + 7 * 24 * hourMs
  return [...events.values()]
    .map(({ head }) => head)
    .filter((head) => isLive(head) || isComing(head))
    .sort(
      (one, other) => Number(isLive(other)) - Number(isLive(one)) || one.startsMs - other.startsMs || one.id - other.id,
    )
}
