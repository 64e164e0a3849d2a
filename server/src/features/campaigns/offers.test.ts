import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { budgetOf, claimsOf, half, publish, publishOffer, publishTemplates } from '../../test/campaigns.ts'
import { expectZero, purseOf } from '../../test/cashier.ts'
import { contentWith } from '../../test/content.ts'
import { stopPublished } from './campaigns.ts'

const node = await testApp()
const { db, as, addPlayer, signIn } = node
await publishTemplates(db)

let count = 0
let playerId = 0n
let me = as(null)
beforeEach(async () => {
  count += 1
  playerId = await addPlayer({ login: `offer${count}@example.com` })
  me = as(await signIn(playerId))
  await db.sql.deleteFrom('http_rate_limit').execute()
})

const get = async (query: Record<string, string> = {}, by = me) =>
  (await by.get('campaigns.getoffers', query)).json.data
const one = async (id: string, by = me) => (await get({ ids: id }, by)).items[0]
const take = (offer_id: string, more: Record<string, string> = {}, by = me) =>
  by.post('campaigns.takepromotions', { offer_id, ...more })
const noOf = ({ json }: Awaited<ReturnType<typeof take>>) => [
  json.error?.error_data?.reason,
  json.error?.error_data?.offer_reason,
]
const confirm = (id = playerId) =>
  sql`update account_player set email_confirmed_at = now() where id = ${id}`.execute(db.sql)

