import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { chosenEffort } from '../server/src/test/effort.ts'
import { type Figure, seconds } from './figures.ts'

const root = resolve(import.meta.dirname, '..')
const paths = [
  'server/src/features/wallet',
  'server/src/features/rounds',
  'server/src/features/cashier',
  'server/src/http',
]

const counts = z.object({ numPassedTests: z.number(), numTotalTests: z.number() })

/** The tests of the money once more, with the counts of this effort. */
export async function suites(effort: ReturnType<typeof chosenEffort>): Promise<Figure> {
  const dir = mkdtempSync(join(tmpdir(), 'croupier-suites-'))
  const file = join(dir, 'report.json')
  const args = ['run', '--project', 'server', ...paths, '--reporter=default', '--reporter=json']
  const began = performance.now()
  try {
    const child = spawn(join(root, 'node_modules/.bin/vitest'), [...args, `--outputFile.json=${file}`], {
      cwd: root,
      env: { ...process.env, EFFORT: effort.name },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const code = await new Promise<number | null>((ended) => child.once('exit', ended))
    const { numPassedTests, numTotalTests } = counts.parse(JSON.parse(readFileSync(file, 'utf8')))
    const { modelStories, stopTrials, deposits, noticeCopies, raceRounds, recomputedRounds } = effort
    return {
      name: 'M1, M2, M4, M5, M7 to M9, M11, M13 to M15: the tests of the money',
      tried: [
        `effort ${effort.name}: ${modelStories} stories against the model`,
        `${stopTrials} trials of each way to stop a player`,
        `${deposits} deposits with up to ${noticeCopies} copies of a notice`,
        `${raceRounds} rounds of each race`,
        `${recomputedRounds} recomputed rounds of each title`,
      ].join(', '),
      found: `${numPassedTests} of ${numTotalTests} tests passed in ${seconds(performance.now() - began)}`,
      isKept: code === 0,
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
