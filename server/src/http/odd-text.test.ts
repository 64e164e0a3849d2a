import { contract, type MethodName, methodNames } from '@croupier/contract/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../test/app.ts'
import { type Furnished, furnish, paramsOf, sessionOf } from '../test/every-call.ts'
import { pretendProvider } from '../test/pretend-provider.ts'
import { allRows } from '../test/rows.ts'

/** Texts that no player types, put into every field of every method by a caller who goes past the browser. */

const house = await testApp({ payments: new Map([['sandbox', pretendProvider('sandbox').provider]]) })
const { app, db, lines } = house

const inputs = methodNames.map((name): [MethodName, string[]] => {
  const { input } = contract[name]
  return [name, input instanceof z.ZodObject ? Object.keys(input.shape) : []]
})
const withFields = inputs.filter(([, fields]) => fields.length > 0)

let count = 0
let me: Furnished
beforeEach(async () => {
  count += 1
  me = await furnish(house, `qodd${count}`)
})

/** As a form writes it, but for bytes that no form could. */
const encoded = (params: Record<string, string>, raw: Record<string, string> = {}) =>
  [
    ...Object.entries(params).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
    ...Object.entries(raw).map(([name, value]) => `${encodeURIComponent(name)}=${value}`),
  ].join('&')

let tries = 0

async function send(name: MethodName, cookie: string | null, raw: Record<string, string>, more = {}) {
  tries += 1
  const own: Record<string, string> = { ...paramsOf(house, me)[name], ...more }
  // One address opens one account, and every one of these tries is to get as far as it can.
  if (name === 'auth.register') own.email = `n${tries}-${own.email}`
  const text = encoded(Object.fromEntries(Object.entries(own).filter(([field]) => raw[field] === undefined)), raw)
  const isGet = contract[name].verb === 'GET'
  // Every try is the first one: this is not about limits.
  await db.sql.deleteFrom('http_rate_limit').execute()
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

const everywhere = async () => JSON.stringify(await allRows(db))

describe('ten thousand characters', () => {
  /** Made by a program, for a program, and as long as it says. */
  const taken = new Set(['auth.register seon_session'])

  test.each(withFields)('in any field of %s are refused or thrown away', async (name, fields) => {
    for (const field of fields) {
      const cookie = await sessionOf(house, me.id)
      const long = { [field]: 'x'.repeat(10_000) }
      const answer = await send(name, contract[name].who === 'player' ? cookie : null, long)
      expect([field, answer.statusCode < 500]).toEqual([field, true])
      // What is wrong is named, and what was sent is not sent back.
      expect(answer.body).not.toContain('xxxxxxxxxx')
      const isKept = (await everywhere()).includes('x'.repeat(300))
      expect([field, isKept]).toEqual([field, taken.has(`${name} ${field}`)])
      if (isKept) await sql`delete from jobs.job`.execute(db.sql)
    }
  })
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

describe.each(odd)('%s', (_what, raw) => {
  test('in any field of any method is no fault, reaches no stranger, and is written to no log', async () => {
    const before = lines.length
    const faults: string[] = []
    for (const [name, fields] of withFields) {
      // The full form wants more than is sent, so that nothing is hashed: what is kept is tried below.
      const more = name === 'auth.register' ? { type: 'form' } : {}
      for (const field of fields) {
        const cookie = contract[name].who === 'player' ? await sessionOf(house, me.id) : null
        const answer = await send(name, cookie, { [field]: raw }, more)
        if (answer.statusCode >= 500) faults.push(`${name} ${field}: ${answer.body}`)
      }
    }
    const opened = await send('auth.register', null, Object.fromEntries(kept.map((field) => [field, raw])))
    if (![200, 422].includes(opened.statusCode)) faults.push(`auth.register: ${opened.body}`)
    expect(faults).toEqual([])
    await house.runJobs()
    const sent = await db.sql.selectFrom('sandbox_letter').select(['recipient', 'subject']).execute()
    expect(sent.filter(({ recipient, subject }) => /evil/.test(recipient) || /[\r\n]/.test(subject))).toEqual([])
    expect(lines.slice(before).join('')).not.toMatch(/evil|drop table|7\*7|<script/)
  }, 120_000)
})

describe('the same as an array, an object or twice', () => {
  test.each(withFields)('%s', async (name, fields) => {
    const cookie = await sessionOf(house, me.id)
    for (const field of fields) {
      const shapes = [
        `${field}[]=a`,
        `${field}[a][b]=c`,
        `${field}=a&${field}=b`,
        `${field}[__proto__][x]=1`,
        `__proto__[${field}]=a`,
      ]
      for (const shape of shapes) {
        await db.sql.deleteFrom('http_rate_limit').execute()
        const isGet = contract[name].verb === 'GET'
        const answer = await app.inject({
          method: contract[name].verb,
          url: `/api/${name}${isGet ? `?${shape}` : ''}`,
          headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
          ...(!isGet && { payload: shape }),
        })
        expect([shape, answer.statusCode < 500]).toEqual([shape, true])
      }
    }
  })
})

describe('a nickname', () => {
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
