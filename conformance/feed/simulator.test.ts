import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { effort } from '../../server/src/test/effort.ts'
import { freePort } from '../../server/src/test/http-browser.ts'
import { startAdapter } from './adapter.ts'
import { openHouse } from './house.ts'
import { askOver, checkJoint } from './joint.ts'
import { runScenarios } from './run.ts'
import { scenarios } from './scenarios.ts'
import { serveHouse } from './serve.ts'

const simulator = join(import.meta.dirname, '../../server/src/sandbox/feed/main.ts')
const short = ['nothing goes wrong', 'any request: another epoch is told now']
const chosen = effort.isLongForm ? scenarios : scenarios.filter(({ name }) => short.includes(name))

test('the simulator of the house is an adapter as any other', {
  timeout: 60_000 + chosen.length * 60_000,
}, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'croupier-feed-kit-'))
  const file = join(dir, 'secret')
  writeFileSync(file, 'a secret of two')
  const house = openHouse({ producer: 'simulated', secret: 'a secret of two' })
  const door = await serveHouse(house, 0)
  const port = await freePort()
  const env = {
    HOUSE_URL: door.url,
    PRODUCER: 'simulated',
    SECRET_FILE: file,
    WORLD_FILE: join(dir, 'world'),
    MEMORY_DIR: join(dir, 'memory'),
    PORT: String(port),
  }
  const adapter = startAdapter({ command: `exec "${process.execPath}" "${simulator}"`, env })
  try {
    const wait = () => sleep(50)
    const { restart } = adapter
    const results = await runScenarios({ house, scenarios: chosen, now: Date.now, wait, restart, patienceMs: 60_000 })
    expect(results.filter(({ state }) => state === 'failed')).toEqual([])
    // A simulator that has always something to tell is never merely alive.
    expect(results.filter(({ state }) => state === 'passed').length).toBeGreaterThan(chosen.length * 0.8)
    const builders = await checkJoint(house, askOver(`http://127.0.0.1:${port}`, 'simulated'))
    // How fast it is on a busy machine is not looked at here.
    expect(builders.flatMap(({ why }) => why).filter((why) => !/ ms$/.test(why))).toEqual([])
  } finally {
    await adapter.stop()
    await door.close()
    rmSync(dir, { recursive: true, force: true })
  }
})
