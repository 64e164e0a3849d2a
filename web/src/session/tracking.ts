import { fitsAddress } from '@croupier/contract/fraud-session'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useShell } from '../shell.ts'
import { forget, keep, kept } from './browser-storage.ts'

/** Parameters with which partners send visitors here. */
const queryNames = ['track_id', 'show_popup_reg', 'publisher_id', 'goal_id', 'goal_entry_id', 'link_id']
const trackingKey = 'tracking'
const visitKey = 'visit'
const lateMs = 3000

/** Keeps what an address says about where its visitor came from. */
export function rememberTracking(query: URLSearchParams) {
  const found = queryNames.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : []))
  if (found.length > 0) keep(trackingKey, JSON.stringify(Object.fromEntries(found)))
}

let visit = ''

/** A random name of this visit, under which its hits and its registration are put together. It says nothing else. */
function visitId(): string {
  const known = visit || kept(visitKey)
  visit =
    known && /^[\w-]{16,64}$/.test(known)
      ? known
      : Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return visit
}

/** How this visitor came: goes along with a registration. The session of a fraud check only where content has one. */
export function origin(isSeonEnabled: boolean): Record<string, string> {
  const seon = isSeonEnabled && kept('seon_session')
  return { ...readTracking(kept(trackingKey)), visit: visitId(), ...(seon && { seon_session: seon }) }
}

/** What is stored may have been written by anybody: only known names with a text count. */
export function readTracking(text: string | null): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    const known = Object.entries(stored).filter(
      ([name, value]) => name !== 'show_popup_reg' && queryNames.includes(name) && typeof value === 'string' && value,
    )
    return Object.fromEntries(known.map(([name, value]) => [name, String(value).slice(0, 300)]))
  } catch {
    forget(trackingKey)
    return {}
  }
}

function hitQuery({ track_id = '', seon_session = '', visit = '' }: Record<string, string>, isLate: boolean) {
  const referer = document.referrer.slice(0, 1000)
  const query = new URLSearchParams({ referer, track_id, seon_session, visit })
  if (isLate) query.set('late', '1')
  return query
}

let toldSession = ''

/** A picture, so that nothing waits for it; once, with a session that is too long for an address, a body. */
export function sendHit(from: Record<string, string>, isLate: boolean) {
  const { seon_session: session = '', ...short } = from
  const isLong = !fitsAddress(session)
  if (isLong && toldSession !== session && navigator.sendBeacon('/hit', hitQuery(from, isLate))) toldSession = session
  else new Image().src = `/hit?${hitQuery(isLong ? short : from, isLate)}`
}

/** How this visit came, as an address may carry it. A session that does not fit is told under the name of the visit. */
export function addressOrigin(isSeonEnabled: boolean): Record<string, string> {
  const from = origin(isSeonEnabled)
  const { seon_session: session = '', ...short } = from
  if (fitsAddress(session)) return from
  if (toldSession !== session) sendHit(from, true)
  return short
}

const late = Promise.withResolvers<void>()

let isReported = false

/** What happens on pages is reported by code that comes when the page has long stood. */
export const loadReports = () => late.promise.then(() => import('./reports.ts'))

/** One report when the visit begins and one from those who stayed. Pictures, so that nothing waits for them. */
export function useHits() {
  const { features, consent } = useShell()
  const { pathname } = useLocation()
  const { isSeonEnabled } = features
  const mayKeep = consent.tracking === true
  useEffect(() => {
    const isFramed = window.self !== window.top
    if (isReported || isFramed) return
    isReported = true
    // From visit to visit the name is the same only for those who agreed; a yes that was taken back holds from here on.
    if (!mayKeep) forget(visitKey)
    const report = (isLate: boolean) => {
      sendHit(origin(isSeonEnabled), isLate)
      if (isLate) late.resolve()
      if (mayKeep) keep(visitKey, visit)
    }
    setTimeout(report, 0, false)
    setTimeout(report, lateMs, true)
  }, [isSeonEnabled, mayKeep])
  useEffect(() => {
    loadReports().then(
      ({ reportPage }) => reportPage(pathname),
      () => undefined,
    )
  }, [pathname])
}
