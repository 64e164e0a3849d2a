import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../operator/commands.ts'
import { testApp } from '../../test/app.ts'
import { publishOffer, publishTemplates } from '../../test/campaigns.ts'
import { addPayer, fund, houseOf, purseOf } from '../../test/cashier.ts'
import { contentWith } from '../../test/content.ts'
import { gameProvider } from '../../test/game-provider.ts'
import { freePort } from '../../test/http-browser.ts'
import { pretendProvider } from '../../test/pretend-provider.ts'
import { applyProviderUpdate } from '../cashier/apply-provider-update.ts'
import { depositPaid } from '../cashier/cashier.ts'
import { beginCareByRules, noteLongDays, postPromotionLetters } from './limits.ts'

const banner = { banner_type: 'main', isExist: true, image_735_240: '', image_360_520: '' }
const described = { position: '1', button: 'Go', terms: '' }
const contentDir = contentWith({
  'collections/banners.json': [
    { id: 1, label: 'Plain', ...banner, description: { ...described, url: '/about' } },
    { id: 2, label: 'Leads to offers', ...banner, description: { ...described, url: '/offers' } },
    { id: 3, label: 'Of a campaign', campaign: 'welcome', ...banner, description: { ...described, url: '/about' } },
  ],
})
const payments = new Map([['sandbox', pretendProvider('sandbox').provider]])
const node = await testApp({ contentDir, payments })
const other = await testApp({ contentDir, payments, beside: node })
const { db, as } = node
const [house, otherHouse] = [houseOf(node), houseOf(other)]
const port = await freePort()
await node.app.listen({ port, host: '127.0.0.1' })
const sample = gameProvider(node, [`http://127.0.0.1:${port}`])
await publishTemplates(db)
await publishOffer(db, 'gift', { frequency: { times: 100 } })
await publishOffer(db, 'half', { action: 'deposit', rewards: [{ bonus: 'half' }], frequency: { times: 100 } })

let payer: Awaited<ReturnType<typeof addPayer>>
let me = as(null)
beforeEach(async () => {
  payer = await addPayer(node)
  me = as(payer.cookie)
  await db.sql.deleteFrom('http_rate_limit').execute()
})

const operate = (...words: string[]) => run(db, words, node.config, contentDir)
const careOn = () => operate('care', 'on', payer.login, 'called', 'us')
const switchOff = () => me.post('account.setPromotions', { is_on: '0' })
const kinds = async () => (await me.get('account.getNotices')).json.data.map(({ kind }: { kind: string }) => kind)
const isInCare = async () => {
  const { care_since } = await db.sql
    .selectFrom('limits_setting')
    .select('care_since')
    .where('player_id', '=', payer.id)
    .executeTakeFirstOrThrow()
  return care_since !== null
}
const reasonOf = ({ json }: { json: { error?: { error_data?: Record<string, unknown> } } }) =>
  json.error?.error_data?.offer_reason ?? json.error?.error_data?.reason ?? 'ok'
const wallet = { method: 'wallet', amount: '40', 'requisites[account]': 'anna@example.com' }
const deposit = (offer: string) => me.post('cashier.makedeposit', { ...wallet, campaign_offer_id: offer })
const labels = async () => (await me.get('banners.get')).json.data.items.map(({ label }: { label: string }) => label)

