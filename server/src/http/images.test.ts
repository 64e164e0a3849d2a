import dns from 'node:dns'
import { mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { imageUrl } from '@croupier/contract/image'
import Fastify from 'fastify'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pngBomb, strangeAddresses, svg } from './image-hazards.ts'
import { images } from './images.ts'

const tile = { width: 288, height: 192 }
const undo: (() => unknown)[] = []
let dir: string
let publicDir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'images-'))
  publicDir = await mkdtemp(join(dir, 'public-'))
  await writeFile(join(publicDir, 'tiger.png'), await solid('#d04010'))
  await writeFile(join(dir, 'fallback.png'), await solid('#104030'))
  await writeFile(join(dir, 'secret.png'), await solid('#ffffff'))
})

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
  await rm(dir, { recursive: true })
})

const solid = (background: string, width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

async function site(hosts: string[] = [], uploads: string | null = null) {
  const app = Fastify()
  const log = { warn: vi.fn() }
  await app.register(images, {
    publicDirs: [publicDir],
    hosts,
    uploads,
    cacheDir: join(dir, 'cache'),
    fallbackFile: join(dir, 'fallback.png'),
    log,
  })
  undo.push(() => app.close())
  const ask = (src: string, options = {}, headers = {}) =>
    app.inject({ url: imageUrl(src, { ...tile, ...options }), headers })
  return { app, ask, log }
}

/** A real server on this machine that counts who came. */
async function host(answer: http.RequestListener) {
  const seen = { connections: 0, requests: 0 }
  const server = http.createServer((request, response) => {
    seen.requests += 1
    answer(request, response)
  })
  server.on('connection', () => {
    seen.connections += 1
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(portOf(server.address())))
  })
  undo.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${port}`, port, seen, server }
}
const portOf = (address: AddressInfo | string | null) => (address && typeof address === 'object' ? address.port : 0)

const isFallback = (answer: { statusCode: number; headers: Record<string, unknown> }) =>
  answer.statusCode === 200 && answer.headers['x-image-fallback'] === '1'

test('a tile comes in every format, size and quality that pages ask for', async () => {
  const noise = await sharp({
    create: {
      width: 900,
      height: 600,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
      background: '#000',
    },
  })
    .png()
    .toBuffer()
  await writeFile(join(publicDir, 'noise.png'), noise)
  const { ask } = await site()
  for (const [format, decoded] of [
    ['webp', 'webp'],
    ['avif', 'heif'],
    ['jpeg', 'jpeg'],
    ['png', 'png'],
  ] as const) {
    const answer = await ask('/tiger.png', { format })
    expect(answer.headers['content-type']).toBe(`image/${format}`)
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: decoded, width: 288, height: 192 })
  }
  expect(await sharp((await ask('/tiger.png', { density: 2 })).rawPayload).metadata()).toMatchObject({
    width: 576,
    height: 384,
  })
  expect(await sharp((await ask('/tiger.png', { width: 360, height: undefined })).rawPayload).metadata()).toMatchObject(
    { width: 360, height: 277 },
  )
  const weight = async (quality: number) => (await ask('/noise.png', { quality })).rawPayload.length
  expect(await weight(95)).toBeGreaterThan(1.5 * (await weight(60)))
})

test('a browser may keep a picture, and nothing else may be made of it', async () => {
  const { ask } = await site()
  const first = await ask('/tiger.png')
  expect(first.headers).toMatchObject({
    'cache-control': 'public, max-age=86400',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(first.headers['x-image-fallback']).toBeUndefined()
  const again = await ask('/tiger.png', {}, { 'if-none-match': String(first.headers.etag) })
  expect(again.statusCode).toBe(304)
  expect(again.rawPayload).toHaveLength(0)
})

test('a picture that was replaced is shown anew, a second later at most', async () => {
  const { ask } = await site()
  const before = await ask('/tiger.png')
  await writeFile(join(publicDir, 'tiger.png'), await solid('#0000ff'))
  await utimes(join(publicDir, 'tiger.png'), new Date(), new Date(Date.now() + 5000))
  await expect
    .poll(async () => (await ask('/tiger.png')).headers.etag, { timeout: 20_000 })
    .not.toBe(before.headers.etag)
})

test('a missing picture is answered with the fallback, for a minute', async () => {
  const { ask } = await site()
  const answer = await ask('/gone.webp')
  expect(isFallback(answer)).toBe(true)
  expect(answer.headers['cache-control']).toBe('public, max-age=60')
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 288, height: 192 })
})

test('no address outside our hosts is ever connected to', async () => {
  const canary = await host((_, response) => response.end())
  const { ask } = await site(['https://cms.example.com', `http://127.0.0.1:${canary.port + 1}`])
  const answers = await Promise.all(
    strangeAddresses(canary.port).map(async (src) => [src, (await ask(src)).statusCode]),
  )
  expect(answers.length).toBeGreaterThanOrEqual(70)
  expect(answers.filter(([, status]) => status !== 400)).toEqual([])
  expect(canary.seen.connections).toBe(0)
})

