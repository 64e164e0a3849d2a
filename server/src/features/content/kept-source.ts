import { mkdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contentTypes } from '@croupier/contract/content-model'
import { singularName } from '@croupier/contract/strapi'
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
  const { reader, embedded, log, refreshMs = 30_000 } = options
  const answers = openAnswers(options)
  const look = oneAtATime(answers.refresh)
  const timer = setInterval(() => look.soon(null), refreshMs)
  timer.unref()
  let isToldOfLocales = false

  /** A token that may only read content may not list languages: those of the files are taken then. */
  async function locales() {
    try {
      return await reader.locales()
    } catch (error) {
      if (!(error instanceof ContentError) || error.status !== 403) throw error
      if (!isToldOfLocales) log.warn('the content token may not list locales: those of the files are used')
      isToldOfLocales = true
      return embedded.locales()
    }
  }

  return {
    async single(name, locale) {
      // Without rules of its own the site would be open to every robot.
      const get = async () =>
        (await reader.single(name, locale)) ?? (name === 'robots' ? embedded.single(name, locale) : null)
      const standIn = () => embedded.single(name, locale)
      return raw.safeParse(await answers.read(`single.${name}.${locale}`, get, standIn)).data ?? null
    },
    async collection(name, locale) {
      const get = () => reader.collection(name, locale)
      return parseRecords(await answers.read(`list.${name}.${locale}`, get, () => embedded.collection(name, locale)))
    },
    async locales() {
      return parseLocales(await answers.read('locales', locales, embedded.locales))
    },
    // A record of the source brings its own moments; what stands in for it is a file.
    writtenAt: embedded.writtenAt,
    version: answers.version,
    onChange: answers.onChange,
    refresh: () => answers.refresh(null),
    hear: (model) => look.soon(keysOf(model)),
    lastGoodAgeSeconds: answers.lastGoodAgeSeconds,
    async close() {
      answers.close()
      clearInterval(timer)
      await look.idle()
    },
  }
}

/** How the answers of a model begin; null means all, also where a model is none of ours. */
function keysOf(model: string | null): string | null {
  const type = contentTypes.find((each) => singularName(each) === model)
  return type ? `${type.isSingle ? 'single' : 'list'}.${type.name}.` : null
}

/** One look follows another. What is asked for meanwhile is looked at once more, for an edit may have come after the answer. */
function oneAtATime(look: (prefix: string | null) => Promise<void>) {
  let running: Promise<void> = Promise.resolve()
  const waiting = new Map<string | null, Promise<void>>()
  return {
    soon(prefix: string | null): Promise<void> {
      const already = waiting.get(prefix) ?? waiting.get(null)
      if (already) return already
      const next = running.then(() => {
        waiting.delete(prefix)
        return look(prefix)
      })
      waiting.set(prefix, next)
      running = next
      return next
    },
    idle: () => running,
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
    if (before?.text === text) {
      await saved.confirm(key)
      return value
    }
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
      status === 401 ? 'content source failed: CONTENT_TOKEN is refused' : 'content source failed',
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
    async refresh(prefix: string | null) {
      const queue = [...kept].filter(([key]) => prefix === null || key.startsWith(prefix))
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

const savedAnswer = z.object({ url: z.string(), value: z.unknown() })

/** Answers on disk, for a start while the source is away. Those of another source are not looked at. */
function openSaved({ url, cacheDir, log }: Pick<Options, 'url' | 'cacheDir' | 'log'>) {
  const file = (key: string) => join(cacheDir, `${key.replace(/[^\w.-]/g, '_')}.json`)
  return {
    async write(key: string, text: string) {
      const path = file(key)
      try {
        await mkdir(cacheDir, { recursive: true })
        // Other processes of this machine write it too.
        const draft = `${path}.${process.pid}.new`
        await writeFile(draft, JSON.stringify({ url, value: JSON.parse(text) }))
        await rename(draft, path)
      } catch (error) {
        log.warn({ name: key, reason: String(error) }, 'content cache cannot be written')
      }
    },
    /** It was right once more, as of now. */
    async confirm(key: string) {
      const now = new Date()
      await utimes(file(key), now, now).catch(() => {})
    },
    async read(key: string) {
      try {
        const found = savedAnswer.parse(JSON.parse(await readFile(file(key), 'utf8')))
        const { mtimeMs } = await stat(file(key))
        return found.url === url ? { value: found.value, savedAt: mtimeMs } : null
      } catch {
        return null
      }
    },
  }
}
