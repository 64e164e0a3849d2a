import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { signRequest } from './signature.ts'
import { openSumsub } from './sumsub.ts'

type SeenRequest = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
type Reply = (asked: SeenRequest, response: ServerResponse) => void

/** A peer that answers as each test wants. */
let reply: Reply = () => {}
let asked: SeenRequest[] = []
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { method = '', url = '', headers } = request
  const one = { method, url, headers, body: Buffer.concat(chunks).toString() }
  asked.push(one)
  reply(one, response)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

let warnings: object[] = []
beforeEach(() => {
  asked = []
  warnings = []
})

const log = { warn: (about: object) => warnings.push(about) }
const settings = { url, level: 'basic level', actionLevel: 'action level', token: 'app-token', secret: 'app-secret' }
const sumsub = openSumsub({ ...settings, log, patienceMs: 300 })

const json = (response: ServerResponse, status: number, about: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(about))

const person = {
  externalUserId: 'opaque;id/1',
  locale: 'es',
  email: 'a@example.com',
  phone: null,
  firstName: 'Ana',
  lastName: 'Gil',
  birthDate: '1990-02-03',
}
const wish = { externalUserId: 'opaque', externalActionId: null, locale: 'en' }
const away = { type: 'InvalidParameter', data: { reason: 'PROVIDER_AWAY' } }

test('an applicant is made with a signed request', async () => {
  reply = (_, response) => json(response, 201, { id: 'applicant-1' })
  expect(await sumsub.createApplicant(person)).toEqual({ applicantId: 'applicant-1' })
  const [one] = asked
  expect(one).toMatchObject({ method: 'POST', url: '/resources/applicants?levelName=basic%20level' })
  expect(JSON.parse(one?.body ?? '')).toEqual({
    externalUserId: 'opaque;id/1',
    email: 'a@example.com',
    lang: 'es',
    fixedInfo: { firstName: 'Ana', lastName: 'Gil', dob: '1990-02-03' },
  })
  const ts = String(one?.headers['x-app-access-ts'])
  expect(Math.abs(Number(ts) - Date.now() / 1000)).toBeLessThan(60)
  expect(one?.headers['x-app-token']).toBe('app-token')
  expect(one?.headers['x-app-access-sig']).toBe(
    signRequest({ secret: 'app-secret', ts, method: 'POST', path: one?.url ?? '', body: one?.body ?? '' }),
  )
})

test('an applicant who is known already is found', async () => {
  reply = ({ method }, response) =>
    method === 'POST' ? json(response, 409, { code: 409 }) : json(response, 200, { id: 'applicant-2' })
  expect(await sumsub.createApplicant(person)).toEqual({ applicantId: 'applicant-2' })
  expect(asked[1]).toMatchObject({ method: 'GET', url: '/resources/applicants/-;externalUserId=opaque%3Bid%2F1/one' })
})

test('a token and the address of the provider’s pages', async () => {
  reply = (one, response) =>
    json(response, 200, one.url.includes('websdkLink') ? { url: 'https://in.example/x' } : { token: '_act-1' })
  const given = await sumsub.getAccess({ ...wish, externalActionId: 'card-1' })
  expect(given).toMatchObject({ token: '_act-1', url: 'https://in.example/x' })
  expect(given.expiresAt.getTime()).toBeGreaterThan(Date.now())
  for (const { body } of asked) {
    expect(JSON.parse(body)).toMatchObject({ userId: 'opaque', levelName: 'action level', externalActionId: 'card-1' })
  }
  asked = []
  await sumsub.getAccess(wish)
  for (const { body } of asked) expect(JSON.parse(body)).toMatchObject({ levelName: 'basic level' })
})

test.each([
  ['a fault', (_: SeenRequest, response: ServerResponse) => json(response, 500, {})],
  ['a wrong key', (_: SeenRequest, response: ServerResponse) => json(response, 401, {})],
  ['no JSON', (_: SeenRequest, response: ServerResponse) => response.writeHead(200).end('<html>')],
  [
    'another shape',
    (_: SeenRequest, response: ServerResponse) => json(response, 200, { url: 'javascript:alert(1)', id: 7 }),
  ],
  ['a redirect', (_: SeenRequest, response: ServerResponse) => response.writeHead(307, { location: url }).end()],
  ['a cut line', (_: SeenRequest, response: ServerResponse) => response.destroy()],
  ['silence', () => {}],
  ['half an answer', (_: SeenRequest, response: ServerResponse) => response.writeHead(200).write('{"id":')],
])('%s from the provider is "away" for the player, and a line for the operator', async (_what, answer) => {
  reply = answer
  await expect(sumsub.createApplicant(person)).rejects.toMatchObject(away)
  await expect(sumsub.getAccess(wish)).rejects.toMatchObject(away)
  expect(warnings.length).toBeGreaterThanOrEqual(2)
  expect(JSON.stringify(warnings)).not.toMatch(/app-secret|app-token|Ana|example\.com/)
})

test('nobody at the address is "away" too', async () => {
  const nobody = openSumsub({ ...settings, url: 'http://127.0.0.1:1', log })
  await expect(nobody.createApplicant(person)).rejects.toMatchObject(away)
})
