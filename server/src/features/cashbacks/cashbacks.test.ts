import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { half, publish, publishTemplates } from '../../test/campaigns.ts'
import { addClaimable, addLine, cashbacksOf, endPeriod, playWeek, weekly } from '../../test/cashbacks.ts'
import { addPayer, expectZero, houseOf, purseOf } from '../../test/cashier.ts'
import { gameProvider } from '../../test/game-provider.ts'
import { freePort } from '../../test/http-browser.ts'
import { survive } from '../../test/killed.ts'
import { addPlayers } from '../../test/world.ts'
import { postPromotionLetters } from '../limits/limits.ts'
import { closeCashbackPeriods, endDueCashbacks, openCashbackPeriods, tellEndingCashbacks } from './cashbacks.ts'
import { periodAround } from './period-store.ts'

const node = await testApp()
const { db, as } = node
const house = houseOf(node)
await publishTemplates(db)
const port = await freePort()
await node.app.listen({ port, host: '127.0.0.1' })
const sample = gameProvider(node, [`http://127.0.0.1:${port}`])

let count = 0
let scheme = ''
beforeEach(async () => {
  count += 1
  scheme = `scheme-${count}`
  await db.sql.deleteFrom('http_rate_limit').execute()
  // Each test has the only scheme.
  await db.sql
    .updateTable('campaigns_live')
    .set({ stopped_at: sql<Date>`now()` })
    .where('kind', '=', 'cashbacks')
    .execute()
  await db.sql
    .updateTable('cashbacks_period')
    .set({ closed_at: sql<Date>`now()` })
    .where('closed_at', 'is', null)
    .execute()
})

const begin = async (more: Record<string, unknown> = {}) => {
  await publish(db, 'cashbacks', scheme, { ...weekly, ...more })
  await openCashbackPeriods(house)
}
const close = () => closeCashbackPeriods(house, { graceSeconds: 0 })
const over = async () => {
  await endPeriod(db, scheme)
  await close()
}
const reasonOf = (answer: { json: { error?: { invalid_parameters?: Record<string, string[]> } } }) =>
  Object.values(answer.json.error?.invalid_parameters ?? {})[0]?.[0]
const movesOf = async (id: bigint) => {
  const { rows } = await sql<{
    amount: bigint
    key: string
    ref: string
  }>`select t.amount, t.key, t.ref from wallet_transfer t
    join wallet_purse p on p.id = t.to_purse where p.player_id = ${id} and t.reason = 'cashback'`.execute(db.sql)
  return rows
}

const told = async (cookie: string): Promise<string[]> =>
  (await as(cookie).get('account.getNotices')).json.data.map(({ kind }: { kind: string }) => kind)

