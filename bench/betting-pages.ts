import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { z } from 'zod'
import { type BenchSite, benchAlone } from './alone.ts'
import { everything, marketCount, movedAt, teamName } from './book-world.ts'
import { median, type Row } from './figures.ts'
import { openProducer, type Producer } from './producer.ts'
import { bars, middle, openBrowser, type Seen, slowdown, visitSlowly } from './slow-phone.ts'

const visits = 3
const presses = 24
const updatesEachSecond = 10
const barRender = 2

/** Presses prices one after the other, on and off again, as far as they are in sight; then pages down. */
async function press(page: Page): Promise<void> {
  for (let done = 0; done < presses; ) {
    const places = await page.evaluate(() => {
      const points = [200, 260, 320, 380, 440, 500, 560].flatMap((y) => [100, 190, 290].map((x) => [x, y] as const))
      const odds = new Map(
        points.map(([x, y]) => [document.elementFromPoint(x, y)?.closest('[data-odds]'), [x, y] as const]),
      )
      odds.delete(null)
      odds.delete(undefined)
      return [...odds.values()].slice(0, 4)
    })
    for (const [x, y] of places) {
      await page.touchscreen.tap(x, y)
      await sleep(80)
      await page.touchscreen.tap(x, y)
      await sleep(80)
      done += 2
    }
    await page.evaluate(() => scrollBy(0, innerHeight / 2))
    await sleep(200)
    if (places.length === 0) done += 1
  }
}

/** Prices move until it is told to stop; returns how many updates a second there really were. */
function moving({ tell }: Producer) {
  const begun = performance.now()
  let isOver = false
  let turn = 1
  const run = async () => {
    for (; !isOver; turn += 1) {
      await tell(movedAt(turn))
      await sleep(Math.max(0, begun + (turn * 1_000) / updatesEachSecond - performance.now()))
    }
  }
  const running = run()
  return async () => {
    isOver = true
    await running
    return turn / ((performance.now() - begun) / 1_000)
  }
}

async function pageRows(browser: Browser, name: string, url: string, producer: Producer): Promise<Row[]> {
  const [quiet, busy]: [Seen[], Seen[]] = [[], []]
  const rates: number[] = []
  for (let turn = 0; turn < visits; turn += 1) {
    quiet.push(await visitSlowly(browser, url, press))
    const stop = moving(producer)
    try {
      busy.push(await visitSlowly(browser, url, press))
    } finally {
      rates.push(await stop())
    }
  }
  const row = (what: string, of: keyof Seen, bar: number, print: (value: number) => string): Row => ({
    name: `${name}: ${what}, ${slowdown} × slower CPU, ${median(rates).toFixed(0)} updates a second`,
    ours: print(middle(busy, of)),
    reference: `without updates ${print(middle(quiet, of))}`,
    ratio: middle(busy, of) / Math.max(middle(quiet, of), Number.EPSILON),
    bar: { text: `≤ ${print(bar)}`, isMet: middle(busy, of) <= bar },
  })
  const inMs = (value: number) => `${value.toFixed(0)} ms`
  const inTenths = (value: number) => value.toFixed(3)
  if (process.env.BENCH_VERBOSE) console.log(name, { quiet, busy })
  return [
    row('largest paint', 'paintMs', bars.paintMs, inMs),
    row('slowest press', 'pressMs', bars.pressMs, inMs),
    row('layout shift', 'shift', bars.shift, inTenths),
  ]
}

async function renderRow(url: string, { databaseUrl, dir }: BenchSite): Promise<Row> {
  const env = {
    ...{ PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: dir, LOG_LEVEL: 'warn', SPORTS_FEED: 'bench' },
  }
  const args = [join(import.meta.dirname, 'uncached.ts'), new URL(url).pathname]
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const { wholeMs, bareMs } = z
    .object({ wholeMs: z.number(), bareMs: z.number() })
    .parse(JSON.parse(await text(child.stdout)))
  return {
    name: `page of a match with ${marketCount} markets made anew`,
    ours: `${wholeMs.toFixed(2)} ms`,
    reference: `bare React ${bareMs.toFixed(2)} ms`,
    ratio: wholeMs / bareMs,
    bar: { text: `≤ ${barRender.toFixed(2)}`, isMet: wholeMs / bareMs <= barRender },
  }
}

const found = z.object({
  data: z.object({
    items: z.array(z.object({ id: z.number(), slug: z.string(), home: z.object({ name: z.string() }) })),
  }),
})

async function addressOfMatch(siteUrl: string): Promise<string> {
  for (let tries = 0; tries < 60; tries += 1) {
    const answer = await fetch(`${siteUrl}/api/sports.getEvents?v=1&locale=en&view=live&count=200`)
    const { items } = found.parse(await answer.json()).data
    const match = items.find(({ home }) => home.name === teamName(0))
    if (match) return `${siteUrl}/betting/event/${match.id}/${match.slug}`
    await sleep(500)
  }
  throw new Error('the match is not in the book')
}

/** What a visitor with a slow phone sees while prices move, and what a page of the book costs the server. */
export async function bettingPageRows(site: BenchSite): Promise<Row[]> {
  const producer = openProducer(site, 2)
  await producer.tell(everything())
  const url = await addressOfMatch(site.siteUrl)
  const beating = setInterval(() => producer.tell([{ kind: 'alive' }]).catch(() => undefined), 3_000)
  const browser = await openBrowser()
  try {
    return [
      ...(await pageRows(browser, 'page of a match', `${url}?market=all`, producer)),
      ...(await pageRows(browser, 'live list', `${site.siteUrl}/betting/live`, producer)),
      await renderRow(url, site),
    ]
  } finally {
    clearInterval(beating)
    await browser.close()
  }
}

if (import.meta.main) await benchAlone(bettingPageRows)
