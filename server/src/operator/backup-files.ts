import { createHash, randomBytes } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { z } from 'zod'
import { StartError } from '../start-error.ts'

/** One file of a backup: its path below the folder, written with slashes. */
export type BackupFile = { path: string; bytes: number; sha256: string }

const file = z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })
const manifest = z.object({
  version: z.literal(1),
  made_at: z.string(),
  postgres: z.string(),
  /** Also the empty ones: a server misses them, and not every way to store files keeps them. */
  folders: z.array(z.string().regex(/^[\w-]+(\/[\w-]+)*$/)),
  files: z.array(file),
})
type Manifest = z.output<typeof manifest>

const manifestName = 'manifest.json'
const manifestSum = 'manifest.sha256'
const own = [manifestName, manifestSum]

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const chunkBytes = 1 << 20
const pageBytes = 1 << 13
const atOnce = 4

export const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** What a person can mend at the disk, in one line; anything else is a fault. */
export function mendable(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isDisk = ['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'EIO'].includes(code)
  return isDisk && error instanceof Error ? new StartError(`Nothing was kept: ${error.message}.`) : error
}

/** Runs a few at a time: many small files wait for the disk together, and the site beside keeps its share. */
export async function forEachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  const faults: unknown[] = []
  const worker = async () => {
    for (const item of queue) {
      if (faults.length > 0) return
      await work(item).catch((error: unknown) => faults.push(error))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  if (faults.length > 0) throw faults[0]
}

/** Every plain file below a folder and every folder, as paths below it; what a server listens on is neither, anything else is refused. */
export async function listFolder(root: string): Promise<{ files: string[]; folders: string[] }> {
  const found: { files: string[]; folders: string[] } = { files: [], folders: [] }
  const visit = async (dir: string) => {
    for (const entry of await entriesOf(dir)) {
      const path = join(dir, entry.name)
      const below = relative(root, path).split(sep).join('/')
      if (entry.isDirectory()) {
        found.folders.push(below)
        await visit(path)
      } else if (entry.isFile()) found.files.push(below)
      else if (!entry.isSocket())
        throw new StartError(`${path} is neither a file nor a folder: a backup cannot hold it.`)
    }
  }
  await visit(root)
  return found
}

// A running server removes files while they are listed; what is gone was not needed.
async function entriesOf(dir: string): Promise<Dirent[]> {
  try {
    return await readdir(dir, { withFileTypes: true })
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Copies one file and answers with what was written, which may be older than what the source has by now. */
export async function copyFile(from: string, to: string): Promise<Omit<BackupFile, 'path'>> {
  const source = await open(from, 'r')
  try {
    const target = await open(to, 'wx', 0o600)
    try {
      const read = await pump(source, (chunk) => target.writeFile(chunk))
      await target.sync()
      return read
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function sumOf(path: string): Promise<Omit<BackupFile, 'path'>> {
  const source = await open(path, 'r')
  try {
    return await pump(source, async () => {})
  } finally {
    await source.close()
  }
}

async function pump(source: FileHandle, hear: (chunk: Buffer) => Promise<void>): Promise<Omit<BackupFile, 'path'>> {
  const hash = createHash('sha256')
  // Most files are small: a megabyte for each of thousands keeps the collector busy.
  const { size } = await source.stat()
  const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(pageBytes, size)))
  let bytes = 0
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, buffer.length, bytes)
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') }
    const chunk = buffer.subarray(0, bytesRead)
    hash.update(chunk)
    await hear(chunk)
    bytes += bytesRead
  }
}

export async function writeWhole(path: string, text: string): Promise<Omit<BackupFile, 'path'>> {
  const target = await open(path, 'wx', 0o600)
  try {
    await target.writeFile(text)
    await target.sync()
  } finally {
    await target.close()
  }
  return { bytes: Buffer.byteLength(text), sha256: sha256(text) }
}

/** A name is safe on the disk only when its folder is. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export const draftBeside = (path: string, word: string) => `${path}.${word}-${randomBytes(4).toString('hex')}`

export const makePrivate = (path: string) => mkdir(path, { recursive: true, mode: 0o700 })

export async function writeManifest(folder: string, said: Manifest): Promise<void> {
  const files = said.files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const { sha256: sum } = await writeWhole(
    join(folder, manifestName),
    `${JSON.stringify({ ...said, files }, null, 1)}\n`,
  )
  // The form that `sha256sum --check` reads.
  await writeWhole(join(folder, manifestSum), `${sum}  ${manifestName}\n`)
}

/** Reads a backup's manifest and compares every file with it: what is missing, changed or too much is said by name. */
export async function checkBackup(folder: string): Promise<Manifest> {
  const text = await read(join(folder, manifestName), folder)
  const [sum] = (await read(join(folder, manifestSum), folder)).split(' ')
  if (sha256(text) !== sum) throw damaged(folder, manifestName)
  const parsed = manifest.safeParse(JSON.parse(text))
  if (!parsed.success) throw new StartError(`${folder} was made by another version of backup.`)
  const { files } = parsed.data
  const present = new Set((await listFolder(folder)).files.filter((path) => !own.includes(path)))
  for (const { path } of files) if (!present.delete(path)) throw damaged(folder, path)
  const [extra] = present
  if (extra !== undefined) throw damaged(folder, extra)
  await forEachOf(files, async (wanted) => {
    const found = await sumOf(join(folder, wanted.path))
    if (found.bytes !== wanted.bytes || found.sha256 !== wanted.sha256) throw damaged(folder, wanted.path)
  })
  return parsed.data
}

async function read(path: string, folder: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error))
      throw new StartError(`${folder} is no backup: it has no ${path.slice(dirname(path).length + 1)}.`)
    throw error
  }
}

const damaged = (folder: string, path: string) =>
  new StartError(`The backup ${folder} is damaged at ${path}: nothing was restored.`)
