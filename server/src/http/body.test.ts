import { bestTime } from '@croupier/contract/test/best-time'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { addBodyParsers, readQuery } from './body.ts'

const app = Fastify()
addBodyParsers(app)
app.post('/', async (request) => request.body)

const send = (type: string, payload: string) =>
  app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload })
const part = (name: string, value: string, headers = '') =>
  `--B\r\nContent-Disposition: form-data; name="${name}"\r\n${headers}\r\n${value}\r\n`

test.each([
  ['multipart/form-data; boundary=B', `${part('a', '1')}${part('b[c]', '2')}--B--\r\n`, { a: '1', b: { c: '2' } }],
  ['multipart/form-data; boundary="B"', `${part('a', 'one\r\n-- two\r\n')}--B--`, { a: 'one\r\n-- two\r\n' }],
  ['multipart/form-data; boundary=B', `${part('a&b=c', '&=%')}--B--\r\n`, { 'a&b=c': '&=%' }],
  [
    'application/x-www-form-urlencoded',
    'a=1&b%5Bc%5D=%E2%82%AC+x&d[]=1&d[]=2',
    { a: '1', b: { c: '€ x' }, d: ['1', '2'] },
  ],
  ['application/x-www-form-urlencoded', '&&=&a', { a: '' }],
])('%s: %j is read', async (type, payload, body) => {
  const answer = await send(type, payload)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual(body)
})

test.each([
  ['no boundary', 'multipart/form-data', `${part('a', '1')}--B--\r\n`],
  ['another boundary', 'multipart/form-data; boundary=C', `${part('a', '1')}--B--\r\n`],
  ['no end', 'multipart/form-data; boundary=B', part('a', '1')],
  [
    'headers without end',
    'multipart/form-data; boundary=B',
    `${part('a', '1', 'X-A: b\r\n'.repeat(100_000))}--B--\r\n`,
  ],
  ['1,002 parts', 'multipart/form-data; boundary=B', `${part('a', '1').repeat(1002)}--B--\r\n`],
])('a body with %s is refused before it can do harm', async (_what, type, payload) => {
  const answer = await send(type, payload)
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.body).toMatch(/multipart|parameters/)
  expect(await bestTime(() => send(type, payload))).toBeLessThan(100)
})

test('a thousand fields are still taken', async () => {
  const body = Array.from({ length: 1000 }, (_, i) => part(`f${i}`, 'x')).join('')
  expect(Object.keys((await send('multipart/form-data; boundary=B', `${body}--B--\r\n`)).json())).toHaveLength(1000)
})

test.each([
  ['/api/x', {}],
  ['/api/x?', {}],
  ['/api/x?a=1&b[c][d]=2', { a: '1', b: { c: { d: '2' } } }],
  ['/api/x?a=%ff%', { a: '%ff%' }],
  ['/api/x?__proto__[a]=1&__proto__=2', {}],
])('the query of %s', (url, query) => {
  expect(JSON.parse(JSON.stringify(readQuery(url)))).toEqual(query)
})
