import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'

const games = join(import.meta.dirname, 'games')

/** Each title is an entry of its own; what they share travels once. */
const input = Object.fromEntries(
  readdirSync(games)
    .map((name) => [name, join(games, name, 'client/main.ts')] as const)
    .filter(([, file]) => existsSync(file)),
)

/**
 * The stage travels once for all titles, Pixi once for those that draw with it, the reels once for the slots; the words of a
 * language go only to who speaks it.
 */
const groups = [
  {
    name: 'stage',
    test: /studio\/(stage\/(?!pixi|reel|pays-table|skip|words\/)|engine\/(game|stakes|draws)\.)|contract\/src\/|node_modules\/@fontsource|vite\/preload-helper/,
  },
  { name: 'pixi', test: /node_modules\/(?!@fontsource)|studio\/stage\/pixi\./ },
  { name: 'reels', test: /studio\/(stage|engine)\/(reel|pays-table|skip)/ },
]

export default defineConfig({
  root: import.meta.dirname,
  base: '/studio/',
  build: {
    outDir: 'build',
    manifest: true,
    assetsInlineLimit: 0,
    // Pixi is what it is, once for all titles that draw with it.
    chunkSizeWarningLimit: 600,
    modulePreload: { polyfill: false },
    rollupOptions: { input, output: { codeSplitting: { groups, includeDependenciesRecursively: false } } },
  },
})
