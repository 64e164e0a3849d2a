import { createServer } from 'node:http'
import { afterAll, expect, test, vi } from 'vitest'
import { testApp } from '../test/app.ts'

const state = { name: 'First', asked: 0 }
const strapi = createServer((request, response) => {
  state.asked += 1
  const path = request.url?.split('?')[0]
  const send = (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body))
  if (path === '/api/i18n/locales') return send(200, [{ code: 'en', name: 'English', isDefault: true }])
  if (path === '/api/site') return send(200, { data: { id: 1, documentId: 'only', name: state.name }, meta: {} })
  return send(404, { data: null, error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} } })
})
await new Promise<void>((ready) => strapi.listen(0, '127.0.0.1', ready))
const address = strapi.address()
const port = typeof address === 'object' ? address?.port : 0
afterAll(() => {
  strapi.closeAllConnections()
  strapi.close()
})

// The polling behind it is far away here: what arrives, arrives by the notice.
const env = { CONTENT_URL: `http://127.0.0.1:${port}`, CONTENT_REFRESH_SECONDS: '3600' }
const { app, secrets, parts, lines } = await testApp({ env, isListening: true })
const nameNow = async () => (await parts.content.config('en')).site.name

const tell = (authorization: string | undefined, body: string) =>
  app.inject({
    method: 'POST',
    url: '/hooks/content',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    payload: body,
  })

test('an edit is looked at when Strapi tells of it with the secret, and not without', async () => {
  expect(await nameNow()).toBe('First')
  state.name = 'Second'
  const asked = state.asked
  const notice = JSON.stringify({ event: 'entry.publish', model: 'site', uid: 'api::site.site', entry: {} })
  for (const authorization of [undefined, 'Bearer', 'Bearer x', secrets.contentWebhook.current])
    expect((await tell(authorization, notice)).statusCode).toBe(401)
  expect(state.asked).toBe(asked)
  expect(await nameNow()).toBe('First')
  expect(lines.join()).not.toContain(secrets.contentWebhook.current)

  const good = `Bearer ${secrets.contentWebhook.current}`
  expect((await tell(good, notice)).json()).toEqual({ ok: true })
  await vi.waitFor(async () => expect(await nameNow()).toBe('Second'), { timeout: 30_000 })

  // A notice that cannot be read says at least that something happened.
  state.name = 'Third'
  for (const body of ['', 'not json', '{"model":7}', '{"model":"strange"}'])
    expect((await tell(good, body)).statusCode).toBe(200)
  await vi.waitFor(async () => expect(await nameNow()).toBe('Third'), { timeout: 30_000 })
})
