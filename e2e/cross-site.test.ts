import { rm } from 'node:fs/promises'
import { request as ask, createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract, type MethodName, methodNames } from '@croupier/contract/contract'
import type { Method } from '@croupier/contract/method'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cleanUpQueue, minuteQueue } from '../server/src/jobs/queues.ts'
import { loadSecrets } from '../server/src/secrets.ts'
import { effort } from '../server/src/test/effort.ts'
import { type Furnished, furnish, paramsOf, sessionOf } from '../server/src/test/every-call.ts'
import { openPatient } from '../server/src/test/patient.ts'
import { allRows } from '../server/src/test/rows.ts'
import { desktop, type Visit, visit } from './browser.ts'
import { startSite } from './global-setup.ts'
import { databaseUrl } from './sign-in.ts'
import { siteFolder } from './site-folder.ts'

/** A real browser in which a player is signed in opens a page of another site: whatever that page tries, nothing happens. */

/** A site of its own: everything in its database is compared before and after. */
const dir = await siteFolder()
const behind = await startSite(dir)
const db = openPatient(databaseUrl(dir))
const house = {
  db: { ...db, url: '' },
  secrets: loadSecrets(join(dir, 'secrets'), { isProduction: false }),
  config: { isSecure: false },
}
afterAll(async () => {
  await db.close()
  await behind.stop()
  await rm(dir, { recursive: true, force: true })
})

const changing = methodNames.filter((name) => {
  const { verb, hasEffect, isByToken }: Method = contract[name]
  // What hangs on the token of a launch is asked for from anywhere, and the cookie says nothing there.
  return (verb === 'POST' || hasEffect === true) && !isByToken
})

/** For a browser a port is another origin and 127.0.0.1 another site: to the first the player's cookie travels along. */
let evil = { sameSite: '', crossSite: '' }
const server = createServer((request, response) => {
  const to = new URL(request.url ?? '/', 'http://evil.invalid').searchParams.get('to')
  if (to) return response.writeHead(307, { location: to, 'access-control-allow-origin': '*' }).end()
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>evil</title><body></body>')
})

/** What reached the site: a browser does not tell of an answer that it keeps from the page. */
type Arrived = { name: string; status: number; hasCookie: boolean }
const arrived: Arrived[] = []

