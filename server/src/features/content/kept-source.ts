import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Log } from '../../log.ts'
import { ContentError } from './content-error.ts'
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
export function keepSource(options: Options): KeptSource {
  const { reader, embedded, refreshMs = 30_000 } = options
  const answers = openAnswers(options)
  let refreshing: Promise<void> | null = null
  const timer = setInterval(() => {
    refreshing ??= answers.refresh().finally(() => {
      refreshing = null
    })
  }, refreshMs)
  timer.unref()

  return {
    async single(name, locale) {
      const get = () => reader.single(name, locale)
      const standIn = () => embedded.single(name, locale)
      return raw.safeParse(await answers.read(`single.${name}.${locale}`, get, standIn)).data ?? null
    },
    async collection(name, locale) {
      const get = () => reader.collection(name, locale)
      return parseRecords(await answers.read(`list.${name}.${locale}`, get, () => embedded.collection(name, locale)))
    },
    async locales() {
      return parseLocales(await answers.read('locales', reader.locales, embedded.locales))
    },
    // A record of the source brings its own moments; what stands in for it is a file.
    writtenAt: embedded.writtenAt,
    version: answers.version,
    onChange: answers.onChange,
    refresh: answers.refresh,
    lastGoodAgeSeconds: answers.lastGoodAgeSeconds,
    async close() {
      answers.close()
      clearInterval(timer)
      await refreshing
    },
  }
}

type Fetch = () => Promise<unknown>

/** Answers by key, each with the way to ask for it again. */
function openAnswers({ url, cacheDir, log, onFailure }: Options) {
  const kept = new Map<string, Kept>()
  const opening = new Map<string, Promise<unknown>>()
  const listeners: (() => void)[] = []
  const saved = openSaved({ url, cacheDir, log })
  const openedAt = Date.now()
  let changes = 0
  let unreachableAt = 0
  let isClosed = false

  async function first(key: string, fetchNow: Fetch, standIn: Fetch) {
    // While the source is known to be gone, a page must not wait for it once per name.
    if (Date.now() - unreachableAt > quietMs) {
      try {
        return await renew(key, fetchNow)
      } catch (error) {
        failed(key, error)
      }
    }
    const found = await saved.read(key)
    const value = found ? found.value : await standIn()
    log.warn({ name: key, from: found ? 'disk' : 'embedded files' }, 'content source fails; older content is shown')
    kept.set(key, { text: JSON.stringify(value), value, goodAt: found?.savedAt ?? openedAt, again: fetchNow })
    return value
  }

  async function renew(key: string, fetchNow: Fetch): Promise<unknown> {
    const value = await fetchNow()
    const text = JSON.stringify(value)
    const before = kept.get(key)
    kept.set(key, { text, value, goodAt: Date.now(), again: fetchNow })
    if (before?.text === text) return value
    await saved.write(key, text)
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
    const status = error instanceof ContentError ? error.status : undefined
    log.error(
      { name: key, status, reason: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown' },
      'content source failed',
    )
  }

  return {
    /** The kept value, else the source's, else the disk's, else the embedded one. */
    async read(key: string, fetchNow: Fetch, standIn: Fetch): Promise<unknown> {
      const known = kept.get(key)
      if (known) return known.value
      const opened = opening.get(key) ?? first(key, fetchNow, standIn).finally(() => opening.delete(key))
      opening.set(key, opened)
      return opened
    },
    async refresh() {
      const queue = [...kept]
      const worker = async () => {
        for (let next = queue.shift(); next && !isClosed; next = queue.shift()) {
          const [key, { again }] = next
          await renew(key, again).catch((error: unknown) => failed(key, error))
        }
      }
      await Promise.all(Array.from({ length: atOnce }, worker))
    },
    version: () => `kept-${changes}`,
    onChange: (listener: () => void) => listeners.push(listener),
    lastGoodAgeSeconds() {
      const oldest = Math.min(...[...kept.values()].map(({ goodAt }) => goodAt), Date.now())
      return Math.round((Date.now() - oldest) / 1000)
    },
    close() {
      isClosed = true
    },
  }
}

const savedAnswer = z.object({ url: z.string(), savedAt: z.number(), value: z.unknown() })

/** Answers on disk, for a start while the source is away. Those of another source are not looked at. */
function openSaved({ url, cacheDir, log }: Pick<Options, 'url' | 'cacheDir' | 'log'>) {
  const file = (key: string) => join(cacheDir, `${key.replace(/[^\w.-]/g, '_')}.json`)
  return {
    async write(key: string, text: string) {
      const path = file(key)
      try {
        await mkdir(cacheDir, { recursive: true })
        await writeFile(`${path}.new`, JSON.stringify({ url, savedAt: Date.now(), value: JSON.parse(text) }))
        await rename(`${path}.new`, path)
      } catch (error) {
        log.warn({ name: key, reason: String(error) }, 'content cache cannot be written')
      }
    },
    async read(key: string) {
      const text = await readFile(file(key), 'utf8').catch(() => '')
      try {
        const found = savedAnswer.parse(JSON.parse(text))
        return found.url === url ? found : null
      } catch {
        return null
      }
    },
  }
}
