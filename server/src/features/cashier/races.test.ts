import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { JobContext } from '../../context.ts'
import { testApp } from '../../test/app.ts'
import { addPayer, entriesOf, expectZero, houseOf, purseOf } from '../../test/cashier.ts'
import { effort } from '../../test/effort.ts'
import { declines, pretendProvider } from '../../test/pretend-provider.ts'
import { lockPlayer } from '../account/account.ts'
import { move } from '../wallet/wallet.ts'
import { applyProviderUpdate } from './apply-provider-update.ts'
import { approveWithdrawal, decideDetails, declineWithdrawal } from './operator-actions.ts'
import { payoutApproved } from './pay-out.ts'
import { reconsiderDetails } from './reconsider-details.ts'

/** Two wishes about the same money, sixteen times each, at once, over two nodes: it ends in one way and no cent is lost. */

const bank = pretendProvider('sandbox')
const payments = new Map([['sandbox', bank.provider]])
const node = await testApp({ payments })
const other = await testApp({ payments, beside: node })
const { db } = node
const nodes = [
  { as: node.as, house: houseOf(node) },
  { as: other.as, house: houseOf(other) },
]

beforeEach(() => bank.calm())

const start = 10_000n
const held = 5_000n
const rounds = effort.raceRounds

type Scene = { id: bigint; cookie: string; entryId: bigint; as: typeof node.as; house: JobContext; at: number }
type Racer = (scene: Scene) => Promise<unknown>

let bets = 0
const update =
  (state: 'paid' | 'failed'): Racer =>
  ({ house, entryId, at }) => {
    const said = { direction: 'withdrawal', entryId, ref: `sandbox-${entryId}`, state, reason: '' } as const
    // Its fee of one per cent is not the provider's to see.
    return applyProviderUpdate(
      house,
      'sandbox',
      { ...said, amount: 4_950n, currency: 'EUR' },
      `race-${entryId}-${state}-${at}`,
    )
  }

const detailsOf = async (playerId: bigint) =>
  (
    await db.sql
      .selectFrom('cashier_requisite')
      .select('id')
      .where('player_id', '=', playerId)
      .executeTakeFirstOrThrow()
  ).id

const racers = {
  'accept details': async ({ house, id }) => decideDetails(house, await detailsOf(id), 'verified'),
  'refuse details': async ({ house, id }) => decideDetails(house, await detailsOf(id), 'fraudulent'),
  'ask again': ({ house }) => reconsiderDetails(house),
  withdraw: ({ as, cookie, id }) =>
    as(cookie).post('cashier.makewithdrawal', {
      method: 'wallet',
      amount: '20',
      'requisites[account]': `race${id}@example.com`,
    }),
  cancel: ({ as, cookie, entryId }) => as(cookie).post('cashier.cancelwithdrawal', { id: String(entryId) }),
  approve: ({ house, entryId }) => approveWithdrawal(house, entryId),
  decline: ({ house, entryId }) => declineWithdrawal(house, entryId, 'OPERATOR'),
  send: ({ house, entryId }) => payoutApproved(house, { entryId: String(entryId) }),
  'paid update': update('paid'),
  'declined update': update('failed'),
  bet: ({ house, id }) => {
    bets += 1
    const key = String(bets)
    const [from, to] = [
      { playerId: id, kind: 'main', currency: 'EUR' } as const,
      { playerId: null, owner: 'game:studio', kind: 'main', currency: 'EUR' } as const,
    ]
    const transfers = [{ from, to, amount: 700n, reason: 'stake', ref: 'race' } as const]
    return house.begin(async (tx) => {
      await lockPlayer(tx, id)
      return move(tx, { scope: 'game:race', key, playerId: id, body: {}, transfers, answer: () => null })
    })
  },
} satisfies Record<string, Racer>

type Name = keyof typeof racers
type From = 'waiting' | 'review' | 'approved' | 'sent'
const pairs: [from: From, Name, Name][] = [
  ['waiting', 'accept details', 'cancel'],
  ['waiting', 'accept details', 'refuse details'],
  ['waiting', 'refuse details', 'withdraw'],
  ['waiting', 'ask again', 'cancel'],
  ['waiting', 'accept details', 'decline'],
  ['review', 'withdraw', 'bet'],
  ['review', 'withdraw', 'cancel'],
  ['review', 'cancel', 'approve'],
  ['review', 'cancel', 'decline'],
  ['review', 'approve', 'decline'],
  ['review', 'cancel', 'bet'],
  ['review', 'approve', 'paid update'],
  ['approved', 'cancel', 'send'],
  ['approved', 'decline', 'send'],
  ['approved', 'send', 'paid update'],
  ['sent', 'paid update', 'declined update'],
  ['sent', 'paid update', 'cancel'],
  ['sent', 'declined update', 'decline'],
  ['sent', 'declined update', 'bet'],
]

