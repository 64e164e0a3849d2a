import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin } from '../db/db.ts'
import { lockPlayer } from '../features/account/account.ts'
import { bonusListeners } from '../features/bonuses/bonuses.ts'
import { issuePromised, promiseWithDeposit } from '../features/campaigns/campaigns.ts'
import { applyProviderUpdate } from '../features/cashier/apply-provider-update.ts'
import { testApp } from '../test/app.ts'
import { claimsOf, publish, publishOffer, publishTemplates } from '../test/campaigns.ts'
import { addPayer, expectZero, houseOf, purseOf } from '../test/cashier.ts'
import { gameProvider } from '../test/game-provider.ts'
import { freePort } from '../test/http-browser.ts'
import { pretendProvider } from '../test/pretend-provider.ts'
import { run } from './commands.ts'

const payments = new Map([['sandbox', pretendProvider('sandbox').provider]])
const node = await testApp({ payments })
const { db, as, addPlayer, signIn, runJobs } = node
const house = houseOf(node)
const port = await freePort()
await node.app.listen({ port, host: '127.0.0.1' })
const sample = gameProvider(node, [`http://127.0.0.1:${port}`])
await publishTemplates(db)

let count = 0
let login = ''
let playerId = 0n
let me = as(null)
beforeEach(async () => {
  count += 1
  login = `granted${count}@example.com`
  playerId = await addPlayer({ login })
  me = as(await signIn(playerId))
  await db.sql.deleteFrom('http_rate_limit').execute()
})
const operate = (...args: string[]) => run(db, args, node.config)
const grant = (amount: string, key: string) => operate('bonuses', 'grant', login, 'half', amount, key)
const bonuses = async () => (await me.get('bonuses.get')).json.data.items

describe('the operator', () => {
  test('grants a bonus that the player may take, once for each key', async () => {
    expect((await operate('bonuses', 'list', login)).lines).toEqual(['No bonuses.'])
    const answers = await Promise.all(Array.from({ length: 8 }, () => grant('5.00', `k${count}`)))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    const [bonus] = await bonuses()
    expect(bonus).toMatchObject({ status: 'issued', source: 'operator', amount: { amount: '5.00' } })
    expect(await purseOf(db, playerId, 'bonus')).toBe(0n)
    await me.post('bonuses.activate', { bonus_id: bonus.id })
    expect(await purseOf(db, playerId, 'bonus')).toBe(500n)
    expect((await operate('bonuses', 'list', login)).lines[0]).toContain(
      'half  active  5.00 EUR  0.00 EUR of 150.00 EUR wagered',
    )
    expect((await operate('bonuses', 'show', login)).lines.join('\n')).toContain(`key operator:k${count}`)
  })

  test('grants nothing that makes no sense', async () => {
    expect((await grant('0', 'zero')).code).toBe(1)
    expect((await grant('1.234', 'three')).code).toBe(1)
    expect((await operate('bonuses', 'grant', login, 'nothing', '5', 'none')).lines[0]).toContain('No template nothing')
    await me.post('account.setPromotions', { is_on: '0' })
    expect((await grant('5', 'off')).lines).toEqual([`${login} gets no bonuses now.`])
    expect(await bonuses()).toEqual([])
  })

  test('revokes a bonus with words that the player reads; the next of the queue opens', async () => {
    for (const key of ['first', 'second']) await grant('5', `${key}${count}`)
    for (const { id } of await bonuses()) await me.post('bonuses.activate', { bonus_id: id })
    const [open] = await bonuses()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => operate('bonuses', 'revoke', open.id, 'A', 'mistake')),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    await runJobs()
    const after = await bonuses()
    expect(after.find(({ id }: { id: string }) => id === open.id)).toMatchObject({
      status: 'removed',
      end_reason: 'operator',
      end_note: 'A mistake',
    })
    expect(after.filter(({ status }: { status: string }) => status === 'active')).toHaveLength(1)
    expect(await purseOf(db, playerId, 'bonus')).toBe(500n)
    expect((await operate('bonuses', 'revoke', '999999', 'no')).code).toBe(1)
    expect((await operate('bonuses', 'revoke', open.id)).code).toBe(2)
    await expectZero(db)
    await bonusListeners.bonusEnded(house, { bonusId: open.id, playerId: String(playerId) })
  })
})

