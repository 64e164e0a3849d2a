import { contract, type MethodName, methodNames } from '@croupier/contract/contract'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../test/app.ts'
import { contentWith, ownContent } from '../test/content.ts'
import { effort } from '../test/effort.ts'
import { type Furnished, furnish, paramsOf, sessionOf } from '../test/every-call.ts'
import { pretendProvider } from '../test/pretend-provider.ts'
import { holdsText } from '../test/rows.ts'

/** Texts that no player types, put into every field of every method by a caller who goes past the browser. */

/** With a fraud check, so that its session is kept too. */
const contentDir = contentWith({ 'site.json': { ...ownContent('site.json'), isSeonEnabled: true } })
const payments = new Map([['sandbox', pretendProvider('sandbox').provider]])
const house = await testApp({ contentDir, payments })
const { app, db, lines } = house

const inputs = methodNames.map((name): [MethodName, string[]] => {
  const { input } = contract[name]
  return [name, input instanceof z.ZodObject ? Object.keys(input.shape) : []]
})
const withFields = inputs.filter(([, fields]) => fields.length > 0)

let count = 0
let me: Furnished
let usual: Furnished | undefined
const newcomer = () => {
  count += 1
  return furnish(house, `qodd${count}`)
}
/** What only reads, and what is refused, leaves its caller as it was: the next method has the same one. */
async function usualCaller(): Promise<Furnished> {
  usual ??= await newcomer()
  return usual
}
const isUsedUp = (name: MethodName, status: number) => contract[name].verb === 'POST' && status < 400

/** As a form writes it, but for bytes that no form could. */
const encoded = (params: Record<string, string>, raw: Record<string, string> = {}) =>
  [
    ...Object.entries(params).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
    ...Object.entries(raw).map(([name, value]) => `${encodeURIComponent(name)}=${value}`),
  ].join('&')

let tries = 0
let session: { of: bigint; cookie: string } | undefined

/** Every try is the first one, in a session that is open: this is about neither, so whoever meets them tries again. */
async function send(name: MethodName, raw: Record<string, string>, more = {}) {
  const answer = await sendOnce(name, raw, more)
  if (answer.statusCode !== 401 && answer.statusCode !== 429) return answer
  await db.sql.deleteFrom('http_rate_limit').execute()
  session = undefined
  return sendOnce(name, raw, more)
}

