/** Looks every so often, never twice at once; what is under way when it is closed is finished. */
export function lookAgain(everyMs: number, look: () => Promise<void>) {
  let looking: Promise<void> | null = null
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = null
    })
  }, everyMs)
  timer.unref()
  return {
    async close(): Promise<void> {
      clearInterval(timer)
      await looking
    },
  }
}
