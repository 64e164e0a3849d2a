import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchSite } from './alone.ts'

const producer = 'bench'
const mostBytes = 240 * 1024

export type Message = Record<string, unknown>

/** A producer over HTTP, as docs/sports-feed.md wants it. Who comes after another one begins an epoch of its own. */
export function openProducer({ siteUrl, dir }: BenchSite, epoch = 1) {
  const secret = readFileSync(join(dir, 'secrets', `feed-${producer}-secret`), 'utf8').trim()
  let next = 1

  async function post(written: readonly string[]): Promise<void> {
    const body = `{"epoch":${epoch},"first":${next},"messages":[${written.join()}]}`
    const timestamp = String(Date.now())
    const signature = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
    const answer = await fetch(`${siteUrl}/feed/v1/${producer}`, {
      method: 'POST',
      headers: { 'x-producer': producer, 'x-timestamp': timestamp, 'x-signature': signature },
      body,
    })
    if (!answer.ok) throw new Error(`the feed was answered with ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
    next += written.length
  }

  /** As large as a request may be. */
  async function send(written: readonly string[]): Promise<void> {
    let part: string[] = []
    let bytes = 0
    for (const message of written) {
      if (bytes + message.length > mostBytes) {
        await post(part)
        part = []
        bytes = 0
      }
      part.push(message)
      bytes += message.length
    }
    await post(part)
  }

  let last = Promise.resolve()
  /** One after the other: two at once would have the same numbers. */
  function tellWritten(written: readonly string[]): Promise<void> {
    const told = last.then(() => send(written))
    last = told.catch(() => undefined)
    return told
  }
  return { tell: (messages: readonly Message[]) => tellWritten(writtenOf(messages)), tellWritten }
}

/** Written before the watch runs: what a producer does for its words is not what a site does with them. */
export const writtenOf = (messages: readonly Message[]): string[] => messages.map((message) => JSON.stringify(message))

export type Producer = ReturnType<typeof openProducer>
