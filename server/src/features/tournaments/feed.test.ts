import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { begin } from '../../db/db.ts'
import { type Hearing, openListener } from '../../db/listener.ts'
import { testApp } from '../../test/app.ts'
import { addPayer, houseOf } from '../../test/cashier.ts'
import { addCup, endCup, seat } from '../../test/tournaments.ts'
import { lineFeed } from '../wallet/wallet.ts'
import { openClubLease, openFeed, sweepCups } from './feed.ts'
import { cupFeed, feedLease } from './feed-store.ts'
import { finishDue } from './finish.ts'
import { tournamentNews } from './news.ts'
import { workIn } from './work-in.ts'

/** The worker as it runs by itself: what the ledger says comes to the board, whichever node works. */

const node = await testApp()
const { db, as, log } = node
const house = houseOf(node)

const isSoon = (look: () => Promise<unknown>) => expect.poll(look, { timeout: 60_000, interval: 50 })
const isHeld = async () =>
  (await db.sql.selectFrom('tournaments_lease').select('holder').where('name', '=', 'feed').execute()).length > 0
const scoreOf = async (playerId: bigint) =>
  (await db.sql.selectFrom('tournaments_entry').select('score').where('player_id', '=', playerId).executeTakeFirst())
    ?.score

test('a stake is on the board by itself; without notices the next worker finds what was missed', async () => {
  const cup = await addCup(db)
  const { id, cookie } = await addPayer(node, { main: 10_000n })
  await as(cookie).post('tournaments.participate', { tournament_id: String(cup) })
  const play = await seat(node, id)
  const listener = await openListener(db.url, log)
  const news = tournamentNews(house)
  expect(await news.read()).toBeNull()
  const lease = openClubLease(house)
  onTestFinished(() => lease.close())
  const feed = await openFeed(house, { listener, lease })
  // Its first turn is a sweep; what comes after that is told by a notice.
  await isSoon(isHeld).toBe(true)
  await play.spin({ win: 400n })
  await isSoon(() => scoreOf(id)).toBe(400n)
  expect(await news.read()).toEqual({ items: [{ id: String(cup), version: expect.any(Number) }] })
  expect(await news.read()).toBeNull()
  await feed.close()
  await listener.close()
  await play.spin({ win: 700n })
  const deaf = await openFeed(house, { listener: null, lease })
  await isSoon(() => scoreOf(id)).toBe(700n)
  await deaf.close()
})

test('a round that leaves the score as it is leaves the entry where boards have read it', async () => {
  const cup = await addCup(db)
  const { id, cookie } = await addPayer(node, { main: 10_000n })
  await as(cookie).post('tournaments.participate', { tournament_id: String(cup) })
  const play = await seat(node, id)
  const after = async (win: bigint) => {
    await play.spin({ win })
    await sweepCups(house)
    const entry = db.sql.selectFrom('tournaments_entry').select(['version', 'score', 'rounds'])
    const { version, ...rest } = await entry.where('tournament_id', '=', cup).executeTakeFirstOrThrow()
    return { version: Number(version), ...rest }
  }
  const first = await after(400n)
  expect(first).toMatchObject({ score: 400n, rounds: 1 })
  expect(await after(300n)).toEqual({ ...first, rounds: 2 })
  const better = await after(500n)
  expect(better).toMatchObject({ score: 500n, rounds: 3 })
  expect(better.version).toBeGreaterThan(first.version)
})

test('a round that a player left open has the others read again only when it closes', async () => {
  const cup = await addCup(db)
  const { id, cookie } = await addPayer(node, { main: 10_000n })
  await as(cookie).post('tournaments.participate', { tournament_id: String(cup) })
  const play = await seat(node, id)
  const { round: left } = await play.bet()
  await sweepCups(house)
  const { round } = await play.spin({ win: 400n })
  await sweepCups(house)
  expect(await scoreOf(id)).toBe(400n)
  // Written beside the house, so that it is seen only where all rounds are read.
  await db.sql.updateTable('rounds_action').set({ won: 900n }).where('round', '=', round).execute()
  await play.spin({ win: 300n })
  await sweepCups(house)
  expect(await scoreOf(id)).toBe(400n)
  await play.win(left, 200n)
  await sweepCups(house)
  expect(await scoreOf(id)).toBe(900n)
})

