import { readSocialEnd, type SocialEnd } from '@croupier/contract/social'
import type { Browser, BrowserResponse } from './http-browser.ts'

export type Person = { name?: string; email?: string; email_verified?: string; sub?: string; action?: string }

/** What the last page tells the site, and where it leads when it is no window of its own. */
export function endOf({ body }: BrowserResponse): SocialEnd & { target: string } {
  const [, said = 'null'] = /postMessage\((\{.*?\})\)\n/.exec(body) ?? []
  const [, target = '""'] = /location\.replace\((".*?")\)/.exec(body) ?? []
  const end = readSocialEnd(JSON.parse(said))
  if (!end) throw new Error(`no end in this page: ${body}`)
  return { ...end, target: JSON.parse(target) }
}

const isCallback = (address: string) => new URL(address).pathname.startsWith('/oauth/callback/')

/** Up to the page of the stand-in service, where a person chooses. */
export async function openSocial(browser: Browser, query: Record<string, string>): Promise<BrowserResponse> {
  return browser.follow(await browser.get(`/oauth/init?${new URLSearchParams(query)}`))
}

/** The address that the stand-in service sends the browser back to; the browser has not gone there yet. */
export async function answerOf(browser: Browser, query: Record<string, string>, person: Person): Promise<string> {
  const page = await openSocial(browser, query)
  const last = await browser.follow(await browser.post(page.url, { ...person }), isCallback)
  return browser.next(last)
}

/** The whole way, as a person goes it. */
export async function signInBySocial(browser: Browser, person: Person, query: Record<string, string> = {}) {
  const answer = await browser.get(await answerOf(browser, { service: 'google', ...query }, person))
  return { ...endOf(answer), status: answer.status }
}
