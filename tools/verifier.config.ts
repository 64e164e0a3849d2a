import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

const sources: Readonly<Record<string, string>> = {
  match: 'server/src/sandbox/feed/verify-match.ts',
  bet: 'server/src/features/bets/record/verify-bet.ts',
}

/**
 * The verifiers of simulated matches and of bets, by `--mode`: each one file for any Node from 20 on, readable by a
 * player who does not trust it.
 */
export default ({ mode }: { mode: string }) => ({
  root,
  logLevel: 'error',
  build: {
    ssr: join(root, sources[mode] ?? ''),
    target: 'node20',
    outDir: 'web/build/client',
    // It stands beside the pages.
    emptyOutDir: false,
    copyPublicDir: false,
    minify: false,
    rollupOptions: { output: { entryFileNames: `verify-${mode}.mjs`, format: 'es' } },
  },
  // The arithmetic is TypeScript of ours, not a library to be found beside the file.
  ssr: { noExternal: true },
})
