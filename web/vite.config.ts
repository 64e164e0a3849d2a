import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0 },
  environments: {
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