async function sendOnce(name: MethodName, raw: Record<string, string>, more: Record<string, string>) {
  tries += 1
  if (session?.of !== me.id) session = { of: me.id, cookie: await sessionOf(house, me.id) }
  const cookie = contract[name].who === 'player' ? session.cookie : null
  const own: Record<string, string> = { ...paramsOf(house, me, name), ...more }
  // One address opens one account, and every one of these tries is to get as far as it can.
  if (name === 'auth.register') own.email = `n${tries}-${own.email}`
  const text = encoded(Object.fromEntries(Object.entries(own).filter(([field]) => raw[field] === undefined)), raw)
  const isGet = contract[name].verb === 'GET'
  return app.inject({
    method: contract[name].verb,
    url: `/api/${name}${isGet ? `?${text}` : ''}`,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(cookie && { cookie }),
      ...(!isGet && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(!isGet && { payload: text }),
  })
}

describe('ten thousand characters', () => {
  /** Made by a program, for a program, and as long as it says. */
  const taken = new Set(['auth.register seon_session'])

  test.each(withFields)('in any field of %s are refused or thrown away', async (name, fields) => {
    const own = fields.filter((field) => taken.has(`${name} ${field}`))
    // Whether any of it was kept is dear to ask, so it is asked once for all fields that keep nothing.
    const others = fields.filter((field) => !own.includes(field))
    for (const field of others) await sendLong(name, field)
    if (effort.isLongForm) expect(await holdsText(db, 'x'.repeat(300))).toBe(false)
    for (const field of own) {
      await sendLong(name, field)
      expect([field, await holdsText(db, 'x'.repeat(300))]).toEqual([field, true])
      await sql`delete from jobs.job`.execute(db.sql)
    }
  })

  /** The short form asks once for all methods; the long form says which of them it was. */
  test('are kept nowhere', async () => {
    expect(await holdsText(db, 'x'.repeat(300))).toBe(false)
  })

  async function sendLong(name: MethodName, field: string) {
    me = await usualCaller()
    const answer = await send(name, { [field]: 'x'.repeat(10_000) })
    expect([field, answer.statusCode < 500]).toEqual([field, true])
    // What is wrong is named, and what was sent is not sent back.
    expect(answer.body).not.toContain('xxxxxxxxxx')
    if (isUsedUp(name, answer.statusCode)) usual = undefined
  }
})

/** Bytes as they stand in the body. */
const odd: [string, string][] = [
  ['a line that begins a header', 'evil%0d%0aBcc:%20bcc@evil.test%0d%0a%0d%0aHello'],
  ['a second address', 'a@example.com,bcc@evil.test'],
  ['an address behind a line', 'a@example.com%0aTo:bcc@evil.test'],
  ['a word turned round', 'abc%E2%80%AEdef'],
  ['a word with nothing in it', 'ab%E2%80%8Bcd%EF%BB%BF%E2%81%A0'],
  ['the end of a text', 'abc%00def'],
  ['half a character', 'abc%ED%A0%80def'],
  ['bytes that are no text', '%C0%AF%FF%FE'],
  ['a command to the database', "x'%3B%20drop%20table%20account_player%3B%20--"],
  ['markup', '%3Cscript%3Ealert(1)%3C/script%3E%22%3E'],
  ['a template', '%24%7B7*7%7D%7B%7B7*7%7D%23%7B7*7%7D'],
  ['a number beyond numbers', '99999999999999999999999999'],
  ['not a number', 'NaN'],
  ['nothing', ''],
]

/** Fields of a registration that no rule reads: they go straight to where they are stored. */
const kept = [
  'track_id',
  'publisher_id',
  'goal_id',
  'goal_entry_id',
  'link_id',
  'visit',
  'seon_session',
  'character_id',
]

/** What has broken a parser or a database somewhere: in the short form too each of them is tried in every field. */
const breaking = ['the end of a text', 'half a character', 'bytes that are no text', 'a number beyond numbers']
/** Of the others the short form puts each third into a field, by turns: every field gets some, each gets into many. */
const turns = effort.isLongForm ? 1 : 3
const oddAt = odd.map(([what, raw], at) => ({
  what,
  raw,
  isTried: (n: number) => breaking.includes(what) || (n + at) % turns === 0,
}))

describe.each(oddAt)('$what', ({ raw, isTried }) => {
  test('in any field of any method is no fault, reaches no stranger, and is written to no log', async () => {
    me = await newcomer()
    const before = lines.length
    let at = 0
    const faults: string[] = []
    for (const [name, fields] of withFields) {
      // The full form wants more than is sent, so that nothing is hashed: what is kept is tried below.
      const more = name === 'auth.register' ? { type: 'form' } : {}
      for (const field of fields) {
        at += 1
        if (!isTried(at)) continue
        const answer = await send(name, { [field]: raw }, more)
        if (answer.statusCode >= 500) faults.push(`${name} ${field}: ${answer.body}`)
      }
    }
    const opened = await send('auth.register', Object.fromEntries(kept.map((field) => [field, raw])))
    if (![200, 422].includes(opened.statusCode)) faults.push(`auth.register: ${opened.body}`)
    expect(faults).toEqual([])
    await house.runJobs()
    const sent = await db.sql.selectFrom('sandbox_letter').select(['recipient', 'subject']).execute()
    expect(sent.filter(({ recipient, subject }) => /evil/.test(recipient) || /[\r\n]/.test(subject))).toEqual([])
    expect(lines.slice(before).join('')).not.toMatch(/evil|drop table|7\*7|<script/)
  }, 120_000)
})

describe('the same as an array, an object or twice', () => {
  /** Of five shapes the short form puts two into a field, by turns. */
  let turn = 0
  const isTurn = (at: number) => effort.isLongForm || (turn + at) % 5 < 2

  test.each(withFields)('%s', async (name, fields) => {
    for (const field of fields) {
      const shapes = [
        `${field}[]=a`,
        `${field}[a][b]=c`,
        `${field}=a&${field}=b`,
        `${field}[__proto__][x]=1`,
        `__proto__[${field}]=a`,
      ]
      turn += 1
      for (const shape of shapes.filter((_, at) => isTurn(at))) {
        me = await usualCaller()
        if (session?.of !== me.id) session = { of: me.id, cookie: await sessionOf(house, me.id) }
        const { cookie } = session
        const isGet = contract[name].verb === 'GET'
        const ask = () =>
          app.inject({
            method: contract[name].verb,
            url: `/api/${name}${isGet ? `?${shape}` : ''}`,
            headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
            ...(!isGet && { payload: shape }),
          })
        let answer = await ask()
        if (answer.statusCode === 429) {
          await db.sql.deleteFrom('http_rate_limit').execute()
          answer = await ask()
        }
        const isKnown = contract[name].who !== 'player' || answer.statusCode !== 401
        expect([shape, answer.statusCode < 500, answer.statusCode === 429, isKnown]).toEqual([shape, true, false, true])
        if (isUsedUp(name, answer.statusCode)) usual = undefined
      }
    }
  })
})

describe('a nickname', () => {
  beforeAll(async () => {
    me = await newcomer()
  })
  // This is not about limits.
  beforeEach(() => db.sql.deleteFrom('http_rate_limit').execute())

  test.each([
    ['turned round', 'Ali\u202ece'],
    ['turned round by an isolate', 'Ali\u2067ce'],
    ['with a mark of direction', 'Ali\u200fce'],
    ['with a space that cannot be seen', 'Ali\u200bce'],
    ['with a joiner', 'Ali\u200dce'],
    ['with a non-joiner', 'Ali\u200cce'],
    ['with a word joiner', 'Ali\u2060ce'],
    ['with a byte order mark', 'Ali\ufeffce'],
    ['with a soft hyphen', 'Ali\u00adce'],
    ['with an invisible plus', 'Ali\u2064ce'],
    ['with a Hangul filler', 'Ali\u3164ce'],
    ['with a half-width filler', 'Ali\uffa0ce'],
    ['with a variation selector', 'Ali\ufe0fce'],
    ['with a tag letter', 'Ali\u{e0061}ce'],
    ['with a private letter', 'Ali\ue000ce'],
    ['with a Braille blank', 'Ali\u2800ce'],
    ['with marks piled up', `Al${'\u0301'.repeat(8)}ice`],
    ['in Arabic letters', 'اليسا'],
    ['in Hebrew letters', 'שלום'],
    ['with a Cyrillic letter among Latin ones', 'Аlice'],
    ['with a line break', 'Ali\nce'],
    ['made of fillers alone', '\u3164\u3164\u3164\u3164'],
  ])('%s is refused', async (_what, fakename) => {
    const cookie = await sessionOf(house, me.id)
    const answer = await house.as(cookie).post('account.changefakename', { fakename })
    expect([answer.status, answer.json.error.invalid_parameters]).toEqual([422, { fakename: ['CHARACTERS'] }])
    expect((await house.as(cookie).get('account.getInfo')).json.data.fakename).toBe(`Nick${me.mark}`)
  })

  test('that looks like one somebody has, in wide or fancy letters, is that one', async () => {
    const cookie = await sessionOf(house, me.id)
    const other = await furnish(house, `qtwin${count}`)
    const wide = [...`Nick${other.mark}`]
      .map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0))
      .join('')
    const answer = await house.as(cookie).post('account.changefakename', { fakename: wide })
    expect(answer.json.error.error_data.reason).toBe('FAKENAME_TAKEN')
  })
})
