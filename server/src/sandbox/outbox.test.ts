import { expect, test } from 'vitest'
import { begin } from '../db/db.ts'
import { post } from '../features/mail/mail.ts'
import { testApp } from '../test/app.ts'

const app = await testApp()
const { db, parts, send, runJobs } = app

const write = (to: string, channel: 'email' | 'sms' = 'email') =>
  begin(db, (tx) =>
    post(parts, tx, {
      channel,
      to,
      kind: 'contactCode',
      locale: 'en',
      params: { code: '654321', link: '/confirmation?token=t' },
    }),
  )

const items = async (to?: string) => {
  const answer = await send({ url: '/sandbox/outbox.json', query: to === undefined ? {} : { to } })
  expect(answer.status).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  return answer.json.items
}

test('letters and messages arrive over the real protocols, newest first', async () => {
  await write('anna@example.com')
  await runJobs()
  await write('+4915112345678', 'sms')
  await write('boris@example.com')
  await runJobs()
  const all = await items()
  expect(all).toHaveLength(3)
  expect(all[0]).toEqual({
    to: 'boris@example.com',
    channel: 'email',
    subject: '654321 is your confirmation code',
    text: expect.stringContaining(`${app.config.origin}/confirmation?token=t`),
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  })
  expect(all[1]).toMatchObject({ to: '+4915112345678', channel: 'sms', subject: '' })
  expect(all[1].text).toContain('654321')
  expect(await items('anna@example.com')).toEqual([all[2]])
  expect(await items('nobody@example.com')).toEqual([])
  expect(await items('')).toEqual(all)
})

test('the page shows them to people, and may be filtered', async () => {
  const page = await send({ url: '/sandbox/outbox', query: { to: 'anna@example.com' } })
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'nonce-/)
  expect(page.body).toContain('654321 is your confirmation code')
  expect(page.body).toContain(`<a href="${app.config.origin}/confirmation?token=t">`)
  expect(page.body).not.toContain('boris@example.com')
})

test('whatever a letter says, the page shows it as text', async () => {
  const evil = '<script>alert(1)</script> https://evil.example/ "onload="x'
  await db.sql
    .insertInto('sandbox_letter')
    .values({ channel: 'email', recipient: `${evil}@example.com`, subject: evil, text: evil, html: evil })
    .execute()
  for (const to of ['', evil]) {
    const { body } = await send({ url: '/sandbox/outbox', query: { to } })
    expect(body).not.toMatch(/<script|<[^>]+ onload=|href="https:\/\/evil/)
  }
})

test('without the sandbox there is no outbox and no peer', async () => {
  const closed = await testApp({ env: { SANDBOX: 'off' }, beside: app })
  for (const url of ['/sandbox/outbox.json', '/sandbox/outbox']) {
    const routes = closed.app.hasRoute({ method: 'GET', url })
    expect(routes).toBe(false)
  }
})

test('the SMS peer believes only who bears its token', async () => {
  const { openSmsPeer } = await import('./sms.ts')
  const peer = await openSmsPeer({ sql: db.sql, token: 'right', log: app.log })
  const ask = async (token: string, body: string, method = 'POST') =>
    (
      await fetch(peer.url, {
        method,
        headers: { authorization: `Bearer ${token}` },
        ...(method === 'POST' && { body }),
      })
    ).status
  const good = JSON.stringify({ to: '+4915100000000', text: 'hi' })
  expect(await ask('wrong', good)).toBe(401)
  expect(await ask('right', good, 'GET')).toBe(405)
  expect(await ask('right', '{')).toBe(422)
  expect(await ask('right', JSON.stringify({ to: 'x', text: 'hi' }))).toBe(422)
  expect(await ask('right', good)).toBe(202)
  expect(await items('+4915100000000')).toHaveLength(1)
  await peer.close()
})
