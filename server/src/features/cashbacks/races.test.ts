import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JobContext } from '../../context.ts'
import { begin } from '../../db/db.ts'
import { everyMinute } from '../../jobs/events.ts'
import { testApp } from '../../test/app.ts'
import { publish, publishTemplates } from '../../test/campaigns.ts'
import { addLine, cashbacksOf, endPeriod, playWeek, weekly } from '../../test/cashbacks.ts'
import { addPayer, expectZero, houseOf } from '../../test/cashier.ts'
import { effort } from '../../test/effort.ts'
import { deaths, die } from '../../test/killed.ts'
import { lockPlayer } from '../account/account.ts'
import { closeCashbackPeriods, endDueCashbacks, openCashbackPeriods } from './cashbacks.ts'

/** Two nodes, processes that die, and players who press twice: each period is closed once and paid once. */

const node = await testApp()
const other = await testApp({ beside: node })
const { db } = node
const houses = [houseOf(node), houseOf(other)] as const
await publishTemplates(db)

let count = 0
let scheme = ''
beforeEach(async () => {
  count += 1
  scheme = `race-${count}`
  await db.sql.deleteFrom('http_rate_limit').execute()
  await sql`update campaigns_live set stopped_at = now() where kind = 'cashbacks'`.execute(db.sql)
  await sql`update cashbacks_period set closed_at = now() where closed_at is null`.execute(db.sql)
})

const publishScheme = async (more: Record<string, unknown> = {}) => {
  await publish(db, 'cashbacks', scheme, { ...weekly, ...more })
  await openCashbackPeriods(houses[0])
}
const close = (house: JobContext = houses[0]) => closeCashbackPeriods(house, { graceSeconds: 0 })

async function paidTo(playerIds: readonly bigint[]) {
  const { rows } = await sql<{ playerId: bigint; count: number; sum: bigint }>`
    select p.player_id as "playerId", count(*)::int as count, sum(t.amount)::bigint as sum
    from wallet_transfer t join wallet_purse p on p.id = t.to_purse
    where t.reason = 'cashback' and p.player_id = any(${`{${playerIds.join()}}`}::bigint[]) group by 1`.execute(db.sql)
  return new Map(rows.map(({ playerId, ...paid }) => [playerId, paid]))
}

const players = async (size: number) => {
  const all = []
  for (let at = 0; at < size; at += 1) {
    const player = await addPayer(node)
    await playWeek(db, player.id)
    all.push(player)
  }
  return all
}

async function expectEachPaidOnce(ids: readonly bigint[]) {
  const paid = await paidTo(ids)
  for (const id of ids) {
    expect(await cashbacksOf(db, id)).toMatchObject([{ state: 'paid_out', amount: 196n }])
    expect(paid.get(id)).toEqual({ count: 1, sum: 196n })
  }
  await expectZero(db)
}

