import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ProviderUpdate } from '../../ports/payments.ts'
import { testApp } from '../../test/app.ts'
import { addPayer, entriesOf, expectZero, fund, houseOf, purseOf, usesOf } from '../../test/cashier.ts'
import { effort } from '../../test/effort.ts'
import { pretendProvider } from '../../test/pretend-provider.ts'
import { applyProviderUpdate } from './apply-provider-update.ts'
import { approveWithdrawal } from './operator-actions.ts'
import { refundWanted } from './pay-out.ts'

const bank = pretendProvider('sandbox')
const payments = new Map([['sandbox', bank.provider]])
const node = await testApp({ payments })
const other = await testApp({ payments, beside: node })
const { db, as } = node
const house = houseOf(node)
const houses = [house, houseOf(other)]

const forget = () => sql`delete from http_rate_limit`.execute(db.sql)
beforeEach(async () => {
  bank.calm()
  await forget()
})

async function begin(cookie: string, amount = '20'): Promise<bigint> {
  const body = {
    method: 'iban',
    amount,
    'requisites[iban]': 'DE89370400440532013000',
    'requisites[name]': 'Anna Payer',
  }
  const { json } = await as(cookie).post('cashier.makedeposit', body)
  return BigInt(json.data.transaction.id)
}

const update = (entryId: bigint, said: Partial<ProviderUpdate> = {}): ProviderUpdate => ({
  direction: 'deposit',
  entryId,
  ref: `sandbox-${entryId}`,
  state: 'paid',
  reason: '',
  amount: 2_000n,
  currency: 'EUR',
  ...said,
})
const hear = (
  entryId: bigint,
  said: Partial<ProviderUpdate> = {},
  noticeId: string | null = null,
  provider = 'sandbox',
) => applyProviderUpdate(house, provider, update(entryId, said), noticeId)

const notices = () =>
  db.sql.selectFrom('cashier_notice').select(['notice_id', 'verdict', 'entry_id']).orderBy('id').execute()

