import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { budgetOf, claimsOf, publish as publishIn, publishOffer, publishTemplates } from '../../test/campaigns.ts'
import { addPayer, expectZero, houseOf, purseOf } from '../../test/cashier.ts'
import { effort } from '../../test/effort.ts'
import { untilServed } from '../../test/patience.ts'
import { declines, pretendProvider } from '../../test/pretend-provider.ts'
import { lockPlayer } from '../account/account.ts'
import { bonusHouse, machineOf, readBonus, slipHooks } from '../bonuses/bonuses.ts'
import { applyProviderUpdate, depositPaid, depositRefunded } from '../cashier/apply-provider-update.ts'
import { postPromotionLetters } from '../limits/limits.ts'
import { releaseStalePromises } from './campaigns.ts'
import { depositTakenBack } from './deposit-offer.ts'

const bank = pretendProvider('sandbox')
const payments = new Map([['sandbox', bank.provider]])
const node = await testApp({ payments })
const other = await testApp({ payments, beside: node })
const { db, runJobs } = node
const house = houseOf(node)
await publishTemplates(db)

let count = 0
let offer = ''
beforeEach(async () => {
  count += 1
  offer = `deposit-${count}`
  bank.calm()
  await db.sql.deleteFrom('http_rate_limit').execute()
})

const publish = (more: Record<string, unknown> = {}, campaign: Record<string, unknown> = {}) =>
  publishOffer(db, offer, { action: 'deposit', rewards: [{ bonus: 'half' }], ...more }, campaign)

const newcomer = (wished = {}) => addPayer(node, { row: { has_deposited: false }, ...wished })

const wallet = { method: 'wallet', amount: '40', 'requisites[account]': 'anna@example.com' }
const deposit = (cookie: string, more: Record<string, string> = {}, by = node) =>
  untilServed(() => by.as(cookie).post('cashier.makedeposit', { ...wallet, campaign_offer_id: offer, ...more }))
const idOf = ({ json }: Awaited<ReturnType<typeof deposit>>) => BigInt(json.data.transaction.id)
const noOf = ({ json }: Awaited<ReturnType<typeof deposit>>) => [
  json.error?.error_data?.reason,
  json.error?.error_data?.offer_reason,
]

const says = (entryId: bigint, state: 'paid' | 'failed' | 'refunded', amount = 4_000n) =>
  applyProviderUpdate(
    house,
    'sandbox',
    { direction: 'deposit', entryId, ref: `sandbox-${entryId}`, state, reason: '', amount, currency: 'EUR' },
    null,
  )
const stateOf = async () => (await claimsOf(db, offer)).map(({ state, reason }) => [state, reason].join(' ').trim())
const noticesOf = (playerId: bigint) =>
  db.sql.selectFrom('account_notice').select('kind').where('player_id', '=', playerId).execute()