describe('closing', () => {
  test('twice at once on two nodes', async () => {
    await publishScheme({ claim_hours: 0 })
    const ids = (await players(12)).map(({ id }) => id)
    await endPeriod(db, scheme)
    await Promise.all([0, 1, 0, 1].map((at) => close(houses[at === 0 ? 0 : 1])))
    await expectEachPaidOnce(ids)
  })

  test.each(deaths)(
    'killed at transaction $at, after its commit: $isAfter: none is closed and not paid',
    async (death) => {
      await publishScheme({ claim_hours: 0 })
      const ids = (await players(3)).map(({ id }) => id)
      await endPeriod(db, scheme)
      await die(houses[0], close, death)
      const paid = await paidTo(ids)
      for (const id of ids) expect((await cashbacksOf(db, id)).length).toBe(paid.get(id)?.count ?? 0)
      await close()
      await close()
      await expectEachPaidOnce(ids)
    },
  )

  test('goes on where it was ended, over more pages than one', async () => {
    await publishScheme({ claim_hours: 0 })
    const ids = (await players(3)).map(({ id }) => id)
    await endPeriod(db, scheme)
    // As if a run had got so far.
    const purse = await db.sql
      .selectFrom('wallet_purse')
      .select('id')
      .where('player_id', '=', ids[0] ?? 0n)
      .where('kind', '=', 'main')
      .executeTakeFirstOrThrow()
    await sql`update cashbacks_period set cursor = ${purse.id} where scheme = ${scheme} and closed_at is null`.execute(
      db.sql,
    )
    await close()
    expect(await cashbacksOf(db, ids[0] ?? 0n)).toEqual([])
    await expectEachPaidOnce(ids.slice(1))
  })

  describe('what cannot be closed', () => {
    const refuse = async (id: bigint) => {
      await sql`create or replace function refuse_cashback() returns trigger language plpgsql as $$ begin
        raise exception 'this player cannot be closed'; end $$`.execute(db.sql)
      await sql`create trigger refuse_cashback before insert on cashbacks_cashback for each row
        when (new.player_id = ${sql.lit(Number(id))}) execute function refuse_cashback()`.execute(db.sql)
    }
    const allow = () => sql`drop trigger if exists refuse_cashback on cashbacks_cashback`.execute(db.sql)
    afterEach(allow)
    const isOpen = async (name: string) =>
      (await db.sql.selectFrom('cashbacks_period').select('closed_at').where('scheme', '=', name).execute()).some(
        ({ closed_at }) => closed_at === null,
      )
    const stop = (name: string) =>
      sql`update campaigns_live set stopped_at = now() where kind = 'cashbacks' and sysname = ${name}`.execute(db.sql)

    test('is one player: the others are paid, and it is when it can be', async () => {
      await publishScheme({ claim_hours: 0 })
      const ids = (await players(3)).map(({ id }) => id)
      const [first = 0n, odd = 0n, last = 0n] = ids
      await stop(scheme)
      await endPeriod(db, scheme)
      await refuse(odd)
      for (const _ of [1, 2]) {
        await expect(close()).rejects.toThrow('this player cannot be closed')
        expect(await cashbacksOf(db, odd)).toEqual([])
        await expectEachPaidOnce([first, last])
      }
      expect(await isOpen(scheme)).toBe(true)
      await allow()
      await close()
      await expectEachPaidOnce(ids)
      expect(await isOpen(scheme)).toBe(false)
    })

    test('is one scheme: others are closed all the same', async () => {
      await publishScheme({ claim_hours: 0 })
      const second = `${scheme}-second`
      await publish(db, 'cashbacks', second, { ...weekly, claim_hours: 0 })
      await openCashbackPeriods(houses[0])
      const ids = (await players(2)).map(({ id }) => id)
      for (const name of [scheme, second]) await stop(name)
      await endPeriod(db, scheme)
      await sql`update cashbacks_period set terms = '{}' where scheme = ${scheme}`.execute(db.sql)
      await endPeriod(db, second)
      await expect(close()).rejects.toThrow()
      await expectEachPaidOnce(ids)
      expect([await isOpen(scheme), await isOpen(second)]).toEqual([true, false])
    })
  })

  test('while stakes go on: every line is in exactly one period', async () => {
    await publishScheme({ claim_hours: 0 })
    const { id } = await addPayer(node, { main: 1_000_000n })
    await addLine(db, id, { reason: 'stake', amount: -1_000n })
    const rounds = effort.repeats * 4
    const stakes = async () => {
      for (let at = 0; at < rounds; at += 1) await addLine(db, id, { reason: 'stake', amount: -1_000n })
    }
    const closing = async () => {
      for (let at = 0; at < 3; at += 1) {
        await endPeriod(db, scheme)
        await Promise.all(houses.map((house) => close(house)))
      }
    }
    await Promise.all([stakes(), stakes(), closing()])
    await endPeriod(db, scheme)
    await close()
    const rows = await cashbacksOf(db, id)
    expect(rows.reduce((sum, { stakes: staked }) => sum + staked, 0n)).toBe(BigInt(1 + 2 * rounds) * 1_000n)
    for (const [at, row] of rows.entries()) {
      const before = rows[at - 1]
      if (before) expect(row.from_seq).toBe(before.to_seq)
    }
    await expectZero(db)
  })
})