describe('a period', () => {
  test('is closed with its sums, and claimed once', async () => {
    await begin()
    const { id, cookie } = await addPayer(node)
    await playWeek(db, id)
    const running = (await as(cookie).get('cashbacks.get')).json.data
    expect(running).toMatchObject({
      total: 1,
      items: [{ status: 'accruing', amount: { amount: '1.96' }, base: { amount: '39.35' }, sheet_url: null }],
    })
    expect(running.items[0].id).toMatch(/^running-/)
    await over()
    const [row] = await cashbacksOf(db, id)
    expect(row).toMatchObject({ state: 'active', loss: 3_935n, amount: 196n, from_seq: 0n, to_seq: 4n, rate: 500 })
    expect(row?.receiving_expired_at?.getTime()).toBeGreaterThan(Date.now() + 335 * 3_600_000)
    expect(await movesOf(id)).toEqual([])
    const mine = String(row?.id)
    const paid = await as(cookie).post('cashbacks.payout', { id: mine })
    expect(paid.json.data).toMatchObject({ id: mine, status: 'paid_out', amount: { amount: '1.96', currency: 'EUR' } })
    // A repeat gets it as it is.
    expect((await as(cookie).post('cashbacks.payout', { id: mine })).json.data).toEqual(paid.json.data)
    expect(await movesOf(id)).toEqual([{ amount: 196n, key: `cashback:${mine}`, ref: `cashback:${mine}` }])
    expect(await purseOf(db, id, 'main')).toBe(50_000n - 3_935n + 196n)
    expect(reasonOf(await as(cookie).post('cashbacks.remove', { id: mine }))).toBe('CASHBACK_OVER')
    await expectZero(db)
  })

  test('is paid by itself where there is nothing to claim, and less by a converted bonus', async () => {
    await begin({ claim_hours: 0 })
    const { id, cookie } = await addPayer(node)
    await playWeek(db, id)
    await addLine(db, id, { reason: 'conversion', amount: 3_000n })
    await over()
    const [item] = (await as(cookie).get('cashbacks.get', { statuses: 'active,paid_out' })).json.data.items
    expect(item).toMatchObject({ status: 'paid_out', receiving_expired_at: null, amount: { amount: '0.46' } })
    expect(item.paid_out_at).not.toBeNull()
    expect(await movesOf(id)).toMatchObject([{ amount: 46n }])
    expect(await told(cookie)).toEqual(['cashbackPaid'])
  })

  test('of a player without a loss, and of one with too little of it, says so; one without play has no line', async () => {
    await begin({ least: { EUR: '2' } })
    const [lucky, little, idle] = [await addPayer(node), await addPayer(node), await addPayer(node, { main: 100n })]
    await playWeek(db, lucky.id)
    await addLine(db, lucky.id, { reason: 'jackpot', amount: 90_000n })
    await playWeek(db, little.id)
    await over()
    expect(await cashbacksOf(db, lucky.id)).toMatchObject([{ state: 'none', amount: 0n, loss: -86_065n }])
    expect(await cashbacksOf(db, little.id)).toMatchObject([{ state: 'none', amount: 0n, loss: 3_935n, least: 200n }])
    expect(await cashbacksOf(db, idle.id)).toEqual([])
  })

  test('has the lines that are dated within it: a late win and a late rollback belong to the next', async () => {
    await begin({ claim_hours: 0 })
    const { id } = await addPayer(node)
    await playWeek(db, id)
    await endPeriod(db, scheme)
    // Of a round that was staked before; its line is not.
    await addLine(db, id, { reason: 'win', amount: 3_000n })
    await addLine(db, id, { reason: 'stake', amount: -10_000n })
    await addLine(db, id, { reason: 'rollback', amount: 1_000n })
    await close()
    expect(await cashbacksOf(db, id)).toMatchObject([{ loss: 3_935n, from_seq: 0n, to_seq: 4n }])
    await endPeriod(db, scheme)
    await close()
    // The cashback of the first period is a line too, and counts nothing.
    expect((await cashbacksOf(db, id))[1]).toMatchObject({ loss: 6_000n, from_seq: 4n, to_seq: 8n })
  })

  test('has the late win of a round that began in the one before', async () => {
    await begin({ claim_hours: 0 })
    const { id } = await addPayer(node, { main: 10_000n })
    const game = await sample.launch(id)
    await game.bet('late', '40.00')
    await endPeriod(db, scheme)
    await game.win('late', '30.00')
    await close()
    await endPeriod(db, scheme)
    await close()
    expect(await cashbacksOf(db, id)).toMatchObject([
      { stakes: 4_000n, wins: 0n, loss: 4_000n },
      { stakes: 0n, wins: 3_000n, loss: -3_000n },
    ])
  })

  test('keeps the terms with which it began, and a scheme that is stopped keeps its word', async () => {
    await begin({ claim_hours: 0 })
    const { id } = await addPayer(node)
    await playWeek(db, id)
    await publish(db, 'cashbacks', scheme, { ...weekly, rates: [{ level: 1, rate: 50 }] })
    await db.sql
      .updateTable('campaigns_live')
      .set({ stopped_at: sql<Date>`now()` })
      .where('sysname', '=', scheme)
      .execute()
    await over()
    expect(await cashbacksOf(db, id)).toMatchObject([{ rate: 500, amount: 196n, state: 'paid_out' }])
    const open = await db.sql
      .selectFrom('cashbacks_period')
      .select('id')
      .where('scheme', '=', scheme)
      .where('closed_at', 'is', null)
      .execute()
    expect(open).toEqual([])
  })

  test.each([
    ['JPY', 41_260n, 206n],
    ['USDT', 41_260_000_001n, 206_300_000n],
  ])('in %s', async (currency, staked, amount) => {
    await begin({ rates: [{ level: 1, rate: 0.5 }], claim_hours: 0 })
    const { id } = await addPayer(node, { currency })
    await addLine(db, id, { reason: 'deposit', amount: staked, currency })
    await addLine(db, id, { reason: 'stake', amount: -staked, currency })
    await over()
    expect(await cashbacksOf(db, id)).toMatchObject([{ currency, amount }])
    expect(await purseOf(db, id, 'main')).toBe(amount)
  })

  test('is for those whom its conditions mean, at the rate of their level, in the currencies it names', async () => {
    await begin({
      claim_hours: 0,
      conditions: { countries: ['DE'] },
      rates: [
        { level: 1, rate: 5 },
        { level: 4, rate: 6 },
      ],
      most: { EUR: '2' },
    })
    const [plain, high, abroad, yen] = [
      await addPayer(node),
      await addPayer(node),
      await addPayer(node, { country: 'BR' }),
      await addPayer(node, { currency: 'JPY' }),
    ]
    await db.sql.insertInto('campaigns_player').values({ player_id: high.id, level: 5 }).execute()
    for (const { id } of [plain, high, abroad]) await playWeek(db, id)
    await playWeek(db, yen.id, 'JPY')
    await over()
    expect(await cashbacksOf(db, plain.id)).toMatchObject([{ rate: 500, level: 1, amount: 196n }])
    expect(await cashbacksOf(db, high.id)).toMatchObject([{ rate: 600, level: 5, amount: 200n, most: 200n }])
    expect(await cashbacksOf(db, abroad.id)).toEqual([])
    expect(await cashbacksOf(db, yen.id)).toEqual([])
  })
})

