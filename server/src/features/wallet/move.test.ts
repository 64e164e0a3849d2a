import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testDatabase } from '../../test/database.ts'
import { effort } from '../../test/effort.ts'
import { openPatient } from '../../test/patient.ts'
import { mainOf, oneMove, ownPurse, payIn } from '../../test/purses.ts'
import { drain, keyStorm } from '../../test/wallet-scenes.ts'
import { addPlayers } from '../../test/world.ts'
import {
  balancesOf,
  balancesOfAll,
  findAnswer,
  forgetOldKeys,
  grantFun,
  lockBalance,
  type Movement,
  move,
  moveAll,
  type PurseName,
} from './wallet.ts'

const db = await testDatabase()
const second = openPatient(db.url)
afterAll(() => second.close())
const nodes = [db, second]

const run = (movement: Movement) => begin(db, (tx) => move(tx, movement))
const newPlayer = async (currency = 'EUR') => (await addPlayers(db, 1, currency))[0] ?? 0n
const inPurse = async (purse: PurseName) => begin(db, (tx) => lockBalance(tx, purse))
const studio = ownPurse('game:studio')
const transfersOf = async (key: string) =>
  (await sql`select 1 from wallet_transfer where key = ${key}`.execute(db.sql)).rows.length

describe('moving money', () => {
  test('what leaves one purse is in the other, and both say what they hold', async () => {
    const player = await newPlayer()
    await payIn(db, player, 500n)
    const outcome = await run(oneMove({ from: mainOf(player), to: studio, amount: 120n, key: 'plain' }))
    expect(outcome).toEqual({ kind: 'moved', answer: '{"key":"plain","balance":"380"}', balances: [380n] })
    expect(await balancesOf(db.sql, player)).toEqual([{ kind: 'main', currency: 'EUR', balance: 380n }])
    const [other] = await addPlayers(db, 1)
    const all = await balancesOfAll(db.sql, [player, other ?? 0n])
    expect([all.get(player)?.length, all.get(other ?? 0n)?.length]).toEqual([1, 0])
  })

  test('I cannot spend more than I have, and then nothing of it is spent', async () => {
    const player = await newPlayer()
    await payIn(db, player, 100n)
    const main = mainOf(player)
    const twoParts: Movement = {
      ...oneMove({ from: main, to: studio, amount: 60n, key: 'two-parts' }),
      transfers: [60n, 41n].map((amount) => ({ from: main, to: studio, amount, reason: 'stake', ref: 'r' })),
    }
    expect(await run(twoParts)).toEqual({ kind: 'short' })
    expect(await inPurse(main)).toBe(100n)
    // A refusal is not kept: with enough money the same key goes through.
    await payIn(db, player, 1n)
    expect(await run(twoParts)).toMatchObject({ kind: 'moved' })
    expect(await inPurse(main)).toBe(0n)
  })

  test('direct SQL that would make me owe money is refused by the database', async () => {
    const player = await newPlayer()
    await payIn(db, player, 5n)
    await expect(
      sql`update wallet_purse set balance = balance - 6 where player_id = ${player}`.execute(db.sql),
    ).rejects.toMatchObject({ code: '23514' })
  })

  test('a purse never holds more than can be counted', async () => {
    const player = await newPlayer()
    await payIn(db, player, 2n ** 63n - 10n, 'USD')
    const more = { from: ownPurse('payment:other', 'USD'), to: mainOf(player, 'USD'), amount: 10n }
    expect(await run(oneMove({ ...more, key: 'too-much' }))).toEqual({ kind: 'overflow' })
    expect(await run(oneMove({ ...more, amount: 9n, key: 'just-fits' }))).toMatchObject({ kind: 'moved' })
  })

  test('a message without money is answered with what is in the purse and repeated like any other', async () => {
    const player = await newPlayer()
    await payIn(db, player, 77n)
    const message: Movement = {
      ...oneMove({ from: mainOf(player), to: studio, amount: 1n, key: 'zero-win' }),
      transfers: [],
    }
    expect(await run(message)).toEqual({
      kind: 'moved',
      answer: '{"key":"zero-win","balance":"77"}',
      balances: [77n],
    })
    await payIn(db, player, 1n)
    expect(await run(message)).toEqual({ kind: 'repeated', answer: '{"key":"zero-win","balance":"77"}' })
  })

  test('currencies never mix, nothing moves nothing, and a key is plain text', async () => {
    const player = await newPlayer()
    const good = { from: studio, to: mainOf(player), amount: 1n, key: 'bad' }
    for (const bad of [
      { ...good, to: mainOf(player, 'JPY') },
      { ...good, from: ownPurse('game:studio', 'XXX'), to: mainOf(player, 'XXX') },
      { ...good, amount: 0n },
      { ...good, amount: -1n },
      { ...good, to: studio },
      { ...good, key: 'two\nlines' },
      { ...good, key: '' },
    ])
      await expect(run(oneMove(bad))).rejects.toThrow()
    expect(await balancesOf(db.sql, player)).toEqual([])
  })

  test('a purse that was opened in vain is opened again', async () => {
    const player = await newPlayer()
    const movement = oneMove({ from: studio, to: mainOf(player), amount: 3n, key: 'in-vain' })
    const failing = begin(db, async (tx) => {
      await move(tx, movement)
      throw new Error('something else went wrong')
    })
    await expect(failing).rejects.toThrow('something else')
    expect(await run(movement)).toMatchObject({ kind: 'moved' })
    expect(await inPurse(mainOf(player))).toBe(3n)
  })

  test('when the clock is put back, history still runs forward', async () => {
    const player = await newPlayer()
    await payIn(db, player, 10n)
    await sql`update wallet_purse set moved_at = now() + interval '1 hour' where player_id = ${player}`.execute(db.sql)
    await run(oneMove({ from: mainOf(player), to: ownPurse('later'), amount: 1n, key: 'after-the-jump' }))
    const { rows } = await sql<{ late: boolean }>`
      select at > now() + interval '59 minutes' as late from wallet_transfer where key = 'after-the-jump'`.execute(
      db.sql,
    )
    expect(rows).toEqual([{ late: true }])
  })

  test('every player gets money for fun, once', async () => {
    const player = await newPlayer()
    await Promise.all(Array.from({ length: 8 }, () => begin(db, (tx) => grantFun(tx, player))))
    expect(await balancesOf(db.sql, player)).toEqual([{ kind: 'fun', currency: 'FUN', balance: 1_000_000n }])
  })
})

