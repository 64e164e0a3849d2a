import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import bonuses from '../content/messages/en/bonuses.json' with { type: 'json' }
import cashier from '../content/messages/en/cashier.json' with { type: 'json' }
import common from '../content/messages/en/common.json' with { type: 'json' }
import notices from '../content/messages/en/notices.json' with { type: 'json' }
import offers from '../content/messages/en/offers.json' with { type: 'json' }
import popups from '../content/messages/en/popups.json' with { type: 'json' }
import profile from '../content/messages/en/profile.json' with { type: 'json' }
import records from '../content/site/collections/popups.json' with { type: 'json' }
import { toast } from './auth-steps.ts'
import { checked, faultsOf } from './axe.ts'
import { openBonus } from './bonus-steps.ts'
import { desktop, devices, go, isAwake, longJourneys, phone, siteUrl, type Visit, visit } from './browser.ts'
import { callApi, operate } from './cashier-steps.ts'
import { inDatabase, newPlayer } from './new-player.ts'

const [record] = records
if (!record) throw new Error('the demo world has no popup')
const preview = `/?popup=${record.preview_key}#popup-preview`
/** The page has to stand still before a popup comes: after so long none does. */
const restMs = 2_500

const dialog = (page: Page) => page.getByRole('dialog')
const popup = (page: Page) => page.getByRole('dialog', { name: record.title.en })

type Player = Awaited<ReturnType<typeof newPlayer>>

/** A player for whom the popup of the demo world is. */
async function addDepositor(visitor: Visit): Promise<Player> {
  const player = await newPlayer(visitor)
  await inDatabase((sql) => sql.insertInto('campaigns_player').values({ player_id: player.id, deposits: 1 }).execute())
  return player
}

const seenBy = (id: bigint) =>
  inDatabase((sql) =>
    sql
      .selectFrom('campaigns_popup_seen')
      .select(['popup', 'opened', 'closed', 'clicked', 'refused'])
      .where('player_id', '=', id)
      .execute(),
  )

describe.each(devices('phone'))('a campaign popup on %s', (_name, device) => {
  test('comes once, never where money is paid or played, and goes for good with one press', async () => {
    await using visitor = await visit({ ...device, ...checked })
    const { page } = visitor
    const { id } = await addDepositor(visitor)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/popups.get') asked.push(searchParams.get('path') ?? '')
    })
    // The game explains its demo in a dialog of its own, behind which a popup would wait.
    await page.addInitScript(() => window.top === window && sessionStorage.setItem('demo-mode-seen', '1'))
    for (const path of ['/cashier/deposit', '/game/twin-dice']) {
      await visitor.open(path)
      await page.waitForTimeout(restMs)
      expect(await dialog(page).count()).toBe(0)
    }
    expect(asked).toEqual([])

    await visitor.open('/providers')
    await popup(page).waitFor()
    expect(asked).toEqual(['/providers'])
    expect(await faultsOf(page, 'html')).toEqual([])
    const refuse = popup(page).getByRole('button', { name: popups.campaign.refuse })
    const follow = popup(page).getByRole('link', { name: record.button.label.en })
    expect(await follow.getAttribute('href')).toBe(record.button.url)
    const [one, other] = await Promise.all([refuse.boundingBox(), follow.boundingBox()])
    expect([one?.width, one?.height]).toEqual([other?.width, other?.height])
    await refuse.click()
    await dialog(page).waitFor({ state: 'hidden' })
    await expect
      .poll(() => seenBy(id))
      .toEqual([{ popup: record.sysname, opened: 1, closed: 1, clicked: 0, refused: true }])

    await page.evaluate(() => sessionStorage.clear())
    await visitor.open('/promotions')
    await page.waitForTimeout(restMs)
    expect(await dialog(page).count()).toBe(0)
    expect(visitor.said).toEqual([])
  })
})

