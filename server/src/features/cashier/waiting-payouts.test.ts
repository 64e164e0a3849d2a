import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { addPayer, entriesOf, expectZero, houseOf, purseOf, usesOf } from '../../test/cashier.ts'
import { away, declines, pretendProvider } from '../../test/pretend-provider.ts'
import { approveWithdrawal, decideDetails } from './operator-actions.ts'
import { reconsiderDetails } from './reconsider-details.ts'

/** A payout to details that are being checked is kept: its money is held, and it goes on or back by itself. */

const bank = pretendProvider('sandbox')
const payments = new Map([['sandbox', bank.provider]])
const node = await testApp({ payments })
const other = await testApp({ payments, beside: node })
const { db, as } = node
const [house, otherHouse] = [houseOf(node), houseOf(other)]
const plainCheck = bank.provider.checkPayee

beforeEach(async () => {
  bank.calm()
  bank.provider.checkPayee = plainCheck
  await db.sql.updateTable('cashier_entry').set({ asked_at: sql`now() + interval '1 year'` }).execute()
  await sql`delete from http_rate_limit`.execute(db.sql)
})

let count = 0
const wallet = (): Record<string, string> => {
  count += 1
  return { method: 'wallet', amount: '20', 'requisites[account]': `waiting${count}@example.com` }
}
const withdraw = (cookie: string, body: Record<string, string>) => as(cookie).post('cashier.makewithdrawal', body)
type Reply = Awaited<ReturnType<typeof withdraw>>
const said = ({ json }: Reply) => json.error?.type?.replace('Exception', '') ?? ''

const moneyOf = async (id: bigint) => [await purseOf(db, id, 'main'), await purseOf(db, id, 'withdrawal_hold')]
const requisiteOf = async (id: bigint) =>
  db.sql.selectFrom('cashier_requisite').select(['id', 'state']).where('player_id', '=', id).executeTakeFirstOrThrow()
const noticesOf = async (cookie: string): Promise<string[]> =>
  (await as(cookie).get('account.getNotices')).json.data.map(({ kind }: { kind: string }) => kind)
/** As if the clock had gone on, for this player alone. */
const later = (id: bigint) =>
  sql`update cashier_entry set updated_at = updated_at - interval '3 minutes', asked_at = null
    where player_id = ${id}`.execute(db.sql)

/** A player whose payout waits because the provider wants to look. */
async function waiting(body = wallet()) {
  const payer = await addPayer(node, { main: 10_000n })
  bank.mood.payee = 'checking'
  const { json, status } = await withdraw(payer.cookie, body)
  expect(status).toBe(200)
  const requisite = await requisiteOf(payer.id)
  return { ...payer, body, entryId: BigInt(json.data.transaction.id), transaction: json.data.transaction, requisite }
}

describe('a payout to details that are being checked', () => {
  test('is kept: its money is held, and it says what it waits for', async () => {
    const { id, cookie, transaction, entryId } = await waiting()
    expect(transaction).toMatchObject({ status: 'review', reason: 'DETAILS_CHECKING', can_cancel: true })
    expect(await moneyOf(id)).toEqual([8_000n, 2_000n])
    expect(await usesOf(db, id)).toHaveLength(1)
    const info = await as(cookie).get('cashier.getdepositinfo', { id: String(entryId) })
    expect(info.json.data.steps).toMatchObject([{ status: 'review', reason: 'DETAILS_CHECKING', actor: 'player' }])
    await expectZero(db)
  })

  test('is not sent by the operator’s yes before its details are accepted', async () => {
    const { id, entryId } = await waiting()
    expect(await approveWithdrawal(house, entryId)).toBe('details first')
    await node.runJobs()
    expect(bank.books.paid.has(entryId)).toBe(false)
    expect(await entriesOf(db, id)).toMatchObject([{ status: 'review', reason: 'DETAILS_CHECKING' }])
  })

  test('asked for again with its key is the same one; another to the same details is not taken meanwhile', async () => {
    const { id, cookie, body } = await waiting({ ...wallet(), key: 'waiting-key-1' })
    const again = await withdraw(cookie, body)
    expect([again.status, said(await withdraw(cookie, { ...body, key: 'waiting-key-2' }))]).toEqual([
      200,
      'RequisitesOnVerification',
    ])
    expect(await entriesOf(db, id)).toHaveLength(1)
    expect(await moneyOf(id)).toEqual([8_000n, 2_000n])
  })

  test('is one to the same details, also while the key changes under which they are kept', async () => {
    const { id, cookie, body, requisite } = await waiting()
    const { documentKey } = node.secrets
    const keys = { ...documentKey, current: 'the key of documents that comes next', previous: documentKey.current }
    const after = await testApp({ payments, beside: { db, secrets: { ...node.secrets, documentKey: keys } } })
    expect(said(await after.as(cookie).post('cashier.makewithdrawal', body))).toBe('RequisitesOnVerification')
    expect(await entriesOf(db, id)).toHaveLength(1)
    const saved = await db.sql.selectFrom('cashier_requisite').select('id').where('player_id', '=', id).execute()
    expect(saved).toEqual([{ id: requisite.id }])
  })

  test('is one, though eight ask at once over two nodes', async () => {
    const { id, cookie } = await addPayer(node, { main: 10_000n })
    bank.mood.payee = 'checking'
    const body = wallet()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => (at % 2 ? node : other).as(cookie).post('cashier.makewithdrawal', body)),
    )
    expect(answers.map(said).sort()).toEqual(['', ...Array(7).fill('RequisitesOnVerification')])
    expect(await moneyOf(id)).toEqual([8_000n, 2_000n])
  })

  test('can be taken back, and what is known of its details later moves nothing', async () => {
    const { id, cookie, entryId, requisite } = await waiting()
    await as(cookie).post('cashier.cancelwithdrawal', { id: String(entryId) })
    expect(await decideDetails(house, requisite.id, 'verified')).toBe('done')
    expect(await entriesOf(db, id)).toMatchObject([{ status: 'cancelled', reason: 'CANCELLED_BY_PLAYER' }])
    expect([await moneyOf(id), await noticesOf(cookie)]).toEqual([[10_000n, 0n], []])
    await expectZero(db)
  })
})

