import { useEffect } from 'react'
import { refreshActivity } from '../../session/activity.ts'
import { holdReality } from '../../session/reality-hold.ts'
import { builderKeeper } from './builder-store.ts'
import { isUndecided } from './place-rules.ts'
import type { SlipView } from './slip-view.ts'

const staleQuotes = ['QUOTE_EXPIRED', 'QUOTE_INVALID', 'ODDS_CHANGED']

/** What follows elsewhere from bets that wait or were refused. */
export function FollowTries({ view: { tries, account } }: { view: SlipView }) {
  const uid = account?.uid ?? null
  const isWaiting = tries.some(isUndecided)
  const reasons = tries.flatMap(({ no }) => no?.reason ?? [])
  const isCheckDue = reasons.includes('REALITY_CHECK')
  const isStale = reasons.some((reason) => staleQuotes.includes(reason))
  // A bet is decided before its player is interrupted.
  useEffect(() => (isWaiting ? holdReality() : undefined), [isWaiting])
  useEffect(() => {
    if (isCheckDue && uid !== null) void refreshActivity(uid)
  }, [isCheckDue, uid])
  useEffect(() => {
    if (isStale) builderKeeper.renew()
  }, [isStale])
  return null
}
