import type { FeedMessage } from '@croupier/sportsbook/feed'

/** How far a producer has told. */
export type Told = { epoch: bigint; seq: bigint }

export type Arrival =
  /** From this place of the request on nothing is known yet; what was before is not heard twice. */
  { kind: 'next'; from: number; last: bigint } | { kind: 'gap'; expected: bigint } | { kind: 'epoch' }

/** A later epoch begins with a snapshot, whatever its first number; an earlier one is over. */
export function arrivalOf(
  told: Told,
  request: { epoch: number; first: number; messages: readonly FeedMessage[] },
): Arrival {
  const epoch = BigInt(request.epoch)
  const first = BigInt(request.first)
  const last = first + BigInt(request.messages.length) - 1n
  if (epoch < told.epoch) return { kind: 'epoch' }
  if (epoch > told.epoch)
    return request.messages[0]?.kind === 'snapshot_begin' ? { kind: 'next', from: 0, last } : { kind: 'epoch' }
  if (first > told.seq + 1n) return { kind: 'gap', expected: told.seq + 1n }
  const from = Number(told.seq + 1n - first)
  return { kind: 'next', from: Math.min(from, request.messages.length), last: later(last, told.seq) }
}

const later = (one: bigint, other: bigint): bigint => [one, other].reduce((a, b) => (b > a ? b : a))

export type NumberedMessage = { seq: bigint; said: FeedMessage }

/** Neighbours of one kind are written together; one event only once where each of its words changes what the next meets. */
export function stretchesOf(messages: readonly NumberedMessage[]): NumberedMessage[][] {
  const stretches: NumberedMessage[][] = []
  let events = new Set<string>()
  for (const one of messages) {
    const last = stretches.at(-1)
    const event = 'event' in one.said ? one.said.event : null
    const isNeighbour = last?.[0]?.said.kind === one.said.kind && isTogether(one.said, events)
    if (last && isNeighbour) last.push(one)
    else {
      stretches.push([one])
      events = new Set()
    }
    if (event !== null) events.add(event)
  }
  return stretches
}

const isTogether = (said: FeedMessage, events: ReadonlySet<string>): boolean => {
  if (said.kind === 'snapshot_begin' || said.kind === 'snapshot_end') return false
  return said.kind === 'alive' || said.kind === 'tree' || !events.has(said.event)
}
