import { createHmac } from 'node:crypto'
import type { Method } from '@croupier/contract/method'
import { Refusal } from '@croupier/contract/refusals'
import { sql } from 'kysely'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { AttemptLimits } from '../context.ts'
import type { Db } from '../db/db.ts'
import { network, plain } from '../network.ts'
import { type CountPool, openCounts } from './counts.ts'

type Limit = NonNullable<Method['limit']>

/** Far above what a busy page does, far below what hurts. Kept in memory: it must cost nothing. */
export const floodLimit = { points: 600, seconds: 60 }

export type RateLimits = ReturnType<typeof openLimits>

type Options = { pool: CountPool; pepper: string }

export function openLimits({ pool, pepper }: Options) {
  const flood = () => new RateLimiterMemory({ points: floodLimit.points, duration: floodLimit.seconds })
  const floods = { calls: flood(), pages: flood() }
  const counterOf = openCounters(pool)
  const hashed = (address: string) => secretly(`address:${network(address)}`, pepper)

  return {
    /** Counted before anything is looked at, and shared by all nodes. */
    async count(name: string, limit: Limit, caller: { playerId: bigint | undefined; address: string }) {
      const key = caller.playerId === undefined ? `address:${hashed(caller.address)}` : `player:${caller.playerId}`
      await counterOf(name, limit).count(key)
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
    count: (name, limit, key) => counterOf(`try:${name}`, limit).count(secretly(key, pepper)),
    async giveBack(name, limit, key) {
      await counterOf(`try:${name}`, limit).giveBack(secretly(key, pepper))
    },
    async forget(name, key) {
      // A row is found by its name and key alone, whatever the limit.
      await counterOf(`try:${name}`, { points: 1, seconds: 1 }).forget(secretly(key, pepper))
    },
  }
}

type Counter = ReturnType<typeof openCounter>

function openCounters(pool: CountPool) {
  const counts = openCounts(pool)
  const counters = new Map<string, Counter>()

  return (name: string, limit: Limit): Counter => {
    const place = `${name} ${limit.points}/${limit.seconds}`
    const known = counters.get(place)
    if (known) return known
    const counter = openCounter(counts, name, limit)
    counters.set(place, counter)
    return counter
  }
}

/** A database that is away must not open the door: each node then counts for itself. */
function openCounter({ add, forget }: ReturnType<typeof openCounts>, name: string, { points, seconds }: Limit) {
  const own = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })
  const named = (key: string) => `${name}:${key}`
  return {
    async count(key: string) {
      const counted = await add({ key: named(key), points: 1, seconds }).catch(() => null)
      if (!counted) return consume(own, key)
      if (counted.points > points) throw tooManyRequests(counted.leftMs)
    },
    giveBack: (key: string) => add({ key: named(key), points: -1, seconds }).catch(() => own.reward(key)),
    forget: (key: string) => forget(named(key)).catch(() => own.delete(key)),
  }
}

/** Names and addresses are people's: the table keeps only a keyed hash. */
const secretly = (text: string, pepper: string) =>
  createHmac('sha256', pepper).update(text).digest('base64url').slice(0, 22)

async function consume(counter: RateLimiterMemory, key: string) {
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
