import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startAdapter } from './adapter.ts'
import { openHouse } from './house.ts'
import { askOver, checkJoint } from './joint.ts'
import { feedRules } from './rules.ts'
import { runScenarios, type ScenarioResult } from './run.ts'
import { scenarios } from './scenarios.ts'
import { serveHouse } from './serve.ts'

const usage = `npm run conformance -- feed --producer acme --secret-file acme-secret
  --command 'node adapter.js'  starts the adapter with HOUSE_URL, PRODUCER and SECRET_FILE in its
                               environment, and kills it once; without it start yours by hand
  --url http://127.0.0.1:4600  where the adapter prices builders; without it they are left out
  --port 4555                  where this house listens
  --only snapshot              only scenarios whose name has it
  --minutes 2                  how long a scenario may wait for its message, or for the adapter to be well again
  --json report.json           the report for programs
It stands in for the house: what the adapter tells goes nowhere. Let matches be played meanwhile.`

function settings(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      producer: { type: 'string' },
      'secret-file': { type: 'string' },
      command: { type: 'string' },
      url: { type: 'string' },
      port: { type: 'string', default: '4555' },
      only: { type: 'string', default: '' },
      minutes: { type: 'string', default: '2' },
      json: { type: 'string' },
    },
  })
  const { producer, 'secret-file': file } = values
  if (!producer || !file) throw new Error(usage)
  return { ...values, producer, file: resolve(file), secret: readFileSync(file, 'utf8').trim() }
}

/** The exit code: 0 where nothing failed and something passed. */
export async function checkFeed(args: readonly string[]): Promise<number> {
  const { producer, secret, file, command, url, port, only, minutes, json } = settings(args)
  const house = openHouse({ producer, secret })
  const door = await serveHouse(house, Number(port))
  console.log(`The house listens at ${door.url}/feed/v1/${producer}`)
  const env = { HOUSE_URL: door.url, PRODUCER: producer, SECRET_FILE: file }
  const adapter = command ? startAdapter({ command, env }) : null
  const marks = { passed: '✓', failed: '✗', skipped: '–' }
  const show = ({ name, state, why }: ScenarioResult) => console.log([`${marks[state]} ${name}`, ...why].join('\n    '))
  const results = await runScenarios({
    house,
    scenarios: scenarios.filter(({ name }) => name.includes(only)),
    now: Date.now,
    wait: () => sleep(100),
    restart: adapter?.restart,
    patienceMs: Number(minutes) * 60_000,
    onResult: show,
  })
    .then(async (run) => {
      const builders = url ? await checkJoint(house, askOver(url, producer)) : []
      builders.forEach(show)
      return [...run, ...builders]
    })
    .finally(async () => {
      await adapter?.stop()
      await door.close()
    })
  const count = (wanted: string) => results.filter(({ state }) => state === wanted).length
  console.log(`\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`)
  if (json) writeFileSync(json, `${JSON.stringify({ producer, rules: feedRules, results }, null, 2)}\n`)
  return count('failed') > 0 || count('passed') === 0 ? 1 : 0
}
