import { execFile } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { drawsFrom, eventSeedOf, seedHashOf, worldChanceOf } from '../../server/src/sandbox/feed/chance.ts'
import { counted, patience } from './effort.ts'
import { fixturesFor, proofOf } from './proofs.ts'

const secret = 'a secret of the world'
const chance = worldChanceOf(secret)
const proofs = fixturesFor(chance, 1).map((fixture) =>
  proofOf(chance, fixture, { seed: eventSeedOf(secret, fixture.ref), seed_hash: seedHashOf(secret, fixture.ref) }),
)
const [proof] = proofs

const dir = mkdtempSync(join(tmpdir(), 'croupier-proof-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const cli = join(import.meta.dirname, '../../server/src/sandbox/feed/verify-match.ts')
let told = 0

/** What it says of a file with this in it, and its exit code; each in a process of its own, side by side. */
async function say(text: unknown): Promise<[string, unknown]> {
  told += 1
  const file = join(dir, `match-${told}.json`)
  writeFileSync(file, typeof text === 'string' ? text : JSON.stringify(text))
  const ended = await promisify(execFile)(process.execPath, [cli, file]).catch((error) => error)
  return [ended.stdout.trim().replace(file, 'it'), ended.code ?? 0]
}

const said = (start: string, code: number) => [expect.stringContaining(start), code]

test('the offline verifier plays a match again from the seed that was hashed before it, and does not guess', {
  timeout: patience,
}, async () => {
  const bySport = [...new Map(proofs.map((one) => [one.sport, one])).values()]
  expect(bySport).toHaveLength(5)
  const seed = eventSeedOf('another secret', proof?.ref ?? '')
  const rest = proof?.facts.slice(1, 9)
  const cases: [unknown, unknown[]][] = [
    // As the site answers it.
    ...bySport
      .slice(0, counted(1, 5))
      .map((each): [unknown, unknown[]] => [{ result: 1, data: each }, said('OK: ', 0)]),
    [{ ...proof, facts: proof?.facts.slice(1) }, said('WRONG: fact 1 of those', 1)],
    [{ ...proof, seed: '' }, said('The seed of this match is not shown', 2)],
    [{ ...proof, seed }, said('WRONG: the seed does not have the hash', 1)],
    [{ ...proof, facts: rest, results: [] }, said('UNSURE: ', 2)],
    [{ ...proof, seed: 'abc' }, said('it holds no proof of a match.', 2)],
    ['nothing', said('it is not JSON.', 2)],
  ]
  // A process each: the short form asks for a yes and a no.
  const asked = cases.slice(0, counted(2, cases.length))
  expect(await Promise.all(asked.map(([text]) => say(text)))).toEqual(asked.map(([, answer]) => answer))
})

test('chance is written down: an own hand comes to the same numbers', () => {
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const seed = hmac(secret, 'event:a/1')
  expect(eventSeedOf(secret, 'a/1')).toBe(seed.toString('hex'))
  expect(seedHashOf(secret, 'a/1')).toBe(createHash('sha256').update(seed).digest('hex'))
  const words = [0, 1].flatMap((block) => {
    const bytes = hmac(seed, String(block))
    return Array.from({ length: 8 }, (_, at) => bytes.readUInt32BE(4 * at))
  })
  // Three billion does not divide 2³² evenly: what lies above it is thrown away.
  const fair = words.filter((word) => word < 3_000_000_000)
  expect(fair.length).toBeLessThan(16)
  const [byName, bySeed] = [chance('event:a/1'), drawsFrom(seed)]
  for (const word of fair) {
    expect(byName.below(3_000_000_000)).toBe(word)
    expect(bySeed.below(3_000_000_000)).toBe(word)
  }
})
