import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { vectorLines } from '../sportsbook/test/vector-lines.ts'
import { visit } from './browser.ts'

const root = join(import.meta.dirname, '..')

/** A script that leaves `vectors` behind. */
async function bundled(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'croupier-vectors-'))
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const config = join(import.meta.dirname, 'vectors.config.ts')
    await promisify(execFile)(process.execPath, [vite, 'build', '--config', config, '--outDir', dir])
    const [file = ''] = await readdir(dir)
    return await readFile(join(dir, file), 'utf8')
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

test('bets and models come out in the browser as they do on the server, to the byte', async () => {
  const lines = vectorLines()
  expect(lines.length).toBeGreaterThan(2_000)
  await using visitor = await visit()
  const said: unknown = await visitor.page.evaluate(`${await bundled()}; vectors.vectorLines()`)
  expect(said).toEqual(lines)
})
