import { join } from 'node:path'
import type { Render } from '@croupier/contract/boot'
import type { App } from './app.ts'

/** The watching form: pages come from Vite as they are written; the server itself is restarted by Node. */
export async function devWeb(root: string) {
  process.chdir(join(root, 'web'))
  const { createServer } = await import('vite')
  const listeners = process.listeners('SIGTERM')
  const vite = await createServer({ root: join(root, 'web'), server: { middlewareMode: true }, appType: 'custom' })
  process.chdir(root)
  // Vite would end the process at once; the database has to be closed first.
  for (const listener of process.listeners('SIGTERM'))
    if (!listeners.includes(listener)) process.off('SIGTERM', listener)
  const render: Render = async (request, basename, boot) => {
    const page: { render: Render } = { render: (await vite.ssrLoadModule('/src/render.ts')).render }
    return page.render(request, basename, boot)
  }
  return {
    render,
    buildId: 'dev',
    assetDirs: [join(root, 'web/public')],
    close: () => vite.close(),
    attach({ server }: App) {
      server.addHook('onRequest', (request, reply, next) => {
        // Vite answers its own modules; everything else goes on to the site.
        vite.middlewares(request.raw, reply.raw, () => next())
      })
    },
  }
}