describe('one cashback', () => {
  const claimable = async () => {
    const [player] = await players(1)
    if (!player) throw new Error('no player')
    await endPeriod(db, scheme)
    await close()
    const [row] = await cashbacksOf(db, player.id)
    if (row?.state !== 'active') throw new Error('nothing to claim')
    return { ...player, cashbackId: row.id }
  }
  type Claimable = Awaited<ReturnType<typeof claimable>>
  const call = (name: 'cashbacks.payout' | 'cashbacks.remove', { cookie, cashbackId }: Claimable, at: number) =>
    (at % 2 === 0 ? node : other).as(cookie).post(name, { id: String(cashbackId) })

  test('is paid once, however often it is claimed', async () => {
    await publishScheme()
    const mine = await claimable()
    const answers = await Promise.all(Array.from({ length: 16 }, (_, at) => call('cashbacks.payout', mine, at)))
    for (const { json } of answers) expect(json.data).toMatchObject({ status: 'paid_out' })
    expect((await paidTo([mine.id])).get(mine.id)).toEqual({ count: 1, sum: 196n })
  })

  test('a claim that waited while the player was excluded is paid as money: an excluded player has no use of a bonus', async () => {
    await publishScheme({ pays: { template: 'half' } })
    const mine = await claimable()
    const isWaiting = async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(db.sql)
      return rows.length > 0
    }
    const claim = await begin(db, async (tx) => {
      await lockPlayer(tx, mine.id)
      await sql`update account_player set excluded_until = 'infinity' where id = ${mine.id}`.execute(tx)
      const asked = call('cashbacks.payout', mine, 0)
      await expect.poll(isWaiting, { timeout: 30_000 }).toBe(true)
      return { asked }
    })
    expect((await claim.asked).json.data).toMatchObject({ status: 'paid_out' })
    expect((await paidTo([mine.id])).get(mine.id)).toEqual({ count: 1, sum: 196n })
    const bonuses = await db.sql.selectFrom('bonuses_bonus').select('id').where('player_id', '=', mine.id).execute()
    expect(bonuses).toEqual([])
  })

  test('one chore of the minute that fails keeps no other from its work', async () => {
    await publishScheme()
    const mine = await claimable()
    await sql`update cashbacks_cashback set receiving_expired_at = now() where id = ${mine.cashbackId}`.execute(db.sql)
    const [house] = houses
    const broken = async () => Promise.reject(new Error('no content'))
    const chores = everyMinute({ ...house, content: { ...house.content, config: broken } })
    await expect(chores).rejects.toThrow('no content')
    expect(await cashbacksOf(db, mine.id)).toMatchObject([{ state: 'expired' }])
  })

  test.each(['expiry', 'a no'])('a claim meets %s: one of them, and the answer says which', async (rival) => {
    await publishScheme()
    for (let round = 0; round < effort.repeats; round += 1) {
      const mine = await claimable()
      const isLate = rival === 'expiry'
      if (isLate) {
        await sql`update cashbacks_cashback set receiving_expired_at = now() + make_interval(secs => ${round * 0.004})
          where id = ${mine.cashbackId}`.execute(db.sql)
      }
      const [paid] = await Promise.all([
        call('cashbacks.payout', mine, 0),
        isLate ? endDueCashbacks(houses[1]) : call('cashbacks.remove', mine, 1),
      ])
      if (isLate) await sql`select pg_sleep(0.03)`.execute(db.sql).then(() => endDueCashbacks(houses[0]))
      const [row] = await cashbacksOf(db, mine.id)
      const isPaid = paid.status === 200
      expect(row?.state).toBe(isPaid ? 'paid_out' : isLate ? 'expired' : 'declined')
      expect((await paidTo([mine.id])).get(mine.id)?.count ?? 0).toBe(isPaid ? 1 : 0)
    }
    await expectZero(db)
  })

  test.each([true, false])(
    'that is over ends once though a process is killed, after its commit: %s; an excluded player is paid once',
    async (isAfter) => {
      await publishScheme()
      const [late, away] = [await claimable(), await claimable()]
      await sql`update account_player set excluded_until = 'infinity' where id = ${away.id}`.execute(db.sql)
      await sql`update cashbacks_cashback set receiving_expired_at = now()
        where id in (${late.cashbackId}, ${away.cashbackId})`.execute(db.sql)
      expect(await die(houses[0], endDueCashbacks, { at: 1, isAfter })).toBe(true)
      await Promise.all(houses.map((house) => endDueCashbacks(house)))
      expect(await cashbacksOf(db, late.id)).toMatchObject([{ state: 'expired' }])
      await expectEachPaidOnce([away.id])
      expect(await paidTo([late.id])).toEqual(new Map())
    },
  )
})
