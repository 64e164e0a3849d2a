/** Social sign-in happens in a window of its own, which tells the page how it ended. Both sides use these words. */

/** Pages of our own origin listen here. */
export const socialChannel = 'croupier-auth'

/** The name of the window, by which it knows that it may close itself. */
export const socialWindow = 'croupier-social'

export const socialOutcomes = ['signedIn', 'incomplete', 'proven', 'twoFactor', 'excluded', 'refused'] as const
export type SocialOutcome = (typeof socialOutcomes)[number]

export const socialReasons = [
  /** The person said no at the service. */
  'CANCELLED',
  /** Too late, used before, or never begun here. */
  'STATE_INVALID',
  /** Begun in another browser. */
  'BROWSER_CHANGED',
  /** Begun with another service. */
  'SERVICE_CHANGED',
  /** What the service answered does not prove who this is. */
  'ANSWER_INVALID',
  'PROVIDER_AWAY',
  /** Of a player who is signed in and proves it once more: the service knows somebody else. */
  'OTHER_ACCOUNT',
  'TOO_MANY_REQUESTS',
  'UNAVAILABLE',
  'USER_BANNED',
  'USER_DELETED',
  'SELF_EXCLUDED',
  'RETURN_NEEDED',
  'RETURN_WAITS',
] as const
export type SocialReason = (typeof socialReasons)[number]

export type SocialEnd = {
  outcome: SocialOutcome
  reason?: SocialReason
  /** An account was opened by it. */
  isNew?: true
  /** What `auth.login` would have said in `error_data`: the method and resend time of two-factor, the end of an exclusion. */
  data?: Record<string, unknown>
}

/** What came over the channel; null when it is none of ours. By hand, because the browser reads it and carries no schema library. */
export function readSocialEnd(message: unknown): SocialEnd | null {
  if (typeof message !== 'object' || message === null) return null
  const said: Record<string, unknown> = { ...message }
  const outcome = socialOutcomes.find((known) => known === said.outcome)
  const reason = socialReasons.find((known) => known === said.reason)
  if (!outcome || (said.reason !== undefined && !reason)) return null
  const { data } = said
  if (data !== undefined && (typeof data !== 'object' || data === null)) return null
  const isNew = said.isNew === true
  return { outcome, ...(reason && { reason }), ...(isNew && { isNew }), ...(data && { data: { ...data } }) }
}