describe('the list of offers', () => {
  test('guests see what is public, with its terms and without a word about them', async () => {
    await publish(db, 'campaigns', 'welcome', {
      offers: [
        {
          sysname: 'welcome-first',
          action: 'deposit',
          params: { deposit_number: 1, min_amount: { EUR: '20' } },
          rewards: [{ bonus: 'half' }, { freespins: 'ten' }],
        },
      ],
    })
    await publishOffer(db, 'unlisted', {})
    const { items, total, offset, limit } = await get({ locale: 'es' }, as(null))
    expect([total, offset, limit]).toEqual([1, 0, 20])
    expect(items[0]).toMatchObject({
      id: 'welcome-first',
      campaign: 'welcome',
      title: '50\u00a0% en tu primer depósito',
      status: 'open',
      trigger: { action: 'deposit', reason: null, params: { deposit_number: 1, code_needed: false } },
      promotions: [
        { kind: 'bonus', percent: '50', mode: 'non_sticky', wagering: { basis: 'bonus', times: '30' }, days: 14 },
        { kind: 'freespins', spins: 10, winnings: 'main', game: { sysname: 'fruit-parade', name: 'Fruit Parade' } },
      ],
    })
    expect(items[0].trigger).not.toHaveProperty('user_satisfies_params')
    expect(items[0].version.hash).toMatch(/^[0-9a-f]{16}$/)
  })

  test('a player is told whether, and if not why, in the own currency', async () => {
    const offer = await one('welcome-first')
    expect(offer.trigger).toMatchObject({
      user_satisfies_params: true,
      reason: null,
      params: { min_amount: { amount: '20.00', currency: 'EUR' }, max_bonus: { amount: '100.00', currency: 'EUR' } },
    })
    await sql`insert into campaigns_player (player_id, deposits) values (${playerId}, 3)`.execute(db.sql)
    expect((await one('welcome-first')).trigger).toMatchObject({
      user_satisfies_params: false,
      reason: 'DEPOSIT_NUMBER',
      reason_data: { number: 1, yours: 4 },
    })
  })

  test('only those that run are listed; by name those that do not are too', async () => {
    const id = `future-${count}`
    await publishOffer(db, id, {}, { starts_at: '2040-01-01T00:00:00Z' })
    expect((await get()).items.map((offer: { id: string }) => offer.id)).not.toContain(id)
    expect(await one(id)).toMatchObject({ status: 'closed', trigger: { reason: 'NOT_STARTED' } })
    expect(await one('nothing')).toBeUndefined()
  })

  test('a guest who names one that is over is not told that it is open', async () => {
    await publish(db, 'campaigns', 'welcome', {
      ends_at: '2025-01-01T00:00:00Z',
      offers: [{ sysname: 'welcome-first', action: 'deposit', rewards: [{ bonus: 'half' }] }],
    })
    expect(await one('welcome-first', as(null))).toMatchObject({ status: 'closed', claim: null })
    await publish(db, 'campaigns', 'welcome', {
      offers: [
        {
          sysname: 'welcome-first',
          action: 'deposit',
          params: { deposit_number: 1, min_amount: { EUR: '20' } },
          rewards: [{ bonus: 'half' }, { freespins: 'ten' }],
        },
      ],
    })
  })

  test('every term that a player has to know is said, with names of games', async () => {
    await publish(db, 'bonus-templates', 'strict', {
      ...half,
      counts: 'all',
      asks_first: true,
      on_withdrawal: 'keep',
      max_conversion: { times: 10 },
      contributions: [
        { game: 'fruit-parade', percent: 25 },
        { type: 'fast', percent: 50 },
      ],
      excluded: [{ game: 'liftoff' }, { type: 'live' }, { provider: 'copperfox' }],
    })
    const id = `strict-${count}`
    await publishOffer(db, id, { action: 'deposit', frequency: { days_between: 3 }, rewards: [{ bonus: 'strict' }] })
    const { trigger, promotions, claim } = await one(id)
    expect([trigger.params.frequency, trigger.params.needs, claim]).toEqual([{ kind: 'days', count: 3 }, [], null])
    const conditions = { level: 4, has_deposited: true, has_verified_contact: true, is_verified: true }
    await publishOffer(db, `${id}-steps`, { conditions })
    expect((await one(`${id}-steps`)).trigger.params).toMatchObject({
      level: 4,
      needs: ['deposit', 'contact', 'verification'],
    })
    expect(promotions[0]).toMatchObject({
      mode: 'non_sticky',
      min_balance: { amount: '0.20', currency: 'EUR' },
      ...{ principal: 'converts', counts: 'all', on_withdrawal: 'keep', asks_first: true },
      ...{ max_conversion: null, max_conversion_times: '10' },
      contributions: [
        { game: 'fruit-parade', name: 'Fruit Parade', percent: '25' },
        { type: 'fast', percent: '50' },
        { default: true, percent: '100' },
      ],
      excluded: [{ game: 'liftoff', name: 'Liftoff' }, { type: 'live' }, { provider: 'copperfox' }],
    })
    await take(id)
    const taken = await one(id)
    expect(taken).toMatchObject({ status: 'taken', claim: { transaction: null } })
    expect(Date.parse(taken.claim.at)).toBeGreaterThan(Date.now() - 60_000)
  })

  test('where the site opens every bonus as isolated, the terms say so', async () => {
    const isolated = await testApp({
      contentDir: contentWith({ 'site.json': { isBonusIsolationEnabled: true } }),
      beside: node,
    })
    expect((await one('welcome-first', isolated.as(null))).promotions[0].mode).toBe('isolated')
  })

  test('pages, actions and fields', async () => {
    for (const name of ['a', 'b', 'c']) await publishOffer(db, `page-${name}`, { action: 'login' })
    const first = await get({ action: 'login', count: '2', fields: 'id' })
    expect(first).toEqual({ items: [{ id: 'page-a' }, { id: 'page-b' }], total: 3, offset: 0, limit: 2 })
    expect((await get({ action: 'login', count: '2', offset: '2', fields: 'id' })).items).toEqual([{ id: 'page-c' }])
  })

  test('the own switch hides everything at once, and opens again after a day', async () => {
    expect((await me.get('account.getPromotions')).json.data).toEqual({ is_on: true, takes_effect_at: null })
    await me.post('account.setPromotions', { is_on: '1' })
    expect((await me.get('account.getPromotions')).json.data).toEqual({ is_on: true, takes_effect_at: null })
    expect((await me.post('account.setPromotions', { is_on: '0' })).json.data.is_on).toBe(false)
    expect((await get()).items).toEqual([])
    expect((await one('welcome-first')).trigger).toMatchObject({ reason: 'NOT_AVAILABLE', reason_data: {} })
    await publishOffer(db, `switch-${count}`, {})
    expect(noOf(await take(`switch-${count}`))).toEqual(['OFFER_REFUSED', 'NOT_AVAILABLE'])
    const on = (await me.post('account.setPromotions', { is_on: '1' })).json.data
    expect(on.is_on).toBe(true)
    expect(new Date(on.takes_effect_at).getTime()).toBeGreaterThan(Date.now() + 23.9 * 3_600_000)
    expect((await get()).items).toEqual([])
    await sql`update limits_setting set promotions_from = now() where player_id = ${playerId}`.execute(db.sql)
    expect((await get()).items.length).toBeGreaterThan(0)
  })

  test('a player in care is invited to nothing', async () => {
    await sql`insert into limits_setting (player_id, care_since) values (${playerId}, now())`.execute(db.sql)
    expect((await get()).items).toEqual([])
  })
})

