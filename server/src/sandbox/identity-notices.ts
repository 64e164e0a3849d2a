export type CheckOutcome = 'approve' | 'reject' | 'retry'

type NoticeSubject = { applicantId: string; externalUserId: string; level: string; actionId: string | null }

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

const bodyOf = ({ applicantId, externalUserId, level, actionId }: NoticeSubject) => ({
  applicantId,
  externalUserId,
  levelName: level,
  sandboxMode: true,
  ...(actionId !== null && { externalApplicantActionId: actionId }),
  createdAtMs: stamp(),
})

export const pendingNotice = (about: NoticeSubject) => ({
  ...bodyOf(about),
  type: about.actionId === null ? 'applicantPending' : 'applicantActionPending',
  reviewStatus: 'pending',
})

export const reviewNotice = (about: NoticeSubject, outcome: CheckOutcome, labels: readonly string[]) => ({
  ...bodyOf(about),
  type: about.actionId === null ? 'applicantReviewed' : 'applicantActionReviewed',
  reviewStatus: 'completed',
  reviewResult: { ...results[outcome], ...(outcome !== 'approve' && { rejectLabels: labels }) },
})
