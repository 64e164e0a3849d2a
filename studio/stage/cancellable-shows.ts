/** Waits, and never comes back where a newer show has begun. */
export type Until = (step: Promise<void>) => Promise<void>

const overtaken = new Error('a newer show has begun')

/** A recorded round can be skipped or begun again in the middle: the show that was running then ends where it stands. */
export function createCancellableShows(): (show: (until: Until) => Promise<void>) => Promise<void> {
  let current = 0
  return async (show) => {
    current += 1
    const own = current
    try {
      await show(async (step) => {
        await step
        if (own !== current) throw overtaken
      })
    } catch (error) {
      if (error !== overtaken) throw error
    }
  }
}