describe('a deposit with an offer', () => {
  test('example 2: the promise is kept when the money is there, of what was credited', async () => {
    await publish({ params: { deposit_number: 1, min_amount: { EUR: '20' } } })
    const { id, cookie } = await newcomer()
    const entryId = idOf(await deposit(cookie))
    expect(await claimsOf(db, offer)).toMatchObject([{ state: 'promised', entry_id: entryId, reserved: 1_980n }])
    expect(await budgetOf(db, offer)).toEqual({ claims: 1, amount: 1_980n })
    expect(await purseOf(db, id, 'bonus')).toBe(0n)
    await says(entryId, 'paid')
    expect(await purseOf(db, id, 'main')).toBe(3_960n)
    await runJobs()
    expect(await purseOf(db, id, 'bonus')).toBe(1_980n)
    const [claim] = await claimsOf(db, offer)
    const [bonus] = await db.sql.selectFrom('bonuses_bonus').selectAll().where('player_id', '=', id).execute()
    expect(claim?.state).toBe('issued')
    expect(bonus).toMatchObject({ source_key: `claim:${claim?.id}`, state: 'active', required_bp: 594_000_000n, offer })
    expect((await node.as(cookie).get('campaigns.getoffers', { ids: offer })).json.data.items[0]).toMatchObject({
      status: 'used',
      trigger: { reason: 'ALREADY_USED' },
    })
    await expectZero(db)
  })

  test('its page tells that the bonus is on its way, then what it is; of what was not given, why', async () => {
    await publish({ frequency: { times: 2 } })
    const { cookie } = await newcomer()
    const told = async (entryId: bigint) =>
      (await node.as(cookie).get('cashier.getdepositinfo', { id: String(entryId) })).json.data.offer
    const first = idOf(await deposit(cookie))
    await says(first, 'paid')
    expect(await told(first)).toMatchObject({ id: offer, state: 'promised', given: [] })
    await runJobs()
    const bonus = { kind: 'bonus', amount: { amount: '19.80', currency: 'EUR' }, is_queued: false }
    expect(await told(first)).toMatchObject({ state: 'issued', reason: null, given: [bonus] })

    // Another one opens behind it.
    const second = idOf(await deposit(cookie))
    await says(second, 'paid')
    await runJobs()
    expect(await told(second)).toMatchObject({ state: 'issued', given: [{ ...bonus, is_queued: true }] })

    // Both places are used: money that comes after its promise was released is told why nothing came with it.
    const plain = idOf(await deposit(cookie, { campaign_offer_id: 'none' }))
    expect(await told(plain)).toBeNull()
    await db.sql.updateTable('cashier_entry').set({ offer_id: offer }).where('id', '=', plain).execute()
    await says(plain, 'paid')
    await runJobs()
    expect(await told(plain)).toMatchObject({ state: 'refused', reason: 'ALREADY_USED', given: [] })
    // Where nothing may be offered, nothing is said of it.
    await sql`update campaigns_claim set reason = 'NOT_AVAILABLE' where entry_id = ${plain}`.execute(db.sql)
    expect(await told(plain)).toBeNull()
  })

  test('without a choice there is none', async () => {
    await publish()
    const { id, cookie } = await newcomer()
    for (const choice of ['none', '']) {
      const entryId = idOf(await deposit(cookie, { campaign_offer_id: choice }))
      await says(entryId, 'paid')
    }
    await runJobs()
    expect(await purseOf(db, id, 'bonus')).toBe(0n)
    expect(await claimsOf(db, offer)).toEqual([])
    expect(
      (await db.sql.selectFrom('campaigns_player').select('deposits').where('player_id', '=', id).executeTakeFirst())
        ?.deposits,
    ).toBe(2)
  })

  test('that is not for this player is refused before the provider is asked, and goes on without', async () => {
    await publish({ params: { min_amount: { EUR: '50' } }, exclude_methods: ['card'] })
    const { cookie } = await newcomer()
    const before = bank.calls.begin
    const refused = await deposit(cookie)
    expect([refused.status, ...noOf(refused)]).toEqual([422, 'OFFER_REFUSED', 'AMOUNT_TOO_SMALL'])
    expect(refused.json.error).toMatchObject({
      invalid_parameters: { campaign_offer_id: ['OFFER_REFUSED'] },
      error_data: { offer_data: { min: { amount: '50.00', currency: 'EUR' } } },
    })
    expect(noOf(await deposit(cookie, { campaign_offer_id: 'nothing' }))[0]).toBe('UNKNOWN_OFFER')
    expect(bank.calls.begin).toBe(before)
    expect((await deposit(cookie, { campaign_offer_id: 'none' })).status).toBe(200)
    expect(await claimsOf(db, offer)).toEqual([])
  })

  test('the number of the deposit is counted to the moment, whatever the listener has heard', async () => {
    await publish({ params: { deposit_number: 1 } })
    const { cookie } = await newcomer()
    await says(idOf(await deposit(cookie, { campaign_offer_id: 'none' })), 'paid')
    expect(noOf(await deposit(cookie))).toEqual(['OFFER_REFUSED', 'DEPOSIT_NUMBER'])
  })

  test('a second one is promised already; the same key is the same deposit', async () => {
    await publish()
    const { cookie } = await newcomer()
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, at) => deposit(cookie, { key: 'deposit-key-1' }, at % 2 ? node : other)),
    )
    expect(new Set(answers.map(idOf)).size).toBe(1)
    const second = await deposit(cookie)
    expect(noOf(second)).toEqual(['OFFER_REFUSED', 'ALREADY_PROMISED'])
    expect(second.json.error.error_data.offer_data.transaction).toBe(Number(idOf(answers[0] ?? second)))
  })
})

