import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The verifier of simulated matches: one file for any Node from 20 on, readable by a player who does not trust it. */
export default {
  root,
  logLevel: 'error',
  build: {
    ssr: join(root, 'server/src/sandbox/feed/verify-match.ts'),
    target: 'node20',
    outDir: 'web/build/client',
    // It stands beside the pages.
    emptyOutDir: false,
    copyPublicDir: false,
    minify: false,
    rollupOptions: { output: { entryFileNames: 'verify-match.mjs', format: 'es' } },
  },
  // The arithmetic is TypeScript of ours, not a library to be found beside the file.
  ssr: { noExternal: true },
}