describe('an update about a deposit', () => {
  test('is believed once, whoever repeats it', async () => {
    const { id, cookie } = await addPayer(node)
    const entryId = await begin(cookie)
    expect(await hear(entryId, {}, 'once')).toBe('applied')
    expect(await hear(entryId, {}, 'once')).toBe('repeated')
    expect(await hear(entryId, {}, 'twice')).toBe('repeated')
    expect(await hear(entryId, { state: 'pending' })).toBe('older')
    expect(await purseOf(db, id, 'main')).toBe(2_000n)
    expect((await notices()).filter(({ entry_id }) => entry_id === entryId)).toMatchObject([
      { notice_id: 'once', verdict: 'applied' },
      { notice_id: 'twice', verdict: 'repeated' },
    ])
  })

  test.each<[string, Partial<ProviderUpdate>, string, string]>([
    ['less', { amount: 1_999n }, 'sandbox', 'amount differs'],
    ['more', { amount: 2_001n }, 'sandbox', 'amount differs'],
    ['another currency', { currency: 'USD' }, 'sandbox', 'currency differs'],
    ['another provider', {}, 'coins', 'other provider'],
    ['a payout', { direction: 'withdrawal' }, 'sandbox', 'unknown entry'],
    ['nothing known', { entryId: 999_999_999n }, 'sandbox', 'unknown entry'],
    ['an id that no column holds', { entryId: 2n ** 70n }, 'sandbox', 'unknown entry'],
    ['another name of theirs', { ref: 'sandbox-else' }, 'sandbox', 'not allowed'],
    ['money back that never came', { state: 'refunded' }, 'sandbox', 'not allowed'],
  ])('that speaks of %s is not believed and is reported', async (name, said, provider, verdict) => {
    const { id, cookie } = await addPayer(node)
    const entryId = await begin(cookie)
    node.lines.length = 0
    expect(await hear(entryId, said, `contradiction of ${name}`, provider)).toBe(verdict)
    expect(await purseOf(db, id, 'main')).toBe(0n)
    expect(await entriesOf(db, id)).toMatchObject([{ status: 'pending' }])
    expect(node.lines.join()).toContain('a payment provider said what cannot be')
    expect((await notices()).find(({ notice_id }) => notice_id === `contradiction of ${name}`)?.verdict).toBe(verdict)
  })

  test('cannot take a name that is another entry’s', async () => {
    const { cookie } = await addPayer(node)
    const first = await begin(cookie)
    bank.mood.begin = () => Promise.reject(new Error('the process ended'))
    await as(cookie).post('cashier.makedeposit', { method: 'card', amount: '20' })
    const [, second] = await entriesOf(
      db,
      (await db.sql.selectFrom('cashier_entry').select('player_id').where('id', '=', first).executeTakeFirstOrThrow())
        .player_id,
    )
    expect(await hear(second?.id ?? 0n, { ref: `sandbox-${first}` })).toBe('not allowed')
  })

  test('that failed gives the room back; paid after all it is credited, also after an exclusion', async () => {
    const { id, cookie } = await addPayer(node)
    const entryId = await begin(cookie)
    expect(await hear(entryId, { state: 'failed', reason: 'EXPIRED' })).toBe('applied')
    expect(await usesOf(db, id)).toEqual([])
    await db.sql
      .updateTable('account_player')
      .set({ excluded_until: sql<Date>`'infinity'` })
      .where('id', '=', id)
      .execute()
    expect(await hear(entryId)).toBe('applied')
    expect(await purseOf(db, id, 'main')).toBe(2_000n)
    expect(await usesOf(db, id)).toMatchObject([{ amount: 2_000n }])
    expect(await hear(entryId, { state: 'failed' })).toBe('not allowed')
  })

  test('that comes too late for the player’s own limit is sent back and never credited', async () => {
    const { id, cookie } = await addPayer(node)
    const entryId = await begin(cookie)
    await hear(entryId, { state: 'cancelled', reason: 'CANCELLED_BY_PLAYER' })
    await db.sql
      .insertInto('limits_limit')
      .values({ player_id: id, kind: 'deposit', period_days: 1, amount: 1_000n })
      .execute()
    expect(await hear(entryId)).toBe('applied')
    expect(await entriesOf(db, id)).toMatchObject([{ status: 'cancelled', reason: 'LIMIT_EXCEEDED' }])
    // The limit is lifted before the money has gone back: it still goes back.
    await db.sql.deleteFrom('limits_limit').where('player_id', '=', id).execute()
    expect(await hear(entryId)).toBe('repeated')
    bank.mood.refund = () => Promise.reject(new Error('the process ended'))
    expect(await node.runJobs({ mayFail: true })).not.toEqual([])
    bank.calm()
    await Promise.all(houses.map((each) => refundWanted(each, { entryId: String(entryId) })))
    await refundWanted(house, { entryId: String(entryId) })
    expect(bank.books.refunded.get(entryId)).toBe(2_000n)
    expect(await entriesOf(db, id)).toMatchObject([{ status: 'refunded', reason: 'RETURNED_TO_SOURCE' }])
    expect([await purseOf(db, id, 'main'), await usesOf(db, id)]).toEqual([0n, []])
    expect(await hear(entryId)).toBe('not allowed')
  })

  test('that takes a paid deposit back takes what is there; the house bears the rest', async () => {
    const { id, cookie } = await addPayer(node)
    const entryId = await begin(cookie)
    await hear(entryId)
    await as(cookie).post('cashier.makewithdrawal', {
      method: 'wallet',
      amount: '15',
      'requisites[account]': 'gone@example.com',
    })
    // On its way: the player can take that back no more.
    await db.sql
      .updateTable('cashier_entry')
      .set({ status: 'sent' })
      .where('player_id', '=', id)
      .where('type', '=', 'withdrawal')
      .execute()
    await fund(db, id, { currency: 'EUR', kind: 'main', amount: 100n })
    expect(await hear(entryId, { state: 'refunded' })).toBe('applied')
    expect(await hear(entryId, { state: 'refunded' })).toBe('repeated')
    expect([await purseOf(db, id, 'main'), await purseOf(db, id, 'withdrawal_hold')]).toEqual([0n, 1_500n])
    await expectZero(db)
  })

  test('that takes a paid deposit back ends payouts that nobody was asked for, the newest first, and no more than it takes', async () => {
    const { id, cookie } = await addPayer(node)
    const entryId = await begin(cookie, '40')
    await hear(entryId, { amount: 4_000n })
    const ask = (amount: string) =>
      as(cookie).post('cashier.makewithdrawal', {
        method: 'wallet',
        amount,
        'requisites[account]': `${id}@example.com`,
      })
    for (const amount of ['15', '15', '10']) expect((await ask(amount)).status).toBe(200)
    await fund(db, id, { currency: 'EUR', kind: 'main', amount: 1_500n })
    const [, , second] = await entriesOf(db, id)
    expect(await approveWithdrawal(house, second?.id ?? 0n)).toBe('done')
    expect(await hear(entryId, { state: 'refunded', amount: 4_000n })).toBe('applied')
    expect((await entriesOf(db, id)).map(({ status }) => status)).toEqual([
      'refunded',
      'review',
      'declined',
      'declined',
    ])
    expect([await purseOf(db, id, 'main'), await purseOf(db, id, 'withdrawal_hold')]).toEqual([0n, 1_500n])
    await node.runJobs()
    expect(bank.books.paid.has(second?.id ?? 0n)).toBe(false)
    await expectZero(db)
  })

  test('many deposits that waited for days and arrive on one day do not go over the limit of a day', async () => {
    const { id, cookie } = await addPayer(node)
    await db.sql
      .insertInto('limits_limit')
      .values({ player_id: id, kind: 'deposit', period_days: 1, amount: 2_000n })
      .execute()
    const ids: bigint[] = []
    for (let day = 0; day < 3; day += 1) {
      ids.push(await begin(cookie))
      await sql`update limits_use set at = at - interval '25 hours' where player_id = ${id}`.execute(db.sql)
      await sql`update cashier_entry set created_at = created_at - interval '25 hours' where player_id = ${id}`.execute(
        db.sql,
      )
    }
    for (const entryId of ids) expect(await hear(entryId)).toBe('applied')
    expect((await entriesOf(db, id)).map(({ status, reason }) => [status, reason])).toEqual([
      ['paid', ''],
      ['failed', 'LIMIT_EXCEEDED'],
      ['failed', 'LIMIT_EXCEEDED'],
    ])
    await node.runJobs()
    expect((await entriesOf(db, id)).map(({ status }) => status)).toEqual(['paid', 'refunded', 'refunded'])
    expect([await purseOf(db, id, 'main'), await usesOf(db, id)]).toMatchObject([2_000n, [{ amount: 2_000n }]])
    expect([...bank.books.refunded.keys()]).toEqual(expect.arrayContaining(ids.slice(1)))
  })

  test('that comes late for an account in another currency now is sent back', async () => {
    const { id, cookie } = await addPayer(node, { row: { has_deposited: false } })
    const entryId = await begin(cookie)
    await hear(entryId, { state: 'failed', reason: 'EXPIRED' })
    expect((await as(cookie).post('account.setCurrency', { currency: 'USD' })).status).toBe(200)
    expect(await hear(entryId)).toBe('applied')
    await node.runJobs()
    expect(await entriesOf(db, id)).toMatchObject([{ status: 'refunded' }])
    expect([await purseOf(db, id, 'main'), bank.books.refunded.get(entryId)]).toEqual([0n, 2_000n])
  })

  test('that waits may say why', async () => {
    const { id, cookie } = await addPayer(node)
    const entryId = await begin(cookie)
    expect(await hear(entryId, { state: 'pending', reason: 'UNDERPAID', amount: 10n })).toBe('applied')
    expect(await hear(entryId, { state: 'pending', reason: 'UNDERPAID', amount: 10n })).toBe('repeated')
    expect(await entriesOf(db, id)).toMatchObject([{ status: 'pending', reason: 'UNDERPAID' }])
  })

  test('names the card that paid: it is shown by its mask and can be paid to', async () => {
    const { cookie } = await addPayer(node)
    const { json } = await as(cookie).post('cashier.makedeposit', { method: 'card', amount: '20' })
    const entryId = BigInt(json.data.transaction.id)
    await hear(entryId, { source: { token: 'token-of-a-card', mask: '424242...4242' } })
    const info = await as(cookie).get('cashier.getdepositinfo', { id: String(entryId) })
    expect(info.json.data.requisites).toEqual({ card_token: '424242...4242' })
    const settings = await as(cookie).get('cashier.getwithdrawsettings')
    const [card] = settings.json.data.methods
    expect(card.saved).toMatchObject([{ mask: '424242...4242', is_source: true }])
    const paid = await as(cookie).post('cashier.makewithdrawal', {
      method: 'card',
      amount: '20',
      requisite_id: String(card.saved[0].id),
    })
    expect(paid.json.data.transaction.requisites).toEqual({ card_token: '424242...4242' })
    const rows = await db.sql.selectFrom('cashier_notice').select('said').execute()
    expect(JSON.stringify(rows)).not.toContain('token-of-a-card')
  })
})

