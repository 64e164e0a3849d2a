import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testDatabase } from '../../test/database.ts'
import { effort } from '../../test/effort.ts'
import { chanceFrom, mainOf, oneMove, ownPurse, payIn } from '../../test/purses.ts'
import { addPlayers } from '../../test/world.ts'
import { moveAll, readStatement, statementCsv } from './wallet.ts'

const db = await testDatabase()
const dir = mkdtempSync(join(tmpdir(), 'croupier-statement-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const verifier = join(import.meta.dirname, '../../../../web/public/verify-statement.mjs')

/** As a player runs it. */
async function verify(csv: string | Buffer, ...head: string[]): Promise<{ code: number; said: string }> {
  const file = join(dir, `statement-${files++}.csv`)
  writeFileSync(file, csv)
  return promisify(execFile)(process.execPath, [verifier, file, ...head]).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: unknown) => ({
      code: error instanceof Error && 'code' in error ? Number(error.code) : -1,
      said: error instanceof Error && 'stdout' in error ? String(error.stdout) : '',
    }),
  )
}
let files = 0

const csvOf = async (playerId: bigint, currency = 'EUR') => {
  let csv = ''
  for await (const part of statementCsv(db.sql, { playerId, kind: 'main', currency })) csv += part
  return csv
}

const [player = 0n] = await addPlayers(db, 1)
const asked = { playerId: player, kind: 'main', currency: 'EUR' } as const
const oddKeys = ['=1+1', '+1', '-1', '@sum', "'quoted'", 'say "no"', 'a,b', 'ключ', '🎲', 'plain']

beforeAll(async () => {
  await payIn(db, player, 10_000n)
  const main = mainOf(player)
  const movements = oddKeys.flatMap((key, at) => [
    oneMove({ from: main, to: ownPurse('game:studio'), amount: BigInt(at + 1), key }),
    oneMove({ from: ownPurse('game:studio'), to: main, amount: 7n, key: `${key} win` }),
  ])
  await begin(db, (tx) => moveAll(tx, movements))
})

describe('my statement', () => {
  test('shows every movement with the balance after it, newest first, and any page of it', async () => {
    const whole = await readStatement(db.sql, asked, { offset: 0, count: 100 })
    expect(whole.lines).toHaveLength(21)
    expect(whole.lines.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: 21 }, (_, at) => 21 - at))
    expect(whole.lines[0]).toMatchObject({ balance: whole.balance, hash: whole.head })
    expect(whole.lines.at(-1)).toMatchObject({ amount: 10_000n, balance: 10_000n })
    const page = await readStatement(db.sql, asked, { offset: 5, count: 4 })
    expect(page.lines).toEqual(whole.lines.slice(5, 9))
    expect((await readStatement(db.sql, asked, { offset: 19, count: 4 })).lines).toEqual(whole.lines.slice(19))
    expect((await readStatement(db.sql, asked, { offset: 21, count: 4 })).lines).toEqual([])
  })

  test('of a purse that I never used is empty, and that is right', async () => {
    const none = { ...asked, currency: 'JPY' }
    expect(await readStatement(db.sql, none, { offset: 0, count: 4 })).toMatchObject({ purse: null, lines: [] })
    expect(await verify(await csvOf(player, 'JPY'))).toMatchObject({ code: 0 })
  })

  test('is checked on my own computer, with the head that the site shows', async () => {
    const { head } = await readStatement(db.sql, asked, { offset: 0, count: 1 })
    const { code, said } = await verify(await csvOf(player), head.toString('hex'))
    expect([code, said]).toEqual([0, expect.stringMatching(/^OK: 21 lines, balance \d+ /)])
  })

  test('longer than one portion is whole too', async () => {
    const [other = 0n] = await addPlayers(db, 1)
    const wins = Array.from({ length: 2_500 }, (_, at) =>
      oneMove({ from: ownPurse('game:studio'), to: mainOf(other), amount: 9007199254740993n, key: `long:${at}` }),
    )
    // More than fits is refused, so the sums stay below what can be counted.
    await begin(db, (tx) => moveAll(tx, wins.slice(0, 900)))
    const small = wins
      .slice(900)
      .map((_, at) => oneMove({ from: ownPurse('game:studio'), to: mainOf(other), amount: 1n, key: `small:${at}` }))
    await begin(db, (tx) => moveAll(tx, small))
    const csv = await csvOf(other)
    expect(csv.split('\r\n')).toHaveLength(2_502)
    expect(csv).toContain(',9007199254740993,')
    expect(await verify(csv)).toMatchObject({ code: 0, said: expect.stringContaining('OK: 2500 lines') })
  })

  test('has no cell that a spreadsheet would run', async () => {
    const cells = (await csvOf(player)).split('\r\n').flatMap((line) => line.split(',"').slice(1))
    expect(cells.length).toBeGreaterThan(80)
    expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
  })
})

describe('a statement that was changed', () => {
  test('in one byte at any of many places is found each time', { timeout: 120_000 }, async () => {
    const csv = Buffer.from(await csvOf(player))
    const chance = chanceFrom(11)
    const places = Array.from({ length: effort.changedBytes }, () => ({
      at: chance(csv.length),
      flip: 1 + chance(255),
    }))
    const passed: typeof places = []
    const file = join(dir, 'changed.csv')
    const { verify: check }: { verify: (file: string) => Promise<unknown> } = await import(pathToFileURL(verifier).href)
    for (const [number, { at, flip }] of places.entries()) {
      const changed = Buffer.from(csv)
      changed[at] = (changed[at] ?? 0) ^ flip
      writeFileSync(file, changed)
      const isFound = await check(file).then(
        () => false,
        () => true,
      )
      if (!isFound) passed.push({ at, flip })
      // Some of them as a player does it, because a process could still say yes.
      if (number % 50 === 0) expect((await verify(changed)).code).toBe(1)
    }
    expect(passed).toEqual([])
  })

  test('by leaving out, doubling or swapping lines is found', async () => {
    const lines = (await csvOf(player)).split('\r\n')
    const [header = '', ...rest] = lines
    const cases = {
      'the first left out': [header, ...rest.slice(1)],
      'one left out': lines.filter((_, at) => at !== 7),
      'one doubled': lines.flatMap((line, at) => (at === 7 ? [line, line] : line)),
      'two swapped': [...lines.slice(0, 5), lines[6], lines[5], ...lines.slice(7)],
      'no header': rest,
      'half a line': [...lines.slice(0, 5), lines[5]?.slice(0, 40)],
      'line breaks of another kind': [lines.join('\n')],
    }
    for (const [name, changed] of Object.entries(cases)) {
      expect([name, (await verify(changed.join('\r\n'))).code]).toEqual([name, 1])
    }
  })

  test('by cutting off its end is found with the head', async () => {
    const lines = (await csvOf(player)).split('\r\n')
    const cut = [...lines.slice(0, -3), ''].join('\r\n')
    const { head } = await readStatement(db.sql, asked, { offset: 0, count: 1 })
    expect(await verify(cut)).toMatchObject({ code: 0 })
    expect(await verify(cut, head.toString('hex'))).toMatchObject({ code: 1, said: expect.stringContaining('missing') })
  })

  test('without a file the verifier says how it is used', async () => {
    const failing = promisify(execFile)(process.execPath, [verifier])
    await expect(failing).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('Usage') })
  })
})
