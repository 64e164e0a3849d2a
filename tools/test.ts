import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'

/** Everything CI runs, in one command. `--quick` leaves out what needs a database or a browser. */
const root = resolve(import.meta.dirname, '..')
const isQuick = process.argv.includes('--quick')
const bin = (name: string) => join(root, 'node_modules/.bin', name)

let passed = 0
let failed = 0

function run(command: string, args: string[]): boolean {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  return status === 0
}

function check(name: string, command: string, args: string[]) {
  console.log(`\n— ${name}`)
  if (run(command, args)) passed += 1
  else failed += 1
}

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  success: z.boolean(),
})

function suites(name: string, projects: string[]) {
  console.log(`\n— ${name}`)
  const dir = mkdtempSync(join(tmpdir(), 'croupier-report-'))
  const file = join(dir, 'report.json')
  const chosen = projects.flatMap((project) => ['--project', project])
  const isGreen = run(bin('vitest'), [
    'run',
    ...chosen,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  try {
    const counts = report.parse(JSON.parse(readFileSync(file, 'utf8')))
    passed += counts.numPassedTests
    // A test that was skipped proves nothing, so it counts as failed; so does a run that broke without a failing test.
    const broken = counts.numFailedTests + counts.numPendingTests
    failed += broken === 0 && !isGreen ? 1 : broken
  } catch {
    failed += 1
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

check('route types', bin('react-router'), ['typegen', 'web'])
check('types', bin('tsc'), ['--noEmit'])
check('lint', bin('biome'), ['check', '--error-on-warnings'])
check('dead code', bin('knip'), [])
check('icon sprite is drawn from its list', bin('node'), ['tools/sprite.ts', '--check'])
if (isQuick) suites('pure tests', ['pure'])
else {
  check('database types are generated from the migrations', bin('node'), ['tools/db-types.ts', '--check'])
  suites('pure and server tests', ['pure', 'server'])
  suites('journeys', ['journeys'])
}

console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