test('an operator’s own address is taken only as it was written', async () => {
  const own = await host((_, response) => response.end())
  const { ask } = await site([own.origin])
  const spellings = ['2130706433', '0x7f000001', '0177.0.0.1', '127.1', '127.0.0.1.', 'user@127.0.0.1', 'a:b@127.0.0.1']
  for (const name of spellings) expect((await ask(`http://${name}:${own.port}/a.png`)).statusCode, name).toBe(400)
  const others = [
    `HTTP://127.0.0.1:${own.port}/a.png`,
    `${own.origin}\\a.png`,
    `${own.origin}/\t/a.png`,
    ` ${own.origin}/a.png`,
    own.origin,
  ]
  for (const src of others) expect((await ask(src)).statusCode, src).toBe(400)
  expect(own.seen.connections).toBe(0)
})

test('a host name that leads into the network is not followed there', async () => {
  const canary = await host((_, response) => response.end())
  const origin = `http://cms.example.com:${canary.port}`
  const { ask } = await site([origin])
  const sets = [
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['93.184.216.34', '127.0.0.1'],
    ['fd00::1'],
  ]
  for (const [index, addresses] of sets.entries()) {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation((...args: unknown[]) => {
      const done = args.at(-1)
      if (typeof done === 'function') done(null, found)
    })
    expect((await ask(`${origin}/${index}.png`)).statusCode, addresses.join()).toBe(400)
    expect(lookup).toHaveBeenCalledTimes(1)
    lookup.mockRestore()
  }
  expect(canary.seen.connections).toBe(0)
})

test('a redirect is not followed', async () => {
  const canary = await host((_, response) => response.end())
  const own = await host((request, response) => {
    const status = Number(request.url?.slice(1, 4))
    response.writeHead(status, { location: `http://127.0.0.1:${canary.port}/x.png` }).end()
  })
  const { ask } = await site([own.origin])
  for (const status of [301, 302, 303, 307, 308])
    expect(isFallback(await ask(`${own.origin}/${status}.png`))).toBe(true)
  expect(own.seen.requests).toBe(5)
  expect(canary.seen.connections).toBe(0)
})

test('files outside the public folder stay unseen', async () => {
  await symlink(join(dir, 'secret.png'), join(publicDir, 'link.png'))
  await symlink(dir, join(publicDir, 'up'))
  await writeFile(join(publicDir, '.hidden.png'), await solid('#ffffff'))
  const { ask } = await site()
  const paths = [
    '/../secret.png',
    '/x/../../secret.png',
    '/%2e%2e/secret.png',
    '/..%2fsecret.png',
    '/..\\secret.png',
    '/....//secret.png',
    '/link.png',
    '/up/secret.png',
    '/.hidden.png',
    `/${dir}/secret.png`,
    '//secret.png',
    '/tiger.png\0.webp',
    '/./tiger.png',
    '/tiger.png?x',
    '/tiger.png#x',
  ]
  for (const path of paths) expect((await ask(path)).statusCode, path).toBe(400)
  expect((await ask('/tiger.png')).statusCode).toBe(200)
})

test('a source that is too big, not a picture or broken costs little and shows the fallback', async () => {
  let sentBytes = 0
  const photo = await solid('#808080')
  const flood = (response: http.ServerResponse) => {
    const chunk = Buffer.concat([photo.subarray(0, 8), Buffer.alloc(256 * 1024)])
    const pump = () => {
      if (response.destroyed || sentBytes > 60e6) return response.end()
      sentBytes += chunk.length
      response.write(chunk, () => setImmediate(pump))
    }
    pump()
  }
  const bodies: Record<string, (response: http.ServerResponse) => unknown> = {
    '/bomb.png': (response) => response.end(pngBomb(8000)),
    '/declared.png': (response) => response.writeHead(200, { 'content-length': 50e6 }).flushHeaders(),
    '/flood.png': flood,
    '/drawing.svg': (response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(svg),
    '/drawing.png': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(svg),
    '/page.png': (response) => response.end('<!doctype html><title>Hello</title>'),
    '/empty.png': (response) => response.end(),
    '/cut.png': (response) => response.end(photo.subarray(0, 200)),
    '/404.png': (response) => response.writeHead(404).end(photo),
    '/500.png': (response) => response.writeHead(500).end(photo),
    '/hangup.png': (response) => response.destroy(),
    '/pdf.png': (response) => response.end('%PDF-1.7'),
  }
  const own = await host((request, response) => bodies[request.url ?? '']?.(response))
  const { ask } = await site([own.origin])
  for (const path of Object.keys(bodies)) expect(isFallback(await ask(own.origin + path)), path).toBe(true)
  expect(own.seen.requests).toBe(Object.keys(bodies).length)
  expect(sentBytes).toBeLessThan(40e6)
})

test('a large photograph is still taken', async () => {
  const own = await host((_, response) => response.end(pngBomb(6000)))
  const { ask } = await site([own.origin])
  expect(isFallback(await ask(`${own.origin}/photo.png`))).toBe(false)
})

test('a slow source is given up after five seconds and not asked again at once', async () => {
  const photo = await solid('#808080')
  const own = await host((request, response) => {
    if (request.url === '/silent.png') return
    response.write(photo.subarray(0, 20))
    const drip = setInterval(() => response.write(Buffer.alloc(1)), 200)
    response.on('close', () => clearInterval(drip))
  })
  const { ask } = await site([own.origin])
  const startMs = Date.now()
  const answers = await Promise.all(['silent', 'drip'].map((name) => ask(`${own.origin}/${name}.png`)))
  expect(answers.every(isFallback)).toBe(true)
  expect(Date.now() - startMs).toBeLessThan(40_000)
  expect(isFallback(await ask(`${own.origin}/silent.png`))).toBe(true)
  expect(own.seen.requests).toBe(2)
}, 90_000)

test('many visitors at once cost one download, and a restart costs none', async () => {
  const photo = await solid('#808080')
  const own = await host((_, response) => response.end(photo))
  const { ask } = await site([own.origin])
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(`${own.origin}/a.png`)))
  expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1)
  expect(isFallback(answers[0] ?? { statusCode: 0, headers: {} })).toBe(false)
  const restarted = await site([own.origin])
  expect((await restarted.ask(`${own.origin}/a.png`)).headers.etag).toBe(answers[0]?.headers.etag)
  expect(own.seen.requests).toBe(1)
})

