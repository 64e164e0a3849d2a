import { setTimeout as sleep } from 'node:timers/promises'
import { signNotice } from '../features/verification/verification.ts'
import type { Log } from '../log.ts'

export type Outcome = 'approve' | 'reject' | 'retry'

type About = { applicantId: string; externalUserId: string; level: string; actionId: string | null }

/** Pauses between tries; a provider does not give up at the first closed door. */
const pausesMs = [0, 250, 1_000, 4_000, 15_000]
const patienceMs = 5_000

let last = 0

/** As the provider writes it. Never the same twice, so that notices have an order. */
function stamp(): string {
  last = Math.max(last + 1, Date.now())
  return new Date(last).toISOString().replace('T', ' ').replace('Z', '')
}

const results = {
  approve: { reviewAnswer: 'GREEN' },
  reject: { reviewAnswer: 'RED', reviewRejectType: 'FINAL' },
  retry: { reviewAnswer: 'RED', reviewRejectType: 'RETRY' },
} as const

const bodyOf = ({ applicantId, externalUserId, level, actionId }: About) => ({
  applicantId,
  externalUserId,
  levelName: level,
  sandboxMode: true,
  ...(actionId !== null && { externalApplicantActionId: actionId }),
  createdAtMs: stamp(),
})

export const pendingNotice = (about: About) => ({
  ...bodyOf(about),
  type: about.actionId === null ? 'applicantPending' : 'applicantActionPending',
  reviewStatus: 'pending',
})

export const reviewNotice = (about: About, outcome: Outcome, labels: readonly string[]) => ({
  ...bodyOf(about),
  type: about.actionId === null ? 'applicantReviewed' : 'applicantActionReviewed',
  reviewStatus: 'completed',
  reviewResult: { ...results[outcome], ...(outcome !== 'approve' && { rejectLabels: labels }) },
})

/** Sends signed notices over HTTP, as a provider elsewhere would. */
export function openCourier({ url, secret, log }: { url: string; secret: string; log: Pick<Log, 'warn'> }) {
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()

  async function attempt(body: Buffer): Promise<boolean> {
    const { algorithm, digest } = signNotice(body, secret)
    const headers = {
      'content-type': 'application/json',
      'X-Payload-Digest-Alg': algorithm,
      'X-Payload-Digest': digest,
    }
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(patienceMs)])
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body: new Uint8Array(body),
        redirect: 'error',
        signal,
      })
      await answer.body?.cancel()
      return answer.ok
    } catch {
      return false
    }
  }

  async function tryOn(body: Buffer) {
    for (const pauseMs of pausesMs.slice(1)) {
      await sleep(pauseMs, undefined, { signal: closing.signal })
      if (await attempt(body)) return
    }
    log.warn('the sandbox could not deliver a notice of the identity provider')
  }

  return {
    /** True when the first try arrived; else it is tried again in the background. */
    async send(notice: object): Promise<boolean> {
      const body = Buffer.from(JSON.stringify(notice))
      if (await attempt(body)) return true
      const more = tryOn(body).catch(() => undefined)
      running.add(more)
      more.finally(() => running.delete(more))
      return false
    },
    async close() {
      closing.abort()
      await Promise.all(running)
    },
  }
}