/** The same numbers for the same seed, so that a failure can be run again. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const rounds = Math.ceil(effort.deposits / 20)

test(
  `${20 * rounds} deposits whose notices come doubled, shuffled, flipped and false are credited once with the stored amount`,
  async () => {
    const roll = dice(4_711)
    type Told = { entryId: bigint; said: Partial<ProviderUpdate>; noticeId: string; contradicts: boolean }
    const told: Told[] = []
    const expected = new Map<bigint, bigint>()
    const players = new Map<bigint, bigint>()
    for (let at = 0; at < rounds; at += 1) {
      const { id, cookie } = await addPayer(node)
      for (let each = 0; each < 20; each += 1) {
        const amount = 20 + roll(100)
        const minor = BigInt(amount) * 100n
        const entryId = await begin(cookie, String(amount))
        players.set(entryId, id)
        const kinds: [Partial<ProviderUpdate>, boolean][] = [
          [{ amount: minor }, false],
          [{ amount: minor, state: 'failed', reason: 'DECLINED_BY_BANK' }, false],
          [{ amount: minor, state: 'pending' }, false],
          [{ amount: minor + 1n }, true],
          [{ amount: minor - 1n }, true],
          [{ amount: minor, currency: 'USD' }, true],
        ]
        let isPaid = false
        for (let count = 1 + roll(5); count > 0; count -= 1) {
          const [said, contradicts] = kinds[roll(kinds.length)] ?? [{}, true]
          isPaid ||= !contradicts && said.state === undefined
          const noticeId = `m8-${entryId}-${count}`
          for (let copies = 1 + roll(roll(4) === 0 ? 20 : 3); copies > 0; copies -= 1)
            told.push({ entryId, said, noticeId, contradicts })
        }
        expected.set(entryId, isPaid ? minor : 0n)
      }
      await forget()
    }
    // Fisher and Yates: late is what stands at the end.
    for (let at = told.length - 1; at > 0; at -= 1) {
      const place = roll(at + 1)
      const [one, two] = [told[at], told[place]]
      if (one && two) [told[at], told[place]] = [two, one]
    }
    const lines = Array.from({ length: 16 }, (_, line) => told.filter((_told, at) => at % 16 === line))
    await Promise.all(
      lines.map(async (line, at) => {
        for (const { entryId, said, noticeId } of line)
          await applyProviderUpdate(houses[at % 2] ?? house, 'sandbox', update(entryId, said), noticeId)
      }),
    )
    const entries = await db.sql
      .selectFrom('cashier_entry')
      .select(['id', 'status', 'amount'])
      .where('id', 'in', [...expected.keys()])
      .execute()
    expect(entries.filter(({ id, status }) => (status === 'paid') !== (expected.get(id) !== 0n))).toEqual([])
    const owed = new Map<bigint, bigint>()
    for (const [entryId, amount] of expected) {
      const player = players.get(entryId) ?? 0n
      owed.set(player, (owed.get(player) ?? 0n) + amount)
    }
    for (const [player, amount] of owed) expect(await purseOf(db, player, 'main')).toBe(amount)
    const contradictions = new Set(told.filter(({ contradicts }) => contradicts).map(({ noticeId }) => noticeId))
    const reported = await db.sql
      .selectFrom('cashier_notice')
      .select('notice_id')
      .where('notice_id', 'like', 'm8-%')
      .where('verdict', 'in', ['amount differs', 'currency differs'])
      .execute()
    expect(new Set(reported.map(({ notice_id }) => notice_id))).toEqual(contradictions)
    expect(contradictions.size).toBeGreaterThan(expected.size / 2)
    await expectZero(db)
  },
  600_000 * effort.timeoutFactor,
)
