import type { Consent } from './consent.ts'
import type { Page, SiteConfig } from './content.ts'
import type { Call } from './contract.ts'
import type { Locale } from './locales.ts'
import type { AccountInfo } from './methods/account.ts'
import type { Outside } from './outside.ts'
import type { Seo } from './seo.ts'

export type Messages = { [key: string]: string | Messages }
export type Theme = 'dark' | 'light' | 'auto'
/** Refusals that end everything: the page is replaced. */
export type Fatal = 'maintenance' | 'forbidden' | 'userBlock'
export const fatalStatus: Record<Fatal, number> = { maintenance: 503, forbidden: 403, userBlock: 403 }
export type NamedLocale = Locale & { name: string }

/** What the server hands to one page request, before any loader runs. */
export type Boot = {
  /** The API, in process, as this visitor. */
  call: Call
  page: (slug: string) => Promise<Page | null>
  seo: (path: string) => Promise<Seo>
  /** Where a content redirect leads from this path, if anywhere. */
  redirect: (path: string) => string | null
  locale: string
  defaultLocale: string
  locales: NamedLocale[]
  messages: Messages
  messagesHash: string
  config: SiteConfig
  account: AccountInfo | null
  fatal: Fatal | null
  theme: Theme
  /** How this browser wants prices written; null when nothing was chosen. */
  odds: string | null
  /** What this browser agreed to. */
  consent: Consent
  /** What of others may be on this page. */
  outside: Outside | null
  buildId: string
  origin: string
  /** Outside parties are stand-ins of ours. */
  isSandbox: boolean
  /** Whose rules hold for this house. */
  jurisdiction: 'default' | 'uk'
  /** Stand-ins for outside parties, open to strangers: every page says so. */
  isSandboxPublic: boolean
  nonce: string | undefined
  /** A fault while the page was made: the server logs it under the request's id. */
  report: (fault: unknown) => void
}

/** The web's only face to the server. */
export type Render = (request: Request, basename: string, boot: Boot) => Promise<Response>
