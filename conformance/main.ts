import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs, promisify } from 'node:util'
import { cases } from './cases.ts'
import { checkFeed } from './feed/main.ts'
import { report, runCases, type World } from './kit.ts'
import { sandboxWorld } from './sandbox-world.ts'

const usage = `npm run conformance -- feed …  for adapters of sports data (docs/sports-feed.md), or
npm run conformance -- --url http://localhost:3000 --secret-file data/secrets/game-sample-secret
  --provider sample      the name that goes with the secret
  --game wheel-of-hours  a title of that provider
  --token … --player … --currency EUR
                         a launched game of a player with money; without them the kit makes
                         players of its own, which needs a site whose sandbox is on
  --operator 'npm run -s operator --'
                         how the commands of the operator are run, for free spins and closed games
  --only rollback        only cases whose name has it
  --json report.json     the report for programs
It moves real money of the player it is given. Use a copy of the site.`

function settings() {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      provider: { type: 'string', default: 'sample' },
      'secret-file': { type: 'string' },
      game: { type: 'string', default: 'wheel-of-hours' },
      token: { type: 'string' },
      player: { type: 'string' },
      currency: { type: 'string', default: 'EUR' },
      operator: { type: 'string' },
      only: { type: 'string' },
      json: { type: 'string' },
    },
  })
  const { url, 'secret-file': file } = values
  if (!url || !file) throw new Error(usage)
  return { ...values, url: new URL(url).origin, secret: readFileSync(file, 'utf8').trim() }
}

/** Each command in a process of its own, as an operator runs it. */
function operatorBy(line: string) {
  const [program = '', ...first] = line.split(' ')
  const run = promisify(execFile)
  return async (...words: string[]) => (await run(program, [...first, ...words])).stdout
}

function givenWorld(seat: { token: string; player: string; game: string; currency: string }): World {
  return { seat: async (currency) => (currency === seat.currency ? seat : null) }
}

async function main(): Promise<number> {
  const { url, provider, secret, game, token, player, currency, operator, only, json } = settings()
  const operate = operator ? operatorBy(operator) : null
  const world =
    token && player
      ? givenWorld({ token, player, game, currency })
      : sandboxWorld({ url, provider, secret, game, operate })
  // Without a player there is nothing to check.
  await world.seat(token ? currency : 'EUR')
  const marks = { passed: '✓', failed: '✗', skipped: '–' }
  const results = await runCases({
    ...{ url, provider, secret, world, only },
    // A given player may have another currency than the one that most cases expect.
    cases: token ? cases.map((each) => ({ ...each, currency: each.currency ?? currency })) : cases,
    onResult: ({ name, state, why, ms }) => console.log(`${marks[state]} ${name} (${ms} ms)${why && `\n    ${why}`}`),
  })
  const { passed, failed, skipped } = report(results)
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
  if (json) writeFileSync(json, `${JSON.stringify({ url, provider, ...report(results) }, null, 2)}\n`)
  return failed > 0 || passed === 0 ? 1 : 0
}

try {
  const [kit, ...rest] = process.argv.slice(2)
  process.exitCode = kit === 'feed' ? await checkFeed(rest) : await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
