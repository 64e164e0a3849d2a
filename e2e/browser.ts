import chromium from '@sparticuz/chromium'
import { type Browser, type BrowserContextOptions, chromium as driver, type Page } from 'playwright-core'
import { afterAll, inject } from 'vitest'

let browser: Browser | undefined

/** A Chromium from an npm package: nothing to install. CHROMIUM_PATH names another. */
async function launch(): Promise<Browser> {
  browser ??= await driver.launch({
    executablePath: process.env.CHROMIUM_PATH ?? (await chromium.executablePath()),
    // The package's own flags put everything into one process, which cannot hold two contexts.
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

export type Visit = { page: Page; said: string[]; close: () => Promise<void> }

/** A new visitor with an empty browser. `said` collects what the console complains about. */
export async function visit(options: BrowserContextOptions = desktop): Promise<Visit> {
  const context = await (await launch()).newContext({ baseURL: siteUrl(), locale: 'en-GB', ...options })
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(String(error)))
  return { page, said, close: () => context.close() }
}
