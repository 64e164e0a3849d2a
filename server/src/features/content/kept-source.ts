import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Log } from '../../log.ts'
import { type ContentSource, parseLocales, parseRecords, raw } from './source.ts'
import { type StrapiReader, Unreachable } from './strapi-source.ts'

type Options = {
  reader: StrapiReader
  /** Last resort, when the source has never answered. */
  embedded: ContentSource
  url: string
  cacheDir: string
  log: Log
  onFailure: (name: string) => void
  refreshMs?: number
}
type Kept = { text: string; value: unknown; goodAt: number; again: () => Promise<unknown> }

type KeptSource = ContentSource & { lastGoodAgeSeconds(): number; refresh(): Promise<void> }

const atOnce = 4
const quietMs = 5000

/**
 * The last good answers of a remote source, in memory and on disk. Readers never wait for the source
 * once a name is known: answers are renewed in the background, and a failing source changes nothing.
 */
export function keepSource({
  reader,
  embedded,
  url,
  cacheDir,
  log,
  onFailure,
  refreshMs = 30_000,
}: Options): KeptSource {
  const kept = new Map<string, Kept>()
  const opening = new Map<string, Promise<unknown>>()
  const listeners: (() => void)[] = []
  const openedAt = Date.now()
  let changes = 0
  let unreachableAt = 0
  let isClosed = false

  /** The kept value, else the source's, else the disk's, else the embedded one. */
  async function read(
    key: string,
    fetchNow: () => Promise<unknown>,
    standIn: () => Promise<unknown>,
  ): Promise<unknown> {
    const known = kept.get(key)
    if (known) return known.value
    const opened = opening.get(key) ?? first(key, fetchNow, standIn).finally(() => opening.delete(key))
    opening.set(key, opened)
    return opened
  }

  async function first(key: string, fetchNow: () => Promise<unknown>, standIn: () => Promise<unknown>) {
    // While the source is known to be gone, a page must not wait for it once per name.
    if (Date.now() - unreachableAt > quietMs) {
      try {
        return await renew(key, fetchNow)
      } catch (error) {
        failed(key, error)
      }
    }
    const saved = await readSaved(key)
    const value = saved ? saved.value : await standIn()
    log.warn({ name: key, from: saved ? 'disk' : 'embedded files' }, 'content source fails; older content is shown')
    kept.set(key, { text: JSON.stringify(value), value, goodAt: saved?.savedAt ?? openedAt, again: fetchNow })
    return value
  }

  async function renew(key: string, fetchNow: () => Promise<unknown>): Promise<unknown> {
    const value = await fetchNow()
    const text = JSON.stringify(value)
    const before = kept.get(key)
    kept.set(key, { text, value, goodAt: Date.now(), again: fetchNow })
    if (before?.text === text) return value
    await save(key, text)
    if (before) announce()
    return value
  }

  function announce() {
    changes += 1
    for (const listener of listeners) listener()
  }

  function failed(key: string, error: unknown) {
    if (error instanceof Unreachable) unreachableAt = Date.now()
    onFailure(key)
    log.error({ name: key, reason: error instanceof Error ? error.message : 'unknown' }, 'content source failed')
  }

  async function refresh() {
    const queue = [...kept]
    const worker = async () => {
      for (let next = queue.shift(); next && !isClosed; next = queue.shift()) {
        const [key, { again }] = next
        await renew(key, again).catch((error: unknown) => failed(key, error))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
  }

  let refreshing: Promise<void> | null = null
  const timer = setInterval(() => {
    refreshing ??= refresh().finally(() => {
      refreshing = null
    })
  }, refreshMs)
  timer.unref()

  const file = (key: string) => join(cacheDir, `${key.replace(/[^\w.-]/g, '_')}.json`)

  async function save(key: string, text: string) {
    const path = file(key)
    try {
      await mkdir(cacheDir, { recursive: true })
      await writeFile(`${path}.new`, JSON.stringify({ url, savedAt: Date.now(), value: JSON.parse(text) }))
      await rename(`${path}.new`, path)
    } catch (error) {
      log.warn({ name: key, reason: String(error) }, 'content cache cannot be written')
    }
  }

  async function readSaved(key: string) {
    const text = await readFile(file(key), 'utf8').catch(() => '')
    try {
      const found = savedAnswer.parse(JSON.parse(text))
      return found.url === url ? found : null
    } catch {
      return null
    }
  }

  return {
    async single(name, locale) {
      const get = () => reader.single(name, locale)
      return (
        raw.safeParse(await read(`single.${name}.${locale}`, get, () => embedded.single(name, locale))).data ?? null
      )
    },
    async collection(name, locale) {
      const get = () => reader.collection(name, locale)
      return parseRecords(await read(`list.${name}.${locale}`, get, () => embedded.collection(name, locale)))
    },
    async locales() {
      return parseLocales(await read('locales', reader.locales, embedded.locales))
    },
    version: () => `kept-${changes}`,
    onChange: (listener) => listeners.push(listener),
    refresh,
    lastGoodAgeSeconds() {
      const oldest = Math.min(...[...kept.values()].map(({ goodAt }) => goodAt), Date.now())
      return Math.round((Date.now() - oldest) / 1000)
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await refreshing
    },
  }
}

const savedAnswer = z.object({ url: z.string(), savedAt: z.number(), value: z.unknown() })
