import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { JobContext } from '../../context.ts'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { plainTerms } from '../../test/bonuses.ts'
import { expectZero, houseOf, purseOf } from '../../test/cashier.ts'
import { effort } from '../../test/effort.ts'
import { providerFor } from '../../test/game-provider.ts'
import { survive } from '../../test/killed.ts'
import { addPlayers } from '../../test/world.ts'
import { addPack, readPack } from '../freespins/freespins.ts'
import { roundsListeners } from './rounds.ts'

/** The end of a pack on two nodes: what its spins won becomes one bonus, or own money, and nothing of it is lost. */

const here = await testApp()
const there = await testApp({ beside: here })
const { db } = here
const houses = [houseOf(here), houseOf(there)] as const
const sample = await providerFor(here, there)

const terms = { ...plainTerms, mode: 'isolated', wagering: { basis: 'bonus', times: 10 } }
type Winnings = 'main' | 'bonus'

/** A player with two spins. */
async function spinner(playerId: bigint, winnings: Winnings) {
  const pack = { playerId, game: 'dice', currency: 'EUR', stake: 20n, count: 2, lifeDays: 7, key: randomUUID() }
  const becomes = { template: 'spins', terms, maxWin: null }
  const id = (await begin(db, (tx) => addPack(tx, { ...pack, ...(winnings === 'bonus' && { becomes }) }))) ?? 0n
  const { token, common } = await sample.launch(playerId)
  const spin = (amount: string, transaction: string = randomUUID()) =>
    sample.say('freespin', { transaction, round: transaction, pack: String(id), amount, token, ...common })
  return { playerId, id, spin }
}
type Spinner = Awaited<ReturnType<typeof spinner>>

async function waiting(): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(balance), 0)::bigint as sum from wallet_purse
    where owner = 'promotions' and kind = 'packs'`.execute(db.sql)
  return rows[0]?.sum ?? 0n
}
const bonusesOf = (playerId: bigint) =>
  db.sql.selectFrom('bonuses_bonus').select(['source_key', 'amount']).where('player_id', '=', playerId).execute()

/** All that was won is in one place. */
async function expectOneEnd({ playerId, id }: Spinner, { winnings, won }: { winnings: Winnings; won: bigint }) {
  const isBonus = winnings === 'bonus'
  expect(await readPack(db.sql, id)).toMatchObject({ won })
  expect(await bonusesOf(playerId)).toEqual(isBonus ? [{ source_key: `pack:${id}`, amount: won }] : [])
  expect(await purseOf(db, playerId, 'bonus')).toBe(isBonus ? won : 0n)
  expect(await purseOf(db, playerId, 'main')).toBe(isBonus ? 0n : won)
}

/** Players who race at the same time. */
const together = 16

async function spinFirst(spinners: readonly Spinner[]) {
  for (const { status } of await Promise.all(spinners.map(({ spin }) => spin('2.00')))) expect(status).toBe(200)
}

/** By the clock, one after another within this time, so that it comes before, within and after the spins. */
const expireWithin = (spinners: readonly Spinner[], seconds: number) =>
  sql`update freespins_pack as p
    set expires_at = clock_timestamp() + make_interval(secs => ${seconds / together}::float8 * each.at)
    from unnest(${`{${spinners.map(({ id }) => id).join()}}`}::bigint[]) with ordinality as each (id, at)
    where p.id = each.id`.execute(db.sql)

async function spinLast({ id, spin }: Spinner, at: number) {
  const transaction = randomUUID()
  let isAnswered = false
  // As the clock does: it looks without a lock, and takes one where the time is over.
  const end = async () => {
    for (let turn = at; !isAnswered; turn += 1) {
      if ((await readPack(db.sql, id))?.status === 'active') continue
      await roundsListeners.packEnded(houses[turn % 2 === 0 ? 0 : 1], { packId: String(id) })
    }
  }
  // A provider that heard nothing asks again.
  const asked = Promise.all([spin('1.00', transaction), spin('1.00', transaction)]).finally(() => {
    isAnswered = true
  })
  await Promise.all([asked, end()])
  return (await asked).map(({ status, reason }) => (status === 200 ? 'taken' : reason))
}

describe('the last spin of a pack and its expiry', () => {
  test.each(['bonus', 'main'] as const)(
    'one end, whose winnings are %s, and the answer explains it',
    { timeout: 120_000 * effort.timeoutFactor },
    async (winnings) => {
      for (let round = 0; round < effort.bonusRaces; round += together) {
        const spinners: Spinner[] = []
        for (const id of await addPlayers(db, together)) spinners.push(await spinner(id, winnings))
        const start = performance.now()
        await spinFirst(spinners)
        const seconds = (2 * (performance.now() - start)) / 1_000
        await expireWithin(spinners, seconds)
        const said = await Promise.all(spinners.map(spinLast))
        await sql`select pg_sleep(${seconds}::float8)`.execute(db.sql)
        await Promise.all(houses.map((house) => roundsListeners.settlePacks(house)))
        await here.runJobs()
        for (const [at, one] of spinners.entries()) {
          const reasons = said[at] ?? []
          expect(['taken', 'PACK_EXPIRED']).toEqual(expect.arrayContaining(reasons))
          await expectOneEnd(one, { winnings, won: reasons.includes('taken') ? 300n : 200n })
        }
        expect(await waiting()).toBe(0n)
      }
      await expectZero(db)
    },
  )
})

describe.each([true, false])('killed at the end of a pack, after the commit: %s', (isAfter) => {
  test.each(['the news', 'the clock'])('it becomes one bonus by %s', async (by) => {
    const [playerId = 0n] = await addPlayers(db, 1)
    const one = await spinner(playerId, 'bonus')
    await spinFirst([one])
    expect((await one.spin('1.00')).status).toBe(200)
    const end = (ctx: JobContext) =>
      by === 'the news' ? roundsListeners.packEnded(ctx, { packId: String(one.id) }) : roundsListeners.settlePacks(ctx)
    expect(await survive(houses, end, { at: 1, isAfter })).toBe(true)
    await here.runJobs()
    await expectOneEnd(one, { winnings: 'bonus', won: 300n })
    expect(await waiting()).toBe(0n)
    await expectZero(db)
  })
})
