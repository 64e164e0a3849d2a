// The image proxy: resizes our own pictures and those of hosts that the operator named.
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { type ImageFormat, type ImageRequest, parseImageRequest } from '@croupier/contract/image'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify'
import sharp, { type Sharp } from 'sharp'
import { openImageCache } from './image-cache.ts'
import { Busy, taskQueue } from './image-queue.ts'
import { FailedSource, type ImageSource, imageSources, privateAddress, RefusedSource } from './image-source.ts'
import { hasTag } from './request-headers.ts'

const maxPixels = 40_000_000
const maxCacheBytes = 512 * 1024 * 1024
const maxWaiting = 200
const transformsAtOnce = 4
// More than transforms: a slow host must not hold up our own pictures.
const downloadsAtOnce = 8
const remoteFreshMs = 3_600_000
const failureMs = 60_000
const maxFailures = 1000

type Options = {
  publicDirs: string[]
  /** Origins besides our own, such as the content server's. */
  hosts: string[]
  /** Where files of editors are; null where content has none. */
  uploads?: string | null
  cacheDir: string
  fallbackFile: string
  log: Pick<FastifyBaseLogger, 'warn'>
}

export async function images(app: FastifyInstance, options: Options): Promise<void> {
  sharp.concurrency(1)
  const picture = await openPictures(options)

  app.get<{ Params: { name: string }; Querystring: { src?: unknown } }>('/img/:name', async (request, reply) => {
    const wanted = parseImageRequest(`/img/${request.params.name}`, request.query)
    if (!wanted) return refuse(reply, 400, 'This is no picture address.')
    try {
      const { bytes, fallback } = await picture(wanted)
      return send(reply, request.headers['if-none-match'], wanted.format, bytes, fallback)
    } catch (error) {
      if (error instanceof RefusedSource) return refuse(reply, 400, 'Pictures do not come from there.')
      if (error instanceof Busy) return refuse(reply.header('retry-after', '1'), 503, 'Too many pictures at once.')
      throw error
    }
  })
}

async function openPictures({ publicDirs, hosts, uploads = null, cacheDir, fallbackFile, log }: Options) {
  const locate = imageSources({ publicDirs, hosts, uploads })
  const cache = await openImageCache(cacheDir, maxCacheBytes)
  const transform = taskQueue(transformsAtOnce, maxWaiting)
  const download = taskQueue(downloadsAtOnce, maxWaiting)
  const running = new Map<string, Promise<Buffer>>()
  const failures = new Map<string, number>()

  return async (wanted: ImageRequest): Promise<{ bytes: Buffer; fallback: boolean }> => {
    try {
      return { bytes: await shared(wanted, await locate(wanted.src)), fallback: false }
    } catch (error) {
      if (error instanceof RefusedSource && error.message === privateAddress) remember(wanted.src, error)
      if (error instanceof RefusedSource || error instanceof Busy) throw error
      remember(wanted.src, error)
      return { bytes: await shared(wanted, await fallbackSource(fallbackFile)), fallback: true }
    }
  }

  /** Many visitors ask for the same picture at once; it is made once. */
  function shared(wanted: ImageRequest, source: ImageSource): Promise<Buffer> {
    const name = cacheName(wanted, source)
    const made = running.get(name) ?? make(name, wanted, source).finally(() => running.delete(name))
    running.set(name, made)
    return made
  }

  async function make(name: string, wanted: ImageRequest, source: ImageSource): Promise<Buffer> {
    const kept = await cache.read(name)
    if (kept && (!source.remote || kept.ageMs < remoteFreshMs)) return kept.bytes
    try {
      const bytes = source.remote
        ? await fetched(wanted, source)
        : await transform(async () => resize(await source.load(), wanted))
      await cache.write(name, bytes).catch((error) => log.warn({ err: error }, 'image cache: cannot write'))
      return bytes
    } catch (error) {
      // The last good picture is better than none.
      if (kept) return kept.bytes
      throw error
    }
  }

  function fetched(wanted: ImageRequest, source: ImageSource): Promise<Buffer> {
    if ((failures.get(wanted.src) ?? 0) > Date.now()) throw new FailedSource('failed a moment ago')
    return download(async () => {
      const bytes = await source.load()
      return transform(() => resize(bytes, wanted))
    })
  }

  function remember(src: string, error: unknown) {
    if ((failures.get(src) ?? 0) > Date.now()) return
    if (failures.size >= maxFailures) failures.clear()
    failures.set(src, Date.now() + failureMs)
    // The reason alone: anybody may ask for a picture that is not there.
    log.warn({ reason: String(error), src: src.split('?')[0] }, 'image: cannot be had')
  }
}

async function fallbackSource(file: string): Promise<ImageSource> {
  const { mtimeMs, size } = await stat(file)
  return { remote: false, version: `${file} ${mtimeMs} ${size}`, load: () => readFile(file) }
}

function cacheName({ width, height, quality, format }: ImageRequest, { version }: ImageSource): string {
  return `${hash(`${width}x${height}-q${quality} ${version}`)}.${format}`
}

const encode: Record<ImageFormat, (image: Sharp, quality: number) => Sharp> = {
  webp: (image, quality) => image.webp({ quality }),
  avif: (image, quality) => image.avif({ quality, effort: 2 }),
  jpeg: (image, quality) => image.jpeg({ quality, mozjpeg: true }),
  png: (image) => image.png(),
}

function resize(bytes: Buffer, { width, height, quality, format }: ImageRequest): Promise<Buffer> {
  const image = sharp(bytes, { limitInputPixels: maxPixels, pages: 1, autoOrient: true })
  return encode[format](image.resize(width, height, { fit: 'cover' }), quality)
    .timeout({ seconds: 5 })
    .toBuffer()
}

function send(reply: FastifyReply, known: string | undefined, format: ImageFormat, bytes: Buffer, fallback: boolean) {
  const etag = tagOf(bytes)
  reply.headers({
    etag,
    'cache-control': `public, max-age=${fallback ? 60 : 86_400}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    ...(fallback && { 'x-image-fallback': '1' }),
  })
  if (hasTag(known, etag)) return reply.code(304).send()
  return reply.type(`image/${format}`).send(bytes)
}

const tags = new WeakMap<Buffer, string>()

function tagOf(bytes: Buffer): string {
  const tag = tags.get(bytes) ?? `"${hash(bytes)}"`
  tags.set(bytes, tag)
  return tag
}

function refuse(reply: FastifyReply, status: number, text: string) {
  return reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text)
}

function hash(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
