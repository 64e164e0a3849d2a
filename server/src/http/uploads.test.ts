import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import { uploads } from './uploads.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#d04010' } })
  .png()
  .toBuffer()

async function site(answer: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  const cacheDir = await mkdtemp(join(tmpdir(), 'uploads-'))
  const app = Fastify()
  await app.register(uploads, { origin: `http://127.0.0.1:${port}`, cacheDir, log: { warn: vi.fn() } })
  undo.push(
    () => rm(cacheDir, { recursive: true }),
    () => app.close(),
    stop,
  )
  return { ask: (url: string) => app.inject({ url }), asked, stop }
}

test('a picture of an editor comes as it is, and for ever under the address of its last change', async () => {
  const { ask, asked, stop } = await site((_request, response) => response.end(png))
  const answer = await ask('/uploads/cup_1a2b.png?v=k3')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('image/png')
  expect(answer.headers['cache-control']).toContain('immutable')
  expect(answer.rawPayload).toEqual(png)
  expect((await ask('/uploads/cup_1a2b.png')).headers['cache-control']).toBe('public, max-age=60')
  expect(asked).toEqual(['/uploads/cup_1a2b.png', '/uploads/cup_1a2b.png'])
  stop()
  expect((await ask('/uploads/cup_1a2b.png?v=k3')).rawPayload).toEqual(png)
})

test('a drawing is shown and can run nothing', async () => {
  const { ask } = await site((_request, response) => response.end('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  const answer = await ask('/uploads/logo.svg?v=1')
  expect(answer.headers['content-type']).toContain('image/svg+xml')
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  expect(answer.headers['content-security-policy']).toContain('sandbox')
})

test.each(['page.html', 'page.png', 'song.mp3'])('what is no picture is not handed on: %s', async (name) => {
  const { ask } = await site((_request, response) => response.end('<script>1</script>'))
  expect((await ask(`/uploads/${name}`)).statusCode).toBe(404)
})

test('nothing but uploads is asked for', async () => {
  const { ask, asked } = await site((_request, response) => response.end(png))
  for (const path of [
    '/uploads/%2e%2e/admin',
    '/uploads/%',
    '/uploads/a//b.png',
    '/uploads/x.png?token=1',
    '/uploads/',
  ])
    expect((await ask(path)).statusCode).toBeGreaterThanOrEqual(400)
  expect(asked).toEqual([])
})
