import { contract, type MethodName, methodNames } from '@croupier/contract/contract'
import type { Method } from '@croupier/contract/method'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../test/app.ts'
import { contentWith } from '../test/content.ts'
import { effort } from '../test/effort.ts'
import { type Furnished, furnish, paramsOf, sessionOf } from '../test/every-call.ts'
import { fingerprint } from '../test/rows.ts'

/** What a page of another site can make a player's browser send, with the player's cookie: nothing of it may happen. */

const partner = 'https://partner.example'
const house = await testApp({ contentDir: contentWith({ 'site.json': { frameHosts: [partner] } }) })
const { app, db, config } = house

/** A caller with the token of a launch may ask from anywhere; the cookie that a browser adds says nothing there. */
const byToken = methodNames.filter((name) => {
  const { isByToken }: Method = contract[name]
  return isByToken === true
})

const changing = methodNames.filter((name) => {
  const { verb, hasEffect }: Method = contract[name]
  return (verb === 'POST' || hasEffect === true) && !byToken.includes(name)
})

let victim: Furnished
let cookie = ''
beforeAll(async () => {
  victim = await furnish(house, 'qvictim')
  cookie = await sessionOf(house, victim.id)
})

type Headers = Record<string, string>
type Body = { headers: Headers; payload?: string }

const asForm = (params: Headers): Body => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams(params).toString(),
})
const asMultipart = (params: Headers): Body => {
  const parts = Object.entries(params).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return { headers: { 'content-type': 'multipart/form-data; boundary=x' }, payload: `${parts.join('')}--x--\r\n` }
}
const asPlain = (params: Headers): Body => ({
  headers: { 'content-type': 'text/plain' },
  payload: new URLSearchParams(params).toString(),
})
/** A form whose one field is named so that the whole body reads as JSON. */
const asJson = (params: Headers): Body => ({
  headers: { 'content-type': 'text/plain' },
  payload: JSON.stringify(params),
})
const asBlob = (params: Headers): Body => ({ headers: {}, payload: new URLSearchParams(params).toString() })
const bodies = { form: asForm, multipart: asMultipart, 'text/plain': asPlain, json: asJson, 'no type': asBlob }