describe('what is owed', () => {
  test('to an excluded player is paid by itself as cash; to one who switched offers off it can be claimed', async () => {
    await begin({ pays: { template: 'half' } })
    const [away, off] = [await addPayer(node), await addPayer(node)]
    for (const { id } of [away, off]) await playWeek(db, id)
    await as(off.cookie).post('account.setPromotions', { is_on: '0' })
    await db.sql
      .updateTable('account_player')
      .set({ excluded_until: sql<Date>`now() + interval '90 days'` })
      .where('id', '=', away.id)
      .execute()
    await over()
    expect(await cashbacksOf(db, away.id)).toMatchObject([
      { state: 'paid_out', pays: 'main', receiving_expired_at: null },
    ])
    expect(await movesOf(away.id)).toMatchObject([{ amount: 196n }])
    const notices = await db.sql.selectFrom('account_notice').select('kind').where('player_id', '=', away.id).execute()
    expect(notices).toEqual([])
    const [row] = await cashbacksOf(db, off.id)
    expect(row).toMatchObject({ state: 'active', pays: 'bonus' })
    const paid = await as(off.cookie).post('cashbacks.payout', { id: String(row?.id) })
    expect(paid.json.data).toMatchObject({ status: 'paid_out', pays: 'bonus', wagering_times: '30' })
    // Claimed is said yes to.
    expect((await as(off.cookie).get('bonuses.get')).json.data.items).toMatchObject([
      { source: 'cashback', status: 'active', amount: { amount: '1.96' } },
    ])
    expect(await movesOf(off.id)).toEqual([])
  })

  test('as a bonus by itself is issued, and the player says yes or no', async () => {
    await begin({ claim_hours: 0, pays: { template: 'half' } })
    const { id, cookie } = await addPayer(node)
    await playWeek(db, id)
    await over()
    expect((await as(cookie).get('bonuses.get')).json.data.items).toMatchObject([
      { source: 'cashback', status: 'issued' },
    ])
    expect(await purseOf(db, id, 'bonus')).toBe(0n)
    expect(await told(cookie)).toEqual(['bonusReady'])
  })

  test('that is claimed as a bonus is told once, when it can be claimed', async () => {
    await begin({ pays: { template: 'half' } })
    const { id, cookie } = await addPayer(node)
    await playWeek(db, id)
    await over()
    const [row] = await cashbacksOf(db, id)
    await as(cookie).post('cashbacks.payout', { id: String(row?.id) })
    expect((await as(cookie).get('bonuses.get')).json.data.items).toMatchObject([{ status: 'active' }])
    expect(await told(cookie)).toEqual(['cashbackReady'])
  })

  test('as a bonus that is not offered in the currency is cash', async () => {
    await publish(db, 'bonus-templates', 'yen-only', { ...half, max: { JPY: '100' }, min_balance: { JPY: '20' } })
    await begin({ claim_hours: 0, pays: { template: 'yen-only' } })
    const { id } = await addPayer(node)
    await playWeek(db, id)
    await over()
    expect(await cashbacksOf(db, id)).toMatchObject([{ pays: 'main', state: 'paid_out' }])
    expect(await movesOf(id)).toMatchObject([{ amount: 196n }])
  })

  test('ends by its time, from the second on; who is excluded then is paid', async () => {
    await begin()
    const [late, away] = [await addPayer(node), await addPayer(node)]
    for (const { id } of [late, away]) await playWeek(db, id)
    await over()
    const [row] = await cashbacksOf(db, late.id)
    await db.sql
      .updateTable('cashbacks_cashback')
      .set({ receiving_expired_at: sql<Date>`now()` })
      .where('scheme', '=', scheme)
      .execute()
    await db.sql
      .updateTable('account_player')
      .set({ excluded_until: sql<Date>`now() + interval '1 day'` })
      .where('id', '=', away.id)
      .execute()
    expect((await as(late.cookie).get('cashbacks.get', { statuses: 'expired' })).json.data.total).toBe(1)
    expect((await as(late.cookie).get('cashbacks.get', { statuses: 'active' })).json.data.total).toBe(0)
    expect(reasonOf(await as(late.cookie).post('cashbacks.payout', { id: String(row?.id) }))).toBe('CASHBACK_OVER')
    await endDueCashbacks(house)
    expect(await cashbacksOf(db, late.id)).toMatchObject([{ state: 'expired' }])
    expect(await cashbacksOf(db, away.id)).toMatchObject([{ state: 'paid_out' }])
    expect([await movesOf(late.id), await movesOf(away.id)]).toMatchObject([[], [{ amount: 196n }]])
  })

  test('is told of once on its last day, and not where it had no other', async () => {
    const [{ id, login, cookie }, short] = [await addPayer(node), await addPayer(node)]
    for (const player of [id, short.id]) await addClaimable(db, player)
    await sql`update account_player set email_is_subscribed = true where id = ${id}`.execute(db.sql)
    const endsIn = (playerId: bigint, hours: number, ago: number) =>
      sql`update cashbacks_cashback set receiving_expired_at = now() + make_interval(hours => ${hours}),
        closed_at = now() - make_interval(hours => ${ago}) where player_id = ${playerId}`.execute(db.sql)
    await endsIn(id, 25, 50)
    await endsIn(short.id, 20, 3)
    expect(await survive([house], tellEndingCashbacks)).toBe(false)
    await endsIn(id, 23, 50)
    expect(await survive([house], tellEndingCashbacks)).toBe(true)
    const [notice, ...more] = (await as(cookie).get('account.getNotices')).json.data
    expect([notice.kind, notice.params.amount, more]).toEqual(['cashbackEnding', '€0.50', []])
    expect(await told(short.cookie)).toEqual([])
    await postPromotionLetters(house)
    expect(await node.letters(login)).toMatchObject([{ subject: expect.stringContaining('Your cashback expires on') }])
  })

  test('ends with all others that are due, however many there are', async () => {
    const players = await addPlayers(db, 201)
    for (const id of players) await addClaimable(db, id)
    await sql`update cashbacks_cashback set receiving_expired_at = now() where state = 'active'`.execute(db.sql)
    await endDueCashbacks(house)
    const { rows } = await sql<{ state: string; count: number }>`select state, count(*)::int as count
      from cashbacks_cashback where player_id = any(${`{${players.join()}}`}::bigint[]) group by 1`.execute(db.sql)
    expect(rows).toEqual([{ state: 'expired', count: 201 }])
  })

  test('can be declined, and belongs to one player', async () => {
    await begin()
    const [mine, other] = [await addPayer(node), await addPayer(node)]
    await playWeek(db, mine.id)
    await over()
    const id = String((await cashbacksOf(db, mine.id))[0]?.id)
    for (const name of ['cashbacks.payout', 'cashbacks.remove'] as const) {
      expect(reasonOf(await as(other.cookie).post(name, { id }))).toBe('UNKNOWN_CASHBACK')
    }
    expect(reasonOf(await as(other.cookie).get('cashbacks.getSheet', { id }))).toBe('UNKNOWN_CASHBACK')
    expect((await as(mine.cookie).post('cashbacks.remove', { id })).json.data.status).toBe('declined')
    expect((await as(mine.cookie).post('cashbacks.remove', { id })).json.data.status).toBe('declined')
    expect(reasonOf(await as(mine.cookie).post('cashbacks.payout', { id }))).toBe('CASHBACK_OVER')
    expect(await movesOf(mine.id)).toEqual([])
  })
})

