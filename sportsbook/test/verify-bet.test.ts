import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { homeWins, settledRecord } from './bet-records.ts'
import { counted, patience } from './effort.ts'

const record = settledRecord([homeWins(2_100)], { stake: '1000', possible: '2100', returned: '2100' })

const dir = mkdtempSync(join(tmpdir(), 'croupier-bet-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const cli = join(import.meta.dirname, '../../server/src/features/bets/record/verify-bet.ts')
let told = 0

/** What it says of a file with this in it, and its exit code; each in a process of its own, side by side. */
async function say(text: unknown): Promise<[string, unknown]> {
  told += 1
  const file = join(dir, `bet-${told}.json`)
  writeFileSync(file, typeof text === 'string' ? text : JSON.stringify(text))
  const ended = await promisify(execFile)(process.execPath, [cli, file]).catch((error) => error)
  return [ended.stdout.trim().replace(file, 'it'), ended.code ?? 0]
}

const right = 'OK: bet 41 is settled, 21.00 EUR returned; 8 facts, 1 results'

test('the offline verifier settles a bet again from its record alone', { timeout: patience }, async () => {
  const paid = { ...record, bet: { ...record.bet, returned: '2101' } }
  const cases: [unknown, [string, number]][] = [
    [record, [right, 0]],
    [paid, ['WRONG: bet.returned comes out as 2100, the record says 2101', 1]],
    // As the site answers it.
    [{ result: 1, data: { record } }, [right, 0]],
    [{ ...record, legs: null }, ['it holds no record of a bet.', 2]],
    ['nothing', ['it is not JSON.', 2]],
  ]
  // A process each: the short form asks for a yes and a no.
  const asked = cases.slice(0, counted(2, cases.length))
  expect(await Promise.all(asked.map(([text]) => say(text)))).toEqual(asked.map(([, answer]) => answer))
})
