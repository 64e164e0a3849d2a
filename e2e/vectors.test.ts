import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { eventSeedOf, seedHashOf, worldChanceOf } from '../server/src/sandbox/feed/chance.ts'
import { fixturesFor, proofOf } from '../sportsbook/test/proofs.ts'
import { vectorLines } from '../sportsbook/test/vector-lines.ts'
import { siteUrl, visit } from './browser.ts'

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

test('the verifier that the site gives plays a simulated match again', async () => {
  const secret = 'a secret of the world'
  const chance = worldChanceOf(secret)
  const [fixture] = fixturesFor(chance, 1)
  if (!fixture) throw new Error('nothing is played')
  const seed = eventSeedOf(secret, fixture.ref)
  const proof = proofOf(chance, fixture, { seed, seed_hash: seedHashOf(secret, fixture.ref) })
  const answer = await fetch(`${siteUrl()}/verify-match.mjs`)
  expect(answer.headers.get('content-type')).toContain('javascript')
  const dir = await mkdtemp(join(tmpdir(), 'croupier-match-'))
  try {
    const [program, shown] = [join(dir, 'verify-match.mjs'), join(dir, 'match.json')]
    await writeFile(program, await answer.text())
    await writeFile(shown, JSON.stringify(proof))
    const { stdout } = await promisify(execFile)(process.execPath, [program, shown])
    expect(stdout).toMatch(/^OK: \d+ facts, played to its end, \d+ results\n$/)
    await writeFile(shown, JSON.stringify({ ...proof, facts: proof.facts.slice(1) }))
    await expect(promisify(execFile)(process.execPath, [program, shown])).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^WRONG: fact 1/),
    })
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
})
