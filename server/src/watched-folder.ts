import { createHash } from 'node:crypto'
import { type FSWatcher, watch } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Log } from './log.ts'

/** JSON and text files kept in memory. Edits are noticed by themselves; a broken file keeps its last good content. */
export type WatchedFolder = {
  /** Parsed JSON, or the text of a `.txt` file; undefined when there is no such file. */
  get(path: string): unknown
  paths(): string[]
  /** When the file was last written; null when there is no such file. */
  writtenAt(path: string): Date | null
  version(): string
  onChange(listener: () => void): void
  close(): Promise<void>
}

type Kept = { mark: string; hash: string; value: unknown }
type Options = { dir: string; log: Log; onBroken?: (path: string) => void }

// Asking the disk works on every mount and with every editor; watching does not. So where the system tells of changes it
// is still asked, but slowly: a house without visitors would otherwise do little else.
const lookMs = { told: 20_000, untold: 500 }
/** An editor writes in several steps. */
const settleMs = 100

export async function openWatchedFolder({ dir, log, onBroken }: Options): Promise<WatchedFolder> {
  const files = new Map<string, Kept>()
  const listeners: (() => void)[] = []
  let version = ''

  async function look() {
    const seen = await list(dir)
    for (const path of files.keys()) if (!seen.has(path)) files.delete(path)
    for (const [path, mark] of seen) {
      const kept = files.get(path)
      if (kept?.mark !== mark) files.set(path, await read(path, mark, kept))
    }
    const next = digest([...files].map(([path, { hash }]) => `${path}:${hash}`).sort())
    if (next === version) return
    version = next
    for (const listener of listeners) listener()
  }

  async function read(path: string, mark: string, last: Kept | undefined): Promise<Kept> {
    try {
      const text = await readFile(join(dir, path), 'utf8')
      return { mark, hash: digest([text]), value: path.endsWith('.json') ? JSON.parse(text) : text }
    } catch (error) {
      onBroken?.(path)
      log.error({ path, reason: String(error) }, 'content file is broken; its last good content stays')
      return { mark, hash: last?.hash ?? '', value: last?.value }
    }
  }

  await look()
  if (files.size === 0) log.error({ dir }, 'content folder is empty or missing')

  const stop = lookAgain(dir, () =>
    look().catch((error: unknown) => log.error({ reason: String(error) }, 'content folder cannot be read')),
  )

  return {
    get: (path) => files.get(path)?.value,
    paths: () => [...files.keys()],
    writtenAt: (path) => writtenIn(files.get(path)?.mark),
    version: () => version,
    onChange: (listener) => listeners.push(listener),
    close: stop,
  }
}

/** Soon after the system tells of a change, and now and then without; never twice at once. */
function lookAgain(dir: string, look: () => Promise<void>): () => Promise<void> {
  let watcher = watchedBy(dir, soon)
  watcher?.on('error', () => {
    watcher?.close()
    watcher = null
  })
  let looking: Promise<void> | null = null
  let isTold = false
  let isClosed = false
  let timer = setTimeout(run, lookMs.untold).unref()

  function soon() {
    isTold = true
    if (!looking) wait(settleMs)
  }

  function wait(ms: number) {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(run, ms).unref()
  }

  function run() {
    isTold = false
    looking = look().finally(() => {
      looking = null
      // What was written meanwhile may have been looked at before it was.
      wait(isTold ? settleMs : watcher ? lookMs.told : lookMs.untold)
    })
  }

  return async () => {
    isClosed = true
    clearTimeout(timer)
    watcher?.close()
    await looking
  }
}

/** Null where the system cannot tell, or there is no such folder yet. */
function watchedBy(dir: string, hear: () => void): FSWatcher | null {
  try {
    return watch(dir, { recursive: true, persistent: false }, hear)
  } catch {
    return null
  }
}

/** Every file with a mark that changes when it is written. */
async function list(dir: string): Promise<Map<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(noneIfMissing)
  const found = new Map<string, string>()
  for (const entry of entries) {
    if (!entry.isFile() || !/\.(json|txt)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const info = await stat(path).catch(() => null)
    if (info) found.set(relative(dir, path), `${info.mtimeMs}:${info.size}:${info.ino}`)
  }
  return found
}

/** The mark begins with the moment. */
const writtenIn = (mark: string | undefined) => (mark === undefined ? null : new Date(Number.parseFloat(mark)))

/** A disk that cannot be read must not look like a folder whose files were deleted. */
function noneIfMissing(error: unknown) {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}

const digest = (parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 16)
