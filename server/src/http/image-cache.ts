// Finished pictures on disk. The oldest go first when the folder grows past its bound.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type Entry = { size: number; atMs: number }

export async function openImageCache(dir: string, maxBytes: number) {
  await mkdir(dir, { recursive: true })
  const entries = await existing(dir)
  let total = [...entries.values()].reduce((sum, { size }) => sum + size, 0)

  const forget = (name: string) => {
    total -= entries.get(name)?.size ?? 0
    entries.delete(name)
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
      const entry = entries.get(name)
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
      await evict()
    },
  }
}

/** Oldest first; a Map keeps that order. */
async function existing(dir: string): Promise<Map<string, Entry>> {
  const found: [string, Entry][] = []
  for (const name of await readdir(dir)) {
    if (name.endsWith('.tmp')) {
      await rm(join(dir, name), { force: true })
      continue
    }
    const { size, mtimeMs } = await stat(join(dir, name))
    found.push([name, { size, atMs: mtimeMs }])
  }
  return new Map(found.sort(([, a], [, b]) => a.atMs - b.atMs))
}
