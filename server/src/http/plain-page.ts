import { randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'
import { generalHeaders } from './headers.ts'

/** Text for a page, also of a stranger. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

type Page = {
  config: Pick<Config, 'isSecure'>
  lang?: string
  title: string
  /** Markup: whatever is not ours in it went through `escaped`. */
  body: string
  script?: string
  /** Forms that may be sent: to our own origin only. */
  hasForm?: boolean
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:0 auto;padding:2rem 1rem;overflow-wrap:anywhere}
h1{font-size:1.4rem}form{margin:1rem 0}label{display:block;margin:.75rem 0}label.check{display:flex;gap:.5rem;align-items:center}
input:not([type=checkbox]){display:block;width:100%;box-sizing:border-box;font:inherit;padding:.6rem;border:1px solid #888;border-radius:.5rem}
button,a.button{font:inherit;padding:.7rem 1rem;border:1px solid #888;border-radius:.5rem;cursor:pointer;min-height:2.75rem}
ul{list-style:none;padding:0}li{margin:.5rem 0}li button{width:100%;text-align:left}small{opacity:.75}a{color:inherit}
code{overflow-wrap:anywhere}fieldset{border:1px solid #8886;border-radius:.5rem;margin:1rem 0}`

/** A page that stands beside the site: no bundle, nothing from elsewhere, and scripts only with this answer's nonce. */
export function plainPage({ config, lang = 'en', title, body, script, hasForm = false }: Page) {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(script ? [`script-src 'nonce-${nonce}'`] : []),
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    headers: {
      ...generalHeaders(config),
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      // Its own address may hold a code. Without any referrer a form would come from nowhere.
      'referrer-policy': hasForm ? 'same-origin' : 'no-referrer',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    },
    html: `<!doctype html><html lang="${escaped(lang)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escaped(title)}</title><style nonce="${nonce}">${style}</style></head><body><main><h1>${escaped(title)}</h1>
${body}</main>${script ? `<script nonce="${nonce}">${script}</script>` : ''}</body></html>`,
  }
}
