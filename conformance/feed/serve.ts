import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type House, hearRequest } from './house.ts'

/** More than a house would read, so that what is too large is seen and not only cut off. */
const mostBytes = 4 * 1024 * 1024

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    parts.push(part)
    bytes += part.length
    if (bytes > mostBytes) break
  }
  return Buffer.concat(parts)
}

async function answer(response: ServerResponse, { status, text, cut, waitMs = 0 }: Answer) {
  // Who has given up hears nothing any more.
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  if (waitMs > 0) await sleep(waitMs, null, { signal: gone.signal }).catch(() => undefined)
  if (response.destroyed) return
  if (cut === 'whole') {
    response.destroy()
    return
  }
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  if (cut !== 'half') {
    response.end(text)
    return
  }
  response.write(text.slice(0, text.length / 2), () => response.destroy())
}

const tickMs = 100
const stillMs = 1_000

/** How long this machine has stood still: an adapter on it could not say a word meanwhile. */
function countStandstill() {
  let lastMs = performance.now()
  let stoodMs = 0
  const count = () => {
    const now = performance.now()
    if (now - lastMs > stillMs) stoodMs += now - lastMs
    lastMs = now
    return stoodMs
  }
  const timer = setInterval(count, tickMs)
  return { count, stop: () => clearInterval(timer) }
}

/** The house at an address of this machine. */
export async function serveHouse(house: House, port: number) {
  const standstill = countStandstill()
  let underWay = 0
  const server = createServer(async (request, response) => {
    const isSecond = underWay > 0
    underWay += 1
    response.once('close', () => {
      underWay -= 1
    })
    const stoodMs = standstill.count()
    const body = await bodyOf(request).catch(() => null)
    if (!body) return
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const path = request.url ?? ''
    await answer(response, hearRequest(house, { path, headers, body, at: Date.now(), stoodMs, isSecond }))
  })
  await new Promise<void>((ready, failed) => server.once('error', failed).listen(port, '127.0.0.1', ready))
  const address = server.address()
  const found = typeof address === 'object' && address ? address.port : port
  return {
    url: `http://127.0.0.1:${found}`,
    close: () =>
      new Promise<void>((closed) => {
        standstill.stop()
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