test('pages of the list hold those that run first, or last in ascending order', async () => {
  await begin({ claim_hours: 0 })
  const { id, cookie } = await addPayer(node)
  await playWeek(db, id)
  for (let at = 0; at < 3; at += 1) {
    await addLine(db, id, { reason: 'stake', amount: -1_000n * BigInt(at + 1) })
    await over()
  }
  const look = async (params: Record<string, string>) => {
    const { items, total } = (await as(cookie).get('cashbacks.get', params)).json.data
    expect(total).toBe(4)
    return items.map(({ status, base }: { status: string; base: { amount: string } }) => `${status} ${base.amount}`)
  }
  const all = ['accruing 0.00', 'paid_out 30.00', 'paid_out 20.00', 'paid_out 49.35']
  expect(await look({})).toEqual(all)
  expect(await look({ count: '2' })).toEqual(all.slice(0, 2))
  expect(await look({ count: '2', offset: '2' })).toEqual(all.slice(2))
  expect(await look({ order: 'asc' })).toEqual([...all].reverse())
  expect(await look({ order: 'asc', count: '3', offset: '2' })).toEqual([...all].reverse().slice(2))
  expect(await look({ sort: 'amount', order: 'desc' })).toEqual([all[0], all[3], all[1], all[2]])
})

describe('boundaries', () => {
  const hours = ({ startAt, endAt }: { startAt: Date; endAt: Date }) =>
    (endAt.getTime() - startAt.getTime()) / 3_600_000
  test.each([
    ['week', 'UTC', '2026-03-27T12:00Z', '2026-03-23T00:00:00.000Z', 168],
    // The clocks of Berlin go forward on the 29th.
    ['week', 'Europe/Berlin', '2026-03-27T12:00Z', '2026-03-22T23:00:00.000Z', 167],
    ['week', 'Europe/Berlin', '2026-10-22T12:00Z', '2026-10-18T22:00:00.000Z', 169],
    ['day', 'Europe/Berlin', '2026-03-29T12:00Z', '2026-03-28T23:00:00.000Z', 23],
    ['day', 'Asia/Kolkata', '2026-03-29T18:29:59Z', '2026-03-28T18:30:00.000Z', 24],
    ['month', 'America/Sao_Paulo', '2026-02-10T12:00Z', '2026-02-01T03:00:00.000Z', 672],
    // Monday has begun there, not here.
    ['week', 'Pacific/Auckland', '2026-06-07T13:00Z', '2026-06-07T12:00:00.000Z', 168],
  ] as const)('a %s in %s around %s', async (period, zone, at, start, length) => {
    const found = await periodAround(db.sql, { period, zone }, { at: new Date(at) })
    expect([found.startAt.toISOString(), hours(found)]).toEqual([start, length])
  })

  test('periods follow each other without a gap, also those that passed while no process ran', async () => {
    await begin({ period: 'day', zone: 'Europe/Berlin' })
    await sql`update cashbacks_period set start_at = start_at - interval '5 days', end_at = end_at - interval '5 days'
      where scheme = ${scheme}`.execute(db.sql)
    await db.sql
      .updateTable('campaigns_live')
      .set({ published_at: sql<Date>`now() - interval '9 days'` })
      .where('sysname', '=', scheme)
      .execute()
    await openCashbackPeriods(house)
    await openCashbackPeriods(house)
    const periods = await db.sql
      .selectFrom('cashbacks_period')
      .selectAll()
      .where('scheme', '=', scheme)
      .orderBy('start_at')
      .execute()
    expect(periods).toHaveLength(6)
    for (const [at, { start_at }] of periods.entries()) if (at > 0) expect(start_at).toEqual(periods[at - 1]?.end_at)
  })

  test('not those that passed while the scheme was stopped', async () => {
    await begin({ period: 'day' })
    await sql`update cashbacks_period set start_at = start_at - interval '5 days', end_at = end_at - interval '5 days'
      where scheme = ${scheme}`.execute(db.sql)
    await publish(db, 'cashbacks', scheme, { ...weekly, period: 'day' })
    await openCashbackPeriods(house)
    expect(
      await db.sql.selectFrom('cashbacks_period').select('id').where('scheme', '=', scheme).execute(),
    ).toHaveLength(2)
  })
})