async function prepare(from: From) {
  const { id, cookie } = await addPayer(node, { main: start })
  await sql`delete from http_rate_limit`.execute(db.sql)
  const body = { method: 'wallet', amount: '50', 'requisites[account]': `race${id}@example.com` }
  if (from === 'waiting') bank.mood.payee = 'checking'
  const { json } = await node.as(cookie).post('cashier.makewithdrawal', body)
  bank.calm()
  // The provider's next look is due.
  await sql`update cashier_entry set updated_at = now() - interval '3 minutes' where reason = 'DETAILS_CHECKING'`.execute(
    db.sql,
  )
  const entryId = BigInt(json.data.transaction.id)
  const house = houseOf(node)
  if (from === 'approved' || from === 'sent') await approveWithdrawal(house, entryId)
  if (from === 'sent') await payoutApproved(house, { entryId: String(entryId) })
  return { id, cookie, entryId }
}

/** What each entry and the purses must say together, whichever call won. */
async function expectOneEnd(id: bigint) {
  const entries = await entriesOf(db, id)
  const ends = await db.sql
    .selectFrom('wallet_transfer')
    .select(['key', 'reason'])
    .where('scope', '=', 'hold-end')
    .where(
      'key',
      'in',
      entries.map((entry) => String(entry.id)),
    )
    .execute()
  let inHold = 0n
  let paidOut = 0n
  for (const entry of entries) {
    const own = ends.filter(({ key }) => key === String(entry.id)).map(({ reason }) => reason)
    if (['review', 'approved', 'sent'].includes(entry.status)) {
      inHold += entry.amount
      expect(own).toEqual([])
    } else if (entry.status === 'paid') {
      paidOut += entry.amount
      expect(own.sort()).toEqual(['fee', 'withdrawal'])
    } else {
      expect([entry.status, own]).toEqual([expect.stringMatching(/^(cancelled|declined)$/), ['release']])
    }
  }
  const { rows } = await sql<{
    staked: string
  }>`select coalesce(sum(t.amount), 0)::text as staked from wallet_transfer t
    join wallet_purse p on p.id = t.from_purse where p.player_id = ${id} and t.scope = 'game:race'`.execute(db.sql)
  // Nothing waits for what is known.
  const waits = entries.filter(({ status, reason }) => status === 'review' && reason !== '')
  const known = await db.sql.selectFrom('cashier_requisite').select('state').where('player_id', '=', id).execute()
  if (known.every(({ state }) => state !== 'checking')) expect(waits).toEqual([])
  expect(await purseOf(db, id, 'withdrawal_hold')).toBe(inHold)
  expect(await purseOf(db, id, 'main')).toBe(start - inHold - paidOut - BigInt(rows[0]?.staked ?? 0))
  return entries
}

describe.each(pairs)('%s: %s against %s', (from, one, two) => {
  test(
    'one end, never both, never neither',
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        const scene = await prepare(from)
        const results = await Promise.allSettled(
          Array.from({ length: 32 }, (_, at) => {
            const place = nodes[(at >> 1) % 2] ?? nodes[0]
            if (!place) throw new Error('no node')
            return racers[at % 2 ? one : two]({ ...scene, ...place, at })
          }),
        )
        // Noes are answers; no call may run into a fault.
        expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
        const [entry] = await expectOneEnd(scene.id)
        // The provider was asked to pay if and only if the entry says so.
        const wasAsked = bank.books.paid.has(scene.entryId)
        expect(wasAsked).toBe(['sent', 'paid'].includes(entry?.status ?? '') || from === 'sent')
      }
      await expectZero(db)
    },
    600_000 * effort.timeoutFactor,
  )
})

test('a job that runs many times pays once', async () => {
  const { id, entryId } = await prepare('approved')
  const asked = bank.books.paid.get(entryId)
  await Promise.all(
    Array.from({ length: 32 }, (_, at) =>
      payoutApproved((nodes[at % 2] ?? nodes[0])?.house ?? houseOf(node), { entryId: String(entryId) }),
    ),
  )
  await node.runJobs()
  expect([asked, bank.books.paid.get(entryId)?.amount]).toEqual([undefined, held - 50n])
  expect(await expectOneEnd(id)).toMatchObject([{ status: 'sent', provider_ref: `sandbox-${entryId}` }])
})

test('a payout whose provider fell silent is asked for again, and ends by the provider’s update alone', async () => {
  const { id, cookie, entryId } = await prepare('approved')
  bank.mood.pay = () => Promise.reject(new Error('the process ended'))
  await expect(payoutApproved(houseOf(node), { entryId: String(entryId) })).rejects.toThrow('the process ended')
  expect(await entriesOf(db, id)).toMatchObject([{ status: 'sent', provider_ref: null }])
  expect((await node.as(cookie).post('cashier.cancelwithdrawal', { id: String(entryId) })).status).toBe(422)
  bank.calm()
  await payoutApproved(houseOf(node), { entryId: String(entryId) })
  expect(bank.books.paid.get(entryId)?.amount).toBe(held - 50n)
  expect(await expectOneEnd(id)).toMatchObject([{ status: 'sent' }])
})

test('a payout that the provider refuses at once is given back', async () => {
  const { id, entryId } = await prepare('approved')
  bank.mood.pay = declines
  await payoutApproved(houseOf(node), { entryId: String(entryId) })
  expect(await expectOneEnd(id)).toMatchObject([{ status: 'declined', reason: 'INSUFFICIENT_FUNDS' }])
  expect(await purseOf(db, id, 'main')).toBe(start)
})
