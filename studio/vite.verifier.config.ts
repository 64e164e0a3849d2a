import { join } from 'node:path'
import { defineConfig } from 'vite'

/** The offline verifier: one file that runs with any Node from 20 on, readable by a player who does not trust it. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    ssr: join(import.meta.dirname, 'verify-cli.ts'),
    target: 'node20',
    outDir: 'build',
    // It stands beside the games.
    emptyOutDir: false,
    copyPublicDir: false,
    minify: false,
    rollupOptions: { output: { entryFileNames: 'verify-round.mjs', format: 'es' } },
  },
})