describe('an offer is taken', () => {
  test('and gives its rewards, once', async () => {
    const id = `gift-${count}`
    await publishOffer(db, id, { rewards: [{ bonus: 'five' }, { freespins: 'ten' }] })
    const taken = await take(id)
    expect(taken.json.data).toMatchObject({
      offer: { id, status: 'used' },
      given: [{ kind: 'bonus' }, { kind: 'freespins' }],
      next: 'play',
    })
    expect(await purseOf(db, playerId, 'bonus')).toBe(500n)
    expect((await me.get('bonuses.get')).json.data.items[0]).toMatchObject({
      status: 'active',
      source: 'offer',
      offer_id: id,
      wagering: { required: { amount: '150.00' } },
    })
    expect((await me.get('freespins.get')).json.data.items[0]).toMatchObject({
      total_count: 10,
      stake: { amount: '0.20' },
    })
    expect(noOf(await take(id))).toEqual(['OFFER_REFUSED', 'ALREADY_USED'])
    expect(await budgetOf(db, id)).toEqual({ claims: 1, amount: 700n })
    await expectZero(db)
  })

  test('spins whose winnings become a bonus say so before and after', async () => {
    const won = { mode: 'non_sticky', wagering: { times: 10 }, min_balance: { EUR: '0.20' }, days: 7 }
    await publish(db, 'bonus-templates', 'winnings', won)
    const wager = { game: 'fruit-parade', stake: { EUR: '0.20' }, count: 20, days: 7, winnings: 'bonus' }
    await publish(db, 'spin-templates', 'wagered', { ...wager, template: 'winnings', max_win: { EUR: '50' } })
    const id = `wagered-${count}`
    await publishOffer(db, id, { rewards: [{ freespins: 'wagered' }] })
    expect((await one(id)).promotions[0]).toMatchObject({
      winnings: 'bonus',
      max: { amount: '50.00' },
      wagering: { basis: 'bonus', times: '10' },
    })
    await take(id)
    expect((await me.get('freespins.get')).json.data.items[0]).toMatchObject({
      total_count: 20,
      winnings: 'bonus',
      wagering: '10',
      max_win: { amount: '50.00' },
    })
    await begin(db, (tx) => stopPublished(tx, 'bonus-templates', 'winnings', 'operator'))
    expect((await one(id)).trigger.reason).toBe('OVER')
  })

  test('the same key gets the same answer, also at once and on two nodes', async () => {
    const id = `key-${count}`
    await publishOffer(db, id, {})
    const beside = await testApp({ beside: node })
    const cookie = await signIn(playerId)
    const calls = Array.from({ length: 8 }, (_, at) =>
      take(id, { key: 'same-key-1' }, (at % 2 ? beside : node).as(cookie)),
    )
    const answers = await Promise.all(calls)
    expect(new Set(answers.map(({ json }) => JSON.stringify(json.data))).size).toBe(1)
    expect(answers[0]?.json.data.given).toHaveLength(1)
    expect((await take('other', { key: 'same-key-1' })).json.error.error_data.reason).toBe('KEY_CONFLICT')
  })

  test('one of its rewards alone', async () => {
    const id = `choice-${count}`
    await publishOffer(db, id, { rewards: [{ bonus: 'five' }, { freespins: 'ten' }] })
    expect(noOf(await take(id, { promotion_ids: `${id}:7` }))[0]).toBe('UNKNOWN_OFFER')
    const taken = await take(id, { promotion_ids: `${id}:1` })
    expect(taken.json.data.given.map(({ kind }: { kind: string }) => kind)).toEqual(['freespins'])
    expect(await budgetOf(db, id)).toEqual({ claims: 1, amount: 200n })
  })

  test('a deposit offer is remembered, and nothing is reserved', async () => {
    const id = `later-${count}`
    await publishOffer(db, id, { action: 'deposit', rewards: [{ bonus: 'half' }] }, { budget: { claims: 5 } })
    expect((await take(id)).json.data).toMatchObject({ offer: { status: 'taken' }, given: [], next: 'deposit' })
    expect((await take(id)).json.data.offer.status).toBe('taken')
    expect(await claimsOf(db, id)).toMatchObject([{ state: 'taken', reserved: 0n }])
    expect(await budgetOf(db, id)).toEqual({ claims: 0, amount: 0n })
  })

  test('a step that is missing is named', async () => {
    const id = `steps-${count}`
    await publishOffer(db, id, { conditions: { has_verified_contact: true } })
    expect(noOf(await take(id))).toEqual(['OFFER_REFUSED', 'NEED_CONTACT'])
    await confirm()
    expect((await take(id)).status).toBe(200)
    expect(noOf(await take('nothing'))[0]).toBe('UNKNOWN_OFFER')
  })

  test('a stopped campaign takes no more claims', async () => {
    const id = `stopped-${count}`
    await publishOffer(db, id, {})
    await begin(db, (tx) => stopPublished(tx, 'campaigns', `of-${id}`, 'operator'))
    expect(noOf(await take(id))).toEqual(['OFFER_REFUSED', 'OVER'])
  })

  test('another account that is proven to be the same person has used it', async () => {
    const id = `person-${count}`
    await publishOffer(db, id, {})
    const twin = await addPlayer({ login: `twin${count}@example.com` })
    const key = Buffer.from(`one person ${count}`.padEnd(32))
    for (const player_id of [playerId, twin]) {
      await db.sql.insertInto('account_person_key').values({ player_id, kind: 'document', key }).execute()
    }
    const other = as(await signIn(twin))
    expect((await take(id)).status).toBe(200)
    expect((await take(id, {}, other)).status).toBe(200)
    // Not proven: both may. Proven: the second may not.
    const next = `person-again-${count}`
    await publishOffer(db, next, {})
    await sql`update account_player set verified_at = now() where id in (${playerId}, ${twin})`.execute(db.sql)
    const both = await Promise.all([take(next), take(next, {}, other)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(both.map(noOf).find(([, reason]) => reason)).toEqual(['OFFER_REFUSED', 'SAME_PERSON'])
    expect(await claimsOf(db, next)).toHaveLength(1)
  })

  test('terms are those of the version that was published when it was taken', async () => {
    const id = `version-${count}`
    await publishOffer(db, id, { frequency: { times: 2 } })
    await take(id)
    await publish(db, 'bonus-templates', 'five', {
      mode: 'isolated',
      fixed: { EUR: '5', JPY: '700' },
      wagering: { times: 5 },
      min_balance: { EUR: '0.20', JPY: '20' },
      days: 3,
    })
    await take(id)
    const rows = await db.sql
      .selectFrom('bonuses_bonus')
      .select(['required_bp', 'version'])
      .where('offer', '=', id)
      .orderBy('id')
      .execute()
    expect(rows.map(({ required_bp }) => required_bp)).toEqual([150_000_000n, 25_000_000n])
    expect(rows[0]?.version).not.toBe(rows[1]?.version)
    await publishTemplates(db)
  })
})
