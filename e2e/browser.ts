import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, inject } from 'vitest'
import { chromiumPath } from '../tools/chromium.ts'

let browser: Browser | undefined

async function launch(): Promise<Browser> {
  browser ??= await chromium.launch({
    executablePath: await chromiumPath(),
    // The flags that the npm package suggests put everything into one process, which cannot hold two contexts.
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    headless: true,
  })
  return browser
}

afterAll(async () => {
  await browser?.close()
  browser = undefined
})

export const phone = { viewport: { width: 375, height: 812 } }
export const desktop = { viewport: { width: 1440, height: 900 } }
export const siteUrl = () => inject('siteUrl')

export type Visit = {
  page: Page
  /** What the console complains about. */
  said: string[]
  /** Opens a page and waits until it listens. */
  open: (path: string) => Promise<void>
  close: () => Promise<void>
  [Symbol.asyncDispose]: () => Promise<void>
}

/** A new visitor with an empty browser: `await using visitor = await visit()`. */
export async function visit(options: BrowserContextOptions = desktop): Promise<Visit> {
  const context = await (await launch()).newContext({ baseURL: siteUrl(), locale: 'en-GB', ...options })
  context.setDefaultTimeout(10_000)
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(String(error)))
  const open = async (path: string) => {
    await page.goto(path)
    await isAwake(page)
  }
  const close = () => context.close()
  return { page, said, open, close, [Symbol.asyncDispose]: close }
}

/** Buttons of a page answer only after React has taken it over, which it notes on the elements. */
export const isAwake = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')))

/** A note on the window: it is gone after a full load. */
export const mark = (page: Page) => page.evaluate(() => Object.assign(window, { wasHere: true }) && undefined)
export const isMarked = (page: Page) => page.evaluate(() => 'wasHere' in window)

/** Moves inside the site, as a link would. The path is without its locale. */
export const go = (page: Page, path: string) =>
  page.evaluate((to) => Reflect.get(window, '__reactRouterDataRouter').navigate(to), path)
