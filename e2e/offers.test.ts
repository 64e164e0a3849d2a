import { expect, test } from 'vitest'
import common from '../content/messages/en/common.json' with { type: 'json' }
import offers from '../content/messages/en/offers.json' with { type: 'json' }
import popups from '../content/messages/en/popups.json' with { type: 'json' }
import { dialog, field, fillSignIn, stored, submit } from './auth-steps.ts'
import { checked, faultsOf } from './axe.ts'
import { desktop, isAwake, phone, visit } from './browser.ts'
import { newPlayer, password } from './new-player.ts'

test('a guest reads every term of an offer, and joins from it', async () => {
  await using visitor = await visit({ ...phone, ...checked })
  const { page } = visitor
  await visitor.open('/offers')
  expect(await faultsOf(page, 'main')).toEqual([])
  await page.getByRole('heading', { level: 2, name: 'on your first deposit' }).getByRole('link').click()
  await page.waitForURL('**/offers/welcome-first')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const main = page.getByRole('main')
  await main.getByText(offers.terms.withdrawText.forfeit).waitFor()
  await main.getByRole('searchbox').fill('liftoff')
  await main.locator('.offer-counts').getByText('50%').waitFor()
  expect(await faultsOf(page, 'main')).toEqual([])
  await main.getByRole('link', { name: offers.join }).click()
  await dialog(page, popups.auth.registration.title).waitFor()
  expect(visitor.said).toEqual([])
})

test('one that is not there is not found, and those that run stand below', async () => {
  await using visitor = await visit(desktop)
  const { page } = visitor
  expect((await page.goto('/promotions/long-gone'))?.status()).toBe(404)
  await isAwake(page)
  await page.getByRole('heading', { level: 1, name: offers.missing }).waitFor()
  expect(await page.locator('.offer-card').count()).toBeGreaterThan(1)
})

test('a code that is refused stays as it was typed; an offer that is taken is told, and then used', async () => {
  await using visitor = await visit({ ...desktop, ...checked })
  const { page } = visitor
  await newPlayer(visitor)
  await visitor.open('/offers')
  const code = page.locator('#promo-code')
  await code.locator('input').fill('no-such-code')
  await code.getByText(common.promoCodeErrors.INVALID).waitFor()
  await code.getByRole('button').click()
  await expect.poll(() => code.locator('input').inputValue()).toBe('no-such-code')
  await code.getByText(common.promoCodeErrors.INVALID).waitFor()
  await page.getByRole('heading', { level: 2, name: '10 free spins' }).getByRole('link').click()
  await page.getByRole('button', { name: offers.take.take }).click()
  const given = page.getByRole('dialog', { name: offers.given.offerTitle })
  await given.getByText(offers.given.next.play).waitFor()
  expect(await faultsOf(page, 'html')).toEqual([])
  await given.getByRole('button', { name: offers.given.later }).click()
  await page.getByRole('heading', { name: offers.take.used, exact: true }).waitFor()
})

test('a code of the address is redeemed once the guest has signed in, and is gone then', async () => {
  await using visitor = await visit(desktop)
  const { page } = visitor
  const { login } = await newPlayer(visitor, { hasPassword: true })
  await page.context().clearCookies()
  await visitor.open('/about?promo_code=spins20&show_popup_auth=1')
  await field(page, 'login').waitFor()
  await fillSignIn(page, login, password)
  await submit(page)
  const given = page.getByRole('dialog', { name: offers.given.title })
  await given.getByText(offers.given.next.deposit).waitFor()
  expect(await stored(page, 'promo_code')).toBeNull()
  await given.getByRole('link', { name: offers.given.goDeposit }).click()
  await page.waitForURL('**/cashier/deposit?campaign_offer_id=spins-first')
})
