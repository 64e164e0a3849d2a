import { defineConfig } from 'vitest/config'

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
          globalSetup: ['e2e/global-setup.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          // One browser at a time: two cores.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
