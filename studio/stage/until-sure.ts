import { Refusal } from '@croupier/contract/refusals'

/** Our own no is final. A broken line, a full or a closing server say nothing about what happened to the call. */
export const isSure = (error: unknown): boolean => Refusal.is(error) && error.status < 500 && error.status !== 429

const firstMs = 500
const mostMs = 15_000

export const pauseMs = (tries: number): number => Math.min(mostMs, firstMs * 2 ** (tries - 1))

type Means = {
  /** Resolves after so long, or as soon as the line is back. */
  rest: (ms: number) => Promise<void>
  /** Said once when it becomes unsure, and once when it is sure again. */
  onUnsure: (isUnsure: boolean) => void
}

/**
 * Asks until there is an answer. A call that names its round and its step may be asked any number of times: the
 * platform does it once.
 */
export async function untilSure<T>(ask: () => Promise<T>, { rest, onUnsure }: Means): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await ask()
      if (tries > 1) onUnsure(false)
      return answer
    } catch (error) {
      if (isSure(error)) {
        if (tries > 1) onUnsure(false)
        throw error
      }
      if (tries === 1) onUnsure(true)
      await rest(pauseMs(tries))
    }
  }
}
