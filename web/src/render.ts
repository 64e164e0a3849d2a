import { buffer } from 'node:stream/consumers'
import * as build from 'virtual:react-router/server-build'
import type { Boot, Render } from '@croupier/contract/boot'
import { createRequestHandler, type EntryContext, RouterContextProvider, type ServerBuild } from 'react-router'
import { bootContext } from './boot.ts'
import { renderTree } from './entry.server.tsx'

const handlers = new Map<string, ReturnType<typeof createRequestHandler>>()

/** One request handler per base path: the locale is the router's base. */
function handlerFor(basename: string) {
  const known = handlers.get(basename)
  if (known) return known
  const serverBuild: ServerBuild = { ...build, basename }
  const made = createRequestHandler(serverBuild, import.meta.env.MODE)
  handlers.set(basename, made)
  return made
}

function contextOf(boot: Boot) {
  const context = new RouterContextProvider()
  context.set(bootContext, boot)
  return context
}

export const render: Render = (request, basename, boot) => handlerFor(basename)(request, contextOf(boot))

/** What the bench compares with: the tree of one page, its data already loaded, rendered by React alone. */
export async function renderBare(request: Request, basename: string, boot: Boot): Promise<() => Promise<string>> {
  const { promise, resolve } = Promise.withResolvers<EntryContext>()
  const stop: ServerBuild['entry']['module']['default'] = async (_request, _status, _headers, routerContext) => {
    resolve(routerContext)
    return new Response()
  }
  const stopping: ServerBuild = { ...build, basename, entry: { module: { ...build.entry.module, default: stop } } }
  await createRequestHandler(stopping, import.meta.env.MODE)(request, contextOf(boot))
  const routerContext = await promise
  const data = await buffer(routerContext.serverHandoffStream ?? streamOf(new Uint8Array()))
  // Both are used up by a render.
  const fresh = () => ({ renderMeta: {}, serverHandoffStream: streamOf(data) })
  return () => renderTree({ ...routerContext, ...fresh() }, request.url, boot)
}

const streamOf = (bytes: Uint8Array) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
