import { signNotice } from '../features/verification/verification.ts'
import type { Log } from '../log.ts'
import { openWebhookSender } from './webhook-sender.ts'

export type Outcome = 'approve' | 'reject' | 'retry'

type About = { applicantId: string; externalUserId: string; level: string; actionId: string | null }

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
export const openIdentityCourier = ({ url, secret, log }: { url: string; secret: string; log: Pick<Log, 'warn'> }) =>
  openWebhookSender({
    url,
    log,
    headersOf: (body) => {
      const { algorithm, digest } = signNotice(body, secret)
      return { 'X-Payload-Digest-Alg': algorithm, 'X-Payload-Digest': digest }
    },
  })
