import { createHash } from 'node:crypto'
import { type GameNote, hello } from '@croupier/contract/game-notes'
import type { Config } from '../config.ts'
import { generalHeaders } from './headers.ts'
import { escaped } from './plain-page.ts'

export type FrameWish = Extract<GameNote, { type: 'wish' }>['wish']

type FramePage = {
  locale: string
  header: string
  description: string
  button: string
  /** Where the button leads when the page stands alone; in a frame it only says its wish. */
  href: string
  wish: FrameWish
  /** What the page around it is told at once. */
  note: GameNote
  /** The origin of that page: no other page is told anything. */
  home: string
}

const style = `:root{color-scheme:dark;background:#0b1210;color:#e9efec}
body{margin:0;min-height:100dvh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif}
main{max-width:26rem;padding:1.5rem;text-align:center}h1{font-size:1.25rem;line-height:1.3;margin:0 0 .5rem}
p{margin:0 0 1.5rem;color:#a9b5b0;overflow-wrap:anywhere}
a{display:inline-block;min-height:2.75rem;line-height:2.75rem;padding:0 1.25rem;border-radius:.75rem;background:#e9efec;color:#0b1210;
text-decoration:none;font-weight:600}a:focus-visible{outline:3px solid #e9efec;outline-offset:3px}`

const script = `
const { note, wish, home } = JSON.parse(document.getElementById('note').textContent)
if (window.parent !== window) {
  const { port1, port2 } = new MessageChannel()
  window.parent.postMessage({ type: '${hello}' }, home, [port2])
  port1.postMessage(note)
  document.querySelector('a').addEventListener('click', (event) => {
    event.preventDefault()
    port1.postMessage({ type: 'wish', wish })
  })
}
`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const [styleHash, scriptHash] = [hashOf(style), hashOf(script)]

const embedded = (value: unknown) => JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, asCode)
const asCode = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

type Sources = { scripts: readonly string[]; styles: readonly string[]; isGame: boolean }

/**
 * Whatever runs in a frame has no origin of its own, so it reaches no cookie and no storage of the site; only pages of
 * ours may show it. `'self'` still means this site: it is read from the address, not from the origin.
 */
const frameHeaders = (config: Pick<Config, 'isSecure'>, { scripts, styles, isGame }: Sources) => ({
  ...generalHeaders(config),
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${scripts.join(' ')}`,
    `style-src ${styles.join(' ')}`,
    ...(isGame ? ["img-src 'self' data:", "font-src 'self'", "connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
})

export const gameHeaders = (config: Pick<Config, 'isSecure'>) =>
  frameHeaders(config, { scripts: ["'self'"], styles: ["'self'", "'unsafe-inline'"], isGame: true })

/** A few words in the place of a game. */
export function framePage(config: Pick<Config, 'isSecure'>, page: FramePage) {
  const { locale, header, description, button, href, note, wish, home } = page
  return {
    headers: frameHeaders(config, { scripts: [scriptHash], styles: [styleHash], isGame: false }),
    html: `<!doctype html><html lang="${escaped(locale)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escaped(header)}</title><style>${style}</style></head><body><main><h1>${escaped(header)}</h1>
<p>${escaped(description)}</p><a href="${escaped(href)}">${escaped(button)}</a></main>
<script type="application/json" id="note">${embedded({ note, wish, home })}</script><script>${script}</script></body></html>`,
  }
}
