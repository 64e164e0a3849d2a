import type { LoyaltyNotice } from '@croupier/contract/methods/loyalty'
import { isGamePath, paths } from '@croupier/contract/paths'

/** When club notices may be shown and heard. Pure. */

/** So long between asking and showing, and between two. */
export const noticeGapMs = 300
/** At most so many at once; the rest comes next time. */
export const mostNotices = 3

const isUnder = (path: string, top: string) => path === top || path.startsWith(`${top}/`)

/** Never over a game, where money comes and goes, nor on the pages of identity and of limits. */
export const mayNoticeOn = (path: string): boolean =>
  !isGamePath(path) &&
  ![paths.cashier(), paths.verification(), paths.responsibleGame(), '/forms'].some((top) => isUnder(path, top))

type Ears = { isTouched: boolean; isSoundOn: boolean; isStill: boolean; path: string }

/** Only for what came in, only after a touch, only where it was asked for. */
export const isHeard = (
  { type }: Pick<LoyaltyNotice, 'type'>,
  { isTouched, isSoundOn, isStill, path }: Ears,
): boolean => type === 'credit' && isTouched && isSoundOn && !isStill && !isGamePath(path)

/** The page behind a notice. */
export function pageOfClubNotice({ trigger }: Pick<LoyaltyNotice, 'trigger'>): string {
  if (trigger === 'product') return `${paths.loyaltyShop()}#orders`
  return trigger === 'level' ? paths.loyalty() : paths.profileLoyalty()
}
