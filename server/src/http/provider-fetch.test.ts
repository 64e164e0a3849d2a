import http from 'node:http'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { providerFetch } from './provider-fetch.ts'

const heard: string[] = []
const server = http.createServer((request, response) => {
  heard.push(`${request.method} ${request.url}`)
  if (request.url === '/moved') return response.writeHead(302, { location: '/elsewhere' }).end()
  if (request.url === '/large') return response.end('x'.repeat(600_000))
  if (request.url === '/slow') return response.write('x')
  if (request.url === '/cut') return response.write('x', () => response.destroy())
  if (request.url === '/none') return response.writeHead(204).end()
  request.pipe(response)
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const address = server.address()
const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  heard.length = 0
})

const get = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' as const }
const own = providerFetch(origin, null)

test('asks the issuer, and sends forms', async () => {
  const body = new URLSearchParams({ code: 'ä &' })
  const answer = await own(`${origin}/token`, { ...get, method: 'POST', body })
  expect(await answer.text()).toBe(body.toString())
  expect((await own(`${origin}/none`, get)).status).toBe(204)
})

test('goes nowhere but where it was told', async () => {
  expect((await own(`${origin}/moved`, get)).status).toBe(302)
  expect(heard).toEqual(['GET /moved'])
})

test('takes a detour to its own process', async () => {
  const detoured = providerFetch('https://casino.example/sandbox/social', {
    from: 'https://casino.example/sandbox/social',
    to: `${origin}/sandbox/social`,
  })
  await detoured('https://casino.example/sandbox/social/jwks', get)
  expect(heard).toEqual(['GET /sandbox/social/jwks'])
})

test.each(['/large', '/cut'])('gives up on %s', async (path) => {
  await expect(own(`${origin}${path}`, get)).rejects.toThrow()
})

test('gives up when the time is over', async () => {
  await expect(own(`${origin}/slow`, { ...get, signal: AbortSignal.timeout(50) })).rejects.toThrow()
})

test.each([
  [origin, 'only https'],
  ['http://other.example', 'only https'],
  ['https://127.0.0.1', 'bare address'],
  ['https://10.0.0.1', 'bare address'],
  ['https://2130706433', 'bare address'],
  ['https://0x7f.1', 'bare address'],
  ['https://[::1]', 'bare address'],
  ['https://[::ffff:127.0.0.1]', 'bare address'],
  ['https://localhost', 'private address'],
])('follows no word of an issuer to %s: %s', async (place, why) => {
  const outside = providerFetch('https://issuer.example', null)
  await expect(outside(`${place}/token`, get)).rejects.toThrow(why)
  expect(heard).toEqual([])
})