describe('when the operator has looked at the details', () => {
  test('accepted: it goes on by itself, and the player is told once', async () => {
    const { id, cookie, login, entryId, requisite } = await waiting()
    const decided = await Promise.all(
      Array.from({ length: 8 }, (_, at) => decideDetails(at % 2 ? house : otherHouse, requisite.id, 'verified')),
    )
    expect(decided.sort()).toEqual([...Array(7).fill('already'), 'done'])
    expect(await entriesOf(db, id)).toMatchObject([{ status: 'review', reason: '', asked_at: null }])
    expect([await moneyOf(id), await noticesOf(cookie)]).toEqual([[8_000n, 2_000n], ['payoutAccepted']])
    expect((await node.letters(login)).map(({ subject }) => subject)).toEqual(['Your payment details were accepted'])
    expect(await approveWithdrawal(house, entryId)).toBe('done')
    await node.runJobs()
    expect(bank.books.paid.has(entryId)).toBe(true)
  })

  test('refused: the money goes back, of payouts that were let through before too', async () => {
    const { id, cookie, body, requisite } = await waiting()
    await decideDetails(house, requisite.id, 'verified')
    expect((await withdraw(cookie, body)).status).toBe(200)
    expect(await decideDetails(house, requisite.id, 'fraudulent')).toBe('done')
    expect(await entriesOf(db, id)).toMatchObject([
      { status: 'declined', reason: 'DETAILS_REFUSED' },
      { status: 'declined', reason: 'DETAILS_REFUSED' },
    ])
    expect(await moneyOf(id)).toEqual([10_000n, 0n])
    expect(await usesOf(db, id)).toEqual([])
    expect(await noticesOf(cookie)).toEqual(['payoutAccepted', 'payoutDeclined', 'payoutDeclined'])
    expect(said(await withdraw(cookie, body))).toBe('RequisitesFraudulent')
    await expectZero(db)
  })

  test('a house that ends in between has decided nothing, and decides it whole the next time', async () => {
    const { id, cookie, requisite } = await waiting()
    const dying = { ...house, announce: () => Promise.reject(new Error('the process ended')) }
    for (const state of ['verified', 'fraudulent'] as const) {
      await expect(decideDetails(dying, requisite.id, state)).rejects.toThrow('the process ended')
      expect(await entriesOf(db, id)).toMatchObject([{ status: 'review', reason: 'DETAILS_CHECKING' }])
      expect([(await requisiteOf(id)).state, await moneyOf(id)]).toEqual(['checking', [8_000n, 2_000n]])
    }
    await later(id)
    bank.calm()
    await reconsiderDetails(dying)
    expect([(await requisiteOf(id)).state, await noticesOf(cookie)]).toEqual(['checking', []])
    expect(await decideDetails(house, requisite.id, 'verified')).toBe('done')
    expect([await entriesOf(db, id), await noticesOf(cookie)]).toMatchObject([[{ reason: '' }], ['payoutAccepted']])
    await expectZero(db)
  })

  test('a payout that is being asked for in that moment never waits for what is known already', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id, cookie, entryId, body, requisite } = await waiting()
      await as(cookie).post('cashier.cancelwithdrawal', { id: String(entryId) })
      await sql`delete from http_rate_limit`.execute(db.sql)
      const state = round % 2 ? 'verified' : 'fraudulent'
      await Promise.all([withdraw(cookie, body), decideDetails(otherHouse, requisite.id, state)])
      const open = (await entriesOf(db, id)).filter(({ status }) => status === 'review')
      expect(open.filter(({ reason }) => reason !== '')).toEqual([])
      if (state === 'fraudulent') expect(open).toEqual([])
    }
    await expectZero(db)
  })
})