/** Stands before the site under an origin of its own, which the browser takes for the site's. */
const door = createServer((request, response) => {
  const { hostname, port } = new URL(behind.url)
  const { method, headers, url = '/' } = request
  const onward = ask({ hostname, port, method, path: url, headers }, (answer) => {
    const [, name] = /^\/api\/([\w.]+)/.exec(url) ?? []
    const hasCookie = headers.cookie?.includes('sid=') === true
    if (name) arrived.push({ name, status: answer.statusCode ?? 0, hasCookie })
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  request.pipe(onward)
})
let site = ''

const portOf = async (which: typeof server) => {
  await new Promise<void>((ready) => which.listen(0, ready))
  const address = which.address()
  return typeof address === 'object' ? address?.port : 0
}

let victim: Furnished
let cookie = ''
beforeAll(async () => {
  const port = await portOf(server)
  site = `http://localhost:${await portOf(door)}`
  evil = { sameSite: `http://localhost:${port}`, crossSite: `http://127.0.0.1:${port}` }
  victim = await furnish(house, `qcross${process.pid}`)
  cookie = (await sessionOf(house, victim.id)).slice('sid='.length)
  // The clock of the house stands still, so that its chores do not change anything between two looks.
  await db.pool.query('delete from jobs.schedule')
  const ofClock = `name in ('${minuteQueue}', '${cleanUpQueue}')`
  await vi.waitFor(
    async () => {
      await db.pool.query(`delete from jobs.job where state in ('created', 'retry') and ${ofClock}`)
      expect((await db.pool.query(`select id from jobs.job where state = 'active' and ${ofClock}`)).rows).toEqual([])
    },
    { timeout: 120_000, interval: 100 },
  )
  // What the demo world owes the pots is booked by and by: after that only a call changes anything.
  await vi.waitFor(async () => expect(await db.sql.selectFrom('jackpots_due').select('id').execute()).toEqual([]), {
    timeout: 30_000,
    interval: 100,
  })
  // So do the clubs work in what was furnished: a feed collects names for a second.
  await vi.waitFor(
    async () => {
      const before = await effects()
      await sleep(3_000)
      expect(await effects()).toEqual(before)
    },
    { timeout: 120_000, interval: 100 },
  )
})
afterAll(() => {
  for (const each of [server, door]) {
    each.closeAllConnections()
    each.close()
  }
})

type Call = { name: MethodName; url: string; isGet: boolean; params: Record<string, string> }

function callsTo(query = ''): Call[] {
  return changing.map((name) => {
    const isGet = contract[name].verb === 'GET'
    const params = paramsOf(house, victim, name)
    const own = isGet ? `?${new URLSearchParams(params)}${query.replace('?', '&')}` : query
    return { name, isGet, params, url: `${site}/api/${name}${own}` }
  })
}

/** What the page of the other site does with each of them. */
const vectors = {
  form: (calls: Call[]) => sendForms(calls, 'application/x-www-form-urlencoded'),
  multipart: (calls: Call[]) => sendForms(calls, 'multipart/form-data'),
  'text/plain': (calls: Call[]) => sendForms(calls, 'text/plain'),
  'no-cors fetch': (calls: Call[]) => sendFetches(calls, 'no-cors'),
  'cors fetch': (calls: Call[]) => sendFetches(calls, 'cors'),
  'sandboxed frame': (calls: Call[]) => sendSandboxed(calls),
  '307 redirect of a form': (calls: Call[]) => sendForms(calls.map(redirected), 'application/x-www-form-urlencoded'),
  '307 redirect of a fetch': (calls: Call[]) => sendFetches(calls.map(redirected), 'no-cors'),
  beacon: (calls: Call[]) => sendBeacons(calls),
  'picture, script, style and link': (calls: Call[]) => sendLoads(calls.filter(({ isGet }) => isGet)),
} satisfies Record<string, (calls: Call[]) => Work>

const redirected = (call: Call): Call => ({ ...call, url: `/?to=${encodeURIComponent(call.url)}` })

/** How many requests reach the site, and the script that sends them. */
type Work = { count: number; run: (page: Page) => Promise<void> }

const sendForms = (calls: Call[], enctype: string): Work => ({
  count: calls.length,
  run: (page) =>
    page.evaluate(
      ({ calls, enctype }) => {
        for (const { url, isGet, params } of calls) {
          const frame = Object.assign(document.createElement('iframe'), { name: `f${Math.random()}`, hidden: true })
          const form = Object.assign(document.createElement('form'), { action: url, target: frame.name, enctype })
          form.method = isGet ? 'get' : 'post'
          const address = new URL(url, location.href)
          // A form that gets drops the query of its address and writes its own.
          const pairs = isGet ? [...address.searchParams] : Object.entries(params)
          for (const [name, value] of pairs)
            form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
          document.body.append(frame, form)
          form.submit()
        }
      },
      { calls, enctype },
    ),
})

const sendFetches = (calls: Call[], mode: 'no-cors' | 'cors'): Work => ({
  count: calls.length,
  run: (page) =>
    page.evaluate(
      async ({ calls, mode }) => {
        const send = ({ url, isGet, params }: { url: string; isGet: boolean; params: Record<string, string> }) =>
          fetch(url, {
            mode,
            credentials: 'include',
            method: isGet ? 'GET' : 'POST',
            ...(!isGet && { body: new URLSearchParams(params) }),
          }).catch(() => undefined)
        await Promise.all(calls.map(send))
      },
      { calls, mode },
    ),
})

const sendBeacons = (calls: Call[]): Work => {
  const posts = calls.filter(({ isGet }) => !isGet)
  return {
    count: posts.length,
    run: (page) =>
      page.evaluate((posts) => {
        for (const { url, params } of posts) navigator.sendBeacon(url, new URLSearchParams(params))
      }, posts),
  }
}

/** Its origin is `null`; its forms and its scripts both try. */
const sendSandboxed = (calls: Call[]): Work => ({
  count: calls.length * 2,
  run: (page) =>
    page.evaluate((calls) => {
      const script = `
        const calls = ${JSON.stringify(calls)}
        for (const { url, isGet, params } of calls) {
          fetch(url, { mode: 'no-cors', credentials: 'include', method: isGet ? 'GET' : 'POST',
            ...(!isGet && { body: new URLSearchParams(params) }) }).catch(() => {})
          const frame = Object.assign(document.createElement('iframe'), { name: 'f' + Math.random() })
          const form = Object.assign(document.createElement('form'), { action: url, target: frame.name, method: isGet ? 'get' : 'post' })
          for (const [name, value] of isGet ? new URL(url).searchParams : Object.entries(params))
            form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
          document.body.append(frame, form)
          form.submit()
        }`
      const frame = document.createElement('iframe')
      frame.sandbox.add('allow-scripts', 'allow-forms')
      frame.srcdoc = `<body><script>${script.replaceAll('</', '<\\/')}</script></body>`
      document.body.append(frame)
    }, calls),
})

const sendLoads = (gets: Call[]): Work => ({
  count: gets.length * 5,
  run: (page) =>
    page.evaluate(
      (urls) => {
        for (const url of urls) {
          new Image().src = url
          const tags = [
            Object.assign(document.createElement('script'), { src: url }),
            Object.assign(document.createElement('link'), { rel: 'stylesheet', href: url }),
            Object.assign(document.createElement('iframe'), { src: url }),
          ]
          document.body.append(...tags)
          window.open(url)
        }
      },
      gets.map(({ url }) => url),
    ),
})

/** The victim's browser. */
async function atHome(): Promise<Visit> {
  const visitor = await visit({ ...desktop, baseURL: site })
  await visitor.page.context().addCookies([{ name: 'sid', value: cookie, url: site }])
  arrived.length = 0
  return visitor
}

/** Without what the house does by its own clock: jobs, periods of cashbacks, the mark that a notice was heard of. */
const effects = async () => {
  const { jobs = [], cashbacks_period: _, account_notice: notices = [], ...rows } = await allRows(db)
  return {
    ...rows,
    account_notice: notices.map((notice) => notice.replace(/,t?\)$/, ')')),
    jobs: jobs.filter((job) => /^(mail\.posted|restore\.asked|player\.registered)/.test(job)),
  }
}

const inShortForm = { sameSite: ['form', 'cors fetch', '307 redirect of a fetch'], crossSite: ['form'] }

describe.each(['sameSite', 'crossSite'] as const)('a page of the %s kind', (kind) => {
  async function attack(work: Work) {
    await using visitor = await atHome()
    const { page } = visitor
    await page.goto(evil[kind])
    const before = await effects()
    await work.run(page)
    // Every one of them reached the site: a browser that had stopped them would prove nothing.
    await expect.poll(() => arrived.length, { timeout: 30_000, interval: 50 }).toBe(work.count)
    expect(arrived.filter(({ status }) => status !== 400)).toEqual([])
    expect(await effects()).toEqual(before)
    return arrived.filter(({ hasCookie }) => hasCookie).length
  }

  // Whether the site refuses does not hang on the way: a server test sends every header. Here browsers send their own.
  const tried = Object.entries(vectors).filter(([vector]) => effort.isLongForm || inShortForm[kind].includes(vector))
  test.each(tried)('by %s', async (vector, send) => {
    const work = send(callsTo())
    const withCookie = await attack(work)
    // From a neighbour the cookie comes along, so that nothing but the origin stands in the way.
    if (kind === 'sameSite' && vector !== 'sandboxed frame') expect(withCookie).toBe(work.count)
  })

  test('and says in vain that it stands in a frame', async () => {
    await attack(sendFetches(callsTo('?_non_strict=1'), 'no-cors'))
  })
})

test('the same requests from a page of the site do reach their methods', async () => {
  await using visitor = await atHome()
  const { page } = visitor
  await page.goto('/docs/api')
  const before = await effects()
  const calls = callsTo().filter(({ name }) => ['storage.set', 'account.changelocale', 'events.handle'].includes(name))
  await sendFetches(calls, 'cors').run(page)
  expect(arrived.map(({ status }) => status)).toEqual(calls.map(() => 200))
  expect(await effects()).not.toEqual(before)
})