describe('a campaign', () => {
  const promotions = async () => {
    const { rows } = await sql<{ sum: string }>`select coalesce(sum(balance), 0)::text as sum from wallet_purse
      where owner = 'promotions' and currency = 'EUR'`.execute(db.sql)
    return BigInt(rows[0]?.sum ?? 0)
  }

  test('is reported with what it cost, to the cent of the ledger', async () => {
    const before = await promotions()
    await publishOffer(db, 'reported', { rewards: [{ bonus: 'five' }] })
    await publishOffer(db, 'reported-spins', { rewards: [{ freespins: 'ten' }] })
    for (let n = 0; n < 3; n += 1) {
      const player = as(await signIn(await addPlayer({ login: `reported${n}@example.com` })))
      await player.post('campaigns.takepromotions', { offer_id: 'reported' })
      if (n === 0)
        await player.post('bonuses.remove', { bonus_id: (await player.get('bonuses.get')).json.data.items[0].id })
    }
    await me.post('campaigns.takepromotions', { offer_id: 'reported-spins' })
    const { lines } = await operate('campaigns', 'report', 'of-reported')
    expect(lines).toEqual([
      'EUR',
      '  claims issued: 3',
      '  bonuses active: 2',
      '  bonuses removed player: 1',
      '  granted   15.00 EUR',
      '  converted 0.00 EUR',
      '  returned  5.00 EUR',
      '  spun      0.00 EUR',
      '  cost      10.00 EUR',
    ])
    expect(before - (await promotions())).toBe(1_000n)
    expect((await operate('campaigns', 'report', 'of-reported', '2030-01-01')).lines).toEqual(['Nothing was claimed.'])
    expect((await operate('campaigns', 'report', 'nothing')).code).toBe(1)
    expect((await operate('campaigns', 'report', 'of-reported', 'yesterday')).code).toBe(2)
    await sql`update freespins_pack set remaining_count = 7 where player_id = ${playerId}`.execute(db.sql)
    expect((await operate('campaigns', 'report', 'of-reported-spins')).lines.slice(-2)).toEqual([
      '  spun      0.60 EUR',
      '  cost      0.60 EUR',
    ])
  })

  test('spins whose winnings became a bonus cost their stakes, less what was over the most', async () => {
    const before = await promotions()
    await db.sql
      .insertInto('games_provider')
      .values({ sysname: 'sample-studio', name: 'Sample', runner: 'sample' })
      .execute()
    const dice = {
      sysname: 'dice',
      provider: 'sample-studio',
      name: 'Dice',
      image_url: '',
      type: 'slot',
      version: '1',
    } as const
    await db.sql.insertInto('games_game').values(dice).execute()
    const won = { mode: 'isolated', wagering: { times: 10 }, min_balance: { EUR: '0.20' }, days: 7 }
    await publish(db, 'bonus-templates', 'winnings', won)
    const terms = { game: 'dice', stake: { EUR: '0.20' }, count: 2, days: 7, winnings: 'bonus', template: 'winnings' }
    await publish(db, 'spin-templates', 'wagered', { ...terms, max_win: { EUR: '50' } })
    await publishOffer(db, 'wagered', { rewards: [{ freespins: 'wagered' }] })
    const taken = await me.post('campaigns.takepromotions', { offer_id: 'wagered' })
    const table = await sample.launch(playerId)
    for (const amount of ['40.00', '22.00']) {
      const names = { transaction: randomUUID(), round: randomUUID(), pack: taken.json.data.given[0].id }
      const spun = await sample.say('freespin', { ...names, amount, token: table.token, ...table.common })
      expect(spun.status).toBe(200)
    }
    await runJobs()
    expect(await purseOf(db, playerId, 'bonus')).toBe(5_000n)
    expect((await operate('campaigns', 'report', 'of-wagered')).lines.slice(-5)).toEqual([
      '  granted   0.00 EUR',
      '  converted 0.00 EUR',
      '  returned  12.00 EUR',
      '  spun      0.40 EUR',
      '  cost      -11.60 EUR',
    ])
    expect((await promotions()) - before).toBe(1_160n)
    await expectZero(db)
  })

  test('promises that were not kept are listed with the reason', async () => {
    expect((await operate('campaigns', 'missed')).lines).toEqual(['Every promise was kept.'])
    await publishOffer(db, 'kept', { action: 'deposit', rewards: [{ bonus: 'half' }] }, { budget: { claims: 1 } })
    const [late, quick] = [await addPayer(node), await addPayer(node)]
    const wallet = {
      method: 'wallet',
      amount: '40',
      'requisites[account]': 'anna@example.com',
      campaign_offer_id: 'kept',
    }
    const idOf = async (cookie: string) =>
      BigInt((await as(cookie).post('cashier.makedeposit', wallet)).json.data.transaction.id)
    const says = (entryId: bigint, state: 'paid' | 'failed') =>
      applyProviderUpdate(
        house,
        'sandbox',
        {
          direction: 'deposit',
          entryId,
          ref: `sandbox-${entryId}`,
          state,
          reason: '',
          amount: 4_000n,
          currency: 'EUR',
        },
        null,
      )
    const first = await idOf(late.cookie)
    await says(first, 'failed')
    const second = await idOf(quick.cookie)
    await says(first, 'paid')
    await runJobs()
    const missed = (await operate('campaigns', 'missed')).lines
    expect(missed).toEqual([
      expect.stringMatching(new RegExp(`kept  player ${late.id}  deposit ${first}  BUDGET_SPENT$`)),
    ])
    // Paid a while ago, and the news of it got lost.
    await says(second, 'paid')
    await sql`update campaigns_claim set promised_at = now() - interval '1 hour' where offer = 'kept'`.execute(db.sql)
    await sql`update cashier_entry set updated_at = now() - interval '11 minutes' where id = ${second}`.execute(db.sql)
    expect((await operate('campaigns', 'missed')).lines.join()).toContain('paid, and not given yet')
    await runJobs()
    expect((await operate('campaigns', 'missed')).lines).toEqual(missed)
  })

  test('a promise that is given twice at once is given once', async () => {
    await publishOffer(db, 'given-once', { action: 'deposit', rewards: [{ bonus: 'half' }] })
    const { id } = await addPayer(node)
    const deposit = {
      entryId: 77_000_000n,
      playerId: id,
      currency: 'EUR',
      amount: 4_000n,
      credited: 4_000n,
      method: 'card',
      deposits: 0,
      isStillPaid: async () => true,
    }
    await begin(db, async (tx) => {
      await lockPlayer(tx, id)
      await promiseWithDeposit(tx, 'given-once', deposit)
    })
    await Promise.all(Array.from({ length: 8 }, () => issuePromised(house, deposit, 'given-once')))
    expect(await purseOf(db, id, 'bonus')).toBe(2_000n)
    expect(await claimsOf(db, 'given-once')).toMatchObject([{ state: 'issued' }])
  })
})
