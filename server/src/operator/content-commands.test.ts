import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { parseConfig } from '../config.ts'
import { testDatabase } from '../test/database.ts'
import { run } from './commands.ts'

const db = await testDatabase()
const state = { mayList: true }
const page = { id: 1, documentId: 'first', slug: 'No slug!', title: 'About' }
const banner = {
  ...{ id: 2, documentId: 'second', label: 'A' },
  image_735_240: { url: 'https://cdn.example/a.png' },
  description: {},
}
const answers: Record<string, unknown> = {
  '/api/i18n/locales': [{ code: 'en', name: 'English', isDefault: true }],
  '/api/site': { data: { id: 1, documentId: 'only', ageLimit: 'old' }, meta: {} },
  '/api/pages': { data: [page], meta: {} },
  '/api/banners': { data: [banner], meta: {} },
}
const strapi = createServer((request, response) => {
  const path = request.url?.split('?')[0] ?? ''
  const isForbidden = path === '/api/i18n/locales' && !state.mayList
  const status = isForbidden ? 403 : answers[path] ? 200 : 404
  const error = { status, name: 'Error', message: 'No', details: {} }
  response.writeHead(status).end(JSON.stringify(status === 200 ? answers[path] : { data: null, error }))
})
await new Promise<void>((ready) => strapi.listen(0, '127.0.0.1', ready))
afterAll(() => {
  strapi.closeAllConnections()
  strapi.close()
})
const address = strapi.address()
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
const check = (env: Record<string, string>) => run(db, ['content', 'check'], parseConfig(env))

test('what the site could not use of a content server is named, record by record', async () => {
  const { lines, code } = await check({ CONTENT_URL: url })
  expect(code).toBe(1)
  expect(lines).toContain('locales: en (default)')
  expect(lines).toContain('site: only: ageLimit')
  expect(lines).toContain('pages: first: slug')
  expect(lines).toContain('robots: is missing or not published')
  expect(lines).toContain('banners: has pictures of https://cdn.example, which CONTENT_IMAGE_HOSTS does not name')
  const named = await check({ CONTENT_URL: url, CONTENT_IMAGE_HOSTS: 'https://cdn.example' })
  expect(named.lines).toContain('banners: 1')
})

test('a token that may not list locales, a server that is away and none at all are said', async () => {
  state.mayList = false
  expect((await check({ CONTENT_URL: url })).lines[0]).toContain('the token may not list them')
  expect((await check({ CONTENT_URL: 'http://127.0.0.1:1' })).lines.join()).toContain('cannot be read')
  expect(await check({})).toMatchObject({ code: 1 })
})