test('when a host goes away its last good pictures stay', async () => {
  const photo = await solid('#808080')
  const own = await host((_, response) =>
    own.seen.requests === 1 ? response.end(photo) : response.writeHead(502).end(),
  )
  const { ask } = await site([own.origin])
  const fresh = await ask(`${own.origin}/a.png`)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 })
  undo.push(() => vi.useRealTimers())
  const stale = await ask(`${own.origin}/a.png`)
  expect(own.seen.requests).toBe(2)
  expect(stale.headers.etag).toBe(fresh.headers.etag)
  expect(isFallback(stale)).toBe(false)
})

test('a crowd is told to come back, and our own pictures still come', async () => {
  const photo = await solid('#808080')
  const held: http.ServerResponse[] = []
  const own = await host((_, response) => held.push(response))
  const { ask } = await site([own.origin])
  const crowd = Array.from({ length: 215 }, (_, i) => ask(`${own.origin}/${i}.png`))
  await vi.waitFor(() => expect(held.length).toBe(8))
  const refused = await crowd.at(-1)
  expect(refused?.statusCode).toBe(503)
  expect(refused?.headers['retry-after']).toBe('1')
  expect((await ask('/tiger.png')).statusCode).toBe(200)
  const feed = setInterval(() => held.splice(0).map((response) => response.end(photo)), 5)
  const statuses = (await Promise.all(crowd)).map(({ statusCode }) => statusCode)
  clearInterval(feed)
  expect(statuses.filter((status) => status === 200)).toHaveLength(208)
  expect(statuses.filter((status) => status === 503)).toHaveLength(7)
}, 30_000)

test('an upload of the content server is fetched from where it is, even by a name inside the network', async () => {
  const bytes = await solid('#204060')
  const cms = await host((_request, response) => response.end(bytes))
  // As `strapi` is in a network of containers: a name that leads to a private address.
  const lookup = vi.spyOn(dns, 'lookup')
  undo.push(() => lookup.mockRestore())
  const { ask } = await site([], `http://localhost:${cms.port}`)
  const first = await ask('/uploads/cup_1a2b.png?v=k3')
  expect(first.statusCode).toBe(200)
  expect(isFallback(first)).toBe(false)
  await ask('/uploads/cup_1a2b.png?v=k3')
  expect(cms.seen.requests).toBe(1)
  // A replaced file has another address, so it is not the kept one that is shown.
  await ask('/uploads/cup_1a2b.png?v=k4')
  expect(cms.seen.requests).toBe(2)
})

test.each(['/uploads/../admin', '/uploads//x.png', '/uploads/.env', '/uploads/x.png?v=1&w=2', '/uploads/a%2fb.png'])(
  'nothing else of the content server is asked for: %s',
  async (src) => {
    const cms = await host((_request, response) => response.end('x'))
    const { ask } = await site([], cms.origin)
    await ask(src)
    expect(cms.seen.requests).toBe(0)
  },
)

test('a host that the operator named but that is inside the network is told of', async () => {
  const lookup = vi.spyOn(dns, 'lookup')
  lookup.mockImplementation((...args: unknown[]) => {
    const callback = args.at(-1)
    if (typeof callback === 'function') callback(null, [{ address: '10.0.0.7', family: 4 }])
    return undefined
  })
  undo.push(() => lookup.mockRestore())
  const { ask, log } = await site(['https://cdn.example'])
  expect((await ask('https://cdn.example/x.png')).statusCode).toBe(400)
  expect(JSON.stringify(log.warn.mock.calls)).toContain('a private address')
})
