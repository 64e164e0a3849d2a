import type { Config } from '../config.ts'

type Headers = Record<string, string>

type Page = {
  config: Pick<Config, 'isSecure'>
  /** Either a nonce for this one answer or hashes of the inline scripts of a stored page. */
  scripts: PageScripts
  /** Origins that may frame this page beside our own; null forbids every frame. */
  framedBy: readonly string[] | null
  /** Origins beside our own that this page may frame and post forms to: the payment gateway's. */
  partners?: readonly string[]
  /** Origins that this page may frame and nothing else: where games of other providers are. */
  frames?: readonly string[]
  /** Origins of what the visitor agreed to: the chat, counting. Never on money, passwords and games. */
  outside?: readonly string[]
}

export type PageScripts = { nonce: string; hasSnippets?: boolean } | { hashes: readonly string[] }

/** On every answer of the site. */
export const generalHeaders = ({ isSecure }: Pick<Config, 'isSecure'>): Headers => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  ...(isSecure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

const policy = (rules: Record<string, readonly string[]>) =>
  Object.entries(rules)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')

/** A snippet that came with a nonce may load its own helpers; a page without one runs only what is named. */
function scriptSources(scripts: PageScripts) {
  if ('hashes' in scripts) return ["'self'", ...scripts.hashes.map((hash) => `'${hash}'`)]
  return ["'self'", `'nonce-${scripts.nonce}'`, ...(scripts.hasSnippets ? ["'strict-dynamic'"] : [])]
}

export const pageHeaders = ({
  config,
  scripts,
  framedBy,
  partners = [],
  frames = [],
  outside = [],
}: Page): Headers => ({
  ...generalHeaders(config),
  'content-security-policy': policy({
    'default-src': ["'self'"],
    'script-src': [...scriptSources(scripts), ...outside],
    'style-src': ["'self'", "'unsafe-inline'", ...outside],
    'img-src': ["'self'", 'data:', 'https:'],
    'font-src': ["'self'", ...outside],
    'connect-src': ["'self'", ...outside],
    'media-src': ["'self'", ...outside],
    'frame-src': ["'self'", ...partners, ...frames, ...outside],
    'frame-ancestors': framedBy ? ["'self'", ...framedBy.flatMap((url) => URL.parse(url)?.origin ?? [])] : ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", ...partners],
    'object-src': ["'none'"],
  }),
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  ...(!framedBy && { 'x-frame-options': 'DENY' }),
})

/** Answers for programs: nothing in them may ever be shown or run as a page. */
export const apiHeaders = (config: Pick<Config, 'isSecure'>): Headers => ({
  ...generalHeaders(config),
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
})
