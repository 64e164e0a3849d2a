import { Refusal } from '@croupier/contract/refusals'
import type { Tx } from '../../context.ts'
import { isDatabaseGone } from '../../db/db.ts'

type GroupCommitOptions<Job, Result> = {
  begin: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Answers in the order of the jobs. `lane` is below `lanes`, and no two batches of one lane run at once. */
  run: (tx: Tx, jobs: readonly Job[], lane: number) => Promise<Result[]>
  /** Batches under way at once. More than one only helps where they do not wait for each other's locks. */
  lanes?: number
  /** Jobs of one database transaction. */
  most?: number
  mostWaiting?: number
  /** Where jobs differ in size: a batch has at most so much of it, or one job alone. */
  weight?: { of: (job: Job) => number; most: number }
}

type Waiting<Job, Result> = {
  job: Job
  promise: Promise<Result>
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** Below this a batch of its own costs more than waiting for the one under way. */
const minBatch = 32
/** After batches that failed: so many of their jobs are run alone at the same time, whichever lane they come from. */
const mostAlone = 4

/**
 * Group commit. An idle house commits at once; what arrives while a commit is under way forms the next batch. A batch
 * that fails is run again one by one, so that a fault stays with the job that made it. When the connection is lost it
 * is unknown whether it was committed: every caller hears so, and asks again by key.
 */
export function openGroupCommit<Job, Result>(options: GroupCommitOptions<Job, Result>) {
  const { begin, run, lanes = 1, most = 128, mostWaiting = 4_096, weight } = options
  type Batch = readonly Waiting<Job, Result>[]
  let waiting: Waiting<Job, Result>[] = []
  /** Of a batch that failed: to be run alone. */
  let alone: Waiting<Job, Result>[] = []
  let aloneRunning = 0
  const working = new Map<number, Promise<void>>()
  let isClosed = false

  /** A job that finds the house idle goes at once; beside another batch only a large one begins. */
  function start() {
    const lane = Array.from({ length: lanes }, (_, each) => each).find((each) => !working.has(each))
    if (lane !== undefined && waiting.length >= (working.size === 0 ? 1 : minBatch)) working.set(lane, work(lane))
  }

  function sizeOfBatch(): number {
    if (!weight) return most
    let [count, sum] = [0, 0]
    for (const { job } of waiting.slice(0, most)) {
      sum += weight.of(job)
      if (count > 0 && sum > weight.most) break
      count += 1
    }
    return count
  }

  async function work(lane: number) {
    const count = sizeOfBatch()
    const batch = waiting.slice(0, count)
    waiting = waiting.slice(count)
    await commit(batch, lane)
    working.delete(lane)
    start()
  }

  async function commit(batch: Batch, lane: number): Promise<void> {
    let isReached = false
    try {
      const answers = await begin((tx) => {
        isReached = true
        const jobs = batch.map(({ job }) => job)
        return run(tx, jobs, lane)
      })
      if (answers.length !== batch.length) throw new Error('a batch answers each of its jobs')
      for (const [at, answer] of answers.entries()) batch[at]?.resolve(answer)
    } catch (error) {
      if (isDatabaseGone(error) && !isReached) refuseAll(batch, error)
      else if (isDatabaseGone(error) || batch.length === 1) for (const { reject } of batch) reject(error)
      else await commitEach(batch, lane)
    }
  }

  /** There is no database to be reached: callers would only wait in vain, and nothing of theirs was begun. */
  function refuseAll(batch: Batch, error: unknown) {
    const all = [...batch, ...alone, ...waiting]
    alone = []
    waiting = []
    for (const { reject } of all) reject(error)
  }

  /**
   * Each in a transaction of its own. Several at a time: one that waits long for a lock holds up few others. But never
   * more of them than the pool has connections for, also when two batches fall apart at once: one that cannot be
   * reached looks like a database that is gone.
   */
  async function commitEach(batch: Batch, lane: number): Promise<void> {
    alone.push(...batch)
    while (aloneRunning < mostAlone && alone.length > 0) {
      aloneRunning += 1
      void runAlone(lane)
    }
    await Promise.allSettled(batch.map(({ promise }) => promise))
  }

  async function runAlone(lane: number) {
    for (let next = alone.shift(); next; next = alone.shift()) await commit([next], lane)
    aloneRunning -= 1
  }

  return {
    /** Resolves when it is committed. */
    submit(job: Job): Promise<Result> {
      if (isClosed || waiting.length >= mostWaiting) return Promise.reject(busy())
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      waiting.push({ job, promise, resolve, reject })
      start()
      return promise
    },

    /** What was taken is finished; nothing more is taken. */
    async close(): Promise<void> {
      isClosed = true
      await Promise.all(working.values())
    },
  }
}

const busy = () => new Refusal('ApplicationUnavailable', { message: 'Too much at once: ask again with the same key' })