describe('a crowd', () => {
  test('200 stakes of 1 on a balance of 100: exactly 100 go through', { timeout: 60_000 }, async () => {
    const { kinds, left } = await drain(nodes, { stakes: 200, balance: 100n })
    expect([kinds.moved?.length, kinds.short?.length, left]).toEqual([100, 100, 0n])
  })

  test('32 at once on the last of the money, over two nodes, again and again', { timeout: 60_000 }, async () => {
    for (let round = 0; round < effort.repeats; round++) {
      const { kinds, left } = await drain(nodes, { stakes: 32, balance: 7n })
      expect([kinds.moved?.length, kinds.short?.length, left]).toEqual([7, 25, 0n])
    }
  })

  test('one batch sees what it has moved itself, in order', async () => {
    const player = await newPlayer()
    const main = mainOf(player)
    const outcomes = await begin(db, (tx) =>
      moveAll(tx, [
        oneMove({ from: main, to: studio, amount: 5n, key: 'b1' }),
        oneMove({ from: studio, to: main, amount: 5n, key: 'b2', about: main }),
        oneMove({ from: main, to: studio, amount: 5n, key: 'b3' }),
        oneMove({ from: main, to: studio, amount: 5n, key: 'b3' }),
        oneMove({ from: main, to: studio, amount: 4n, key: 'b3' }),
        oneMove({ from: main, to: studio, amount: 1n, key: 'b4' }),
      ]),
    )
    expect(outcomes.map(({ kind }) => kind)).toEqual(['short', 'moved', 'moved', 'repeated', 'conflict', 'short'])
    expect(await inPurse(main)).toBe(0n)
    expect(await transfersOf('b3')).toBe(1)
  })
})

