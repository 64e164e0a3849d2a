import type { Render } from '@croupier/contract/boot'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { bootContext } from './boot.ts'



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

export const render: Render = (request, basename, boot) => {
  const context = new RouterContextProvider()
  context.set(bootContext, boot)
  return handlerFor(basename)(request, context)
}
