/**
 * Looks every so often, never twice at once; a look may answer after how long the next one is due. What is under way
 * when it is closed is finished.
 */
export function lookAgain(everyMs: number, look: () => Promise<unknown>) {
  let looking: Promise<void> | null = null
  let isOver = false
  let timer = setTimeout(run, everyMs).unref()

  function run() {
    let waitMs = everyMs
    const looked = async () => {
      const answer = await look()
      if (typeof answer === 'number') waitMs = answer
    }
    looking = looked().finally(() => {
      looking = null
      if (!isOver) timer = setTimeout(run, waitMs).unref()
    })
  }

  return {
    async close(): Promise<void> {
      isOver = true
      clearTimeout(timer)
      await looking
    },
  }
}
