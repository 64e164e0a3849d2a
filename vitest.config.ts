import { defineConfig } from 'vitest/config'

/** What a page shows may take a moment when two browsers share two cores; what never comes is still found out. */
const patient = { poll: { timeout: 8_000, interval: 50 } }
const alone = 'e2e/cross-site.test.ts'
const inHouse = { exclude: ['**/node_modules/**', '**/build/**'] }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...inHouse,
          name: 'pure',
          include: [
            'contract/**/*.test.ts',
            'web/src/**/*.test.ts',
            'studio/**/*.test.ts',
            'tools/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...inHouse,
          name: 'server',
          include: ['server/**/*.test.ts', 'conformance/**/*.test.ts'],
          globalSetup: ['server/src/test/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...inHouse,
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          exclude: [...inHouse.exclude, alone],
          globalSetup: ['e2e/global-setup.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          expect: patient,
          // A journey mostly waits for its page: two browsers at a time keep two cores busy.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...inHouse,
          name: 'journeys-alone',
          // It compares everything in the database before and after: nobody else may be at work.
          include: [alone],
          globalSetup: ['e2e/global-setup.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          expect: patient,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
