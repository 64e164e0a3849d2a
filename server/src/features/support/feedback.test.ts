import { beforeAll, beforeEach, expect, test } from 'vitest'
import { run } from '../../operator/commands.ts'
import { testApp } from '../../test/app.ts'
import { addPerson } from '../../test/world.ts'

const { db, as, addPlayer, signIn, letters, runJobs, send } = await testApp()

const supportAddress = 'support@croupier.example'
const words = 'The wheel stopped.\n\nNothing happened after that.'

let alice = ''
let bruno = ''
beforeAll(async () => {
  alice = await signIn(await addPlayer({ login: 'alice@example.com', emailConfirmed: true }))
  bruno = await signIn(await addPlayer({ login: 'bruno@example.com' }))
})
beforeEach(async () => {
  for (const table of ['support_feedback', 'mail_letter', 'sandbox_letter', 'http_rate_limit'] as const)
    await db.sql.deleteFrom(table).execute()
})

const rows = () => db.sql.selectFrom('support_feedback').selectAll().orderBy('id').execute()
const sendAs = (cookie: string | null, body: Record<string, string> = {}) =>
  as(cookie).post('Support.sendFeedback', { topic: 'games', text: words, ...body })

test('support gets a letter that can be answered, and a player with a proven address a copy', async () => {
  expect((await sendAs(alice)).json).toEqual({ result: 1, data: null })
  const [row] = await rows()
  expect(row).toMatchObject({ topic: 'games', text: words, contact: 'alice@example.com', answered_at: null })
  const [posted] = await db.sql.selectFrom('mail_letter').selectAll().where('kind', '=', 'feedback').execute()
  expect(posted?.headers).toMatchObject({ 'Reply-To': 'alice@example.com' })
  await runJobs()
  const [told] = await letters(supportAddress)
  expect(told?.subject).toBe(`[${row?.id}] Games`)
  expect(told?.text).toContain(`player ${row?.player_id}; reply to alice@example.com`)
  expect(told?.text).toContain(words)
  const [copy] = await letters('alice@example.com')
  expect(copy?.subject).toBe(`Your message to support, no. ${row?.id}`)
  expect(copy?.text).toContain(words)
})

test.each([
  ['a guest', false, { contact: ' guest@example.com ' }, 'guest@example.com'],
  ['a player who has not proven the address', true, {}, 'bruno@example.com'],
] as const)('%s gets a receipt without the words: the address may be a stranger’s', async (_, isPlayer, more, to) => {
  expect((await sendAs(isPlayer ? bruno : null, more)).status).toBe(200)
  await runJobs()
  expect(await rows()).toMatchObject([{ contact: to }])
  const got = await letters(to)
  expect(got).toHaveLength(1)
  expect(got[0]?.text).not.toContain('wheel')
})

test('markup in the words is shown, not run', async () => {
  await sendAs(null, { contact: 'guest@example.com', text: '<img src=x onerror=alert(1)> and more' })
  const [told] = await letters(supportAddress)
  expect(told?.html).toContain('&lt;img src=x')
  expect(told?.html).not.toContain('<img')
})

test.each([
  [{ text: 'short', contact: 'guest@example.com' }, { text: ['TOO_SHORT'] }],
  [{ text: 'x'.repeat(4001), contact: 'guest@example.com' }, { text: ['TOO_LONG'] }],
  [{ contact: '' }, { contact: ['REQUIRED'] }],
  [{ contact: 'a@b.c, d@e.f' }, { contact: ['EMAIL'] }],
  [{ contact: 'a@example.com\r\nBcc: all@example.com' }, { contact: ['EMAIL'] }],
])('a guest who sends %j is told %j', async (body, fields) => {
  const { status, json } = await sendAs(null, body)
  expect([status, json.error.invalid_parameters]).toEqual([422, fields])
  expect(await rows()).toEqual([])
})

test('an unknown topic is refused', async () => {
  expect((await sendAs(alice, { topic: 'weather' })).status).toBe(422)
})

test('a player cannot have the answer sent to another address', async () => {
  await sendAs(alice, { contact: 'mallory@example.com' })
  expect(await rows()).toMatchObject([{ contact: 'alice@example.com' }])
})

test('the same words at once or again are one message', async () => {
  const answers = await Promise.all([sendAs(alice), sendAs(alice), sendAs(alice)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  await sendAs(alice, { text: `  ${words.replaceAll('\n', '\r\n')}  ` })
  expect(await rows()).toHaveLength(1)
  await sendAs(alice, { topic: 'other' })
  expect(await rows()).toHaveLength(2)
})

test('one address of the net may write so often, and so may one that is only typed in', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 11; i += 1)
    statuses.push((await sendAs(null, { contact: 'guest@example.com', text: `${words} ${i}` })).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  const elsewhere = await send({
    method: 'POST',
    url: '/api/Support.sendFeedback',
    remoteAddress: '203.0.113.5',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ topic: 'other', text: words, contact: 'Guest@example.com' }).toString(),
  })
  expect(elsewhere.status).toBe(429)
  expect(await rows()).toHaveLength(10)
})

test('an address that players type in is counted over all of them', async () => {
  const cookies = await Promise.all(
    ['one', 'two'].map(async (login) => signIn(await addPerson(db.sql, { login, fakename: login }))),
  )
  const statuses: number[] = []
  for (let i = 0; i < 11; i += 1)
    statuses.push((await sendAs(cookies[i % 2] ?? '', { contact: 'guest@example.com', text: `${words} ${i}` })).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
})

test('the operator reads what waits and answers it once, in the language of the writer', async () => {
  await send({
    method: 'POST',
    url: '/api/Support.sendFeedback?locale=es',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ topic: 'complaint', text: words, contact: 'luz@example.com' }).toString(),
  })
  const [row] = await rows()
  const id = String(row?.id)
  const { lines } = await run(db, ['feedback', 'list'])
  expect(lines[0]).toMatch(new RegExp(`^${id}  \\S+  complaint  guest  luz@example.com  es$`))
  expect(lines.slice(1)).toEqual(['    The wheel stopped.', '    ', '    Nothing happened after that.'])

  const answer = await run(db, ['feedback', 'answer', id, 'It', 'was', 'paid.'])
  expect(answer).toEqual({ lines: [`Message ${id} is answered to luz@example.com.`], code: 0 })
  await runJobs()
  const [got] = await letters('luz@example.com')
  expect(got?.subject).toBe(`Respuesta a tu mensaje n.º ${id}`)
  expect(got?.text).toContain('It was paid.')

  expect((await run(db, ['feedback', 'answer', id, 'Again'])).code).toBe(1)
  expect(await run(db, ['feedback', 'list'])).toEqual({ lines: ['Nothing waits for an answer.'], code: 0 })
  expect((await run(db, ['feedback', 'list', 'all'])).lines).toContain('    It was paid.')
  expect((await run(db, ['feedback', 'answer', '999999', 'Hello'])).lines).toEqual(['There is no message 999999.'])
  expect((await run(db, ['feedback', 'answer', 'x', 'Hello'])).code).toBe(2)
})
