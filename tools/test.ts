import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { z } from 'zod'
import { pace, processorSeconds, watchBrowsers } from './pace.ts'

/**
 * `npm test`: everything CI runs. `--quick` leaves out what needs a database or a browser; `--all` is the long form, with
 * the counts of a release (server/src/test/effort.ts), and has no budget.
 */
const root = resolve(import.meta.dirname, '..')
const memory = '/dev/shm'
const isQuick = process.argv.includes('--quick')
const isAll = process.argv.includes('--all')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const effort = process.env.EFFORT ?? (isAll ? 'release' : isQuick ? 'quick' : 'ci')
/** The suites make folders and databases by the hundred and keep none: in memory, where there is plenty, no disk is waited for. */
const folders = mkdtempSync(join(hasRoomInMemory() ? memory : tmpdir(), 'croupier-test-'))
process.on('exit', () => rmSync(folders, { recursive: true, force: true }))
/** Processes that tests start by the dozen compile the platform once. */
const compiled = join(folders, 'compiled')
/** The compiler is a Go program that lives for seconds: it need not tidy its memory as often as one that stays. */
const GOGC = process.env.GOGC ?? '400'
const env = { ...process.env, EFFORT: effort, TMPDIR: folders, NODE_COMPILE_CACHE: compiled, GOGC }

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, freemem()) > 8 * 2 ** 30
  } catch {
    return false
  }
}

let passed = 0
let failed = 0
/** What failed is said again at the end: a log that is cut keeps its end. */
const failures: string[] = []
const told: string[] = []

const longestMs = (isAll ? 240 : 40) * 60_000
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

type Outcome = { isGreen: boolean; said: string }

/** Each part has its own process group, so that one that hangs ends with everything it started. */
function run(command: string, args: string[], isShown: boolean): Promise<Outcome> {
  const out = isShown ? 'inherit' : 'pipe'
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', out, 'pipe'], detached: true })
  const parts: Buffer[] = []
  child.stdout?.on('data', (part: Buffer) => parts.push(part))
  child.stderr?.on('data', (part: Buffer) => {
    parts.push(part)
    if (isShown) process.stderr.write(part)
  })
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
      ended({ isGreen, said: Buffer.concat(parts).toString() })
    }
    child.once('error', () => finish(false))
    child.once('close', (code) => finish(code === 0))
  })
}

async function check(name: string, command: string, args: string[]) {
  const { isGreen, said } = await run(command, args, false)
  console.log(`\n— ${name}${isGreen ? '' : ': FAILED'}\n${isGreen ? '' : said}`)
  if (isGreen) passed += 1
  else {
    failed += 1
    failures.push(name)
  }
}

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
})

function failuresOf(results: z.infer<typeof report>['testResults']): string[] {
  return results.flatMap((file) => {
    const path = relative(root, file.name)
    const bad = file.assertionResults.filter(({ status }) => status !== 'passed')
    if (bad.length === 0 && file.status !== 'passed') return [`${path}: ${file.message}`]
    return bad.map((test) => `${path} > ${test.fullName}: ${test.failureMessages?.join('\n') || test.status}`)
  })
}

async function suites(name: string, projects: string[], isShown = true) {
  if (isShown) console.log(`\n— ${name}`)
  const dir = mkdtempSync(join(folders, 'report-'))
  const file = join(dir, 'report.json')
  const chosen = projects.flatMap((project) => ['--project', project])
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { isGreen, said } = await run(bin('vitest'), ['run', ...chosen, ...reporters], isShown)
  if (!isShown) console.log(`\n— ${name}\n${said}`)
  try {
    const counts = report.parse(JSON.parse(readFileSync(file, 'utf8')))
    passed += counts.numPassedTests
    // A test that was skipped proves nothing, so it counts as failed; so does a run that broke without a failing test.
    const broken = counts.numFailedTests + counts.numPendingTests
    failed += broken === 0 && !isGreen ? 1 : broken
    const found = failuresOf(counts.testResults)
    const stray = `${name} broke without a failing test; the last it said:\n${said.slice(-6_000)}`
    failures.push(...(found.length === 0 && !isGreen ? [stray] : found))
  } catch {
    failed += 1
    failures.push(`${name} left no report`)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/**
 * A stage may take this many seconds on two idle cores, all of them together less than twelve minutes. Beyond it is
 * said; beyond twice that the run is red.
 */
const budgets = { 'checks and pure tests': 45, 'server tests': 330, journeys: 330, 'journeys on a real Strapi': 900 }

/** Two cores are shared with others or slower than ours: the pace before and after says by how much. */
async function stage(name: keyof typeof budgets, work: () => Promise<unknown>) {
  const [before, began, spentBefore] = [await pace(), performance.now(), processorSeconds()]
  const browsers = watchBrowsers()
  await work()
  const spentByBrowsers = browsers()
  const seconds = (performance.now() - began) / 1000
  const spent = processorSeconds()
  const slowness = (before + (await pace())) / 2
  const budget = budgets[name] * slowness
  const cpu =
    spent === null || spentBefore === null
      ? ''
      : `, ${Math.round(spent - spentBefore + spentByBrowsers)} s of processor`
  const line = `${name}: ${Math.round(seconds)} s${cpu}, budget ${Math.round(budget)} s (pace ${slowness.toFixed(1)})`
  if (isAll || seconds <= budget) return told.push(line)
  if (seconds <= 2 * budget) return told.push(`${line}: OVER BUDGET`)
  failed += 1
  return told.push(`${line}: MORE THAN TWICE ITS BUDGET, which counts as a failure`)
}

async function checks() {
  await check('route types', bin('react-router'), ['typegen', 'web'])
  await Promise.all([
    // Its threads check the same libraries again, each for itself.
    check('types', bin('tsc'), ['--noEmit', '--singleThreaded']),
    check('lint', bin('biome'), ['check', '--error-on-warnings']),
    check('dead code', bin('knip'), []),
    check('icon sprite is drawn from its list', bin('node'), ['tools/sprite.ts', '--check']),
    ...(isQuick
      ? []
      : [check('database types are generated from the migrations', bin('node'), ['tools/db-types.ts', '--check'])]),
  ])
}

await stage('checks and pure tests', () => Promise.all([checks(), suites('pure tests', ['pure'], false)]))
if (!isQuick) {
  await stage('server tests', () => suites('server tests', ['server']))
  await stage('journeys', () => suites('journeys', ['journeys']))
  if (isAll) await stage('journeys on a real Strapi', () => suites('journeys on a real Strapi', ['strapi']))
}

if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
console.log(`\n${told.join('\n')}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
