const mostSamples = 12

/**
 * The server's clock, as near as a frame can know it. What it says is always a little old when it is heard, so the
 * newest of the last few words is the best: shown heights are never ahead of the server's.
 */
export function createClock(ownMs: () => number) {
  let samples: number[] = []
  let isOld = false
  return {
    hear(serverMs: number) {
      samples = [...(isOld ? [] : samples), serverMs - ownMs()].slice(-mostSamples)
      isOld = false
    },
    /** After a break the next word counts alone: a device may have slept. Until then the old ones are all there is. */
    breakOff() {
      isOld = true
    },
    now: () => ownMs() + (samples.length > 0 ? Math.max(...samples) : 0),
  }
}

export type Clock = ReturnType<typeof createClock>
