import { type Chat, chatOf, chatSources, safeScript } from './chat.ts'
import type { Consent } from './consent.ts'
import type { SiteConfig } from './content.ts'

/** What of others may be on one page, for one visitor; null where nothing is and nothing has to be asked. */
export type Outside = {
  chat: Chat | null
  /** Outside counting or checking is on: the visitor agreed. */
  isTracked: boolean
  /** There is something to agree to, and the visitor was not asked yet. */
  asksTracking: boolean
  /** The script of the fraud check. */
  seon: string | null
}

const googleTag = /^(G|GT|AW|GTM)-[A-Z0-9]{4,20}$/

export type AnalyticScript = { src: string; google: string | null }

/** What `analytic` of the content may have: `google_tag` with its number, `scripts` with addresses of others. */
export function analyticScripts(analytic: Record<string, unknown>): AnalyticScript[] {
  const { google_tag: tag, scripts } = analytic
  const others = (Array.isArray(scripts) ? scripts : []).flatMap((address: unknown) => {
    const url = typeof address === 'string' ? safeScript(address) : null
    return url ? [{ src: url.href, google: null }] : []
  })
  if (typeof tag !== 'string' || !googleTag.test(tag)) return others
  const file = tag.startsWith('GTM-') ? 'gtm.js' : 'gtag/js'
  return [{ src: `https://www.googletagmanager.com/${file}?id=${tag}`, google: tag }, ...others]
}

const googleHosts = [
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://*.googletagmanager.com',
]

/** What counting scripts may speak to. */
export function analyticSources(analytic: Record<string, unknown>): string[] {
  const scripts = analyticScripts(analytic)
  const origins = scripts.map(({ src }) => new URL(src).origin)
  return [...new Set([...origins, ...(scripts.some(({ google }) => google) ? googleHosts : [])])]
}

export const seonHosts = ['https://*.seondf.com', 'https://*.seondnsresolve.com', 'https://*.getdeviceinf.com']

type Told = { config: Pick<SiteConfig, 'site' | 'support'>; standIn: string | null; consent: Consent }

/** For a page that may have code of others at all. */
export function outsideOf({ config: { site, support }, standIn, consent }: Told): Outside | null {
  const seon = site.isSeonEnabled ? (safeScript(site.seonScript)?.href ?? null) : null
  const canTrack = seon !== null || analyticScripts(site.analytic).length > 0
  const isTracked = canTrack && consent.tracking === true
  const asksTracking = canTrack && consent.tracking === null
  const chat = consent.chat ? chatOf(support, standIn) : null
  if (!chat && !isTracked && !asksTracking) return null
  return { chat, isTracked, asksTracking, seon: isTracked ? seon : null }
}

/** The origins that a page with this may load from and speak to. */
export const outsideSources = ({ chat, isTracked, seon }: Outside, analytic: Record<string, unknown>): string[] => [
  ...(chat ? chatSources(chat) : []),
  ...(isTracked ? analyticSources(analytic) : []),
  ...(seon ? [new URL(seon).origin, ...seonHosts] : []),
]

/** Whether a document that was loaded with one of them may go on with the other: its policy and its code are part by part the same. */
export const isSameOutside = (one: Outside | null, other: Outside | null): boolean => partsOf(one) === partsOf(other)

const partsOf = (outside: Outside | null) =>
  JSON.stringify([outside?.chat ?? null, outside?.isTracked ?? false, outside?.seon ?? null])
