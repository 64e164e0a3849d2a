import { get } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './figures.ts'
import { spentBy } from './processor.ts'

export type Ask = { url: string; headers: Record<string, string> }

const connections = 32

/**
 * Answers per second over connections that are kept alive. Written by hand because the usual tools spend more time
 * on reading an answer than Fastify on sending it: with two cores they would measure themselves.
 */
export async function rate(ask: Ask, seconds: number): Promise<number> {
  const { status } = await answerTo(ask)
  const stop = new AbortController()
  const start = performance.now()
  const visitors = Array.from({ length: connections }, () => visit(ask, status, stop.signal))
  await Promise.race([sleep(seconds * 1000), ...visitors])
  stop.abort()
  const counts = await Promise.all(visitors)
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - start) / 1000)
}

/** One connection that asks again as soon as it has its answer. Resolves with the number of answers. */
function visit({ url, headers }: Ask, status: number, stop: AbortSignal): Promise<number> {
  const { hostname, port, pathname, search } = new URL(url)
  const lines = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const request = `GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let answers = 0
    let missing = 0
    let head = ''
    socket.on('connect', () => socket.write(request))
    socket.on('data', (bytes) => {
      if (missing > 0) missing -= bytes.length
      else {
        head += bytes.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const length = bodyLength(head.slice(0, end), status)
        if (length === null) return void socket.destroy(new Error(`${url} answered ${head.slice(0, end)}`))
        missing = end + 4 + length - head.length
        head = ''
      }
      if (missing > 0) return
      answers += 1
      if (stop.aborted) socket.destroy()
      else socket.write(request)
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answers))
  })
}

/** How many bytes follow the head of an answer; null when it is not the answer that was expected. */
export function bodyLength(head: string, status: number): number | null {
  if (!head.startsWith(`HTTP/1.1 ${status} `)) return null
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined) return Number(length)
  return status === 304 ? 0 : null
}

/** In turns, so that a busy moment of the machine meets both; the first turn only warms up. */
async function inTurns<T>(turns: number, rival: { ours: () => Promise<T>; reference: () => Promise<T> }) {
  const found: { ours: T[]; reference: T[] } = { ours: [], reference: [] }
  for (let turn = 0; turn <= turns; turn += 1) {
    const pair = { reference: await rival.reference(), ours: await rival.ours() }
    if (turn === 0) continue
    found.ours.push(pair.ours)
    found.reference.push(pair.reference)
  }
  return found
}

export async function rivals(ours: Ask, reference: Ask, turns: number, seconds: number) {
  const found = await inTurns(turns, { ours: () => rate(ours, seconds), reference: () => rate(reference, seconds) })
  return { ours: median(found.ours), reference: median(found.reference) }
}

type Server = Ask & { pid: number }

/** By what an answer costs its process: others at work on the machine take half of a rate, of this they take little. */
export async function rivalsByCost(ours: Server, reference: Server, turns: number, seconds: number) {
  const each = (server: Server) => () => costEach(server, seconds)
  const found = await inTurns(turns, { ours: each(ours), reference: each(reference) })
  const middle = (costs: readonly Cost[]): Cost => ({
    perSecond: median(costs.map(({ perSecond }) => perSecond)),
    us: median(costs.map(({ us }) => us)),
  })
  return { ours: middle(found.ours), reference: middle(found.reference) }
}

type Cost = { perSecond: number; us: number }

async function costEach({ pid, ...ask }: Server, seconds: number): Promise<Cost> {
  const [before, began] = [spentBy(pid), performance.now()]
  const perSecond = await rate(ask, seconds)
  const answers = (perSecond * (performance.now() - began)) / 1000
  const spent = spentBy(pid)
  // Where the machine does not tell, an answer takes the time between two of them.
  return { perSecond, us: before === null || spent === null ? 1e6 / perSecond : ((spent - before) * 1000) / answers }
}

/** The bytes as they come over the wire: fetch would unpack them. */
export function answerTo({ url, headers }: Ask) {
  return new Promise<{ status: number; headers: Record<string, string>; body: Buffer }>((resolve, reject) => {
    get(url, { headers, agent: false }, async (message) => {
      const named = Object.entries(message.headers).map(([name, value]) => [name, String(value)])
      const body = await buffer(message)
      resolve({ status: message.statusCode ?? 0, headers: Object.fromEntries(named), body })
    }).on('error', reject)
  })
}
