// Finished pictures on disk, which all processes of this machine share. The oldest go first when the folder grows past its bound.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type Entry = { size: number; atMs: number }

/** A draft that is older was left by a process that died. */
const draftLifeMs = 600_000
const parts = 64

export async function openImageCache(dir: string, maxBytes: number) {
  await mkdir(dir, { recursive: true })
  let entries = await existing(dir)
  let total = sizeOf(entries)
  let written = 0

  const forget = (name: string) => {
    total -= entries.get(name)?.size ?? 0
    entries.delete(name)
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
    async read(name: string): Promise<{ bytes: Buffer; ageMs: number } | undefined> {
      const entry = entries.get(name) ?? (await entryOf(join(dir, name)))
      if (!entry) return undefined
      const bytes = await readFile(join(dir, name)).catch(() => undefined)
      if (!bytes) forget(name)
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
