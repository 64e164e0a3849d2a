import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { describe, inject, type TestOptions, test } from 'vitest'
import { effort } from '../server/src/test/effort.ts'
import { chromiumPath } from '../tools/chromium.ts'

let browser: Promise<Browser> | undefined

/** One for all files of a worker; it ends with the worker. */
function launch(): Promise<Browser> {
  browser ??= chromiumPath().then((executablePath) =>
    chromium.launch({
      executablePath,
      // The flags that the npm package suggests put everything into one process, which cannot hold two contexts.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        // A visit is over before optimised code has paid for its making.
        '--js-flags=--no-opt --no-maglev',
      ],
      headless: true,
    }),
  )
  return browser
}

export const phone = { viewport: { width: 375, height: 812 } }
export const desktop = { viewport: { width: 1440, height: 900 } }

const named = { phone: ['a phone', phone], desktop: ['a desk', desktop] } as const

/** A journey runs on the device that suits it best, and in the long form on both. */
export const devices = (own: keyof typeof named) => (effort.isLongForm ? [named.phone, named.desktop] : [named[own]])

/** A journey on which the most hangs runs on both, in every form. */
export const bothDevices = [named.phone, named.desktop]

/** Of a table of languages, currencies or ways the line that the short form runs; the long form runs all. */
export const inShort = <Line extends readonly [string, ...unknown[]]>(locale: Line[0], table: readonly Line[]) =>
  effort.isLongForm ? table : table.filter(([name]) => name === locale)
/** A table that the long form alone runs. */
export const inLong = <Line extends readonly unknown[]>(table: readonly Line[]) => (effort.isLongForm ? table : [])
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

/**
 * A journey of the long form alone. `npm test` walks the main way through each page and the ways on which money, access
 * and safety hang; this one is a side way, or a server test makes its claim.
 */
export function longJourney(name: string, walk: () => Promise<void>, options: TestOptions = {}): void {
  if (effort.isLongForm) test(name, options, walk)
}

/** Journeys of the long form alone, with what they prepare. */
export function longJourneys(name: string, journeys: () => void): void {
  if (effort.isLongForm) describe(name, journeys)
}

/** A new visitor with an empty browser: `await using visitor = await visit()`. */
export async function visit(options: BrowserContextOptions = desktop): Promise<Visit> {
  // A journey that is about motion asks for it; the long form shows it everywhere.
  const reducedMotion = effort.isLongForm ? 'no-preference' : 'reduce'
  const context = await (await launch()).newContext({ baseURL: siteUrl(), locale: 'en-GB', reducedMotion, ...options })
  context.setDefaultTimeout(30_000)
  if (!effort.isLongForm) await context.addInitScript(withoutBlur)
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

/** Without a graphics card a blurred header takes a third of all time, and no journey asks for it. The long form shows it. */
function withoutBlur() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { backdrop-filter: none !important; filter: none !important }')
  document.adoptedStyleSheets.push(sheet)
}

/** Buttons of a page answer only after React has taken it over, which it notes on the elements. */
export const isAwake = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')))

/** Two presses of one hand: where the first takes the button away, a double click would look for another one. */
export const pressTwice = (button: Locator, timeout = 30_000) =>
  button.evaluate(
    (element: HTMLElement) => {
      element.click()
      element.click()
    },
    undefined,
    { timeout },
  )

/** A note on the window: it is gone after a full load. */
export const mark = (page: Page) => page.evaluate(() => Object.assign(window, { wasHere: true }) && undefined)
export const isMarked = (page: Page) => page.evaluate(() => 'wasHere' in window)

/** Moves inside the site, as a link would. The path is without its locale. */
export const go = (page: Page, path: string) =>
  page.evaluate((to) => Reflect.get(window, '__reactRouterDataRouter').navigate(to), path)