describe('keys', () => {
  test('the same key raced 50 times over two nodes: one movement, 50 equal answers', { timeout: 120_000 }, async () => {
    const keys = 2 * effort.repeats
    const found = await keyStorm(nodes, { keys, racers: 50 })
    expect(found).toEqual(Array.from({ length: keys }, () => ({ moved: 1, answers: 1 })))
  })

  test('the same key of two nodes that share no purse: one of them moves', async () => {
    for (let round = 0; round < 10; round++) {
      const [one = 0n, two = 0n] = await addPlayers(db, 2)
      const outcomes = await Promise.all(
        [one, two].map((player, at) =>
          begin(at === 0 ? db : second, (tx) => {
            const from = ownPurse(`far:${at}`)
            return move(tx, oneMove({ from, to: mainOf(player), amount: 9n, key: `apart:${round}` }))
          }),
        ),
      )
      expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['conflict', 'moved'])
      expect(await transfersOf(`apart:${round}`)).toBe(1)
    }
  })

  test('the same key waiting for one who has not committed yet gets its answer, not a fault', async () => {
    const [one = 0n] = await addPlayers(db, 1)
    const first = oneMove({ from: ownPurse('far:a'), to: mainOf(one), amount: 9n, key: 'waits' })
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
    const { promise: hasMoved, resolve: moved } = Promise.withResolvers<void>()
    const slow = begin(db, async (tx) => {
      await move(tx, first)
      moved()
      await mayCommit
    })
    await hasMoved
    // Other purses, so no lock tells it: only the key does.
    const same: Movement = { ...first, transfers: [], answer: () => 'other' }
    const waiting = begin(second, (tx) => move(tx, same))
    await untilOneWaits()
    commit()
    await slow
    expect(await waiting).toMatchObject({ kind: 'repeated' })
  })

  test('whatever of 14 fields is changed, the key is refused and nothing moves', async () => {
    const player = await newPlayer()
    const body = {
      amount: 100n,
      currency: 'EUR',
      player: player,
      game: 'wheel',
      round: 'r1',
      session: 's1',
      mode: 'real',
      kind: 'bet',
      provider: 'studio',
      purse: 'main',
      bonus: null,
      isFinal: false,
      part: 1,
      note: '',
    }
    const movement: Movement = { ...oneMove({ from: studio, to: mainOf(player), amount: 100n, key: 'fields' }), body }
    const { kind } = await run(movement)
    expect(kind).toBe('moved')
    const reordered = Object.fromEntries(Object.entries(body).reverse())
    expect(await run({ ...movement, body: reordered })).toMatchObject({ kind: 'repeated' })
    const changes: Movement['body'][] = Object.entries(body).map(([name, value]) => ({
      ...body,
      // The nearest other thing: the same text of another type, or one sign more.
      [name]: typeof value === 'string' ? `${value} ` : String(value),
    }))
    expect(changes).toHaveLength(14)
    for (const changed of [...changes, { ...body, extra: null }]) {
      for (const node of nodes) {
        expect(await begin(node, (tx) => move(tx, { ...movement, body: changed }))).toEqual({ kind: 'conflict' })
      }
      expect(await findAnswer(db.sql, { ...movement, body: changed })).toEqual({ kind: 'conflict' })
    }
    expect(await findAnswer(db.sql, movement)).toMatchObject({ kind: 'repeated' })
    expect(await findAnswer(db.sql, { ...movement, key: 'never' })).toBeNull()
    expect(await inPurse(mainOf(player))).toBe(100n)
  })

  test('keys are kept for 13 months, and forgotten after 14', async () => {
    await sql`insert into wallet_movement (scope, key, body_hash, answer, at)
      select 'old', i::text, '', '', now() - interval '15 months' from generate_series(1, 4500) i`.execute(db.sql)
    await sql`insert into wallet_movement (scope, key, body_hash, answer, at)
      values ('kept', '1', '', '', now() - interval '13 months')`.execute(db.sql)
    expect(await forgetOldKeys(db.sql)).toBe(4500)
    const { rows } = await sql`select 1 from wallet_movement where scope in ('old', 'kept')`.execute(db.sql)
    expect(rows).toHaveLength(1)
  })
})

describe('history cannot be changed through our own connection', () => {
  const attempts = [
    'update wallet_transfer set amount = amount + 1',
    'delete from wallet_transfer',
    'truncate wallet_transfer',
    'update wallet_movement set answer = answer',
    'delete from wallet_movement',
    'truncate wallet_movement',
    'update wallet_anchor set transfers = 0',
    'delete from wallet_anchor',
    'truncate wallet_anchor',
    'delete from wallet_purse',
    'truncate wallet_purse',
  ]
  test.each(attempts)('%s', async (statement) => {
    await payIn(db, await newPlayer(), 1n)
    await expect(sql.raw(statement).execute(db.sql)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('exactness', () => {
  test('beyond 2^53 nothing is rounded', async () => {
    const player = await newPlayer()
    await payIn(db, player, 9007199254740993n, 'USDT')
    const more = { from: mainOf(player, 'USDT'), to: ownPurse('house', 'USDT'), amount: 9007199254740992n }
    expect(await run(oneMove({ ...more, key: 'large' }))).toMatchObject({ answer: '{"key":"large","balance":"1"}' })
    const { rows } = await sql<{ amount: bigint }>`select amount from wallet_transfer where key = 'large'`.execute(
      db.sql,
    )
    expect(rows).toEqual([{ amount: 9007199254740992n }])
  })

  test(`${effort.movements} movements of one unit are as many units`, { timeout: 240_000 }, async () => {
    const player = await newPlayer('JPY')
    const [from, to] = [ownPurse('game:drops', 'JPY'), mainOf(player, 'JPY')]
    const size = 1_000
    for (let start = 0; start < effort.movements; start += size) {
      const drops = Array.from({ length: size }, (_, at) =>
        oneMove({ from, to, amount: 1n, key: `drop:${start + at}` }),
      )
      const outcomes = await begin(db, (tx) => moveAll(tx, drops))
      expect(outcomes.every(({ kind }) => kind === 'moved')).toBe(true)
    }
    expect(await inPurse(to)).toBe(BigInt(effort.movements))
    expect(await inPurse(from)).toBe(-BigInt(effort.movements))
  })
})

async function untilOneWaits(): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database()`.execute(db.sql)
    if (rows.length > 0) return
  }
}