test('what was played just before the cut is on the board while the result is checked, and nothing that came later', async () => {
  const cup = await addCup(db)
  const { id, cookie } = await addPayer(node, { main: 10_000n })
  await as(cookie).post('tournaments.participate', { tournament_id: String(cup) })
  const play = await seat(node, id)
  await play.spin({ win: 300n })
  await sweepCups(house)
  const { round } = await play.bet()
  await play.spin({ win: 400n })
  await endCup(db, cup)
  await play.win(round, 900n)
  await play.spin({ win: 800n })
  await sweepCups(house)
  expect(await scoreOf(id)).toBe(400n)
  const error = vi.fn()
  await finishDue({ ...house, log: { ...house.log, error } }, { waitMs: 0 })
  expect(error).not.toHaveBeenCalled()
})

test('a worker that began before the cut takes nothing in that came after it', async () => {
  const cup = await addCup(db)
  const { id, cookie } = await addPayer(node, { main: 10_000n })
  await as(cookie).post('tournaments.participate', { tournament_id: String(cup) })
  const play = await seat(node, id)
  const { round, transaction } = await play.spin({ win: 900n })
  await sweepCups(house)
  const slow: typeof house.begin = (work) =>
    house.begin(async (tx) => {
      await endCup(db, cup)
      await play.rollback(round, transaction)
      return work(tx)
    })
  await workIn({ begin: slow }, [id])
  expect(await scoreOf(id)).toBe(900n)
  const error = vi.fn()
  await finishDue({ ...house, log: { ...house.log, error } }, { waitMs: 0 })
  expect(error).not.toHaveBeenCalled()
})

test('one node works at a time, and another goes on when it falls silent', async () => {
  const take = (holder: string, silenceMs: number) => feedLease.take(db.sql, { name: 'test', holder, silenceMs })
  expect(await take('one', 100)).toBe(true)
  expect(await take('two', 60_000)).toBe(false)
  expect(await take('one', 60_000)).toBe(true)
  await sql`select pg_sleep(0.12)`.execute(db.sql)
  expect(await take('two', 100)).toBe(true)
  await feedLease.letGo(db.sql, { name: 'test', holder: 'one' })
  expect(await take('one', 60_000)).toBe(false)
  await feedLease.letGo(db.sql, { name: 'test', holder: 'two' })
  expect(await take('one', 60_000)).toBe(true)
})

test('what feeds know of their lease is what the database said last; where it says nothing they rest', async () => {
  const asked: { is: boolean | null } = { is: true }
  const gone: string[] = []
  const store = {
    async take() {
      if (asked.is === null) throw new Error('no answer')
      return asked.is
    },
    async letGo(_db: unknown, { name }: { name: string }) {
      gone.push(name)
    },
  }
  const lease = lineFeed.lease(house, store)
  const holds = () => expect.poll(() => lease.isHeld(), { timeout: 60_000, interval: 50 })
  await holds().toBe(true)
  asked.is = null
  await holds().toBe(false)
  asked.is = true
  await holds().toBe(true)
  await lease.close()
  expect([lease.isHeld(), gone]).toEqual([false, ['feed']])
})

