import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Anchor } from './proof-store.ts'

/** What proofs found, outside the database: a forger of the database would have to rewrite this file too. */

const fileIn = (dir: string) => join(dir, 'anchors.log')

const lineOf = ({ id, at, transfers, purses, root }: Anchor) =>
  `${id} ${at.toISOString()} ${transfers} ${purses} ${root}`

/** On the disk when it returns. */
export async function appendAnchor(dir: string, anchor: Anchor): Promise<void> {
  await mkdir(dir, { recursive: true })
  const file = await open(fileIn(dir), 'a+', 0o600)
  try {
    // Half a line that a crash left would spoil the one that follows it.
    const there = await file.readFile()
    const wholeBytes = there.lastIndexOf(0x0a) + 1
    if (wholeBytes < there.length) await file.truncate(wholeBytes)
    await file.appendFile(`${lineOf(anchor)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

export type FiledAnchor = { id: bigint; transfers: bigint; purses: bigint; root: string }

/** Null for a line that is none: cut off by a crash, or changed by a hand. */
export async function readFiledAnchors(dir: string): Promise<(FiledAnchor | null)[]> {
  const text = await readFile(fileIn(dir), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n')
  // Whole lines end with a break, so the last part is empty, or half a line that a crash left.
  return lines.slice(0, -1).map((line) => {
    const found = /^(\d+) \S+ (\d+) (\d+) ([0-9a-f]{64})$/.exec(line)
    const [, id = '', transfers = '', purses = '', root = ''] = found ?? []
    return found ? { id: BigInt(id), transfers: BigInt(transfers), purses: BigInt(purses), root } : null
  })
}
