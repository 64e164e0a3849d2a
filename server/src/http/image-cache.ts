// Finished pictures on disk, which all processes of this machine share. The oldest go first when the folder grows past its
// bound. Those that were asked for last are in memory too.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type Entry = { size: number; atMs: number }
type Read = { bytes: Buffer; ageMs: number }

/** A draft that is older was left by a process that died. */
const draftLifeMs = 600_000
const parts = 64
const maxBytesInMemory = 32 * 1024 * 1024

export async function openImageCache(dir: string, maxBytes: number) {
  await mkdir(dir, { recursive: true })
  let entries = await existing(dir)
  let total = sizeOf(entries)
  let written = 0
  const recent = openRecent()

  const forget = (name: string) => {
    total -= entries.get(name)?.size ?? 0
    entries.delete(name)
    recent.drop(name)
  }
  /** What others wrote counts too: it is looked at again after every part of the bound. */
  const recount = async () => {
    written = 0
    entries = await existing(dir)
    total = sizeOf(entries)
  }
  const evict = async () => {
    for (const name of entries.keys()) {
      if (total <= maxBytes) return
      forget(name)
      await rm(join(dir, name), { force: true })
    }
  }
  await evict()

  return {
    async read(name: string): Promise<Read | undefined> {
      const held = recent.get(name)
      if (held) return { bytes: held.bytes, ageMs: Date.now() - held.atMs }
      const entry = entries.get(name) ?? (await entryOf(join(dir, name)))
      if (!entry) return undefined
      const bytes = await readFile(join(dir, name)).catch(() => undefined)
      if (!bytes) forget(name)
      else recent.keep(name, { bytes, atMs: entry.atMs })
      return bytes && { bytes, ageMs: Date.now() - entry.atMs }
    },

    async write(name: string, bytes: Buffer): Promise<void> {
      // Under another name first: a crash leaves no half picture.
      const draft = join(dir, `${randomUUID()}.tmp`)
      try {
        await writeFile(draft, bytes)
        await rename(draft, join(dir, name))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      forget(name)
      entries.set(name, { size: bytes.length, atMs: Date.now() })
      total += bytes.length
      written += bytes.length
      if (written > maxBytes / parts) await recount()
      await evict()
    },
  }
}

type Held = { bytes: Buffer; atMs: number }

/** What was not asked for the longest time goes first. */
function openRecent() {
  const held = new Map<string, Held>()
  let total = 0
  const drop = (name: string) => {
    total -= held.get(name)?.bytes.length ?? 0
    held.delete(name)
  }
  const keep = (name: string, kept: Held) => {
    drop(name)
    held.set(name, kept)
    total += kept.bytes.length
    for (const oldest of held.keys()) {
      if (total <= maxBytesInMemory) return
      drop(oldest)
    }
  }
  return {
    drop,
    keep,
    get(name: string): Held | undefined {
      const found = held.get(name)
      if (found) {
        held.delete(name)
        held.set(name, found)
      }
      return found
    },
  }
}

const sizeOf = (entries: ReadonlyMap<string, Entry>) => [...entries.values()].reduce((sum, { size }) => sum + size, 0)

/** Another process may just have taken it away. */
const entryOf = (path: string): Promise<Entry | undefined> =>
  stat(path).then(
    ({ size, mtimeMs }) => ({ size, atMs: mtimeMs }),
    () => undefined,
  )

/** Oldest first; a Map keeps that order. */
async function existing(dir: string): Promise<Map<string, Entry>> {
  const found: [string, Entry][] = []
  for (const name of await readdir(dir)) {
    const entry = await entryOf(join(dir, name))
    if (!entry) continue
    if (!name.endsWith('.tmp')) found.push([name, entry])
    else if (Date.now() - entry.atMs > draftLifeMs) await rm(join(dir, name), { force: true })
  }
  return new Map(found.sort(([, a], [, b]) => a.atMs - b.atMs))
}
