import type { ServerResponse } from 'node:http'
import type { SportsStreamEvent } from '@croupier/contract/sports'
import type { StreamTopic, TableTopic } from '@croupier/contract/stream'
import type { FastifyReply } from 'fastify'

/** A reader who takes nothing off the line for so long is gone. */
const mostWaitingBytes = 65_536

/** An open stream to one page; `place` is what its count is kept by. */
export type StreamLine = { response: ServerResponse; place: string }

export const eventText = (topic: StreamTopic | TableTopic | SportsStreamEvent, data: unknown) =>
  `event: ${topic}\ndata: ${JSON.stringify(data)}\n\n`

export const retryText = (retryMs: number) => `retry: ${retryMs}\n`

/** The lines of one address, and the one place that writes to them. */
export function openLines<L extends StreamLine>() {
  const lines = new Set<L>()
  const counts = new Map<string, number>()

  function count({ place }: L, more: 1 | -1) {
    const left = (counts.get(place) ?? 0) + more
    if (left > 0) counts.set(place, left)
    else counts.delete(place)
  }

  function forget(line: L) {
    if (lines.delete(line)) count(line, -1)
  }

  function write({ response }: L, text: string | Buffer) {
    if (response.writableLength > mostWaitingBytes) response.destroy()
    else response.write(text)
  }

  return {
    count: () => lines.size,
    countAt: (place: string) => counts.get(place) ?? 0,
    has: (line: L) => lines.has(line),
    where: (isMeant: (line: L) => boolean) => [...lines].filter(isMeant),
    add(line: L, greeting: string) {
      lines.add(line)
      count(line, 1)
      line.response.once('close', () => forget(line))
      line.response.on('error', () => {})
      write(line, greeting)
    },
    write,
    writeAll(text: string | Buffer) {
      for (const line of lines) write(line, text)
    },
    end(line: L, text: string) {
      forget(line)
      write(line, text)
      line.response.end()
    },
    /** Pages come back by themselves, to a node that is open. */
    close(farewell: string) {
      for (const { response } of lines) response.end(farewell)
      lines.clear()
      counts.clear()
    },
  }
}

/** A browser that is answered with anything but a stream never asks again, so it gets a very short one. */
export const sendRetry = (reply: FastifyReply) => beginStream(reply).end(`${retryText(3_000)}\n`)

export const tooManyStreams = (reply: FastifyReply) =>
  reply.code(429).header('retry-after', '60').type('text/plain').send('Too many streams')

export function beginStream(reply: FastifyReply): ServerResponse {
  reply.headers({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies that collect an answer before they pass it on would hold every notice back.
    'x-accel-buffering': 'no',
  })
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.raw.flushHeaders()
  return reply.raw
}
