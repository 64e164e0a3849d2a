import { randomUUID } from 'node:crypto'
import type { PublishedKind } from '@croupier/contract/published-terms'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import bonuses from '../content/messages/en/bonuses.json' with { type: 'json' }
import cashier from '../content/messages/en/cashier.json' with { type: 'json' }
import freespins from '../content/messages/en/freespins.json' with { type: 'json' }
import offers from '../content/messages/en/offers.json' with { type: 'json' }
import { publishDraft } from '../server/src/features/campaigns/campaigns.ts'
import { termsHash } from '../server/src/features/campaigns/live.ts'
import { addPack } from '../server/src/features/freespins/freespins.ts'
import { field, fillQuick, newEmail, submit } from './auth-steps.ts'
import { checked, faultsOf } from './axe.ts'
import { devices, go, type Visit, visit } from './browser.ts'
import { callApi, operate, payIn } from './cashier-steps.ts'
import { isCalm, isReady, plain, stageOf } from './game-steps.ts'
import { inDatabase } from './new-player.ts'
import { codeTo } from './outbox.ts'

const home = '/profile/bonuses'

/**
 * Three spins at £10.00: the smallest win of the game is £4.00, and what is over £8.00 goes back to the house. Half of
 * what was won has to be staked, by £1.00, so that the bonus is completed whatever the stakes win.
 */
const spins = { game: 'fruit-parade', stake: { GBP: '10' }, count: 3, winnings: 'bonus', max_win: { GBP: '8' } }
const bonus = { mode: 'non_sticky', wagering: { times: 0.5 }, min_balance: { GBP: '0.20' }, days: 14 }
/** More than half of all spins pay nothing: that so many packs do is one in a thousand million. */
const mostPacks = 12

/** An offer of its own, and a code for one use that opens it. */
async function makeCode(name: string): Promise<string> {
  const publish = async (kind: PublishedKind, body: object) => {
    const draft = { kind, sysname: name, body, hash: termsHash(body) }
    const by = { actor: 'journey', jurisdiction: 'default' } as const
    expect(await inDatabase((sql) => sql.transaction().execute((tx) => publishDraft(tx, draft, by)))).toEqual([])
  }
  await publish('bonus-templates', bonus)
  await publish('spin-templates', { ...spins, template: name, days: 7 })
  const offer = { action: 'promo_code', params: { code_needed: true }, rewards: [{ freespins: name }] }
  await publish('campaigns', { offers: [{ sysname: name, ...offer }] })
  return (await operate('codes', 'make', name, '1')).trim()
}

/** The form with the code of the address, and then the code of the letter. */
async function join(visitor: Visit, code: string): Promise<bigint> {
  const { page } = visitor
  const email = newEmail()
  await visitor.open(`/about?promo_code=${code}&show_popup_reg=1`)
  await fillQuick(page, email)
  expect(await field(page, 'promo_code').inputValue()).toBe(code)
  await submit(page)
  await page.waitForURL('**/cashier/deposit')
  await page
    .getByRole('dialog')
    .locator('input[autocomplete="one-time-code"]')
    .fill(await codeTo(email))
  return inDatabase(async (sql) => {
    const found = sql.selectFrom('account_player').select('id').where('email', '=', email)
    return (await found.executeTakeFirstOrThrow()).id
  })
}

const firstOf = async (visitor: Visit, name: string) => (await callApi(visitor, name, {}, 'GET')).data.items[0]
const ownMoney = async (visitor: Visit) =>
  Number((await callApi(visitor, 'account.getBalance', {}, 'GET')).data.balance_main.amount)
const press = (page: Page) => stageOf(page).locator('.st-main').click()

/** By all packs together: the one that wins something is the last. */
async function wonBy(visitor: Visit): Promise<number> {
  const { items } = (await callApi(visitor, 'freespins.get', { count: '99' }, 'GET')).data
  return items.reduce((sum: number, { won }: { won: { amount: string } }) => sum + Number(won.amount), 0)
}

/** From the pack into its game, and every spin by the button of the game. Answers what they have won. */
async function spinAll(visitor: Visit): Promise<number> {
  const { page } = visitor
  const tag = stageOf(page).locator('.st-tag.is-brass')
  await page.locator('.pack').getByRole('link', { name: freespins.play }).click()
  await isReady(page)
  for (let left = spins.count; left > 0; left -= 1) {
    await tag.getByText(`Free spins: ${left}`).waitFor()
    await isCalm(page)
    await press(page)
    await tag.getByText(`Free spins: ${left}`).waitFor({ state: 'hidden' })
  }
  await isCalm(page)
  return wonBy(visitor)
}

