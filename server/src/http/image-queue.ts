export class Busy extends Error {}

/** Runs at most `size` tasks at once; beyond `maxWaiting` waiting ones it throws Busy. */
export function taskQueue(size: number, maxWaiting: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running < size) running += 1
    else if (waiting.length >= maxWaiting) throw new Busy('too many pictures at once')
    else await new Promise<void>((start) => waiting.push(start))
    try {
      return await task()
    } finally {
      // The place goes straight to the next in line, so no request slips in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
