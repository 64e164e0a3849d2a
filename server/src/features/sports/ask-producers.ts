import { areJointChances } from '@croupier/sportsbook/builder'
import { jointAnswer, proofAnswer } from '@croupier/sportsbook/feed'
import type { Log } from '../../log.ts'
import type { JointSaid, SportsProducers } from '../../ports/sports-producers.ts'
import type { Keys } from '../../secrets.ts'
import { signCall } from '../../signed-call.ts'

type Options = {
  keys: ReadonlyMap<string, Keys>
  /** Where a producer answers; nothing for one that only tells. */
  addressOf: (producer: string) => string | undefined
  log: Pick<Log, 'warn'>
  /** A player waits for the price, and the match goes on meanwhile. Tests have no machine to themselves. */
  patienceMs?: number | undefined
}

const refusals: Readonly<Record<number, JointSaid>> = { 409: 'NOT_NOW', 422: 'PART' }

/** A proof is looked at after days: it may take its time. */
const proofPatienceMs = 3_000

/** Asks producers as `docs/sports-feed.md` says. */
export function openProducers({ keys, addressOf, log, patienceMs = 300 }: Options): SportsProducers {
  /** A number is the status of a no; null: there was no answer. */
  async function ask(producer: string, path: string, question: object, waitMs: number): Promise<unknown> {
    const [address, secret] = [addressOf(producer), keys.get(producer)?.current]
    if (address === undefined || secret === undefined) return null
    const [timestamp, body] = [String(Date.now()), JSON.stringify(question)]
    try {
      const answer = await fetch(`${address}/${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-producer': producer,
          'x-timestamp': timestamp,
          'x-signature': signCall(secret, { timestamp, body }),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(waitMs),
      })
      if (answer.ok) return await answer.json()
      await answer.body?.cancel()
      return answer.status
    } catch (error) {
      log.warn({ producer, path, reason: error instanceof Error ? error.name : 'unknown' }, 'a producer gave no answer')
      return null
    }
  }

  return {
    async joint(producer, question) {
      const said = await ask(producer, 'joint', question, patienceMs)
      if (typeof said === 'number') return refusals[said] ?? 'NO_ANSWER'
      const read = jointAnswer.safeParse(said)
      if (read.success && areJointChances(read.data.chances, question.parts.length)) return read.data
      if (said !== null) log.warn({ producer }, 'chances of a builder that cannot be')
      return 'NO_ANSWER'
    },

    async proof(producer, question) {
      const said = await ask(producer, 'proof', question, proofPatienceMs)
      return proofAnswer.safeParse(said).data ?? null
    },
  }
}
