import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import { chromiumPath } from '../tools/chromium.ts'
import { median } from './figures.ts'

export const slowdown = 4
export const bars = { paintMs: 1_500, pressMs: 100, shift: 0.02 }

/** What one visit has seen: the largest paint, the slowest answer to a press, and how far things moved by themselves. */
export type Seen = { paintMs: number; pressMs: number; shift: number; tasks: number }

/** Runs in the page, from its first moment on. */
function watch() {
  const seen = { paintMs: 0, shift: 0, tasks: 0, presses: new Map<number, number>() }
  Object.assign(window, { seen })
  const each = (type: string, note: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more })
  const numberOf = (entry: PerformanceEntry, name: string): number => Number(Reflect.get(entry, name)) || 0
  each('largest-contentful-paint', (entry) => {
    seen.paintMs = entry.startTime
  })
  each('layout-shift', (entry) => {
    if (!Reflect.get(entry, 'hadRecentInput')) seen.shift += numberOf(entry, 'value')
  })
  each('longtask', (entry) => {
    seen.tasks += entry.duration
  })
  const note = (entry: PerformanceEntry) => {
    const id = numberOf(entry, 'interactionId')
    if (id > 0) seen.presses.set(id, Math.max(seen.presses.get(id) ?? 0, entry.duration))
  }
  each('event', note, { durationThreshold: 16 })
}

const readSeen = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const { paintMs, shift, tasks, presses } = Reflect.get(window, 'seen')
    return { paintMs, shift, tasks, pressMs: Math.max(0, ...presses.values()) }
  })

export const openBrowser = async () =>
  chromium.launch({
    ...{ executablePath: await chromiumPath(), headless: true },
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })

/** A visit with a phone that is so much slower, for the first time: nothing is in its store. */
export async function visitSlowly(browser: Browser, url: string, use: (page: Page) => Promise<void>): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })
  try {
    const page = await context.newPage()
    await page.addInitScript(watch)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(url, { waitUntil: 'load' })
    await sleep(2_500)
    await use(page)
    await sleep(300)
    return await readSeen(page)
  } finally {
    await context.close()
  }
}

export const middle = (all: readonly Seen[], of: keyof Seen) => median(all.map((seen) => seen[of]))