/** As Chromium writes them; the last ones as browsers did before 2020. */
const vectors: [string, Headers][] = [
  ['a form', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', origin: 'https://evil.test' }],
  ['a no-cors fetch', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', origin: 'https://evil.test' }],
  ['a cors fetch', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', origin: 'https://evil.test' }],
  ['a beacon', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' }],
  ['a sandboxed frame', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe', origin: 'null' }],
  ['a sub-domain', { 'sec-fetch-site': 'same-site', origin: 'http://blog.localhost:3000' }],
  ['another port of this host', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:8080' }],
  ['a redirect of a stranger', { 'sec-fetch-site': 'cross-site', origin: 'null', 'sec-fetch-mode': 'navigate' }],
  ['our own request, sent round by a stranger', { 'sec-fetch-site': 'cross-site', origin: config.origin }],
  ['a link or an address typed by hand', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
  ['a picture', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image', referer: 'https://evil.test/' }],
  ['a page that hides where it is', { 'sec-fetch-site': 'cross-site', referer: '' }],
  ['a partner whose frames content allows', { 'sec-fetch-site': 'cross-site', origin: partner }],
  ['an old form', { origin: 'https://evil.test' }],
  ['an old sandboxed frame', { origin: 'null' }],
  ['an old picture', { referer: 'https://evil.test/' }],
  ['an old link with our own address as its referrer', { referer: `${config.origin}/` }],
  ['an old partner', { origin: partner }],
]

async function send(name: MethodName, { headers, payload }: Body, query: string) {
  const { verb } = contract[name]
  const params: Headers = paramsOf(house, victim, name)
  const address = `/api/${name}?${new URLSearchParams(verb === 'GET' ? params : {})}${query}`
  const { 'content-type': type, ...rest } = headers
  return app.inject({
    method: verb,
    url: address,
    headers: { ...rest, cookie, ...(verb === 'POST' && type && { 'content-type': type }) },
    ...(verb === 'POST' && payload !== undefined && { payload }),
  })
}

test('these methods change something, and no other does', () => {
  expect(changing).toHaveLength(methodNames.length - reads.length - byToken.length)
  expect(methodNames.filter((name) => !changing.includes(name) && !byToken.includes(name))).toEqual(reads)
})
/** `popups.get` holds the popup for the session that asked, `loyalty.getQuests` pays what is done. */
const reads = methodNames.filter(
  (name) =>
    /\.(get|banners|search)/i.test(name) && !/getAccessToken|^popups|getQuests/.test(name) && !byToken.includes(name),
)

test('what hangs on a token is nothing to whoever has only the cookie', async () => {
  expect(byToken).toEqual(['rounds.open', 'rounds.play', 'rounds.act', 'rounds.getBalance'])
  const before = await fingerprint(db)
  for (const name of byToken) {
    const { headers, payload = '' } = asForm({ ...paramsOf(house, victim, name), token: 'guessed' })
    const answer = await send(
      name,
      { headers: { ...headers, 'sec-fetch-site': 'cross-site', origin: 'null' }, payload },
      '',
    )
    expect(answer.json().error?.error_data?.reason).toBe('SESSION_UNKNOWN')
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
  expect(await fingerprint(db)).toEqual(before)
})

const queries = ['', '&_non_strict=1', '&v=1&locale=es&_method=POST']
const bodyNames = Object.keys(bodies)
/** All of them; in the short form a plain form each time, and the others by turns: any two things still meet. */
const isSent = (shape: string, at: { vector: number; query: number; method: number }) =>
  effort.isLongForm ||
  (shape === 'form' && at.query === 0) ||
  (at.vector + at.query + at.method) % bodyNames.length === bodyNames.indexOf(shape)

describe.each(vectors.map(([what, from], vector) => ({ what, from, vector })))('$what', ({ from, vector }) => {
  test.each(queries.map((query, place) => ({ query, place })))(
    'with "$query" has no effect by any method',
    async ({ query, place }) => {
      const before = await fingerprint(db)
      const odd: string[] = []
      for (const [method, name] of changing.entries()) {
        const shapes = contract[name].verb === 'GET' ? { form: asForm } : bodies
        for (const [shape, write] of Object.entries(shapes)) {
          if (contract[name].verb === 'POST' && !isSent(shape, { vector, query: place, method })) continue
          const { headers, payload = '' } = write(paramsOf(house, victim, name))
          const answer = await send(name, { headers: { ...headers, ...from }, payload }, query)
          const { result, error } = answer.json()
          const said = `${answer.statusCode} ${result} ${error?.error_data?.reason}`
          if (said !== '400 0 CROSS_SITE' || answer.headers['set-cookie']) odd.push(`${name} as ${shape}: ${said}`)
        }
      }
      expect(odd).toEqual([])
      expect(await fingerprint(db)).toEqual(before)
    },
  )
})

describe('the same requests from our own page', () => {
  const own: Record<string, string>[] = [
    { 'sec-fetch-site': 'same-origin', origin: config.origin },
    { 'sec-fetch-site': 'same-origin' },
    { origin: config.origin },
  ]
  test.each(changing)('%s are taken, as forms alone', async (name) => {
    for (const from of own) {
      const { headers, payload = '' } = asForm(paramsOf(house, victim, name))
      const answer = await send(name, { headers: { ...headers, ...from }, payload }, '')
      expect(answer.json().error?.error_data?.reason).not.toBe('CROSS_SITE')
    }
    if (contract[name].verb === 'GET') return
    for (const write of [asPlain, asJson]) {
      const { headers, payload = '' } = write(paramsOf(house, victim, name))
      const answer = await send(name, { headers: { ...headers, 'sec-fetch-site': 'same-origin' }, payload }, '')
      expect(answer.statusCode).toBe(415)
    }
  })
})

describe('a GET that changes something is asked for by a script of ours', () => {
  test.each([
    ['a picture', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a link', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    ['a frame', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    ['a style sheet', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'style' }],
  ])('not by %s that somebody has put into a page of ours', async (_what, from) => {
    const mine = await sessionOf(house, victim.id)
    const before = await fingerprint(db)
    for (const url of ['/api/auth.logout', '/%61pi/auth.logout', '/api/events.handle?event_name=page_view']) {
      const answer = await app.inject({ url, headers: { cookie: mine, 'sec-fetch-site': 'same-origin', ...from } })
      expect([url, answer.statusCode]).toEqual([url, 400])
    }
    expect(await fingerprint(db)).toEqual(before)
  })

  test('but by fetch', async () => {
    const mine = await sessionOf(house, victim.id)
    const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
    expect((await app.inject({ url: '/api/auth.logout', headers: { cookie: mine, ...headers } })).statusCode).toBe(200)
    expect((await app.inject({ url: '/api/account.getInfo', headers: { cookie: mine } })).statusCode).toBe(401)
  })
})

test('nothing else that a page of somebody else can ask for writes a row', async () => {
  const mine = await sessionOf(house, victim.id)
  const before = await fingerprint(db)
  for (const [, from] of vectors) {
    for (const url of ['/hit?visit=0123456789abcdef0123', '/oauth/init?service=google', '/stream']) {
      if (Object.keys(from).every((name) => !name.startsWith('sec-'))) continue
      const answer = await app.inject({ url, headers: { cookie: mine, ...from } })
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  }
  expect(await fingerprint(db)).toEqual(before)
})
