import { use } from 'react'
import { NonceContext } from '../i18n/messages-context.ts'

const held = 'text/held'
const nowhere = 'not all'

/**
 * The page is whole without its scripts, so they are asked for after its first picture: on a slow line they would
 * share the line with styles, letters and the largest picture, and run before these are painted. From then on they go
 * before the pictures further down. A browser does not load what is meant for no medium, and does not run a script of
 * a type that it does not know.
 */
export const holdScripts = (html: string) =>
  html
    .replaceAll('<link rel="modulepreload" ', `<link rel="modulepreload" media="${nowhere}" `)
    .replace(/<link rel="preload" as="fetch" (?=[^>]*data-messages)/, (link) => `${link}media="${nowhere}" `)
    .replace(/(<script(?: nonce="[^"]*")?) type="module" async="">/, `$1 type="${held}">`)

/** A page in the background paints nothing: it starts by the clock. */
const start = `{const start=()=>{const held=document.querySelector('script[type="${held}"]');if(!held)return;for(const link of document.querySelectorAll('link[media="${nowhere}"]'))link.removeAttribute('media');const script=document.createElement('script');script.type='module';script.nonce=held.nonce;script.text=held.text;held.replaceWith(script)};new PerformanceObserver(start).observe({type:'paint',buffered:true});setTimeout(start,2000)}`

/** Stands behind the scripts that it starts. */
export function LateStart() {
  const nonce = use(NonceContext)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, covered by the page's content policy.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: start }} />
}
