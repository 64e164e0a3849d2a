import type { Output } from '@croupier/contract/contract'
import type { Sport } from '@croupier/sportsbook/facts'

export type SportRules = Output<'sports.getRules'>

/** Sports whose rules have words of their own. */
export const ruledSports = ['football', 'tennis', 'basketball', 'hockey', 'shooter'] as const satisfies readonly Sport[]

export const isRuled = (sport: string): sport is Sport => ruledSports.some((each) => each === sport)

/** `95%`, `94.5%`. */
export const shareText = (points: number): string => `${points / 100}%`

export type VoidLine =
  | 'start'
  | 'startOpen'
  | 'finish'
  | 'finishOpen'
  | 'venue'
  | 'venueStands'
  | 'format'
  | 'cancelled'

/** What a version says about stakes that come back, line by line. */
export function voidLines(rules: SportRules): { line: VoidLine; hours: number }[] {
  const { hours_to_start: start, hours_to_finish: finish, is_venue_decisive: isVenueDecisive } = rules
  return [
    { line: 'cancelled', hours: 0 },
    start === null ? { line: 'startOpen', hours: 0 } : { line: 'start', hours: start },
    finish === null ? { line: 'finishOpen', hours: 0 } : { line: 'finish', hours: finish },
    { line: isVenueDecisive ? 'venue' : 'venueStands', hours: 0 },
    { line: 'format', hours: 0 },
  ]
}

const mostPeriods = 6

/** Sixty-five games of a match are not listed one by one. */
export const shownPeriods = (periods: readonly string[]): { shown: readonly string[]; more: number } =>
  periods.length <= mostPeriods
    ? { shown: periods, more: 0 }
    : { shown: periods.slice(0, mostPeriods - 1), more: periods.length - mostPeriods + 1 }