describe('when the provider is asked again', () => {
  test('it is not before the time has come, and an answer that is none changes nothing', async () => {
    const { id } = await waiting()
    const asked = bank.calls.checkPayee
    await reconsiderDetails(house)
    expect(bank.calls.checkPayee).toBe(asked)
    for (const answer of [async () => 'checking' as const, away, () => Promise.reject(new Error('cut'))]) {
      await later(id)
      bank.provider.checkPayee = async () => (await answer()) ?? 'checking'
      await reconsiderDetails(house)
      expect(await entriesOf(db, id)).toMatchObject([{ status: 'review', reason: 'DETAILS_CHECKING' }])
    }
    expect(await moneyOf(id)).toEqual([8_000n, 2_000n])
  })

  test('good details let it go on, once, though two nodes ask at once', async () => {
    const { id, cookie } = await waiting()
    await later(id)
    bank.calm()
    await Promise.all([reconsiderDetails(house), reconsiderDetails(otherHouse), reconsiderDetails(house)])
    expect(await entriesOf(db, id)).toMatchObject([{ status: 'review', reason: '', asked_count: 0 }])
    expect([await noticesOf(cookie), (await requisiteOf(id)).state]).toEqual([['payoutAccepted'], 'verified'])
  })

  test.each([
    ['fraudulent', 'DETAILS_REFUSED'],
    ['required', 'DOCUMENTS_NEEDED'],
  ] as const)('%s details give it back', async (payee, reason) => {
    const { id, cookie } = await waiting()
    await later(id)
    bank.mood.payee = payee
    await reconsiderDetails(house)
    await reconsiderDetails(house)
    expect(await entriesOf(db, id)).toMatchObject([{ status: 'declined', reason }])
    expect([await moneyOf(id), await noticesOf(cookie)]).toEqual([[10_000n, 0n], ['payoutDeclined']])
    await expectZero(db)
  })

  test('details that it can pay nothing to give it back too', async () => {
    const { id } = await waiting()
    await later(id)
    bank.provider.checkPayee = async () => (await declines()) ?? 'ok'
    await reconsiderDetails(house)
    expect(await entriesOf(db, id)).toMatchObject([{ status: 'declined', reason: 'INSUFFICIENT_FUNDS' }])
    expect(await moneyOf(id)).toEqual([10_000n, 0n])
  })

  test('details that two players gave are not asked about: they are the operator’s', async () => {
    const first = await addPayer(node, { main: 10_000n })
    const body = wallet()
    expect((await withdraw(first.cookie, body)).status).toBe(200)
    const { id } = await waiting(body)
    await later(id)
    bank.calm()
    const asked = bank.calls.checkPayee
    await reconsiderDetails(house)
    expect([bank.calls.checkPayee, (await requisiteOf(id)).state]).toEqual([asked, 'checking'])
    expect(await entriesOf(db, id)).toMatchObject([{ reason: 'DETAILS_CHECKING' }])
  })

  test('it is asked about what this payout says, not about what was once typed beside the same account', async () => {
    const { id, cookie } = await addPayer(node, { main: 10_000n })
    const body = { method: 'iban', amount: '20', 'requisites[iban]': 'DE89370400440532013000' }
    bank.mood.payee = 'required'
    expect(said(await withdraw(cookie, { ...body, 'requisites[name]': 'Ana Pyer' }))).toBe(
      'RequisitesValidationRequired',
    )
    bank.mood.payee = 'checking'
    expect((await withdraw(cookie, { ...body, 'requisites[name]': 'Anna Payer' })).status).toBe(200)
    await later(id)
    const names: (string | undefined)[] = []
    bank.provider.checkPayee = async ({ requisites }) => {
      names.push(requisites.name)
      return 'ok'
    }
    await reconsiderDetails(house)
    expect(names).toEqual(['Anna Payer'])
    // And so it is paid when the saved details are chosen.
    const { id: requisiteId } = await requisiteOf(id)
    const { json } = await withdraw(cookie, { method: 'iban', amount: '20', requisite_id: String(requisiteId) })
    expect(await approveWithdrawal(house, BigInt(json.data.transaction.id))).toBe('done')
    await node.runJobs()
    expect(bank.books.paid.get(BigInt(json.data.transaction.id))?.requisites.name).toBe('Anna Payer')
  })

  test('one that it is slow about keeps no other waiting', async () => {
    const [first, second] = [await waiting(), await waiting()]
    await later(first.id)
    await later(second.id)
    const both = Promise.withResolvers<void>()
    let asked = 0
    // It answers none of them before it has heard of both.
    bank.provider.checkPayee = async () => {
      asked += 1
      if (asked === 2) both.resolve()
      await both.promise
      return 'ok'
    }
    await reconsiderDetails(house)
    expect(asked).toBe(2)
  })

  test('who asks for more after the provider is done sees the first one go on', async () => {
    const { id, cookie, body } = await waiting()
    bank.calm()
    expect((await withdraw(cookie, body)).status).toBe(200)
    expect(await entriesOf(db, id)).toMatchObject([
      { status: 'review', reason: '' },
      { status: 'review', reason: '' },
    ])
    expect(await noticesOf(cookie)).toEqual(['payoutAccepted'])
  })
})