test('a preview shows a popup to its editor, counts nothing and leads nowhere', async () => {
  await using visitor = await visit({ ...desktop, ...checked })
  const { page } = visitor
  const { id } = await addDepositor(visitor)
  await visitor.open(preview)
  await popup(page).getByText(popups.campaign.preview).waitFor()
  await popup(page).getByRole('button', { name: record.button.label.en }).click()
  await popup(page).getByRole('button', { name: popups.campaign.refuse }).click()
  await dialog(page).waitFor({ state: 'hidden' })
  expect(page.url()).toBe(`${siteUrl()}${preview}`)
  expect(await seenBy(id)).toEqual([])
  await visitor.open('/about?popup=made-up#popup-preview')
  await dialog(page).getByText(popups.preview.unknown).waitFor()
  expect(visitor.said).toEqual([])
})

test('one switch ends them, and everything else that invites', async () => {
  await using visitor = await visit({ ...desktop, ...checked })
  const { page } = visitor
  const { id } = await addDepositor(visitor)
  await visitor.open('/profile/notification')
  const own = page.getByRole('switch', { name: profile.notification.promotions })
  await own.uncheck()
  await page.getByText(profile.notification.promotionsSavedOff).first().waitFor()
  await page.reload()
  await isAwake(page)
  expect(await own.isChecked()).toBe(false)
  expect(await faultsOf(page, 'main')).toEqual([])
  await go(page, '/providers')
  await page.waitForTimeout(restMs)
  expect(await dialog(page).count()).toBe(0)
  expect(await seenBy(id)).toEqual([])
  expect(visitor.said).toEqual([])
})

/** A page that is open hears of it, plainly and with people to talk to. */
async function beginCare({ page }: Visit, { login }: Player): Promise<void> {
  // It stands for five seconds, and the command itself may take longer to end.
  const soon = { timeout: 60_000 }
  await Promise.all([
    toast(page, notices.care.title).waitFor(soon),
    toast(page, /Gambling Therapy/).waitFor(soon),
    operate('care', 'on', login, 'called', 'us'),
  ])
}

async function switchOff(visitor: Visit): Promise<void> {
  await callApi(visitor, 'account.setPromotions', { is_on: '0' })
}

longJourneys('a player who gets nothing that invites', () => {
  test.each([
    ['in care, on a phone', beginCare, phone],
    ['by the own switch', switchOff, desktop],
  ] as const)('%s: no offer, no code, no popup, and what was open stays', async (_why, begin, device) => {
    await using visitor = await visit({ ...device, ...checked })
    const { page, said } = visitor
    const player = await addDepositor(visitor)
    await openBonus(visitor, { playerId: player.id, amount: 2_000n })
    await visitor.open('/cashier/deposit')
    await page.getByRole('radio', { name: cashier.offer.none }).waitFor({ state: 'attached' })
    await visitor.open('/offers')
    expect(await page.locator('.offer-card').count()).toBeGreaterThan(1)

    await begin(visitor, player)
    await visitor.open('/offers')
    await page.getByText(offers.none, { exact: true }).waitFor()
    expect(await page.locator('.offer-card').count()).toBe(0)
    expect(await faultsOf(page, 'main')).toEqual([])
    const code = page.locator('#promo-code')
    await code.locator('input').fill('EVENING30')
    await code.getByRole('button').click()
    await code.getByText(common.promoCodeErrors.NOT_AVAILABLE).waitFor()
    await visitor.open(record.button.url)
    await page.getByText(offers.reasons.NOT_AVAILABLE).first().waitFor()
    expect(await page.getByRole('main').getByRole('link', { name: offers.take.deposit }).count()).toBe(0)

    await visitor.open('/cashier/deposit')
    await page.locator('input[name=amount]').waitFor()
    expect(await page.getByRole('radio', { name: cashier.offer.none }).count()).toBe(0)
    await visitor.open('/providers')
    await page.waitForTimeout(restMs)
    expect(await dialog(page).count()).toBe(0)
    await visitor.open('/profile/bonuses')
    await page.locator('.bonus-money').getByText('€20.00').waitFor()
    await page.getByRole('button', { name: bonuses.remove, exact: true }).waitFor()
    // The browser says of the code that it was refused.
    expect(said.filter((line) => !line.includes('422'))).toEqual([])
  })
})
