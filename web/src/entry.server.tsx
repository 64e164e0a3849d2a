import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Boot } from '@croupier/contract/boot'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { bootContext } from './boot.ts'
import { MessagesContext, NonceContext } from './i18n/messages-context.ts'
import { holdScripts } from './site/late-scripts.tsx'

/** Loaders are in process and quick, so the whole page is made before it is sent: it can be cached, hashed and compressed. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const html = await renderTree(routerContext, request.url, context.get(bootContext))
  return new Response(html, { status, headers })
}

export const renderTree = (routerContext: EntryContext, url: string, { nonce, messages }: Boot) =>
  new Promise<string>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <MessagesContext value={messages}>
          <ServerRouter context={routerContext} url={url} nonce={nonce} />
        </MessagesContext>
      </NonceContext>,
      {
        nonce,
        // The whole page is made before a byte of it goes: a part that came behind the others would only move them.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(timer)
          const body = new PassThrough()
          pipe(body)
          resolve(text(body).then(holdScripts))
        },
        onShellError: reject,
        onError(error) {
          // A fault inside a boundary leaves a hole in the page: better an error page than that.
          reject(error)
        },
      },
    )
    const timer = setTimeout(() => abort(new Error('page took longer than 5 s to render')), 5000)
  })

/** Only faults: a page that does not exist is an answer, and a visitor who left early is no fault. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.get(bootContext).report(error)
}
