import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import type { Method } from '@croupier/contract/method'
import { Refusal } from '@croupier/contract/refusals'
import { type Pool, types } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

type Limit = NonNullable<Method['limit']>
type Counter = Pick<RateLimiterMemory, 'consume'>

/** Far above what a busy page does, far below what hurts. Kept in memory: it must cost nothing. */
export const floodLimit = { points: 600, seconds: 60 }

export type Limits = ReturnType<typeof openLimits>

export function openLimits({ pool, pepper }: { pool: Pick<Pool, 'query'>; pepper: string }) {
  // The counter does arithmetic with what it reads, so it wants numbers as text, not as bigint.
  const storeClient = { query: (query: object) => pool.query({ text: '', ...query, types }) }
  const flood = () => new RateLimiterMemory({ points: floodLimit.points, duration: floodLimit.seconds })
  const floods = { calls: flood(), pages: flood() }
  const counters = new Map<string, Counter>()

  function counterOf(name: string, { points, seconds }: Limit): Counter {
    const known = counters.get(name)
    if (known) return known
    const options = { keyPrefix: name, points, duration: seconds }
    const counter = new RateLimiterPostgres({
      ...options,
      storeClient,
      storeType: 'pool',
      tableName: 'http_rate_limit',
      tableCreated: true,
      // A database that is away must not open the door: each node then counts for itself.
      insuranceLimiter: new RateLimiterMemory(options),
    })
    counters.set(name, counter)
    return counter
  }

  /** Addresses are personal: the table keeps only a keyed hash. */
  const hashed = (address: string) =>
    createHmac('sha256', pepper)
      .update(`address:${network(address)}`)
      .digest('base64url')
      .slice(0, 22)

  return {
    /** Counted before anything is looked at, and shared by all nodes. */
    async count(name: string, limit: Limit, caller: { playerId: bigint | undefined; address: string }) {
      const key = caller.playerId === undefined ? `address:${hashed(caller.address)}` : `player:${caller.playerId}`
      await consume(counterOf(name, limit), key)
    },

    /** Loopback is the operator's own machine, or a proxy that was not named: then all players share that address. */
    async guardFlood(kind: keyof typeof floods, address: string) {
      if (!isLoopback(address)) await consume(floods[kind], network(address))
    },
  }
}

async function consume(counter: Counter, key: string) {
  try {
    await counter.consume(key)
  } catch (answer) {
    if (!(answer instanceof RateLimiterRes)) throw answer
    throw tooManyRequests(answer.msBeforeNext)
  }
}

function tooManyRequests(waitMs: number) {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new Refusal('TooManyRequests', {
    message: `Too many requests, seconds to wait: ${seconds}`,
    data: { resend_time: seconds },
  })
}

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

const isLoopback = (address: string) => plain(address).startsWith('127.') || address === '::1'

/** One household has a whole /64 of IPv6, so the addresses in it count as one. */
export function network(address: string): string {
  const bare = plain(address)
  if (isIP(bare) !== 6) return bare
  const [head = '', tail] = bare.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const middle = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...middle, ...right]
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')
}
