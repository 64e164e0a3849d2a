import { spawn } from 'node:child_process'
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

const longestMs = 19 * 60_000
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Each part has its own process group, so that one that hangs ends with everything it started. */
function run(command: string, args: string[]): Promise<boolean> {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], detached: true })
  const end = () => {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  }
  const timer = setTimeout(() => {
    console.log(`\n${command} did not end within ${longestMs / 60_000} minutes`)
    end()
  }, longestMs)
  // What ends this process does not reach another group by itself.
  const stop = () => {
    end()
    process.exit(130)
  }
  for (const signal of signals) process.once(signal, stop)
  return new Promise((ended) => {
    const finish = (isGreen: boolean) => {
      clearTimeout(timer)
      for (const signal of signals) process.off(signal, stop)
      ended(isGreen)
    }
    child.once('error', () => finish(false))
    child.once('exit', (code) => finish(code === 0))
  })
}

async function check(name: string, command: string, args: string[]) {
  console.log(`\n— ${name}`)
  if (await run(command, args)) passed += 1
  else failed += 1
}

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  success: z.boolean(),
})

async function suites(name: string, projects: string[]) {
  console.log(`\n— ${name}`)
  const dir = mkdtempSync(join(tmpdir(), 'croupier-report-'))
  const file = join(dir, 'report.json')
  const chosen = projects.flatMap((project) => ['--project', project])
  const isGreen = await run(bin('vitest'), [
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

await check('route types', bin('react-router'), ['typegen', 'web'])
await check('types', bin('tsc'), ['--noEmit'])
await check('lint', bin('biome'), ['check', '--error-on-warnings'])
await check('dead code', bin('knip'), [])
await check('icon sprite is drawn from its list', bin('node'), ['tools/sprite.ts', '--check'])
if (isQuick) await suites('pure tests', ['pure'])
else {
  await check('database types are generated from the migrations', bin('node'), ['tools/db-types.ts', '--check'])
  await suites('pure and server tests', ['pure', 'server'])
  await suites('journeys', ['journeys', 'journeys-alone'])
}

console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
