/** For tests: the shortest of several runs. A busy machine makes times longer, never shorter. */
export async function bestTime(work: () => unknown, tries = 5): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < tries; run += 1) {
    const from = performance.now()
    await work()
    times.push(performance.now() - from)
  }
  return Math.min(...times)
}
