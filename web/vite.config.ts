import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'

/** Messages are read by the library of use-intl, through our own door to it. */
const messageFormat: Plugin = {
  name: 'message-format',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === 'intl-messageformat' && importer?.includes('/use-intl/')
      ? fileURLToPath(new URL('./src/i18n/message-format.ts', import.meta.url))
      : null,
}

/** What every page needs travels in two files instead of forty; the rest stays with the page or dialog that asks for it, and what is behind a player's pages alone with the player. */
const libraries = {
  name: 'libraries',
  test: /node_modules\/(react|react-dom|react-router|scheduler|use-intl|intl-messageformat|@formatjs)\/|web\/src\/i18n\/(message-format|number-text)/,
}
const frame = {
  name: 'frame',
  test: /web\/src\/(layouts\/(?!player-host|club-notices|entry-popups)|session\/(?!player-session|inactivity|idle-|reality-|last-active|use-balance-refresh|report-step)|site\/(?!pager|page-numbers)|i18n|dialogs\/(dialogs|host|queue|parts)|ui\/(?!select|tabs|segmented|field|input|password|checkbox|radio|switch|code-field))|contract\/src\/(?!fields\/|tournaments)/,
}

/** What stands on every card of a match, and on home. */
const scores = {
  name: 'scores',
  test: /web\/src\/features\/betting\/(crest|match-clock|period-words|list-rules|live-surface)\./,
}

export default defineConfig(({ command }) => ({
  plugins: [messageFormat, reactRouter()],
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting: { groups: [libraries, frame, scores] } } } } },
    ssr:
      command === 'build'
        ? {
            // The server's side of the site is one module with one face: `render`.
            build: { rollupOptions: { input: './src/render.ts' } },
            // React chooses its build by NODE_ENV where it is loaded. Bundled, it is the production one
            // whatever the operator's environment says.
            resolve: { noExternal: true },
            define: { 'process.env.NODE_ENV': JSON.stringify('production') },
          }
        : // Source-only workspace packages: their exports are TypeScript.
          { resolve: { noExternal: [/^@croupier\//] } },
  },
}))
