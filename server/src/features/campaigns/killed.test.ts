import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { budgetOf, claimsOf, publish, publishOffer, publishTemplates } from '../../test/campaigns.ts'
import { addPayer, expectZero, houseOf, purseOf } from '../../test/cashier.ts'
import { deaths, survive } from '../../test/killed.ts'
import { pretendProvider } from '../../test/pretend-provider.ts'
import { applyProviderUpdate } from '../cashier/apply-provider-update.ts'
import { depositPaid, depositRefunded } from '../cashier/cashier.ts'
import { activateRegistrationCode, releaseStalePromises } from './campaigns.ts'

/** A listener that dies before or after any of its transactions, and is called again: each thing happens once. */

const payments = new Map([['sandbox', pretendProvider('sandbox').provider]])
const node = await testApp({ payments })
const { db } = node
const house = houseOf(node)
const houses = [house] as const
await publishTemplates(db)

let count = 0
let offer = ''
beforeEach(async () => {
  count += 1
  offer = `killed-${count}`
  await db.sql.deleteFrom('http_rate_limit').execute()
})

const wallet = { method: 'wallet', amount: '40', 'requisites[account]': 'anna@example.com' }
async function begun(more: Record<string, string> = {}) {
  const payer = await addPayer(node, { row: { has_deposited: false } })
  const made = await node.as(payer.cookie).post('cashier.makedeposit', { ...wallet, campaign_offer_id: offer, ...more })
  return { ...payer, entryId: BigInt(made.json.data.transaction.id) }
}
const says = (entryId: bigint, state: 'paid' | 'failed' | 'refunded') =>
  applyProviderUpdate(
    house,
    'sandbox',
    { direction: 'deposit', entryId, ref: `sandbox-${entryId}`, state, reason: '', amount: 4_000n, currency: 'EUR' },
    null,
  )
const publishDeposit = (claims?: number) =>
  publishOffer(
    db,
    offer,
    { action: 'deposit', rewards: [{ bonus: 'half' }, { freespins: 'ten' }] },
    claims === undefined ? {} : { budget: { claims } },
  )
const packsOf = (id: bigint) => db.sql.selectFrom('freespins_pack').select('id').where('player_id', '=', id).execute()

describe.each(deaths)('killed at transaction $at, after its commit: $isAfter', (death) => {
  test('a promise is kept once', async () => {
    await publishDeposit()
    const { id, entryId } = await begun()
    await says(entryId, 'paid')
    await survive(houses, (ctx) => depositPaid(ctx, { entryId: String(entryId) }), death)
    expect(await purseOf(db, id, 'bonus')).toBe(1_980n)
    expect(await packsOf(id)).toHaveLength(1)
    expect(await budgetOf(db, offer)).toEqual({ claims: 1, amount: 2_180n })
    await says(entryId, 'refunded')
    await survive(houses, (ctx) => depositRefunded(ctx, { entryId: String(entryId) }), death)
    expect(await purseOf(db, id, 'bonus')).toBe(0n)
    await expectZero(db)
  })

  test('money that comes late is given once, or missed once', async () => {
    await publishDeposit(1)
    const [late, missed] = [await begun(), await addPayer(node, { row: { has_deposited: false } })]
    await says(late.entryId, 'failed')
    const other = await node.as(missed.cookie).post('cashier.makedeposit', { ...wallet, campaign_offer_id: offer })
    const otherId = BigInt(other.json.data.transaction.id)
    await says(otherId, 'failed')
    for (const entryId of [late.entryId, otherId]) {
      await says(entryId, 'paid')
      await survive(houses, (ctx) => depositPaid(ctx, { entryId: String(entryId) }), death)
    }
    const states = (await claimsOf(db, offer)).map(({ state }) => state)
    expect(states.sort()).toEqual(['issued', 'refused', 'released', 'released'])
    expect([await purseOf(db, late.id, 'bonus'), await purseOf(db, missed.id, 'bonus')]).toEqual([1_980n, 0n])
    const notices = await db.sql
      .selectFrom('account_notice')
      .select('kind')
      .where('player_id', '=', missed.id)
      .execute()
    expect(notices).toEqual([{ kind: 'offerMissed' }])
    expect((await budgetOf(db, offer)).claims).toBe(1)
  })

  test('a place that was kept too long is free once', async () => {
    await publishDeposit(1)
    await begun()
    await db.sql
      .updateTable('campaigns_claim')
      .set({ promised_at: new Date(0) })
      .where('offer', '=', offer)
      .execute()
    await survive(houses, (ctx) => releaseStalePromises(ctx), death)
    expect(await budgetOf(db, offer)).toEqual({ claims: 0, amount: 0n })
  })

  test('the code of a registration is redeemed once', async () => {
    await publishOffer(db, offer, { action: 'promo_code' })
    await publish(db, 'promo-codes', 'EMBER50', { offer })
    const { id } = await addPayer(node, { row: { promo_code: 'EMBER50' } })
    await survive(
      houses,
      (ctx) => activateRegistrationCode(ctx, { playerId: String(id), visit: '', params: {} }),
      death,
    )
    expect(await purseOf(db, id, 'bonus')).toBe(500n)
    const notices = await db.sql.selectFrom('account_notice').select('kind').where('player_id', '=', id).execute()
    expect(notices).toEqual([{ kind: 'promoActivated' }])
  })
})
