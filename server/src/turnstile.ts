import { Refusal } from '@croupier/contract/refusals'

type Options = {
  atOnce: number
  mostWaiting: number
  /** Of those who wait. */
  mostOfOne?: number
  retrySeconds: number
  /** Of what there is too much, for the log of whoever asked. */
  what: string
}

type Waiting = { owner: string | null; start: () => void }

/** So many pass at once, and of each owner only one; the others wait in a line, and when that is full they are turned away. */
export function openTurnstile({ atOnce, mostWaiting, mostOfOne = mostWaiting, retrySeconds, what }: Options) {
  const inside = new Set<string>()
  let waiting: Waiting[] = []
  let running = 0

  const isFree = (owner: string | null) => running < atOnce && (owner === null || !inside.has(owner))

  function enter(owner: string | null) {
    running += 1
    if (owner !== null) inside.add(owner)
  }

  function leave(owner: string | null) {
    running -= 1
    if (owner !== null) inside.delete(owner)
    const next = waiting.find((each) => isFree(each.owner))
    if (!next) return
    waiting = waiting.filter((each) => each !== next)
    // Before anybody else can come in between.
    enter(next.owner)
    next.start()
  }

  function isFull(owner: string | null): boolean {
    if (waiting.length >= mostWaiting) return true
    return owner !== null && waiting.filter((each) => each.owner === owner).length >= mostOfOne
  }

  return {
    async pass<T>(owner: string | null, work: () => Promise<T>): Promise<T> {
      if (isFree(owner)) enter(owner)
      else {
        if (isFull(owner)) throw tooMany(what, retrySeconds)
        await new Promise<void>((start) => waiting.push({ owner, start }))
      }
      try {
        return await work()
      } finally {
        leave(owner)
      }
    },
  }
}

const tooMany = (what: string, seconds: number) =>
  new Refusal('TooManyRequests', {
    message: `Too many ${what} at once, seconds to wait: ${seconds}`,
    data: { resend_time: seconds },
  })
