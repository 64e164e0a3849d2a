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

  async function post(messages: readonly Message[]): Promise<void> {
    const body = JSON.stringify({ epoch, first: next, messages })
    const timestamp = String(Date.now())
    const signature = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
    const answer = await fetch(`${siteUrl}/feed/v1/${producer}`, {
      method: 'POST',
      headers: { 'x-producer': producer, 'x-timestamp': timestamp, 'x-signature': signature },
      body,
    })
    if (!answer.ok) throw new Error(`the feed was answered with ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
    next += messages.length
  }

  /** As large as a request may be. */
  async function send(messages: readonly Message[]): Promise<void> {
    let part: Message[] = []
    let bytes = 0
    for (const message of messages) {
      const size = JSON.stringify(message).length
      if (bytes + size > mostBytes) {
        await post(part)
        part = []
        bytes = 0
      }
      part.push(message)
      bytes += size
    }
    await post(part)
  }

  let last = Promise.resolve()
  return {
    /** One after the other: two at once would have the same numbers. */
    tell(messages: readonly Message[]): Promise<void> {
      const told = last.then(() => send(messages))
      last = told.catch(() => undefined)
      return told
    },
  }
}

export type Producer = ReturnType<typeof openProducer>