describe('a promise', () => {
  test('example 34: the last place goes to one, and is free again when the deposit fails', async () => {
    await publish({}, { budget: { claims: 1 } })
    const [one, two] = [await newcomer(), await newcomer()]
    const first = await deposit(one.cookie)
    expect(noOf(await deposit(two.cookie))).toEqual(['OFFER_REFUSED', 'BUDGET_SPENT'])
    await says(idOf(first), 'failed')
    await says(idOf(first), 'failed')
    expect(await budgetOf(db, offer)).toEqual({ claims: 0, amount: 0n })
    expect((await deposit(two.cookie)).status).toBe(200)
    expect(await stateOf()).toEqual(['released DEPOSIT_ENDED', 'promised'])
  })

  test('money in the budget is counted too', async () => {
    await publish({}, { budget: { amounts: { EUR: '30' } } })
    const [one, two] = [await newcomer(), await newcomer()]
    await deposit(one.cookie)
    expect(noOf(await deposit(two.cookie))).toEqual(['OFFER_REFUSED', 'BUDGET_SPENT'])
    expect((await deposit(two.cookie, { amount: '20' })).status).toBe(200)
    expect(await budgetOf(db, offer)).toEqual({ claims: 2, amount: 2_970n })
  })

  test('a provider that declines at once releases it', async () => {
    await publish()
    const { cookie } = await newcomer()
    bank.mood.begin = declines
    expect((await deposit(cookie)).json.error.type).toBe('BillingTransactionDeclinedException')
    expect(await stateOf()).toEqual(['released DEPOSIT_ENDED'])
  })

  test('is kept for 72 hours; money that comes later claims anew', async () => {
    await publish({}, { budget: { claims: 1 } })
    const { id, cookie } = await newcomer()
    const entryId = idOf(await deposit(cookie))
    await sql`update campaigns_claim set promised_at = now() - interval '71 hours' where offer = ${offer}`.execute(
      db.sql,
    )
    await releaseStalePromises(house)
    expect(await stateOf()).toEqual(['promised'])
    await sql`update campaigns_claim set promised_at = now() - interval '73 hours' where offer = ${offer}`.execute(
      db.sql,
    )
    await Promise.all([releaseStalePromises(house), releaseStalePromises(house)])
    expect(await stateOf()).toEqual(['released TOO_LATE'])
    expect(await budgetOf(db, offer)).toEqual({ claims: 0, amount: 0n })
    await says(entryId, 'paid')
    await runJobs()
    expect(await stateOf()).toEqual(['released TOO_LATE', 'issued'])
    expect(await purseOf(db, id, 'bonus')).toBe(1_980n)
  })

  test('where there is no room by then, the player is told once, and the operator can list it', async () => {
    await publish({}, { budget: { claims: 1 } })
    const [late, quick] = [await newcomer(), await newcomer()]
    const entryId = idOf(await deposit(late.cookie))
    await says(entryId, 'failed')
    await deposit(quick.cookie)
    await says(entryId, 'paid')
    await runJobs()
    expect(await stateOf()).toEqual(['released DEPOSIT_ENDED', 'promised', 'refused BUDGET_SPENT'])
    expect(await purseOf(db, late.id, 'bonus')).toBe(0n)
    expect(await purseOf(db, late.id, 'main')).toBe(3_960n)
    expect(await noticesOf(late.id)).toEqual([{ kind: 'offerMissed' }])
    expect(await budgetOf(db, offer)).toMatchObject({ claims: 1 })
  })

  test('holds its terms: a version that is published meanwhile changes nothing of it', async () => {
    await publish({}, { budget: { claims: 5 } })
    const { id, cookie } = await newcomer()
    const entryId = idOf(await deposit(cookie))
    await publish({ rewards: [{ bonus: 'five' }] })
    await says(entryId, 'paid')
    await runJobs()
    expect(await purseOf(db, id, 'bonus')).toBe(1_980n)
  })

  test('is not given to a player who has excluded itself since', async () => {
    await publish()
    const { id, cookie } = await newcomer()
    const entryId = idOf(await deposit(cookie))
    await sql`update account_player set excluded_until = 'infinity' where id = ${id}`.execute(db.sql)
    await says(entryId, 'paid')
    await runJobs()
    expect(await stateOf()).toEqual(['refused NOT_AVAILABLE'])
    expect([await purseOf(db, id, 'bonus'), await noticesOf(id)]).toEqual([0n, []])
  })

  test('a deposit that the provider takes back takes its bonus along, and the player is told why', async () => {
    await publish()
    const { id, login, cookie } = await newcomer()
    const entryId = idOf(await deposit(cookie))
    await says(entryId, 'paid')
    await runJobs()
    await says(entryId, 'refunded')
    await runJobs()
    expect(await purseOf(db, id, 'bonus')).toBe(0n)
    const bonus = await db.sql
      .selectFrom('bonuses_bonus')
      .select(['state', 'end_reason'])
      .where('player_id', '=', id)
      .executeTakeFirst()
    expect(bonus).toEqual({ state: 'removed', end_reason: 'deposit' })
    expect((await noticesOf(id)).filter(({ kind }) => kind === 'bonusRevoked')).toHaveLength(1)
    await postPromotionLetters(house)
    expect(await node.letters(login)).toMatchObject([
      { subject: 'Your bonus was removed', text: expect.stringContaining('The deposit it came with was reversed') },
    ])
    await expectZero(db)
  })

  test('and the free spins that were not made yet', async () => {
    await publish({ rewards: [{ freespins: 'ten' }] })
    const { cookie } = await newcomer()
    const entryId = idOf(await deposit(cookie))
    await says(entryId, 'paid')
    await runJobs()
    const packs = async () => (await node.as(cookie).get('freespins.get', { status: 'active' })).json.data.total
    expect(await packs()).toBe(1)
    await says(entryId, 'refunded')
    await runJobs()
    expect(await packs()).toBe(0)
  })

  test('and what a betting bonus has in no bet; what is in one comes to an end with it', async () => {
    const wagering = { type: 'wagering', amount: { EUR: '20' }, days: 7, wagering: { times: 2 }, order: 'bonus_first' }
    await publishIn(db, 'betting-templates', 'wagered', wagering)
    await publish({ rewards: [{ betting_bonus: 'wagered' }] })
    const { id, login, cookie } = await newcomer()
    const entryId = idOf(await deposit(cookie))
    await says(entryId, 'paid')
    await runJobs()
    const me = node.as(cookie)
    const [given] = (await me.get('BettingBonuses.get')).json.data.items
    await me.post('BettingBonuses.activate', { bonus_id: given.id })
    const desk = slipHooks.openDesk(db, node.config.jurisdiction)
    const bet = { login, bonusId: BigInt(given.id), slip: `taken-back-${count}`, stake: '1.00' }
    expect(await desk.place({ ...bet, legs: [{ sport: 'football', odds: 2_500 }] })).toMatchObject({ kind: 'paid' })
    const purses = async () => [await purseOf(db, id, 'betting_bonus'), await purseOf(db, id, 'slip_hold')]
    expect(await purses()).toEqual([1_900n, 100n])
    await says(entryId, 'refunded')
    await runJobs()
    expect(await purses()).toEqual([0n, 100n])
    const [ended] = (await me.get('BettingBonuses.get')).json.data.items
    expect(ended).toMatchObject({ status: 'removed' })
    await expectZero(db)
  })

  test('a deposit that is taken back while its news is heard brings nothing', async () => {
    await publish()
    const { id, cookie } = await newcomer()
    const entryId = idOf(await deposit(cookie))
    await says(entryId, 'paid')
    let isTaken = false
    const late: typeof house = {
      ...house,
      begin: async (work) => {
        if (!isTaken) {
          isTaken = true
          await says(entryId, 'refunded')
          await depositRefunded(house, { entryId: String(entryId) })
        }
        return house.begin(work)
      },
    }
    await depositPaid(late, { entryId: String(entryId) })
    expect([isTaken, await stateOf(), await purseOf(db, id, 'bonus')]).toEqual([true, ['released DEPOSIT_ENDED'], 0n])
  })
})