test('many lines are worked in go by go, each player a share of each', async () => {
  const [one, other] = [await addPayer(node, { main: 10_000n }), await addPayer(node, { main: 10_000n })]
  for (const { id, spins } of [
    { ...one, spins: 6 },
    { ...other, spins: 1 },
  ]) {
    const play = await seat(node, id)
    for (let spin = 0; spin < spins; spin += 1) await play.spin({ win: 10n })
  }
  const ids = [one.id, other.id]
  const gos: { lines: bigint[]; left: bigint[] }[] = []
  for (let left = ids; left.length > 0; ) {
    const news = await begin(db, async (tx) => {
      const found = await cupFeed.readNews(tx, left, 8)
      await cupFeed.moveCursors(tx, found.cursors)
      return found
    })
    gos.push({ lines: news.slices.map(({ after, upTo }) => upTo - after), left: news.left })
    left = news.left
  }
  const [first, second, ...rest] = gos
  expect(first?.lines).toEqual([4n, expect.any(BigInt)])
  expect(second?.lines).toEqual([8n])
  expect(rest.length).toBeLessThan(2)
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from wallet_purse as p
    join tournaments_cursor as c on c.purse = p.id where c.player_id in (${sql.join(ids)}) and c.seq <> p.seq`.execute(
    db.sql,
  )
  expect(rows).toEqual([{ left: 0 }])
})

test('lines that come while rounds are read belong to the same go', async () => {
  const { id } = await addPayer(node, { main: 10_000n })
  const play = await seat(node, id)
  // A cursor that is new keeps its player's row until the end of its transaction.
  await begin(db, (tx) => cupFeed.readNews(tx, [id]))
  await play.spin({ win: 10n })
  await begin(db, async (tx) => {
    const { slices } = await cupFeed.readNews(tx, [id])
    expect(await cupFeed.readOn(tx, slices)).toEqual([])
    await play.spin({ win: 10n })
    const [first] = slices
    const on = await cupFeed.readOn(tx, slices)
    expect(on).toMatchObject([{ purse: first?.purse, after: first?.upTo }])
    expect(on[0]?.upTo).toBeGreaterThan(first?.upTo ?? 0n)
    expect(await cupFeed.readOn(tx, on)).toEqual([])
    // Whose lines were too many has the rest in a go of its own.
    expect(await cupFeed.readOn(tx, (await cupFeed.readNews(tx, [id], 1)).slices)).toEqual([])
  })
})

/** A feed whose lease and lines are the test's own. */
async function openHeard(patienceMs?: number) {
  const hearings: Hearing[] = []
  const listener = {
    async listen(_channel: string, hearing: Hearing) {
      hearings.push(hearing)
      return async () => undefined
    },
    close: async () => undefined,
  }
  const done = { turns: 0, sweeps: 0, worked: [] as bigint[], isBroken: false }
  const lease = {
    isHeld() {
      done.turns += 1
      return true
    },
  }
  const reader = {
    ...{ name: 'test', ...(patienceMs !== undefined && { patienceMs }) },
    async behind() {
      done.sweeps += 1
      return []
    },
    async workIn(playerIds: readonly bigint[]) {
      if (done.isBroken) throw new Error('out of order')
      done.worked.push(...playerIds)
    },
  }
  const feed = await lineFeed.open(house, reader, { listener, lease })
  onTestFinished(() => feed.close())
  await isSoon(async () => done.sweeps).toBe(1)
  return {
    done,
    hear(...ids: number[]) {
      const payload = JSON.stringify({ playerIds: ids.map(String), topic: 'balance' })
      for (const { onNotice } of hearings) onNotice(payload)
    },
    reconnect() {
      for (const { onConnect } of hearings) onConnect()
    },
  }
}

/** The clock of the process, further by so much from now on. */
function passMs(ms: number) {
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)
  onTestFinished(() => clock.mockRestore())
}

test('players who were missed are looked for: after a reconnect, after a turn that failed, and from time to time', async () => {
  const { done, hear, reconnect } = await openHeard()
  hear(7)
  await isSoon(async () => done.worked).toEqual([7n])
  expect(done.sweeps).toBe(1)
  reconnect()
  await isSoon(async () => done.sweeps).toBe(2)
  done.isBroken = true
  hear(8)
  await isSoon(async () => done.sweeps).toBe(3)
  passMs(300_000)
  await isSoon(async () => done.sweeps).toBe(4)
})

test('a crowd waits for its points as long as the feed has patience, a few do not', async () => {
  const { done, hear } = await openHeard(60_000)
  hear(1, 2, 3)
  await isSoon(async () => done.worked).toEqual([1n, 2n, 3n])
  const crowd = Array.from({ length: 101 }, (_, at) => at + 10)
  hear(...crowd)
  const since = done.turns
  await isSoon(async () => done.turns).toBeGreaterThan(since + 2)
  expect(done.worked).toHaveLength(3)
  passMs(61_000)
  await isSoon(async () => done.worked.slice(3)).toEqual(crowd.map(BigInt))
  expect(done.sweeps).toBe(1)
})

test('who waits is not forgotten where another name comes, nor looked at twice after a sweep', async () => {
  const { done, hear, reconnect } = await openHeard(60_000)
  const crowd = Array.from({ length: 101 }, (_, at) => at + 10)
  hear(...crowd)
  const since = done.turns
  await isSoon(async () => done.turns).toBeGreaterThan(since + 1)
  hear(7)
  reconnect()
  await isSoon(async () => done.sweeps).toBe(2)
  expect(done.worked).toEqual([])
  hear(8)
  await isSoon(async () => done.worked).toEqual([8n])
})
