import type { Sport } from '../facts.ts'

/** Why a stake came back; a closed list. */
export const voidReasons = [
  'ABANDONED',
  'POSTPONED',
  'CANCELLED',
  'WALKOVER',
  'RETIRED',
  'NOT_PLAYED',
  'FORMAT',
  'VENUE',
  'NON_RUNNER',
  'LATE_BET',
  'PRICE_ERROR',
  'FEED_ERROR',
  'DUPLICATE_EVENT',
  'OPERATOR',
] as const
export type VoidReason = (typeof voidReasons)[number]

/** Hours that an event may take; where it is null it stands as long as its tournament lasts. */
export type VoidRules = { toStart: number | null; toFinish: number | null; isVenueDecisive: boolean }

/** A version is pinned on each bet, and stays here while an open bet names it. */
export const voidRules = {
  'football/1': { toStart: 48, toFinish: 48, isVenueDecisive: true },
  'tennis/1': { toStart: null, toFinish: null, isVenueDecisive: false },
  'basketball/1': { toStart: 48, toFinish: 24, isVenueDecisive: true },
  'hockey/1': { toStart: 48, toFinish: 24, isVenueDecisive: true },
  'shooter/1': { toStart: 48, toFinish: 24, isVenueDecisive: false },
} as const satisfies Record<`${Sport}/${number}`, VoidRules>
export type RulesVersion = keyof typeof voidRules

/** What happened to an event, with hours since its first planned start, or since play was broken off. */
export type EventFate =
  | { kind: 'cancelled' | 'venue_changed' | 'format_changed' }
  | { kind: 'not_started' | 'not_finished'; hours: number; isTournamentOver: boolean }

/** Why a market is void; null where it stands, or is still waited for. What play has decided stands. */
export function voidReasonOf(
  version: RulesVersion,
  fate: EventFate,
  market: { isCount: boolean; isDecided: boolean },
): VoidReason | null {
  const { toStart, toFinish, isVenueDecisive } = voidRules[version]
  const isTooLate = (hours: number, isTournamentOver: boolean, allowed: number | null) =>
    allowed === null ? isTournamentOver : hours > allowed
  switch (fate.kind) {
    case 'cancelled':
      return 'CANCELLED'
    case 'venue_changed':
      return isVenueDecisive ? 'VENUE' : null
    case 'format_changed':
      return market.isCount && !market.isDecided ? 'FORMAT' : null
    case 'not_started':
      return isTooLate(fate.hours, fate.isTournamentOver, toStart) ? 'POSTPONED' : null
    case 'not_finished':
      return !market.isDecided && isTooLate(fate.hours, fate.isTournamentOver, toFinish) ? 'ABANDONED' : null
  }
}

/** Times are of one clock, in milliseconds. A market without live cover takes no bet from the true start on. */
export const isLateBet = (takenAt: number, trueStart: number): boolean => takenAt >= trueStart

/** Twice the fair price or more, or the prices of two sides exchanged; afterwards the bet stands. */
export const isPriceError = (
  prices: { taken: number; fair: number; areSidesExchanged: boolean },
  time: { hasStarted: boolean; hoursSinceTaken: number },
): boolean =>
  !time.hasStarted && time.hoursSinceTaken <= 24 && (prices.areSidesExchanged || prices.taken >= 2 * prices.fair)

/** In the player's favour always; against it within three days of the first settlement. */
export const mayCorrect = (difference: bigint, hoursSinceSettled: number): boolean =>
  difference > 0n || hoursSinceSettled <= 72
