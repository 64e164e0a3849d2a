import { createHmac } from 'node:crypto'
import type { FeedMessage } from '../../sportsbook/src/feed.ts'

/** The smallest producer that keeps every rule: what an adapter of yours has to do on the house's side of it. */

type Sending = { path: string; headers: Record<string, string>; body: Buffer }
/** Null where none came: cut, late, or a 5xx. */
type Heard = { status: number; text: string } | null

export type Reference = {
  tell: (...messages: FeedMessage[]) => void
  /** The request that is to be sent now, if there is one. */
  request: () => Sending | null
  hear: (answer: Heard) => void
  /** What is not acknowledged yet, and what the house has of this epoch. */
  epoch: () => number
}

type Options = {
  name: string
  secret: string
  now: () => number
  firstEpoch: number
  /** Everything as it is now, without its beginning and end. */
  snapshot: () => FeedMessage[]
}

const aliveMs = 5_000
const mostMessages = 200
/** Words that no snapshot repeats: they are told again where they were not acknowledged. */
const isSaidOnce = ({ kind }: FeedMessage) => kind === 'result' || kind === 'rollback' || kind === 'cancel'

function read(text: string): { next: number; snapshot: boolean } | { reason: string; expected?: number } {
  const { data, error } = JSON.parse(text)
  return data ?? error.error_data
}

export function referenceProducer({ name, secret, now, firstEpoch, snapshot }: Options): Reference {
  let epoch = firstEpoch
  /** Message `n` stands at `n - 1`. A real one drops those that are older than ten minutes. */
  let kept: FeedMessage[] = []
  let next = 1
  let sentAt = 0

  const wholeSnapshot = (): FeedMessage[] => [{ kind: 'snapshot_begin' }, ...snapshot(), { kind: 'snapshot_end' }]
  function beginEpoch() {
    const owed = kept.slice(next - 1).filter(isSaidOnce)
    epoch += 1
    kept = [...wholeSnapshot(), ...owed]
    next = 1
  }
  kept = wholeSnapshot()

  return {
    epoch: () => epoch,
    tell: (...messages) => void kept.push(...messages),
    request() {
      if (next > kept.length && now() - sentAt >= aliveMs) kept.push({ kind: 'alive' })
      const messages = kept.slice(next - 1, next - 1 + mostMessages)
      if (messages.length === 0) return null
      sentAt = now()
      const body = Buffer.from(JSON.stringify({ epoch, first: next, messages }))
      return { path: `/feed/v1/${name}`, headers: signed(name, secret, sentAt, body), body }
    },
    hear(answer) {
      if (!answer || answer.status >= 500) return
      const said = read(answer.text)
      if ('next' in said) {
        next = said.next
        const isOnItsWay = kept.slice(next - 1).some(({ kind }) => kind === 'snapshot_end')
        if (said.snapshot && !isOnItsWay) kept.push(...wholeSnapshot())
      }
      if ('reason' in said && said.reason === 'EPOCH') beginEpoch()
      if ('reason' in said && said.reason === 'SEQUENCE_GAP') next = said.expected ?? 1
    },
  }
}

export function signed(name: string, secret: string, at: number, body: Buffer): Record<string, string> {
  const timestamp = String(at)
  const signature = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
  return { 'content-type': 'application/json', 'x-producer': name, 'x-timestamp': timestamp, 'x-signature': signature }
}
