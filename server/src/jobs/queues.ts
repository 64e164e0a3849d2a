import type { Queue } from 'pg-boss'
import type { Happening } from '../happenings.ts'

type Patience = Omit<Queue, 'name'>

const hour = 3_600

const common = {
  notify: true,
  /** A job that says nothing for so long belongs to a process that is gone. */
  expireInSeconds: 60,
  retryBackoff: true,
  retryDelay: 1,
  /** Job data names people; what is done is not kept. */
  deleteAfterSeconds: hour,
} satisfies Patience

/** How long a happening is tried. Two days of tries: a gateway that is away over a weekend night loses nothing. */
export const patienceOf: Record<Happening, Patience> = {
  'mail.posted': { ...common, retryLimit: 600, retryDelayMax: 300, retentionSeconds: 4 * 24 * hour },
  'restore.asked': { ...common, retryLimit: 20, retryDelayMax: 60 },
  'guesses.stopped': { ...common, retryLimit: 20, retryDelayMax: 60 },
  'player.registered': { ...common, retryLimit: 600, retryDelayMax: 300, retentionSeconds: 14 * 24 * hour },
  // Money is asked after until it is known; the regular look at open entries finds what a queue forgot.
  'deposit.paid': { ...common, retryLimit: 600, retryDelayMax: 300, retentionSeconds: 14 * 24 * hour },
  'deposit.refunded': { ...common, retryLimit: 600, retryDelayMax: 300, retentionSeconds: 14 * 24 * hour },
  'payout.approved': { ...common, retryLimit: 600, retryDelayMax: 300, retentionSeconds: 14 * 24 * hour },
  'refund.wanted': { ...common, retryLimit: 600, retryDelayMax: 300, retentionSeconds: 14 * 24 * hour },
  'sessions.ended': { ...common, retryLimit: 600, retryDelayMax: 60, retentionSeconds: 4 * 24 * hour },
  // A player who waits for longer is told that it failed, and may ask again.
  'export.wanted': { ...common, retryLimit: 60, retryDelayMax: 300 },
  'round.closed': { ...common, retryLimit: 600, retryDelayMax: 300, retentionSeconds: 4 * 24 * hour },
  'exclusion.began': { ...common, retryLimit: 600, retryDelayMax: 300, retentionSeconds: 14 * 24 * hour },
  'currency.changed': { ...common, retryLimit: 600, retryDelayMax: 300, retentionSeconds: 14 * 24 * hour },
  'pack.ended': { ...common, retryLimit: 600, retryDelayMax: 300, retentionSeconds: 14 * 24 * hour },
  // What is not settled yet is owed to players.
  'market.resulted': { ...common, retryLimit: 600, retryDelayMax: 60, retentionSeconds: 14 * 24 * hour },
  'bet.settled': { ...common, retryLimit: 600, retryDelayMax: 300, retentionSeconds: 14 * 24 * hour },
  'bet.reopened': { ...common, retryLimit: 600, retryDelayMax: 300, retentionSeconds: 14 * 24 * hour },
  'level.reached': { ...common, retryLimit: 600, retryDelayMax: 300, retentionSeconds: 14 * 24 * hour },
  'points.promised': { ...common, retryLimit: 600, retryDelayMax: 300, retentionSeconds: 14 * 24 * hour },
  'bonus.ended': { ...common, retryLimit: 600, retryDelayMax: 300, retentionSeconds: 14 * 24 * hour },
  'bonus.late': { ...common, retryLimit: 600, retryDelayMax: 300, retentionSeconds: 14 * 24 * hour },
}

/** One queue for each listener of a happening, so that none waits for another's tries. */
export const queueOf = (name: Happening, listener: string) => `${name}/${listener}`

/** Names of the listeners of every happening. */
type Named = { readonly [H in Happening]: Readonly<Record<string, unknown>> }

export const happeningsOf = (listeners: Named) =>
  Object.keys(listeners).filter((name): name is Happening => Object.hasOwn(patienceOf, name))

export const queuesOf = (listeners: Named, name: Happening) =>
  Object.keys(listeners[name]).map((listener) => queueOf(name, listener))

/** Work that comes by the clock, at most once at a time over all nodes. */
export const cleanUpQueue = 'house.cleanup'
export const minuteQueue = 'house.minute'

export const cleanUpPatience: Patience = {
  expireInSeconds: 300,
  retryLimit: 2,
  retryDelay: 60,
  deleteAfterSeconds: hour,
  policy: 'exclusive',
}

/** A minute that failed is not tried again: the next one is near. */
export const minutePatience: Patience = {
  expireInSeconds: 120,
  retryLimit: 0,
  deleteAfterSeconds: hour,
  policy: 'exclusive',
}
