import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0 },
  environments: {
    // The server's side of the site is one module with one face: `render`.
    ssr: { build: { rollupOptions: { input: './src/render.ts' } } },
  },
  // Source-only workspace packages must be bundled: their exports are TypeScript.
  ssr: { noExternal: [/^@croupier\//] },
})
