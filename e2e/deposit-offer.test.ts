import { describe, expect, test } from 'vitest'
import cashier from '../content/messages/en/cashier.json' with { type: 'json' }
import { devices, visit } from './browser.ts'
import { callApi } from './cashier-steps.ts'
import { newPlayer } from './new-player.ts'

const { offer, outcome, limitPrompt } = cashier
const home = '/cashier/deposit'

describe.each(devices('phone'))('on %s', (_where, device) => {
  test('I choose an offer with my deposit, see what it comes to, lose and find it again, and the bonus opens', async () => {
    await using visitor = await visit(device)
    const { page, said } = visitor
    await newPlayer(visitor, { country: 'DE' })
    await visitor.open(home)
    const choice = (name: RegExp | string) => page.getByRole('radio', { name })
    const welcome = choice(/first deposit/)
    const type = (sum: string) => page.locator('input[name=amount]').fill(sum)
    const sums = page.locator('.sum-lines')
    // Without an offer in the address the page starts with none.
    expect(await choice(offer.none).isChecked()).toBe(true)
    await visitor.open(`${home}/card?campaign_offer_id=welcome-first`)
    expect(await welcome.isChecked()).toBe(true)

    await type('60')
    await expect.poll(() => sums.textContent()).toMatch(/€60\.00.*\+€30\.00.*€900\.00/)
    await type('10')
    await page.getByText(/will not be added: For deposits of .?€20/).waitFor()
    expect([await choice(offer.none).isChecked(), await welcome.isDisabled()]).toEqual([true, true])
    await expect.poll(() => sums.textContent()).not.toContain('€900')
    await type('60')
    await expect.poll(() => welcome.isChecked()).toBe(true)

    await page.getByRole('button', { name: /^Deposit .?€60/ }).click()
    await page.getByRole('button', { name: limitPrompt.notNow }).click()
    await page.waitForURL(/\/sandbox\/payment\//)
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.waitForURL(/\/cashier\/paysuccess\/\d+/)
    await page.getByText(new RegExp(outcome.offer.bonus.replace('{amount}', '.?€30\\.00.?'))).waitFor()
    const link = page.getByRole('link', { name: outcome.offer.bonuses })
    expect(await link.getAttribute('href')).toBe('/profile/bonuses')
    const { data } = await callApi(visitor, 'bonuses.get', {}, 'GET')
    expect(data.items).toMatchObject([{ status: 'active', amount: { amount: '30.00' }, offer_id: 'welcome-first' }])

    // The history tells of it, and the offer is used.
    await visitor.open('/cashier/history?tab=bonuses')
    await page.getByText(cashier.bonusLines.moves.grant).waitFor()
    await visitor.open(home)
    await page.getByText(/Only for the first deposit|You have already used it/).waitFor()
    expect(said).toEqual([])
  })
})
