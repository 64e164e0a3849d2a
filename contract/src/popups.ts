import { isDepositPath, isGamePath } from './paths.ts'

/** Campaign popups: where one may stand and how often, as both sides run it. */

export type PopupFrequency = 'once' | 'daily' | 'weekly' | { times: number }

export type PopupRoutes = { only: readonly string[]; except: readonly string[] }

/** Words of a path as the router reads them. */
const wordsOf = (path: string): string[] =>
  (path.split(/[?#]/)[0] ?? '')
    .split('/')
    .filter(Boolean)
    .map((word) => word.toLowerCase())

/** Money under way, control over play, sign-in: whatever a campaign says, no popup stands here. */
const closedPlaces = [
  'cashier/deposit',
  'cashier/payfail',
  'cashier/paypending',
  'cashier/paysuccess',
  'cashier/paycancel',
  'cashier/paymobile',
  'cashier/paynewwindow',
  'cashier/receipt',
  'cashier/withdraw',
  'cashier/billing',
  'profile/verification',
  'profile/responsible-game',
  'responsible-game',
  'forms',
  'confirmation',
  'unsubscribe',
  '_icons',
]

const isBelow = (words: readonly string[], place: string): boolean => {
  const wanted = wordsOf(place)
  return wanted.every((word, at) => words[at] === word)
}

export const isPopupPath = (path: string): boolean =>
  !isDepositPath(path) && !isGamePath(`${path}/`) && !closedPlaces.some((place) => isBelow(wordsOf(path), place))

/** `/offers` is that page, `/offers/*` what lies below it too. */
const isAt = (path: string, rule: string): boolean => {
  const words = wordsOf(path)
  return rule.endsWith('/*') ? isBelow(words, rule.slice(0, -2)) : words.join('/') === wordsOf(rule).join('/')
}

export const fitsRoutes = (path: string, { only, except }: PopupRoutes): boolean =>
  (only.length === 0 || only.some((rule) => isAt(path, rule))) && !except.some((rule) => isAt(path, rule))

/** What was seen of it, by days: `2026-11-16`. */
export type PopupDay = { day: string; opened: number; isRefused: boolean }

/** Whether it may come once more. Who is not interested never sees it again. */
export function isPopupDue(frequency: PopupFrequency, seen: readonly PopupDay[], today: string): boolean {
  if (seen.some(({ isRefused }) => isRefused)) return false
  const shown = seen.filter(({ opened }) => opened > 0)
  if (frequency === 'once') return shown.length === 0
  if (frequency === 'daily') return shown.every(({ day }) => day < today)
  if (frequency === 'weekly') return shown.every(({ day }) => daysBetween(day, today) >= 7)
  return shown.reduce((sum, { opened }) => sum + opened, 0) < frequency.times
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000
