import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { effort } from './server/src/test/effort.ts'
import { LongestFirst } from './tools/longest-first.ts'

/** What a page shows may take a moment when three browsers share two cores; what never comes is still found out. */
const patient = { poll: { timeout: 60_000, interval: 50 } }
const exclude = ['**/node_modules/**', '**/build/**']
/** More of what its neighbour tells, which meets every case by itself. */
const long = effort.isLongForm ? [] : ['server/src/features/bonuses/stories-second.test.ts']
const journeys = {
  testTimeout: 180_000,
  hookTimeout: 240_000,
  expect: patient,
  // A worker keeps its browser over all of its files.
  isolate: false,
  exclude,
  // Half of the time a journey waits, for a delay of the house or its page: three browsers at a time keep two cores busy.
  maxWorkers: 3,
  sequence: { groupOrder: 1 },
}
/**
 * Pure and server tests are not isolated: a worker loads the platform once and runs file after file, which halves their
 * price. So a module keeps no state that another test file could meet.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'pure',
          include: [
            'contract/**/*.test.ts',
            'web/src/**/*.test.ts',
            'sportsbook/**/*.test.ts',
            'studio/**/*.test.ts',
            'tools/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude,
          // They run beside the checks.
          testTimeout: 60_000,
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'conformance/**/*.test.ts'],
          exclude: [...exclude, ...long],
          globalSetup: ['server/src/test/global-setup.ts'],
          setupFiles: ['server/src/test/patient-waits.ts'],
          testTimeout: 120_000 * effort.timeoutFactor,
          hookTimeout: 120_000,
          execArgv: ['--import', join(import.meta.dirname, 'server/src/test/cheap-passwords.ts')],
          // Node loads the server by itself, as on a site, and keeps what it has compiled: nothing is transformed for tests.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          isolate: false,
          // Many of them wait for a process or a clock: three keep two cores busy.
          maxWorkers: 3,
        },
      },
      {
        test: { ...journeys, name: 'journeys', globalSetup: ['e2e/global-setup.ts'], include: ['e2e/**/*.test.ts'] },
      },
      {
        // The same journeys on content of a real Strapi, which is installed for them: `npm run test:all` alone has them.
        test: {
          ...journeys,
          name: 'strapi',
          globalSetup: ['e2e/cms/setup.ts'],
          include: ['e2e/{registration,shell,routes}.test.ts', 'e2e/cms/*.strapi.ts'],
        },
      },
    ],
  },
})
