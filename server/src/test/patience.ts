import { setTimeout as sleep } from 'node:timers/promises'

/** A house under load may say that it cannot answer now: providers and pages ask again, and soon have their answer. */
export async function untilServed<T extends { status: number }>(
  say: () => Promise<T>,
  onBusy: () => void = () => undefined,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const answer = await say()
    if (answer.status !== 503 || tries === 20) return answer
    onBusy()
    await sleep(250)
  }
}
