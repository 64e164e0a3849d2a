import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The arithmetic of bets as browsers get it: one file, bundled and minified by what bundles the web. */
export default {
  root,
  logLevel: 'error',
  build: {
    lib: {
      entry: join(root, 'sportsbook/test/vector-lines.ts'),
      formats: ['iife'],
      name: 'vectors',
      fileName: 'vectors',
    },
    copyPublicDir: false,
  },
}