/** Spins that won nothing leave nothing: the house gives as many again. */
const giveAgain = (playerId: bigint, template: string) =>
  inDatabase((sql) =>
    sql.transaction().execute((tx) =>
      addPack(tx, {
        playerId,
        game: spins.game,
        currency: 'GBP',
        stake: 10_00n,
        count: spins.count,
        lifeDays: 7,
        key: randomUUID(),
        becomes: { template, terms: bonus, maxWin: 8_00n },
      }),
    ),
  )

/** What a payout wants to know of a person. */
const verify = (playerId: bigint) =>
  inDatabase((sql) =>
    sql
      .updateTable('account_player')
      .set({ first_name: 'Ana', last_name: 'Gil', birth_date: '1990-02-03', verified_at: new Date() })
      .where('id', '=', playerId)
      .execute(),
  )

describe('a promo code', () => {
  test.each(devices('phone'))('on %s leads to spins, a bonus, own money and a payout', async (_where, device) => {
    await using visitor = await visit({ ...device, ...checked })
    const { page, said } = visitor
    const name = `journey-${randomUUID().slice(0, 8)}`
    const playerId = await join(visitor, await makeCode(name))
    const given = page.getByRole('dialog', { name: offers.given.title })
    await given.getByText(offers.given.next.play).waitFor()
    expect(await faultsOf(page, 'html')).toEqual([])
    await given.getByRole('button', { name: offers.given.later }).click()

    await go(page, home)
    await page.getByText('3 spins left of 3').waitFor()
    const becomes = freespins.becomesUpTo.replace('{most}', '£8.00').replace('{times}', '0.5')
    expect(plain(await page.locator('.pack').innerText())).toContain(becomes)
    let won = await spinAll(visitor)
    for (let packs = 1; won === 0 && packs < mostPacks; packs += 1) {
      await giveAgain(playerId, name)
      await go(page, home)
      won = await spinAll(visitor)
    }

    // What was won is a bonus, and not one cent of it is the player's own yet.
    await go(page, home)
    const amount = Math.min(won, 8)
    await page
      .locator('.bonus-money')
      .getByText(`£${amount.toFixed(2)}`)
      .waitFor()
    expect(await firstOf(visitor, 'bonuses.get')).toMatchObject({ status: 'active', source: 'pack' })
    expect(await ownMoney(visitor)).toBe(0)
    await go(page, `/game/${spins.game}#real`)
    await isReady(page)
    await isCalm(page)
    await page.locator('.bonus-strip').getByText(bonuses.strip.bonus).waitFor()
    const required = amount / 2
    for (let staked = 1; staked < required + 1; staked += 1) {
      await press(page)
      const done = async () => Number((await firstOf(visitor, 'bonuses.get')).wagering.done.amount)
      await expect.poll(done).toBeCloseTo(Math.min(staked, required))
      await isCalm(page)
    }

    await go(page, home)
    const line = page.locator('.bonus-lines li').filter({ hasText: name })
    await line.getByText(/Completed/).waitFor()
    const own = await ownMoney(visitor)
    expect(own).toBeGreaterThanOrEqual(amount - Math.ceil(required))
    const result = { converted: { amount: own.toFixed(2) }, forfeited: { amount: '0.00' } }
    expect(await firstOf(visitor, 'bonuses.get')).toMatchObject({ status: 'completed', result })
    expect(plain(await line.innerText())).toContain(`£${own.toFixed(2)}`)

    // A payout goes to where money came from.
    await verify(playerId)
    await payIn(visitor, '20')
    await go(page, '/cashier/withdraw')
    const all = (own + 19.8).toFixed(2)
    await page.locator('.withdraw-available', { hasText: `£${all}` }).waitFor()
    await page.getByRole('button', { name: cashier.withdraw.everything, exact: true }).click()
    await page.locator('.cash-submit button').click()
    await page.locator('.withdraw-done').waitFor()
    expect(await firstOf(visitor, 'cashier.gethistory')).toMatchObject({ type: 'withdrawal', amount: { amount: all } })
    // Without a graphics card the browser remarks on how slowly it draws the reels.
    expect(said.filter((line) => !line.includes('GL Driver Message'))).toEqual([])
  })
})
