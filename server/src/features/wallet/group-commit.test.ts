import { Refusal } from '@croupier/contract/refusals'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Tx } from '../../context.ts'
import { begin, isDatabaseGone } from '../../db/db.ts'
import { testDatabase } from '../../test/database.ts'
import { mainOf, oneMove, ownPurse } from '../../test/purses.ts'
import { poison } from '../../test/wallet-scenes.ts'
import { addPlayers } from '../../test/world.ts'
import { balancesOf, balancesOfAll, findAnswer, type Movement, moveAll, openGroupCommit } from './wallet.ts'

const db = await testDatabase()

/** Counts the database transactions, and holds each until it is let go. */
function held() {
  const sizes: number[] = []
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const run = async (_tx: Tx, jobs: readonly number[]) => {
    sizes.push(jobs.length)
    await gate
    if (jobs.includes(-1)) throw new Error('poison')
    return jobs.map((job) => job * 10)
  }
  return { sizes, run, open }
}

const beginning = <T>(work: (tx: Tx) => Promise<T>) => begin(db, work)

describe('group commit', () => {
  test('an idle house commits at once; what comes meanwhile goes together', async () => {
    const { sizes, run, open } = held()
    const groupCommit = openGroupCommit({ begin: beginning, run, most: 128 })
    const first = groupCommit.submit(1)
    const rest = Array.from({ length: 200 }, (_, at) => groupCommit.submit(at + 2))
    open()
    expect(await first).toBe(10)
    expect(await Promise.all(rest)).toEqual(Array.from({ length: 200 }, (_, at) => (at + 2) * 10))
    expect(sizes).toEqual([1, 128, 72])
  })

  test('jobs of different sizes fill a batch by what they weigh, and one that is too heavy goes alone', async () => {
    const { sizes, run, open } = held()
    const weight = { of: (job: number) => job, most: 10 }
    const groupCommit = openGroupCommit({ begin: beginning, run, most: 3, weight })
    const all = [1, 5, 5, 1, 40, 2, 2, 2, 2].map((job) => groupCommit.submit(job))
    open()
    expect(await Promise.all(all)).toEqual([10, 50, 50, 10, 400, 20, 20, 20, 20])
    expect(sizes).toEqual([1, 2, 1, 1, 3, 1])
  })

  test('a batch with a fault is run again one by one: only its maker hears of it', async () => {
    const { sizes, run, open } = held()
    const groupCommit = openGroupCommit({ begin: beginning, run })
    const all = Promise.allSettled([0, 1, -1, 3].map((job) => groupCommit.submit(job)))
    open()
    const ends = await all
    expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : String(end.reason)))).toEqual([
      0,
      10,
      'Error: poison',
      30,
    ])
    expect(sizes).toEqual([1, 3, 1, 1, 1])
  })

  test('two batches that fall apart at once never want more connections than there are', async () => {
    const lanes = 2
    let [open, most] = [0, 0]
    const groupCommit = openGroupCommit<number, number>({
      begin: async (work) => {
        open += 1
        most = Math.max(most, open)
        try {
          return await begin(db, work)
        } finally {
          open -= 1
        }
      },
      // Whatever comes together falls apart.
      run: async (_tx, jobs) => {
        await new Promise((done) => setTimeout(done, 5))
        if (jobs.length > 1) throw new Error('poison')
        return [...jobs]
      },
      lanes,
      most: 64,
    })
    const jobs = Array.from({ length: 256 }, (_, at) => at)
    expect(await Promise.all(jobs.map((job) => groupCommit.submit(job)))).toEqual(jobs)
    expect(most).toBeLessThanOrEqual(6)
  })

  test('when too many wait, the next is asked to come again', async () => {
    const { run, open } = held()
    const groupCommit = openGroupCommit({ begin: beginning, run, mostWaiting: 3 })
    const taken = [1, 2, 3, 4].map((job) => groupCommit.submit(job))
    const refused = await groupCommit.submit(5).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Refusal)
    expect(refused).toMatchObject({ type: 'ApplicationUnavailable', status: 503 })
    open()
    expect(await Promise.all(taken)).toEqual([10, 20, 30, 40])
    expect(await groupCommit.submit(5)).toBe(50)
  })

  test('closing finishes what was taken and takes nothing more', async () => {
    const { run, open } = held()
    const groupCommit = openGroupCommit({ begin: beginning, run })
    const taken = [1, 2, 3].map((job) => groupCommit.submit(job))
    let isClosed = false
    const closing = groupCommit.close().then(() => {
      isClosed = true
    })
    await expect(groupCommit.submit(4)).rejects.toMatchObject({ type: 'ApplicationUnavailable' })
    expect(isClosed).toBe(false)
    open()
    expect(await Promise.all(taken)).toEqual([10, 20, 30])
    await closing
  })

  test('an answer too few is a fault, not the answer of another', async () => {
    const groupCommit = openGroupCommit({ begin: beginning, run: async () => [] })
    await expect(groupCommit.submit(1)).rejects.toThrow('answers each')
  })

  test('when the connection is lost every caller hears that the outcome is unknown, and finds out by key', async () => {
    const players = await addPlayers(db, 16)
    const movements = players.map((player) =>
      oneMove({
        from: ownPurse('game:studio'),
        to: mainOf(player),
        amount: 5n,
        key: `lost:${player}`,
        about: mainOf(player),
      }),
    )
    let runs = 0
    const groupCommit = openGroupCommit({
      begin: beginning,
      run: async (tx: Tx, jobs: readonly Movement[]) => {
        const outcomes = await moveAll(tx, jobs)
        runs++
        if (runs === 2) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
        return outcomes
      },
    })
    const ends = await Promise.allSettled(movements.map((movement) => groupCommit.submit(movement)))
    const lost = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    expect(lost).toHaveLength(15)
    expect(lost.every(isDatabaseGone)).toBe(true)
    expect(runs).toBe(2)
    // Nothing of it was committed here, and the same keys go through now.
    expect(await findAnswer(db.sql, movements[1] ?? neverMade())).toBeNull()
    const again = await Promise.all(movements.map((movement) => groupCommit.submit(movement)))
    expect(again.map(({ kind }) => kind)).toEqual(['repeated', ...Array.from({ length: 15 }, () => 'moved')])
    for (const player of players) expect((await balancesOf(db.sql, player))[0]?.balance).toBe(5n)
  })

  test('while the database is away no caller waits in vain, and afterwards all goes on', async () => {
    let [isAway, tries] = [true, 0]
    const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    const groupCommit = openGroupCommit({
      begin: (work) => {
        tries++
        return isAway ? Promise.reject(away) : begin(db, work)
      },
      run: async (_tx: Tx, jobs: readonly number[]) => [...jobs],
      most: 4,
    })
    const ends = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7, 8, 9].map((job) => groupCommit.submit(job)))
    expect(ends.map((end) => end.status === 'rejected' && end.reason)).toEqual(ends.map(() => away))
    expect(tries).toBe(1)
    isAway = false
    expect(await groupCommit.submit(10)).toBe(10)
  })

  test('a reply lost after the commit: the same key says what happened', async () => {
    const [player = 0n] = await addPlayers(db, 1)
    const movement = oneMove({ from: ownPurse('game:studio'), to: mainOf(player), amount: 5n, key: 'reply-lost' })
    const dropped = await begin(db, (tx) => moveAll(tx, [movement])).then(() => new Error('Connection terminated'))
    expect(isDatabaseGone(dropped)).toBe(true)
    expect(await begin(db, (tx) => moveAll(tx, [movement]))).toMatchObject([{ kind: 'repeated' }])
    expect((await balancesOf(db.sql, player))[0]?.balance).toBe(5n)
  })

  test('128-way batches with 30 % poison: every answer belongs to its caller, the good ones all commit', {
    timeout: 120_000,
  }, async () => {
    const { wrong, counts, balances } = await poison(db, { batches: 20, seed: 4 })
    expect(wrong).toEqual([])
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(20)
    const stored = await balancesOfAll(db.sql, [...balances.keys()])
    const found = [...stored].map(([player, rows]) => [
      player,
      rows.find(({ currency }) => currency === 'EUR')?.balance ?? 0n,
    ])
    expect(found).toEqual([...balances])
  })
})

function neverMade(): never {
  throw new Error('there is no such movement')
}
