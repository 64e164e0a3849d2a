import { createHash } from 'node:crypto'
import type { CustomCode } from '@croupier/contract/content'
import type { AnalyticScript } from '@croupier/contract/outside'
import type { Log } from '../log.ts'

type UnmarkedPage = { html: string; hashes: string[] }

/**
 * Scripts that the renderer wrote carry the mark in the place of a nonce. Their hashes are what the page may run,
 * and the mark goes: such a page can be stored and compressed once. A script that came in by another way has no
 * mark, so it gets no hash.
 */
export function takeScriptMarks(html: string, mark: string): UnmarkedPage {
  const attribute = ` nonce="${mark}"`
  const hashes = new Set<string>()
  for (const [, attributes = '', code = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    // A tag inside the tag: something unclosed has swallowed a script of ours.
    if (!attributes.includes(attribute) || attributes.includes('<')) continue
    if (/\ssrc=/.test(attributes) || /type="application\/ld\+json"/.test(attributes)) continue
    hashes.add(`sha256-${createHash('sha256').update(code).digest('base64')}`)
  }
  return { html: html.replaceAll(attribute, ''), hashes: [...hashes] }
}

/** How Google's scripts are begun; the tag has only letters, digits and a hyphen. */
const googleStart = (tag: string): string =>
  `<script>window.dataLayer=window.dataLayer||[];${
    tag.startsWith('GTM-')
      ? `dataLayer.push({'gtm.start':Date.now(),event:'gtm.js'})`
      : `function gtag(){dataLayer.push(arguments)}gtag('js',new Date());gtag('config','${tag}')`
  }</script>`

/** Counting scripts as snippets: they get the page's nonce like any other. Their addresses were read as such before. */
export const analyticSnippets = (scripts: readonly AnalyticScript[]): CustomCode[] =>
  scripts.map(({ src, google }) => ({
    isEnabled: true,
    position: 'head',
    code: `${google ? googleStart(google) : ''}<script async src="${src.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></script>`,
  }))

/** Every script element of a snippet gets the page's nonce; without one the policy stops it. */
const withNonce = (code: string, nonce: string) =>
  code.replace(/<script\b(?![^>]*\snonce=)/gi, `<script nonce="${nonce}"`)

const places = {
  head: { mark: '</head>', isBefore: true },
  bodyStart: { mark: '<body>', isBefore: false },
  bodyEnd: { mark: '</body>', isBefore: true },
} as const

/** Puts the operator's snippets into a page. A snippet that cannot be placed is logged by its position and left out. */
export function insertCustomCode(html: string, snippets: CustomCode[], nonce: string, log: Log): string {
  let page = html
  for (const { isEnabled, position, code } of snippets) {
    if (!isEnabled) continue
    try {
      const opened = code.match(/<script\b/gi)?.length ?? 0
      const closed = code.match(/<\/script>/gi)?.length ?? 0
      if (opened !== closed) throw new Error('script elements are not closed')
      const { mark, isBefore } = places[position]
      const at = isBefore ? page.lastIndexOf(mark) : page.indexOf(mark)
      if (at < 0) throw new Error(`no ${mark} in the page`)
      const cut = isBefore ? at : at + mark.length
      page = page.slice(0, cut) + withNonce(code, nonce) + page.slice(cut)
    } catch (error) {
      log.error({ position, err: error }, 'custom code was left out')
    }
  }
  return page
}