describe('at once and on two nodes', () => {
  const racers = 64
  test(
    '64 deposits for the last 7 places, 3 of them fail, 3 more begin: 7 are given',
    async () => {
      await publish({}, { budget: { claims: 7 } })
      const players = await Promise.all(Array.from({ length: racers }, () => newcomer()))
      const begun = await Promise.all(players.map(({ cookie }, at) => deposit(cookie, {}, at % 2 ? node : other)))
      const lucky = begun.filter(({ status }) => status === 200).map(idOf)
      expect(lucky).toHaveLength(7)
      expect(new Set(begun.filter(({ status }) => status !== 200).map((answer) => noOf(answer)[1]))).toEqual(
        new Set(['BUDGET_SPENT']),
      )
      await db.sql.deleteFrom('http_rate_limit').execute()
      // Each end is told three times, while others try again for the places.
      const [failing, paying] = [lucky.slice(0, 3), lucky.slice(3)]
      await Promise.all([
        ...failing.flatMap((id) => [says(id, 'failed'), says(id, 'failed'), says(id, 'failed')]),
        ...paying.flatMap((id) => [says(id, 'paid'), says(id, 'paid')]),
      ])
      const again = await Promise.all(players.map(({ cookie }, at) => deposit(cookie, {}, at % 2 ? other : node)))
      const later = again.filter(({ status }) => status === 200).map(idOf)
      expect(later).toHaveLength(3)
      await Promise.all(later.map((id) => says(id, 'paid')))
      await Promise.all([runJobs(), other.runJobs()])
      const claims = await claimsOf(db, offer)
      expect(claims.filter(({ state }) => state === 'issued')).toHaveLength(7)
      expect(claims.filter(({ state }) => state === 'released')).toHaveLength(3)
      expect(await budgetOf(db, offer)).toEqual({ claims: 7, amount: 7n * 1_980n })
      const bonuses = await db.sql.selectFrom('bonuses_bonus').select('id').where('offer', '=', offer).execute()
      expect(bonuses).toHaveLength(7)
      await expectZero(db)
    },
    60_000 * effort.timeoutFactor,
  )

  test('a deposit is taken back while its bonus ends: it ends once', async () => {
    await publish()
    const { id, cookie } = await newcomer()
    const entryId = idOf(await deposit(cookie))
    await says(entryId, 'paid')
    await runJobs()
    const { id: bonusId } = await db.sql
      .selectFrom('bonuses_bonus')
      .select('id')
      .where('player_id', '=', id)
      .executeTakeFirstOrThrow()
    const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    const { taken } = await begin(db, async (tx) => {
      await lockPlayer(tx, id)
      const bonus = await readBonus(tx, bonusId)
      if (!bonus) throw new Error('no bonus')
      await bonusHouse.end(tx, bonus, { state: 'removed', reason: 'player' }, await machineOf(house))
      const begun = { taken: depositTakenBack(house, entryId).then(() => 'heard', String) }
      await vi.waitFor(async () => expect((await waiting.execute(db.sql)).rows).toHaveLength(1), { timeout: 20_000 })
      return begun
    })
    expect(await taken).toBe('heard')
    expect(await readBonus(db.sql, bonusId)).toMatchObject({ state: 'removed', endReason: 'player' })
    await expectZero(db)
  })

  test('a failure and a payment of the same deposit: given once or free again, never both', async () => {
    for (let round = 0; round < 2 * effort.repeats; round += 1) {
      count += 1
      offer = `deposit-${count}`
      await publish({}, { budget: { claims: 1 } })
      const { id, cookie } = await newcomer()
      const entryId = idOf(await deposit(cookie))
      await Promise.all([says(entryId, 'failed'), says(entryId, 'paid'), says(entryId, 'failed')])
      await Promise.all([runJobs(), other.runJobs()])
      const issued = (await claimsOf(db, offer)).filter(({ state }) => state === 'issued').length
      expect(await purseOf(db, id, 'bonus')).toBe(issued === 1 ? 1_980n : 0n)
      expect((await budgetOf(db, offer)).claims).toBe(issued)
    }
  })
})
