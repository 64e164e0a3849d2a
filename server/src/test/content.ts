import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A file of our own `content/site`, to be changed in part. */
export const ownContent = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../content/site', name), 'utf8'))

/** A copy of our own content with some files of `content/site` written anew; removed after the test file. */
export function contentWith(files: Record<string, unknown>): string {
  const dir = mkdtempSync(join(tmpdir(), 'croupier-content-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  cpSync(join(import.meta.dirname, '../../../content'), dir, { recursive: true })
  for (const [name, value] of Object.entries(files)) writeFileSync(join(dir, 'site', name), JSON.stringify(value))
  return dir
}
