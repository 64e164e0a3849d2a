import { get, type IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Tx } from '../context.ts'
import { begin } from '../db/db.ts'
import { lockPlayer, setBanned, signInWays } from '../features/account/account.ts'
import { endPlayerSessions } from '../features/auth/auth.ts'
import { exclude } from '../features/limits/limits.ts'
import { run } from '../operator/commands.ts'
import { testApp } from '../test/app.ts'
import { type Furnished, furnish, password, sessionOf } from '../test/every-call.ts'
import { freePort } from '../test/http-browser.ts'
import { openBrowser } from '../test/player-browser.ts'

/** Whatever ends sessions is acknowledged on one node; from then on every session is over on the other one too. */

const here = await testApp({ isListening: true })
const there = await testApp({ isListening: true, beside: here })
const { db, as } = here
const port = await freePort()
await there.app.listen({ port, host: '127.0.0.1' })

let count = 0
let me: Furnished
beforeEach(async () => {
  count += 1
  me = await furnish(here, `qnode${count}`)
})

const opened: IncomingMessage[] = []
afterEach(() => {
  for (const stream of opened.splice(0)) stream.destroy()
})

type Stream = { text: string; endedAt: number | null }

/** An open page on the other node. */
const listen = (cookie: string) =>
  new Promise<Stream>((resolve, reject) => {
    const headers = { 'sec-fetch-site': 'same-origin', cookie }
    get(`http://127.0.0.1:${port}/stream`, { headers }, (answer) => {
      opened.push(answer)
      const stream: Stream = { text: '', endedAt: null }
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        stream.text += chunk
        if (stream.text.includes('event: hello')) resolve(stream)
      })
      answer.once('end', () => {
        stream.endedAt = performance.now()
      })
      answer.on('error', () => {})
    }).once('error', reject)
  })

const statusOn = async (cookie: string) => (await there.as(cookie).get('account.getInfo')).status

type Way = {
  /** Of eight sessions the first is the one that asks; these end. */
  ends: (index: number) => boolean
  /** The asking session goes on under a new token, so its page does too. */
  keepsPage?: boolean
  act: (cookies: string[]) => Promise<unknown>
}

const codeOf = (text = '') => /\b\d{6}\b/.exec(text)?.[0] ?? ''
const isDone = async (answer: Promise<{ status: number; body: string }>) => {
  const { status, body } = await answer
  expect([status, body.startsWith('{"result":1')]).toEqual([200, true])
}

const ways: [string, Way][] = [
  [
    'the player excludes itself',
    { ends: () => true, act: ([mine = '']) => isDone(as(mine).post('account.selfExclude', { period: '1d' })) },
  ],
  ['the house blocks the player', { ends: () => true, act: () => run(db, ['ban', me.login]) }],
  ['the house ends all sessions', { ends: () => true, act: () => run(db, ['sessions', 'end', me.login]) }],
  [
    'the player ends all others',
    { ends: (at) => at > 0, act: ([mine = '']) => isDone(as(mine).post('account.closeSession', { others: '1' })) },
  ],
  [
    'the player changes the password',
    {
      ends: () => true,
      keepsPage: true,
      act: ([mine = '']) =>
        isDone(as(mine).post('account.changepassword', { old_password: password, new_password: 'Heron-Lake-9' })),
    },
  ],
  [
    'the player restores the password',
    {
      ends: () => true,
      async act() {
        await as(null).post('auth.restore', { login: me.login })
        await here.runJobs()
        const code = codeOf((await here.letters(me.login))[0]?.text)
        await isDone(as(null).post('auth.restore', { login: me.login, code, password: 'Heron-Lake-9' }))
      },
    },
  ],
  ['the player signs out', { ends: (at) => at === 0, act: ([mine = '']) => isDone(as(mine).get('auth.logout')) }],
]

describe.each(ways)('when %s', (_what, { ends, keepsPage = false, act }) => {
  test('every session that is meant is over on the other node with the answer, and its open page hears of it', async () => {
    const cookies = await Promise.all(Array.from({ length: 8 }, () => sessionOf(here, me.id)))
    const streams = await Promise.all(cookies.map(listen))
    expect(await Promise.all(cookies.map(statusOn))).toEqual(cookies.map(() => 200))
    await act(cookies)
    const answeredAt = performance.now()
    // Asked at once: no time goes by between the acknowledgement and these.
    const statuses = await Promise.all(cookies.map(statusOn))
    expect(statuses).toEqual(cookies.map((_, at) => (ends(at) ? 401 : 200)))
    const isPageOver = (at: number) => ends(at) && !(at === 0 && keepsPage)
    await vi.waitFor(
      () => expect(streams.map(({ endedAt }) => endedAt !== null)).toEqual(streams.map((_, at) => isPageOver(at))),
      { timeout: 5000, interval: 5 },
    )
    const over = streams.filter(({ endedAt }) => endedAt !== null)
    for (const { text } of over) expect(text).toMatch(/event: session\ndata: {}\n\n$/)
    // The fastest of them stands for what the code does; a busy machine may be late with the others.
    const waits = over.map(({ endedAt }) => (endedAt ?? 0) - answeredAt)
    expect(Math.min(...waits)).toBeLessThan(1000)
  })
})

describe('nobody slips in at the same moment', () => {
  const enders: [string, (tx: Tx) => Promise<unknown>, string][] = [
    ['a ban', (tx) => setBanned(tx, me.id, true), 'UserBannedException'],
    ['an exclusion', (tx) => exclude(tx, { playerId: me.id, period: '7d' }), 'AuthorizationException SELF_EXCLUDED'],
    ['a new password', (tx) => changeHash(tx), 'AuthorizationException WRONG_CREDENTIALS'],
    [
      'two-factor',
      (tx) => signInWays.setTwoFactorMethod(tx, me.id, 'email'),
      'AuthorizationException WRONG_CREDENTIALS',
    ],
  ]
  const changeHash = (tx: Tx) =>
    tx.updateTable('auth_password').set({ hash: 'another' }).where('player_id', '=', me.id).execute()

  /** Those who stand before the row of the player and wait. */
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(db.sql)
    return rows[0]?.count ?? 0
  }

  test.each(enders)('%s turns away whoever was let through up to the last door', async (_what, change, word) => {
    const racers = Array.from({ length: 6 }, (_, n) =>
      openBrowser(n % 2 ? here.app : there.app, { address: `10.61.${count}.${n}` }),
    )
    const race = await begin(db, async (tx) => {
      await lockPlayer(tx, me.id)
      const asked = racers.map((racer) => racer.post('auth.login', { login: me.login, password }))
      await vi.waitFor(async () => expect(await waiting()).toBe(racers.length), { timeout: 20_000, interval: 20 })
      await change(tx)
      await endPlayerSessions(tx, me.id)
      return { asked }
    })
    expect((await Promise.all(race.asked)).map(({ said }) => said)).toEqual(racers.map(() => word))
    expect(racers.map(({ cookies }) => cookies.get('sid'))).toEqual(racers.map(() => undefined))
    const rows = db.sql.selectFrom('auth_session').select('id').where('player_id', '=', me.id)
    expect(await rows.where('ended_at', 'is', null).execute()).toEqual([])
  })
})