describe.each([
  ['in care', careOn],
  ['who switched promotions off', switchOff],
])('a player %s', (_who, begin) => {
  test('is offered nothing, anywhere', async () => {
    expect((await me.get('campaigns.getoffers')).json.data.total).toBeGreaterThan(0)
    expect(await labels()).toEqual(['Plain', 'Leads to offers', 'Of a campaign'])
    const grant = (key: string) => operate('bonuses', 'grant', payer.login, 'half', '5.00', `${payer.login}-${key}`)
    const spins = () => operate('freespins', 'grant', payer.login, 'fruit-parade', '5', '0.20')
    expect([(await grant('one')).code, (await spins()).code]).toEqual([0, 0])
    const [issued] = (await me.get('bonuses.get')).json.data.items
    await begin()
    expect((await me.get('campaigns.getoffers')).json.data.total).toBe(0)
    expect(await labels()).toEqual(['Plain'])
    expect(reasonOf(await me.post('campaigns.takepromotions', { offer_id: 'gift' }))).toBe('NOT_AVAILABLE')
    expect(reasonOf(await deposit('half'))).toBe('NOT_AVAILABLE')
    expect(reasonOf(await me.post('bonuses.activate', { bonus_id: issued.id }))).toBe('NOT_AVAILABLE')
    const code = await me.post('campaigns.activateOffer', { promo_code: 'EMBER50' })
    expect(code.json.error).toMatchObject({
      invalid_parameters: { promo_code: ['NOT_AVAILABLE'] },
      error_data: { code: 'NOT_AVAILABLE' },
    })
    expect([(await grant('two')).code, (await spins()).code]).toEqual([1, 1])
    // A deposit without an offer is as ever.
    expect((await deposit('none')).status).toBe(200)
  })

  test('keeps the open bonus, plays on with it, and gets what was promised before', async () => {
    const taken = await me.post('campaigns.takepromotions', { offer_id: 'gift' })
    const [{ id }] = taken.json.data.given
    const promised = (await deposit('half')).json.data.transaction.id
    await begin()
    const table = await sample.launch(payer.id)
    expect((await table.betwin(randomUUID(), '1.00', '3.00')).status).toBe(200)
    expect(await purseOf(db, payer.id, 'bonus')).toBe(700n)
    expect((await me.post('bonuses.activate', { bonus_id: id })).status).toBe(200)
    const paid = {
      direction: 'deposit',
      ref: `sandbox-${promised}`,
      reason: '',
      amount: 4_000n,
      currency: 'EUR',
    } as const
    await applyProviderUpdate(house, 'sandbox', { ...paid, entryId: BigInt(promised), state: 'paid' }, null)
    await depositPaid(house, { entryId: String(promised) })
    const items = (await me.get('bonuses.get')).json.data.items
    expect(items.map(({ status, amount }: { status: string; amount: object }) => [status, amount])).toEqual([
      ['active', { amount: '5.00', currency: 'EUR' }],
      ['queued', { amount: '19.80', currency: 'EUR' }],
    ])
  })

  test('may try a game with play money', async () => {
    await begin()
    const table = await sample.launch(payer.id, { currency: 'FUN' })
    expect((await table.bet(randomUUID(), '1.00')).reason).not.toBe('NOT_AVAILABLE')
  })
})

