import { popupNames, reportedPath } from '@croupier/contract/client-reports'
import { fraudSessionMost, wholeFraudSession } from '@croupier/contract/fraud-session'
import type { Hit } from './store.ts'

/** The tracking parameters of an address, as a registration may carry them. */
const trackingNames = [
  'track_id',
  'publisher_id',
  'goal_id',
  'goal_entry_id',
  'link_id',
  'show_popup_reg',
  'seon_session',
] as const

type Raw = Readonly<Record<string, unknown>>

/** One text that the database takes, not longer than it may be. */
function plainWord(value: unknown, longest: number): string {
  if (typeof value !== 'string') return ''
  return value.slice(0, longest).toWellFormed().replaceAll('\0', '').replaceAll('\ufffd', '')
}

const readFraudSession = (value: unknown): string => plainWord(wholeFraudSession(value), fraudSessionMost)

/** The random name of a browser; anything else is no name. */
export const readVisitId = (value: unknown): string =>
  typeof value === 'string' && /^[\w-]{16,64}$/.test(value) ? value : ''

export const readHit = (query: Raw): Hit => ({
  visit: readVisitId(query.visit),
  referer: plainWord(query.referer, 1000),
  trackId: plainWord(query.track_id, 300),
  seonSession: readFraudSession(query.seon_session),
  isLate: query.late === '1',
})

export const readParams = (params: Raw): Record<string, string> =>
  Object.fromEntries(
    trackingNames.flatMap((name) => {
      const text = name === 'seon_session' ? readFraudSession(params[name]) : plainWord(params[name], 300)
      return text === '' ? [] : [[name, text]]
    }),
  )

const popups: ReadonlySet<unknown> = new Set(popupNames)

/** Where a report names one of our dialogs. */
export const isKnownPopup = ({ event_params: { dialog } }: { event_params: Raw }): boolean =>
  dialog === undefined || popups.has(dialog)

/** A path is kept without what names a thing of a player, whichever browser told it. */
export const keptParams = ({ event_params: params }: { event_params: Raw }): Raw =>
  typeof params.path === 'string' ? { ...params, path: reportedPath(params.path) } : params
