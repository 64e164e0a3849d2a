import { areJointChances } from '@croupier/sportsbook/builder'
import { jointAnswer } from '@croupier/sportsbook/feed'
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

/** Asks producers as `docs/sports-feed.md` says. */
export function openProducers({ keys, addressOf, log, patienceMs = 300 }: Options): SportsProducers {
  return {
    async joint(producer, question) {
      const [address, secret] = [addressOf(producer), keys.get(producer)?.current]
      if (address === undefined || secret === undefined) return 'NO_ANSWER'
      const [timestamp, body] = [String(Date.now()), JSON.stringify(question)]
      try {
        const answer = await fetch(`${address}/joint`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-producer': producer,
            'x-timestamp': timestamp,
            'x-signature': signCall(secret, { timestamp, body }),
          },
          body,
          redirect: 'error',
          signal: AbortSignal.timeout(patienceMs),
        })
        if (!answer.ok) {
          await answer.body?.cancel()
          return refusals[answer.status] ?? 'NO_ANSWER'
        }
        const said = jointAnswer.parse(await answer.json())
        if (areJointChances(said.chances, question.parts.length)) return said
        log.warn({ producer }, 'chances of a builder that cannot be')
      } catch (error) {
        log.warn({ producer, reason: error instanceof Error ? error.name : 'unknown' }, 'no answer about a builder')
      }
      return 'NO_ANSWER'
    },
  }
}