describe('care', () => {
  test('is told once, plainly and with people to talk to, by notice and by letter', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, careOn))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    const [notice, ...more] = (await me.get('account.getNotices')).json.data
    expect(notice).toMatchObject({ kind: 'care', params: { lines: expect.stringContaining('Gambling Therapy') } })
    expect(more).toEqual([])
    await Promise.all([postPromotionLetters(house), postPromotionLetters(otherHouse)])
    const letters = await node.letters(payer.login)
    expect(letters.map(({ subject }) => subject)).toEqual(['We have stopped sending you offers'])
  })

  test('is ended by the operator alone, after a week without a sign', async () => {
    expect(await operate('care', 'off', payer.login, 'fine')).toMatchObject({ code: 1 })
    await careOn()
    await db.sql
      .insertInto('limits_sign')
      .values({ player_id: payer.id, kind: 'raise', at: sql<Date>`now() - interval '6 days'` })
      .execute()
    const early = await operate('care', 'off', payer.login, 'fine')
    expect(early.lines[0]).toContain('care ends after 7 days without one')
    expect(await isInCare()).toBe(true)
    await sql`update limits_sign set at = now() - interval '8 days' where player_id = ${payer.id}`.execute(db.sql)
    expect((await operate('care', 'off', payer.login, 'fine')).code).toBe(0)
    expect(await isInCare()).toBe(false)
    const lines = await db.sql
      .selectFrom('limits_care')
      .selectAll()
      .where('player_id', '=', payer.id)
      .orderBy('id')
      .execute()
    expect(lines).toMatchObject([
      { is_on: true, reason: 'operator', words: 'called us' },
      { is_on: false, reason: 'operator', words: 'fine' },
    ])
    // What was seen before does not begin it again.
    await db.sql.insertInto('limits_sign').values({ player_id: payer.id, kind: 'raise' }).execute()
    await beginCareByRules(house)
    expect(await isInCare()).toBe(false)
  })

  const later = () =>
    sql`update limits_sign set at = at - interval '11 minutes' where player_id = ${payer.id}`.execute(db.sql)

  /** Each does one thing that tells. */
  const signs = [
    [
      'deposits that its own limit refused',
      async () => {
        await me.post('account.setLimit', { kind: 'deposit', period: '1', amount: '10' })
        return async () => {
          expect((await deposit('none')).json.error.type).toBe('BillingDepositLimitExceededException')
          await later()
        }
      },
    ],
    [
      'stakes that its own limit refused',
      async () => {
        await me.post('account.setLimit', { kind: 'wager', period: '1', amount: '0' })
        const table = await sample.launch(payer.id)
        return async () => {
          expect((await table.bet(randomUUID(), '1.00')).reason).toBe('LIMIT_WAGER')
          await later()
        }
      },
    ],
    [
      'payouts that were taken back',
      async () => {
        await fund(db, payer.id, { currency: 'EUR', kind: 'main', amount: 10_000n })
        return async () => {
          const made = await me.post('cashier.makewithdrawal', { ...wallet, amount: '20' })
          expect(made.status).toBe(200)
          const id = String(made.json.data.transaction.id)
          await me.post('cashier.cancelwithdrawal', { id })
          // Asked twice, it is one.
          await me.post('cashier.cancelwithdrawal', { id })
        }
      },
    ],
    [
      'raises of a limit',
      async () => {
        await me.post('account.setLimit', { kind: 'loss', period: '7', amount: '10' })
        let amount = 10
        return async () => {
          amount += 1
          await me.post('account.setLimit', { kind: 'loss', period: '7', amount: String(amount) })
        }
      },
    ],
  ] as const
  test.each(signs)('begins after three %s, not after two', async (_what, open) => {
    const happen = await open()
    await happen()
    await happen()
    await Promise.all([beginCareByRules(house), beginCareByRules(otherHouse)])
    expect(await kinds()).toEqual([])
    await happen()
    await Promise.all([beginCareByRules(house), beginCareByRules(otherHouse)])
    expect(await isInCare()).toBe(true)
    expect(await kinds()).toEqual(['care'])
  })

  test('many presses on one refused button are one sign', async () => {
    await me.post('account.setLimit', { kind: 'deposit', period: '1', amount: '10' })
    for (let press = 0; press < 5; press += 1) await deposit('none')
    const { rows } = await sql`select from limits_sign where player_id = ${payer.id}`.execute(db.sql)
    expect(rows).toHaveLength(1)
  })

  test('begins after ten hours within a day, on whatever devices, not after nine', async () => {
    const visit = (from: string, to: string) =>
      sql`insert into limits_visit (player_id, started_at, last_at)
        values (${payer.id}, now() - ${from}::interval, now() - ${to}::interval)`.execute(db.sql)
    await visit('20 hours', '15 hours')
    await visit('18 hours', '15 hours')
    await visit('30 hours', '25 hours')
    await visit('6 hours', '2 hours')
    await noteLongDays(house)
    await beginCareByRules(house)
    expect(await kinds()).toEqual([])
    await visit('90 minutes', '20 minutes')
    await Promise.all([noteLongDays(house), noteLongDays(otherHouse)])
    await beginCareByRules(house)
    expect(await kinds()).toEqual(['care'])
  })
})
