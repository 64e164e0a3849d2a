import { randomUUID } from 'node:crypto'
import type { Refusal } from '@croupier/contract/refusals'
import { afterAll, expect, test } from 'vitest'
import { begin, type Database } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { openPatient } from '../../test/patient.ts'
import { openGates } from './limits.ts'

/** The gate for a crowd: what one asker notes counts for the next, in the batch and beside it. */

const { db, as, addPlayer, signIn } = await testApp()
const other = openPatient(db.url)
afterAll(() => other.close())
const nodes: Database[] = [db, other]

let count = 0
async function newPlayer(limit?: { kind: string; amount: string }) {
  count += 1
  const playerId = await addPlayer({ login: `crowd${count}@example.com` })
  const player = await signIn(playerId)
  if (limit) await as(player).post('account.setLimit', { period: '1', ...limit })
  return playerId
}

const reasons = (answers: readonly (Refusal | null)[]) =>
  answers.map((answer) => (answer ? (answer.reason ?? answer.type) : 'yes'))

/** Asks for all of them and counts what may pass, as a batch of stakes does. */
const stakeAll = (node: Database, stakes: readonly { playerId: bigint; amountMinor: bigint }[]) =>
  begin(node, async (tx) => {
    const playerIds = [...new Set(stakes.map(({ playerId }) => playerId))]
    const gates = await openGates(tx, { playerIds, jurisdiction: 'default' })
    const answers = stakes.map(({ playerId, amountMinor }) => {
      const no = gates.ask({ playerId, want: 'stake', amountMinor })
      if (!no) gates.note({ playerId, kind: 'stake', amountMinor, key: randomUUID() })
      return no
    })
    await gates.write()
    return answers
  })

const staked = async (playerId: bigint) => {
  const rows = await db.sql.selectFrom('limits_use').select('amount').where('player_id', '=', playerId).execute()
  return rows.reduce((sum, { amount }) => sum + amount, 0n)
}

test('each of a crowd gets the own answer', async () => {
  const free = await newPlayer()
  const limited = await newPlayer({ kind: 'wager', amount: '5' })
  const banned = await newPlayer()
  await db.sql.updateTable('account_player').set({ banned_at: new Date() }).where('id', '=', banned).execute()
  const stakes = [limited, free, banned, limited, limited, free].map((playerId) => ({ playerId, amountMinor: 3_00n }))
  expect(reasons(await stakeAll(db, stakes))).toEqual(['yes', 'yes', 'UserBanned', 'LIMIT_WAGER', 'LIMIT_WAGER', 'yes'])
  expect([await staked(limited), await staked(free), await staked(banned)]).toEqual([3_00n, 6_00n, 0n])
})

test('what comes back within a batch makes room in it; what is taken back makes none before the next', async () => {
  const playerId = await newPlayer({ kind: 'loss', amount: '5' })
  await begin(db, async (tx) => {
    const gates = await openGates(tx, { playerIds: [playerId], jurisdiction: 'default' })
    const ask = () => gates.ask({ playerId, want: 'stake', amountMinor: 5_00n })
    expect(ask()).toBeNull()
    gates.note({ playerId, kind: 'stake', amountMinor: 5_00n, key: 'one' })
    expect(ask()?.reason).toBe('LIMIT_LOSS')
    gates.note({ playerId, kind: 'return', amountMinor: 5_00n, key: 'two' })
    expect(ask()).toBeNull()
    gates.note({ playerId, kind: 'stake', amountMinor: 5_00n, key: 'three' })
    gates.drop({ playerId, key: 'three' })
    expect(ask()?.reason).toBe('LIMIT_LOSS')
    await gates.write()
  })
  expect(reasons(await stakeAll(other, [{ playerId, amountMinor: 5_00n }]))).toEqual(['yes'])
})

test('a win that is taken back makes no room for the stake that follows in the same batch', async () => {
  const playerId = await newPlayer({ kind: 'loss', amount: '5' })
  const batch = (work: (gates: Awaited<ReturnType<typeof openGates>>) => void) =>
    begin(db, async (tx) => {
      const gates = await openGates(tx, { playerIds: [playerId], jurisdiction: 'default' })
      work(gates)
      await gates.write()
    })
  await batch((gates) => {
    gates.note({ playerId, kind: 'stake', amountMinor: 5_00n, key: 'stake' })
    gates.note({ playerId, kind: 'return', amountMinor: 9_00n, key: 'win' })
  })
  await batch((gates) => {
    gates.drop({ playerId, key: 'win' }, 9_00n)
    expect(gates.ask({ playerId, want: 'stake', amountMinor: 1n })?.reason).toBe('LIMIT_LOSS')
  })
})

test('thirty-two batches at once on two nodes never pass a limit together', async () => {
  const players = await Promise.all(Array.from({ length: 4 }, () => newPlayer({ kind: 'wager', amount: '10.50' })))
  await Promise.all(
    Array.from({ length: 32 }, (_, at) => {
      // In another order each time: the locks are taken in one order all the same.
      const turned = [...players.slice(at % 4), ...players.slice(0, at % 4)]
      return stakeAll(
        nodes[at % 2] ?? db,
        turned.map((playerId) => ({ playerId, amountMinor: 1_00n })),
      )
    }),
  )
  expect(await Promise.all(players.map(staked))).toEqual(players.map(() => 10_00n))
  const visits = await db.sql.selectFrom('limits_visit').select('player_id').where('player_id', 'in', players).execute()
  expect(visits).toHaveLength(4)
})

test('one key for two movements is a fault, and no player of that batch is counted', async () => {
  const playerId = await newPlayer()
  const note = (amountMinor: bigint) =>
    begin(db, async (tx) => {
      const gates = await openGates(tx, { playerIds: [playerId], jurisdiction: 'default' })
      gates.note({ playerId, kind: 'stake', amountMinor: 7n, key: randomUUID() })
      gates.note({ playerId, kind: 'stake', amountMinor, key: 'same' })
      await gates.write()
    })
  await note(1n)
  await expect(note(2n)).rejects.toThrow('one key')
  expect(await staked(playerId)).toBe(8n)
})
