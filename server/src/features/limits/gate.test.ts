import { randomUUID } from 'node:crypto'
import type { GateWant } from '@croupier/contract/control'
import { Refusal } from '@croupier/contract/refusals'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { begin, type Database } from '../../db/db.ts'
import { run } from '../../operator/commands.ts'
import { testApp } from '../../test/app.ts'
import { effort } from '../../test/effort.ts'
import { openPatient } from '../../test/patient.ts'
import { dropUse, gate, noteUse } from './limits.ts'

const { db, as, addPlayer, signIn } = await testApp()
/** Another node: nothing is shared but the database. */
const other = openPatient(db.url)
afterAll(() => other.close())
const nodes: Database[] = [db, other]
const racers = 32

let playerId = 0n
let player = ''
let count = 0
beforeEach(async () => {
  count += 1
  playerId = await addPlayer({ login: `player${count}@example.com` })
  player = await signIn(playerId)
})

type Kind = 'deposit' | 'stake' | 'return'

const ask = (want: GateWant, amountMinor = 0n, jurisdiction: 'default' | 'uk' = 'default') =>
  begin(db, (tx) => gate(tx, { playerId, want, amountMinor, jurisdiction }))

/** Asks and counts, as every movement of money does; answers with the no, or null. */
async function move(kind: 'deposit' | 'stake', amountMinor: bigint, node: Database = db, key: string = randomUUID()) {
  try {
    await begin(node, async (tx) => {
      await gate(tx, { playerId, want: kind, amountMinor, jurisdiction: 'default' })
      await noteUse(tx, { playerId, kind, amountMinor, key })
    })
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

const note = (kind: Kind, amountMinor: bigint, key: string = randomUUID()) =>
  begin(db, (tx) => noteUse(tx, { playerId, kind, amountMinor, key }))

/** As if it had happened so long ago. */
async function noteAgo(kind: Kind, amountMinor: bigint, ago: string) {
  const row = { player_id: playerId, kind, amount: amountMinor, key: randomUUID() }
  await db.sql
    .insertInto('limits_use')
    .values({ ...row, at: sql<Date>`now() - ${ago}::interval` })
    .execute()
}

const setLimit = (kind: string, amount: string, period = 1) =>
  as(player).post('account.setLimit', { kind, period: String(period), amount })

const total = async (kind: Kind): Promise<bigint> => {
  const rows = await db.sql
    .selectFrom('limits_use')
    .select('amount')
    .where('player_id', '=', playerId)
    .where('kind', '=', kind)
    .execute()
  return rows.reduce((sum, { amount }) => sum + amount, 0n)
}

const setPlayer = (values: { banned_at?: Date; deleted_at?: Date; excluded_until?: string; verified_at?: Date }) =>
  db.sql.updateTable('account_player').set(values).where('id', '=', playerId).execute()

describe('who may pass', () => {
  test.each([
    ['a blocked player', { banned_at: new Date() }, 'UserBanned'],
    ['a deleted player', { deleted_at: new Date() }, 'UserDeleted'],
    ['an excluded player', { excluded_until: 'infinity' }, 'InvalidParameter'],
  ])('%s may take the balance out and nothing else', async (_who, values, type) => {
    await setPlayer(values)
    for (const want of ['play', 'stake', 'deposit', 'offer', 'mailing'] as const) {
      await expect(ask(want, 1n)).rejects.toMatchObject({ type })
    }
    await expect(ask('withdraw', 1n)).resolves.toBeUndefined()
  })

  test('a break that is over is over', async () => {
    await setPlayer({ excluded_until: '2026-01-01T00:00:00Z' })
    await expect(ask('stake', 1n)).resolves.toBeUndefined()
  })

  test('where the identity must be known, no player plays before it is', async () => {
    await expect(ask('stake', 1n, 'uk')).rejects.toMatchObject({ type: 'KycUserProfile' })
    await expect(ask('play', 0n, 'uk')).rejects.toMatchObject({ type: 'KycUserProfile' })
    await expect(ask('deposit', 1n, 'uk')).resolves.toBeUndefined()
    await expect(ask('stake', 1n, 'default')).resolves.toBeUndefined()
    await setPlayer({ verified_at: new Date() })
    await expect(ask('stake', 1n, 'uk')).resolves.toBeUndefined()
  })

  test('an amount below zero is a fault, not a way to make room', async () => {
    await expect(ask('stake', -1n)).rejects.toThrow('below zero')
  })
})

describe('limits', () => {
  test('a deposit limit counts what began, and says what is left', async () => {
    await setLimit('deposit', '100.00', 7)
    expect(await move('deposit', 60_00n)).toBeNull()
    const no = await move('deposit', 40_01n)
    expect(no?.toWire()).toMatchObject({
      type: 'BillingDepositLimitExceededException',
      code: 19,
      error_data: {
        kind: 'deposit',
        period: 7,
        limit_amount: { amount: '100.00', currency: 'EUR' },
        available_amount: { amount: '40.00', currency: 'EUR' },
      },
    })
    expect(await move('deposit', 40_00n)).toBeNull()
    expect(await move('deposit', 1n)).not.toBeNull()
  })

  test('a deposit that failed makes its room again, once', async () => {
    await setLimit('deposit', '10')
    expect(await move('deposit', 10_00n, db, 'deposit:1')).toBeNull()
    expect(await move('deposit', 1n)).not.toBeNull()
    for (let i = 0; i < 2; i += 1) await begin(db, (tx) => dropUse(tx, { playerId, key: 'deposit:1' }))
    expect(await move('deposit', 10_00n)).toBeNull()
    expect(await move('deposit', 1n)).not.toBeNull()
  })

  test('a loss limit counts stakes less returns; a wager limit counts stakes', async () => {
    await setLimit('loss', '10')
    await setLimit('wager', '100')
    expect(await move('stake', 10_00n)).toBeNull()
    expect((await move('stake', 1n))?.reason).toBe('LIMIT_LOSS')
    await note('return', 91_00n)
    expect((await move('stake', 90_01n))?.reason).toBe('LIMIT_WAGER')
    expect(await move('stake', 90_00n)).toBeNull()
    expect((await move('stake', 1n))?.reason).toBe('LIMIT_WAGER')
  })

  test('zero means nothing at all', async () => {
    await setLimit('deposit', '0')
    expect((await move('deposit', 1n))?.type).toBe('BillingDepositLimitExceeded')
    expect(await move('stake', 1n)).toBeNull()
  })

  test.each([1, 7, 14, 30])('the window of %i days is exactly that many times 24 hours', async (days) => {
    await setLimit('deposit', '10', days)
    await noteAgo('deposit', 6_00n, `${days * 24} hours 1 second`)
    await noteAgo('deposit', 4_00n, `${days * 24 - 1} hours 59 minutes 50 seconds`)
    expect((await move('deposit', 6_01n))?.data?.available_amount).toEqual({ amount: '6.00', currency: 'EUR' })
    expect(await move('deposit', 6_00n)).toBeNull()
  })

  test('an amount beyond what a number holds is counted exactly', async () => {
    await setLimit('wager', '90071992547409.93')
    expect(await move('stake', 9_007_199_254_740_992n)).toBeNull()
    expect((await move('stake', 2n))?.data?.available_amount).toEqual({ amount: '0.01', currency: 'EUR' })
    expect(await move('stake', 1n)).toBeNull()
  })

  test('one movement counts once, however often and from wherever it is told', async () => {
    const told = await Promise.all(
      Array.from({ length: racers }, (_, i) =>
        begin(nodes[i % 2] ?? db, (tx) => noteUse(tx, { playerId, kind: 'stake', amountMinor: 5n, key: 'round:1' })),
      ),
    )
    expect(told.filter(Boolean)).toHaveLength(1)
    expect(await total('stake')).toBe(5n)
    await expect(note('stake', 6n, 'round:1')).rejects.toThrow('one key')
    await expect(note('return', 5n, 'round:1')).rejects.toThrow('one key')
  })
})

describe('thirty-two at once, on two nodes', () => {
  test.each([
    ['deposit', 'deposit'],
    ['stake', 'wager'],
    ['stake', 'loss'],
  ] as const)('cannot %s beyond a %s limit', async (kind, limit) => {
    await setLimit(limit, '10.50')
    const answers = await Promise.all(Array.from({ length: racers }, (_, i) => move(kind, 1_00n, nodes[i % 2])))
    expect(answers.filter((answer) => answer === null)).toHaveLength(10)
    expect(await total(kind)).toBe(10_00n)
  })

  test('cannot use what a limit of another window does not leave', async () => {
    await setLimit('deposit', '20', 1)
    await setLimit('deposit', '12', 30)
    await noteAgo('deposit', 5_00n, '20 days')
    await Promise.all(Array.from({ length: racers }, (_, i) => move('deposit', 1_00n, nodes[i % 2])))
    expect(await total('deposit')).toBe(12_00n)
  })

  test('wins come in between, and no player loses more than allowed', async () => {
    await setLimit('loss', '10')
    const stakes = Array.from({ length: racers }, (_, i) => move('stake', 1_00n, nodes[i % 2]))
    const wins = Array.from({ length: 8 }, () => note('return', 50n))
    await Promise.all([...stakes, ...wins])
    expect((await total('stake')) - (await total('return'))).toBeLessThanOrEqual(10_00n)
    expect(await total('stake')).toBeGreaterThanOrEqual(10_00n)
  })
})

describe('time', () => {
  const visit = (from: string, to: string) =>
    sql`insert into limits_visit (player_id, started_at, last_at)
      values (${playerId}, now() - ${from}::interval, now() - ${to}::interval)`.execute(db.sql)

  test('that is used up stops play, and comes back as the window moves on', async () => {
    await setLimit('session', '60')
    await visit('23 hours', '22 hours 1 minute')
    expect(await move('stake', 1n)).toBeNull()
    await visit('21 hours', '20 hours 59 minutes')
    const no = await move('stake', 1n)
    expect(no?.reason).toBe('LIMIT_SESSION')
    expect(no?.data).toMatchObject({ period: 1, limit_minutes: 60, available_minutes: 0 })
    await expect(ask('play')).rejects.toMatchObject({ data: { reason: 'LIMIT_SESSION' } })
    await expect(ask('deposit', 1n)).resolves.toBeUndefined()
    await sql`update limits_visit set started_at = started_at - interval '2 hours',
      last_at = last_at - interval '2 hours' where player_id = ${playerId}`.execute(db.sql)
    expect(await move('stake', 1n)).toBeNull()
  })

  test('on two devices at once counts once', async () => {
    await setLimit('session', '60')
    await visit('3 hours', '2 hours 30 minutes')
    await visit('2 hours 50 minutes', '2 hours 20 minutes')
    expect(await move('stake', 1n)).toBeNull()
    const { limits } = (await as(player).get('account.getLimits')).json.data
    expect(limits).toMatchObject([{ kind: 'session', minutes: 60, used_minutes: 40, amount: null, used_amount: null }])
  })

  test('of a visit that goes on is counted up to now', async () => {
    await setLimit('session', '30')
    await visit('30 minutes', '2 minutes')
    expect((await move('stake', 1n))?.reason).toBe('LIMIT_SESSION')
  })

  test('thirty-two first steps at once are one visit', async () => {
    await Promise.all(Array.from({ length: racers }, (_, i) => move('stake', 1n, nodes[i % 2])))
    const visits = await db.sql.selectFrom('limits_visit').selectAll().where('player_id', '=', playerId).execute()
    expect(visits).toHaveLength(1)
  })
})

describe('the reality check', () => {
  const back = (minutes: number) =>
    sql`update limits_setting set reality_seen_at = now() - make_interval(mins => ${minutes})
      where player_id = ${playerId}`.execute(db.sql)
  const hereFor = (minutes: number) =>
    sql`insert into limits_visit (player_id, started_at, last_at)
      values (${playerId}, now() - make_interval(mins => ${minutes}), now())`.execute(db.sql)

  test('stops play until it was seen', async () => {
    await hereFor(40)
    await as(player).post('account.setRealityCheck', { minutes: '30' })
    expect(await move('stake', 1n)).toBeNull()
    await back(31)
    expect((await move('stake', 1n))?.reason).toBe('REALITY_CHECK')
    await expect(ask('play')).rejects.toMatchObject({ data: { reason: 'REALITY_CHECK' } })
    expect(await move('deposit', 1n)).toBeNull()
    await as(player).post('account.confirmRealityCheck')
    expect(await move('stake', 1n)).toBeNull()
  })

  test('cannot be put off by choosing another pace, but can be turned off', async () => {
    await hereFor(100)
    await as(player).post('account.setRealityCheck', { minutes: '30' })
    await back(61)
    await as(player).post('account.setRealityCheck', { minutes: '60' })
    expect((await move('stake', 1n))?.reason).toBe('REALITY_CHECK')
    await as(player).post('account.setRealityCheck', { minutes: '0' })
    expect(await move('stake', 1n)).toBeNull()
  })

  test('counts from the beginning of a visit, not from last week', async () => {
    await as(player).post('account.setRealityCheck', { minutes: '15' })
    await back(10_000)
    await hereFor(14)
    expect(await move('stake', 1n)).toBeNull()
  })
})

describe('after the acknowledgement not one more stake', () => {
  const trials = effort.repeats
  const clock = async () =>
    (await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db.sql)).rows[0]?.at ?? new Date(0)

  /** Stakes until told to stop. Each notes the database's clock while it holds the lock, just before it commits. */
  async function stakeOn(node: Database, passed: Date[], isOver: () => boolean) {
    for (let after = 0; after < 3; after += isOver() ? 1 : 0) {
      const no = await begin(node, async (tx) => {
        await gate(tx, { playerId, want: 'stake', amountMinor: 1n, jurisdiction: 'default' })
        await noteUse(tx, { playerId, kind: 'stake', amountMinor: 1n, key: randomUUID() })
        const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx)
        return rows[0]?.at
      }).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        return undefined
      })
      if (no) passed.push(no)
      else if (!isOver()) return
    }
  }

  test.each([
    ['of an exclusion', () => as(player).post('account.selfExclude', { period: '6m' })],
    ['of a limit', () => setLimit('wager', '0')],
    ['of a ban', () => run(other, ['ban', `player${count}@example.com`])],
  ])('%s', { timeout: 120_000 }, async (_what, act) => {
    for (let trial = 0; trial < trials; trial += 1) {
      count += 1
      playerId = await addPlayer({ login: `player${count}@example.com` })
      player = await signIn(playerId)
      const passed: Date[] = []
      let isOver = false
      const players = Array.from({ length: 24 }, (_, i) => stakeOn(nodes[i % 2] ?? db, passed, () => isOver))
      while (passed.length < 20) await new Promise((resolve) => setTimeout(resolve, 1))
      const answer = await act()
      const acknowledged = await clock()
      isOver = true
      expect(answer).toMatchObject('code' in answer ? { code: 0 } : { status: 200 })
      await Promise.all(players)
      expect(passed.filter((at) => at > acknowledged)).toEqual([])
      expect(await total('stake')).toBe(BigInt(passed.length))
      expect(await move('stake', 1n)).not.toBeNull()
      // A win that was on its way is still paid.
      expect(await note('return', 5n)).toBe(true)
    }
  })
})
