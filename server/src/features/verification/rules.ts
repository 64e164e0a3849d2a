/** What the platform makes of the provider's notices. */

export type CheckState = 'created' | 'pending' | 'approved' | 'retry' | 'rejected'

export type Notice = {
  applicantId: string
  externalUserId: string | null
  /** The action that was checked, when it was not the person. */
  actionId: string | null
  type: string
  review: { answer: string; rejectType: string | null; labels: readonly string[] } | null
  /** By the provider's own clock. */
  eventAtMs: bigint
}

const plainStates = new Map<string, CheckState>([
  ['applicantCreated', 'created'],
  // Taken back by the provider: everything has to be shown anew.
  ['applicantReset', 'created'],
  ['applicantPending', 'pending'],
  ['applicantOnHold', 'pending'],
  ['applicantActionPending', 'pending'],
  ['applicantActionOnHold', 'pending'],
])

const reviews = new Set(['applicantReviewed', 'applicantActionReviewed'])

/** The state a notice speaks of; null where it speaks of something else. */
export function stateOf({ type, review }: Pick<Notice, 'type' | 'review'>): CheckState | null {
  if (!reviews.has(type)) return plainStates.get(type) ?? null
  if (review?.answer === 'GREEN') return 'approved'
  if (review?.answer !== 'RED') return null
  return review.rejectType === 'RETRY' ? 'retry' : 'rejected'
}

/** Of two that were said in the same millisecond the later step counts, and a no more than a yes. */
const rank: Record<CheckState, number> = { created: 0, pending: 1, approved: 2, retry: 3, rejected: 4 }

type DatedState = { state: CheckState; eventAtMs: bigint }

/** An older word never undoes a newer one, in whatever order they arrive. */
export const isNewer = (said: DatedState, known: DatedState): boolean =>
  said.eventAtMs === known.eventAtMs ? rank[said.state] > rank[known.state] : said.eventAtMs > known.eventAtMs

/** What the account shows. While a player is checked again, what was known holds. */
export function showing(state: CheckState, isVerified: boolean): { isOnVerification: boolean; isVerified: boolean } {
  if (state === 'pending') return { isOnVerification: true, isVerified }
  return { isOnVerification: false, isVerified: state === 'approved' }
}

/** What has to be in the profile before a provider can compare it with documents. */
export function missingIdentityFields(profile: {
  firstName: string
  lastName: string
  birthDate: string | null
}): string[] {
  return [
    ...(profile.firstName === '' ? ['first_name'] : []),
    ...(profile.lastName === '' ? ['last_name'] : []),
    ...(profile.birthDate === null ? ['birth_date'] : []),
  ]
}
