import type { Operation } from '../../context.ts'
import { readProfile } from '../account/account.ts'
import { type CheckState, missingIdentityFields } from './rules.ts'
import { readChecksOf } from './store.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

/** How the check stands, for the player. A check that was handed in but not heard of yet counts as pending. */
export const getVerification: Operation<'account.getVerification'> = async ({ sql, player, content, locale }) => {
  const [{ site }, profile, applicant] = await Promise.all([
    content.config(locale),
    readProfile(sql, player.id),
    readChecksOf(sql, player.id),
  ])
  const { isVerified, isOnVerification } = player.standing
  return {
    is_enabled: site.features.verification,
    state: shownState(applicant?.state, { isVerified, isOnVerification }),
    reasons: Array.isArray(applicant?.reasons) ? applicant.reasons.filter(isText) : [],
    missing: missingIdentityFields(profile),
    updated_at: applicant?.updated_at.toISOString() ?? null,
  }
}

type Shown = CheckState | 'none'
const states: readonly Shown[] = ['created', 'pending', 'approved', 'retry', 'rejected']

/** A player may be verified without an applicant: by hand, or before this provider. */
function shownState(stored: string | undefined, account: { isVerified: boolean; isOnVerification: boolean }): Shown {
  const state = states.find((each) => each === stored) ?? 'none'
  if (account.isVerified && state !== 'pending') return 'approved'
  return state === 'created' && account.isOnVerification ? 'pending' : state
}
