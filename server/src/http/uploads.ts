import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../log.ts'
import { openImageCache } from './image-cache.ts'
import { Busy, taskQueue } from './image-queue.ts'
import { download, uploadAddress } from './image-source.ts'

type Options = { origin: string; cacheDir: string; log: Pick<Log, 'warn'> }

const maxCacheBytes = 256 * 1024 * 1024
const [atOnce, maxWaiting] = [8, 100]
const freshMs = 60_000

const kinds: [RegExp, string][] = [
  [/^ffd8ff/, 'image/jpeg'],
  [/^89504e470d0a1a0a/, 'image/png'],
  [/^47494638/, 'image/gif'],
  [/^52494646.{8}57454250/, 'image/webp'],
  [/^.{8}66747970617669(66|73)/, 'image/avif'],
]

/** What the bytes are, whatever their name says. Only a drawing is known by its name, and it can run nothing. */
function typeOf(path: string, bytes: Buffer): string | null {
  const found = kinds.find(([form]) => form.test(bytes.toString('hex', 0, 12)))?.[1]
  if (found) return found
  return path.endsWith('.svg') && /^\uFEFF?\s*</.test(bytes.toString('utf8', 0, 200)) ? 'image/svg+xml' : null
}

function readable(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return ''
  }
}

/** Pictures of editors as they are, under our own address: visitors may not reach the content server. */
export async function uploads(app: FastifyInstance, { origin, cacheDir, log }: Options): Promise<void> {
  const cache = await openImageCache(cacheDir, maxCacheBytes)
  const queue = taskQueue(atOnce, maxWaiting)

  async function load(address: string, isVersioned: boolean, url: URL): Promise<Buffer | null> {
    const name = createHash('sha256').update(address).digest('hex')
    const kept = await cache.read(name)
    if (kept && (isVersioned || kept.ageMs < freshMs)) return kept.bytes
    try {
      const bytes = await queue(() => download(url, true))
      await cache.write(name, bytes)
      return bytes
    } catch (error) {
      if (!(error instanceof Busy)) log.warn({ reason: String(error), path: url.pathname }, 'upload: cannot be had')
      return kept?.bytes ?? null
    }
  }

  app.get('/uploads/*', async (request, reply) => {
    const address = readable(request.url)
    const url = uploadAddress(address, origin)
    const isVersioned = address.includes('?')
    const bytes = url && (await load(address, isVersioned, url))
    const type = url && bytes && typeOf(url.pathname, bytes)
    if (!type) return reply.code(404).header('cache-control', 'no-store').send()
    return reply
      .headers({
        'cache-control': isVersioned ? 'public, max-age=31536000, immutable' : 'public, max-age=60',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      })
      .type(type)
      .send(bytes)
  })
}
