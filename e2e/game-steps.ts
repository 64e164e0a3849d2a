import { randomUUID } from 'node:crypto'
import type { FrameLocator, Page } from 'playwright-core'
import { siteUrl, type Visit } from './browser.ts'

/** The game inside its frame. */
export const stageOf = (page: Page): FrameLocator => page.frameLocator('iframe.game-frame')
export const isReady = (page: Page) => page.locator('.game-stage[data-state=ready]').waitFor({ timeout: 30_000 })
export const balanceIn = (page: Page) => stageOf(page).locator('.st-balance b').innerText()
/** What the head of the page says of the balance; signs that only order the text are left out. */
export const balanceOf = async (page: Page) => plain(await page.locator('.game-head .wallet-sum').first().innerText())
export const plain = (text: string) => text.replace(/[\u2066\u2069]/g, '').trim()

/** Nothing is under way: the main button can be pressed again. */
export const isCalm = (page: Page) =>
  stageOf(page)
    .locator('.st-main:not([aria-disabled]):not(.is-busy), .st-moves:not([hidden]) button:not([aria-disabled])')
    .first()
    .waitFor()

export async function openGame(visitor: Visit, path: string) {
  await visitor.open(path)
  await isReady(visitor.page)
  await isCalm(visitor.page)
}

type Launch = { token: string }

/** Opens a game as its page does, without the page: what the frame is given. */
export async function launch({ page }: Visit, game: string, mode: 'play' | 'demo' = 'play'): Promise<Launch> {
  const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' }
  const html = await (await page.request.get(`${siteUrl()}/platform/game/${game}/${mode}`, { headers })).text()
  const text = /id="launch">([^<]*)</.exec(html)?.[1]
  if (!text) throw new Error(`no launch of ${game}: ${html.slice(0, 200)}`)
  return JSON.parse(text)
}

/** A call that a game makes: by its token, from nowhere. */
async function ask({ page }: Visit, name: string, form: Record<string, string>) {
  return (await page.request.post(`${siteUrl()}/api/${name}?v=1`, { form })).json()
}

export const play = (
  visitor: Visit,
  { token }: Launch,
  choice: unknown,
  round: string = randomUUID(),
  stake = '1.00',
) => ask(visitor, 'rounds.play', { token, round, stake, choice: JSON.stringify(choice) })

export const act = (visitor: Visit, { token }: Launch, round: string, step: number, choice: unknown) =>
  ask(visitor, 'rounds.act', { token, round, step: String(step), choice: JSON.stringify(choice) })

export const overSeven = { side: 'over', target: 7 }
