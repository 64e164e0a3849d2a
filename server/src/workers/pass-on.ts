import { createServer, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/** Addresses whose answers are in the memory of one process. */
const ofTheFirst = /^\/(sandbox|metrics)(?=[/?]|$)/
const routes = ['/sandbox', '/sandbox/*', '/metrics']

/** About one connection only: the next one has its own. */
const ofTheLine = new Set(['connection', 'keep-alive', 'expect'])

/** In the first process: where the others bring what only it can answer. It leads to nothing else. */
export async function openSideDoor(app: FastifyInstance) {
  const server = createServer((request, response) => {
    if (ofTheFirst.test(request.url ?? '')) app.routing(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((listening, failed) => server.once('error', failed).listen(0, '127.0.0.1', listening))
  const address = server.address()
  return {
    address: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    close() {
      server.closeAllConnections()
      return new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

/** In the others: a visitor does not notice which process has the stand-ins. */
export async function passOn(app: FastifyInstance, to: string): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The first process reads the body.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    for (const route of routes)
      scope.all(route, (request, reply) => {
        reply.hijack()
        pass(request.raw, reply.raw, to)
      })
  })
}

function pass(request: IncomingMessage, response: ServerResponse, to: string): void {
  const { method, url = '/' } = request
  const headers = Object.entries(request.headers).filter(([name]) => !ofTheLine.has(name))
  const asked = openRequest(new URL(to), { method, path: url, headers: Object.fromEntries(headers), agent: false })
  asked.once('response', (answer) => {
    const told = Object.entries(answer.headers).filter(([name]) => !ofTheLine.has(name))
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(told))
    pipeline(answer, response, () => undefined)
  })
  asked.on('error', () => {
    if (response.destroyed || response.headersSent) response.destroy()
    else response.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' }).end('Not available')
  })
  // A visitor who leaves is not waited for.
  response.once('close', () => asked.destroy())
  request.pipe(asked)
}
