import { reportedPath } from '@croupier/contract/client-reports'
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

/** The random name of a browser; anything else is no name. */
export const readVisitId = (value: unknown): string =>
  typeof value === 'string' && /^[\w-]{16,64}$/.test(value) ? value : ''

export const readHit = (query: Raw): Hit => ({
  visit: readVisitId(query.visit),
  referer: plainWord(query.referer, 1000),
  trackId: plainWord(query.track_id, 300),
  seonSession: plainWord(query.seon_session, 4000),
  isLate: query.late === '1',
})

export const readParams = (params: Raw): Record<string, string> =>
  Object.fromEntries(
    trackingNames.flatMap((name) => {
      const text = plainWord(params[name], name === 'seon_session' ? 20_000 : 300)
      return text === '' ? [] : [[name, text]]
    }),
  )

/** A path is kept without what names a thing of a player, whichever browser told it. */
export const keptParams = ({ event_params: params }: { event_params: Raw }): Raw =>
  typeof params.path === 'string' ? { ...params, path: reportedPath(params.path) } : params
