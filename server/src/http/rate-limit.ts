import { createHmac } from 'node:crypto'
import type { Method } from '@croupier/contract/method'
import { Refusal } from '@croupier/contract/refusals'
import { sql } from 'kysely'
import { type Pool, types } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { AttemptLimits } from '../context.ts'
import type { Db } from '../db/db.ts'
import { network, plain } from '../network.ts'

type Limit = NonNullable<Method['limit']>
type Counter = Pick<RateLimiterMemory, 'consume' | 'delete' | 'reward'>

/** Far above what a busy page does, far below what hurts. Kept in memory: it must cost nothing. */
export const floodLimit = { points: 600, seconds: 60 }

export type RateLimits = ReturnType<typeof openLimits>

type Options = { pool: Pick<Pool, 'query'>; pepper: string }

export function openLimits({ pool, pepper }: Options) {
  const flood = () => new RateLimiterMemory({ points: floodLimit.points, duration: floodLimit.seconds })
  const floods = { calls: flood(), pages: flood() }
  const counterOf = openCounters(pool)
  const hashed = (address: string) => secretly(`address:${network(address)}`, pepper)

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

/** The same counters for operations, which decide by themselves what is counted. */
export function openAttemptLimits({ pool, pepper }: Options): AttemptLimits {
  const counterOf = openCounters(pool)
  return {
    count: (name, limit, key) => consume(counterOf(`try:${name}`, limit), secretly(key, pepper)),
    async giveBack(name, limit, key) {
      await counterOf(`try:${name}`, limit).reward(secretly(key, pepper))
    },
    async forget(name, key) {
      // A row is found by its name and key alone, whatever the limit.
      await counterOf(`try:${name}`, { points: 1, seconds: 1 }).delete(secretly(key, pepper))
    },
  }
}

function openCounters(pool: Options['pool']) {
  // The counter does arithmetic with what it reads, so it wants numbers as text, not as bigint.
  const storeClient = { query: (query: object) => pool.query({ text: '', ...query, types }) }
  const counters = new Map<string, Counter>()

  return (name: string, { points, seconds }: Limit): Counter => {
    const place = `${name} ${points}/${seconds}`
    const known = counters.get(place)
    if (known) return known
    const options = { keyPrefix: name, points, duration: seconds }
    const counter = new RateLimiterPostgres({
      ...options,
      storeClient,
      storeType: 'pool',
      tableName: 'http_rate_limit',
      tableCreated: true,
      // The hourly clean-up does it for all nodes.
      clearExpiredByTimeout: false,
      // A database that is away must not open the door: each node then counts for itself.
      insuranceLimiter: new RateLimiterMemory(options),
    })
    counters.set(place, counter)
    return counter
  }
}

/** Names and addresses are people's: the table keeps only a keyed hash. */
const secretly = (text: string, pepper: string) =>
  createHmac('sha256', pepper).update(text).digest('base64url').slice(0, 22)

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

const isLoopback = (address: string) => plain(address).startsWith('127.') || address === '::1'

/** Written by the clocks of the nodes, so an hour is left for them to disagree. */
export const forgetOldCounts = (db: Db) =>
  db
    .deleteFrom('http_rate_limit')
    .where(sql<boolean>`expire < extract(epoch from now() - interval '1 hour') * 1000`)
    .execute()
