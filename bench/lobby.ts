import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { clearCatalogue, fillCatalogue } from '../server/src/seeds/fill-catalogue.ts'
import { type BenchSite, benchAlone } from './alone.ts'
import type { Row } from './figures.ts'
import { bars, middle, openBrowser, type Seen, slowdown, visitSlowly } from './slow-phone.ts'
import { openWorld } from './wallet-world.ts'

const titles = 5_000
const visits = 10

/** Looks through a full hall: down the list, another category, the order, a word typed letter by letter. */
async function browse(page: Page): Promise<void> {
  for (let turn = 0; turn < 6; turn += 1) {
    await page.evaluate(() => scrollBy(0, innerHeight))
    await sleep(200)
  }
  await page.evaluate(() => scrollTo(0, 0))
  const tabs = page.getByRole('navigation', { name: 'Categories' }).getByRole('link')
  for (const place of [1, 2, 0]) {
    await tabs.nth(place).tap()
    await sleep(700)
  }
  const field = page.getByRole('searchbox').first()
  await field.tap()
  await field.pressSequentially('golden', { delay: 120 })
  await sleep(700)
}

/** What a visitor with a slow phone sees of a hall with thousands of games. */
export async function lobbyRows({ siteUrl, databaseUrl }: BenchSite): Promise<Row[]> {
  const db = openWorld(databaseUrl)
  const browser = await openBrowser()
  try {
    await fillCatalogue(db, titles)
    const [first, last]: [Seen[], Seen[]] = [[], []]
    for (let turn = 0; turn < visits; turn += 1) {
      first.push(await visitSlowly(browser, `${siteUrl}/gamehall`, browse))
    }
    await clearCatalogue(db)
    // The same visit to the few games of the house.
    for (let turn = 0; turn < 3; turn += 1) last.push(await visitSlowly(browser, `${siteUrl}/gamehall`, browse))
    if (process.env.BENCH_VERBOSE) console.log('lobby', { first, last })
    const row = (what: string, of: 'paintMs' | 'pressMs' | 'shift', print: (value: number) => string): Row => ({
      name: `hall of ${titles.toLocaleString('en')} games: ${what}, ${slowdown} × slower CPU, median of ${visits}`,
      ours: `${print(middle(first, of))}, worst ${print(Math.max(...first.map((seen) => seen[of])))}`,
      reference: `ten games ${print(middle(last, of))}`,
      ratio: middle(first, of) / Math.max(middle(last, of), Number.EPSILON),
      bar: { text: `≤ ${print(bars[of])}`, isMet: middle(first, of) <= bars[of] },
    })
    const inMs = (value: number) => `${value.toFixed(0)} ms`
    return [
      row('largest paint', 'paintMs', inMs),
      row('slowest press', 'pressMs', inMs),
      row('layout shift', 'shift', (value) => value.toFixed(3)),
    ]
  } finally {
    await clearCatalogue(db)
    await browser.close()
    await db.close()
  }
}

if (import.meta.main) await benchAlone(lobbyRows)
