import { Refusal } from '@croupier/contract/refusals'
import type { Tx } from '../../context.ts'
import { isDatabaseGone } from '../../db/db.ts'

type Parts<Job, Answer> = {
  begin: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Answers in the order of the jobs. */
  run: (tx: Tx, jobs: readonly Job[]) => Promise<Answer[]>
  /** Jobs of one database transaction. */
  most?: number
  mostWaiting?: number
}

type Waiting<Job, Answer> = {
  job: Job
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/** After a batch that failed: so many jobs run alone at the same time. */
const lanes = 4

/**
 * Group commit. An idle house commits at once; what arrives while a commit is under way forms the next batch. A batch
 * that fails is run again one by one, so that a fault stays with the job that made it. When the connection is lost
 * nobody knows whether it was committed: every caller hears so, and asks again by key.
 */
export function openGatherer<Job, Answer>(parts: Parts<Job, Answer>) {
  const { begin, run, most = 128, mostWaiting = 4_096 } = parts
  type Batch = readonly Waiting<Job, Answer>[]
  let waiting: Waiting<Job, Answer>[] = []
  /** Of a batch that failed: to be run alone. */
  let alone: Waiting<Job, Answer>[] = []
  let working: Promise<void> | undefined
  let isClosed = false

  async function work() {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      await commit(batch)
    }
    working = undefined
  }

  async function commit(batch: Batch): Promise<void> {
    let isReached = false
    try {
      const answers = await begin((tx) => {
        isReached = true
        const jobs = batch.map(({ job }) => job)
        return run(tx, jobs)
      })
      if (answers.length !== batch.length) throw new Error('a batch answers each of its jobs')
      for (const [at, answer] of answers.entries()) batch[at]?.resolve(answer)
    } catch (error) {
      if (isDatabaseGone(error) && !isReached) refuseAll(batch, error)
      else if (isDatabaseGone(error) || batch.length === 1) for (const { reject } of batch) reject(error)
      else await commitEach(batch)
    }
  }

  /** There is no database to be reached: whoever waits would only wait in vain, and nothing of theirs was begun. */
  function refuseAll(batch: Batch, error: unknown) {
    const everybody = [...batch, ...alone, ...waiting]
    alone = []
    waiting = []
    for (const { reject } of everybody) reject(error)
  }

  /** Each in a transaction of its own. Several at a time: one that waits long for a lock holds up few others. */
  async function commitEach(batch: Batch): Promise<void> {
    alone = [...batch]
    async function lane() {
      for (let next = alone.shift(); next; next = alone.shift()) await commit([next])
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  }

  return {
    /** Resolves when it is committed. */
    submit(job: Job): Promise<Answer> {
      if (isClosed || waiting.length >= mostWaiting) return Promise.reject(busy())
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      waiting.push({ job, resolve, reject })
      working ??= work()
      return promise
    },

    /** What was taken is finished; nothing more is taken. */
    async close(): Promise<void> {
      isClosed = true
      await working
    },
  }
}

const busy = () => new Refusal('ApplicationUnavailable', { message: 'Too much at once: ask again with the same key' })
