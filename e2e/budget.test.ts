import { expect, test } from 'vitest'
import { isAwake, phone, siteUrl, visit } from './browser.ts'

/** Bytes as they travelled, of everything the home page loads before it rests. */
async function loaded() {
  await using visitor = await visit(phone)
  const { page } = visitor
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const kinds = new Map<string, string>()
  const bytes: Record<string, number> = {}
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  return bytes
}

const kilobyte = 1000

test('home loads at most 170 KB of scripts and 25 KB of styles, compressed', async () => {
  const bytes = await loaded()
  console.log(
    Object.fromEntries(Object.entries(bytes).map(([kind, size]) => [kind, `${(size / kilobyte).toFixed(1)} KB`])),
  )
  expect(bytes.Script).toBeGreaterThan(50 * kilobyte)
  expect(bytes.Script).toBeLessThanOrEqual(170 * kilobyte)
  expect(bytes.Stylesheet).toBeGreaterThan(5 * kilobyte)
  expect(bytes.Stylesheet).toBeLessThanOrEqual(25 * kilobyte)
})

test('home asks for its scripts after its first picture, or by the clock where it is not shown', async () => {
  await using unpainted = await visit(phone)
  const asked: string[] = []
  unpainted.page.on('request', (request) => {
    if (request.resourceType() === 'script' || request.url().includes('/nfx/')) asked.push(request.url())
  })
  await unpainted.page.addInitScript(() => {
    Object.assign(window, {
      PerformanceObserver: class {
        observe() {}
      },
      setTimeout: () => 0,
    })
  })
  await unpainted.page.goto('/')
  expect(asked).toEqual([])

  await using hidden = await visit(phone)
  await hidden.page.addInitScript(() => {
    Object.assign(window, {
      PerformanceObserver: class {
        observe() {}
      },
    })
  })
  await hidden.page.goto('/')
  await isAwake(hidden.page)
  expect(hidden.said).toEqual([])
})

test('the icons inside every page take at most 12 KB', async () => {
  const html = await (await fetch(siteUrl())).text()
  const sprite = /<defs id="sprite"[^>]*>([\s\S]*?)<\/defs>/.exec(html)?.[1] ?? ''
  expect(sprite.length).toBeGreaterThan(1000)
  expect(Buffer.byteLength(sprite)).toBeLessThanOrEqual(12 * kilobyte)
})

test('the way in is fetched when the page rests, before anybody presses', async () => {
  await using visitor = await visit(phone)
  const { page, said } = visitor
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await visitor.open('/')
  const parts = [/\/auth-dialog-.*\.js$/, /\/dialog-stack-.*\.js$/, /^\/nfx\/cms-config\//]
  await expect
    .poll(() => parts.map((part) => asked.some((path) => part.test(path))), { timeout: 30_000 })
    .toEqual([true, true, true])
  expect(said).toEqual([])
})
