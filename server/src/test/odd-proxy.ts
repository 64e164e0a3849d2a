import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ProxiedRequest = { path: string; headers: Record<string, string>; body: string }
export type Told = { status: number; body: string }

/** What becomes of a request on its way: an answer, or a cut line. */
export type Way = (asked: ProxiedRequest, forward: (changed?: ProxiedRequest) => Promise<Told>) => Promise<Told | 'cut'>

const passed: Way = (_asked, forward) => forward()

/** Stands before a server and is as odd as its way. */
export async function oddProxy(target: () => string, port = 0) {
  const state = { way: passed }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === 'string' && !/^(host|connection|content-length|transfer-encoding)$/.test(name)
          ? [[name, value]]
          : [],
      ),
    )
    const asked = { path: request.url ?? '/', headers, body: Buffer.concat(chunks).toString('utf8') }
    const forward = async (changed: ProxiedRequest = asked): Promise<Told> => {
      const { method = 'GET' } = request
      const isBodied = method !== 'GET' && method !== 'HEAD'
      const answer = await fetch(`${target()}${changed.path}`, {
        method,
        headers: changed.headers,
        ...(isBodied && { body: changed.body }),
        redirect: 'manual',
      })
      return { status: answer.status, body: await answer.text() }
    }
    const told = await state.way(asked, forward).catch(() => 'cut' as const)
    if (told === 'cut') return request.socket.destroy()
    response.writeHead(told.status, { 'content-type': 'application/json; charset=utf-8' }).end(told.body)
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const address = server.address()
  const isAddress = (found: string | AddressInfo | null): found is AddressInfo => typeof found === 'object' && !!found
  return {
    url: isAddress(address) ? `http://127.0.0.1:${address.port}` : '',
    go(way: Way = passed) {
      state.way = way
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
