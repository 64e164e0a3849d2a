import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import cashier from '../content/messages/en/cashier.json' with { type: 'json' }
import common from '../content/messages/en/common.json' with { type: 'json' }
import { desktop, devices, inShort, isMarked, longJourney, mark, phone, visit } from './browser.ts'
import { addHistory, askPayout, newPayee, operate, payIn } from './cashier-steps.ts'
import { newPlayer } from './new-player.ts'

const { history, receipt, statuses, timeline } = cashier
const page0 = '/cashier/history'

const rows = (page: Page) => page.locator('.entries tbody tr')
const tabs = (page: Page) => page.getByRole('navigation', { name: history.tabsLabel }).getByRole('link')
const pager = (page: Page) => page.getByRole('navigation', { name: common.pages.label, exact: true })
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describe('the history', () => {
  longJourney('has four tabs in their order, the first of which opens, and each says that it is empty', async () => {
    await using visitor = await visit(phone)
    const { page, said } = visitor
    await newPlayer(visitor)
    await visitor.open(`${page0}?tab=nothing`)
    expect(await tabs(page).allTextContents()).toEqual(Object.values(history.tabs))
    expect(await tabs(page).first().getAttribute('aria-current')).toBe('page')
    for (const tab of ['deposit', 'withdrawal', 'bonuses', 'cashbacks'] as const) {
      await tabs(page).filter({ hasText: history.tabs[tab] }).click()
      await page.waitForURL(`**tab=${tab}`)
      await page.getByText(history.none[tab].title).waitFor()
    }
    expect(said).toEqual([])
  })

  test.each(
    inShort('a narrow phone', [
      ...devices('desktop'),
      ['a narrow phone', { viewport: { width: 320, height: 640 } }] as const,
    ]),
  )('on %s shows four at a time and turns its pages', async (_where, device) => {
    await using visitor = await visit(device)
    const { page, said } = visitor
    const { id } = await newPlayer(visitor)
    await addHistory(id, 35)
    await visitor.open(page0)
    expect(await rows(page).count()).toBe(4)
    await rows(page).first().getByText('€35.00').waitFor()
    expect(await pager(page).getByRole('link').allTextContents()).toEqual(['1', '2', '3', '9', ''])
    await mark(page)
    await pager(page).getByRole('link', { name: common.pages.next }).click()
    await rows(page).first().getByText('€31.00').waitFor()
    expect(page.url()).toContain('page=2')
    await pager(page).getByRole('link', { name: 'Page 9' }).click()
    await rows(page).first().getByText('€3.00').waitFor()
    expect(await rows(page).count()).toBe(3)
    expect(await isMarked(page)).toBe(true)
    await page.goBack()
    await rows(page).first().getByText('€31.00').waitFor()
    expect(await overflow(page)).toBe(0)
    await visitor.open(`${page0}?tab=deposit&page=999`)
    await rows(page).first().getByText('€3.00').waitFor()
    expect(said).toEqual([])
  })

  test('works before any script', async () => {
    await using visitor = await visit({ ...desktop, javaScriptEnabled: false })
    const { page } = visitor
    const { id } = await newPlayer(visitor)
    await addHistory(id, 9)
    await page.goto(page0)
    expect(await rows(page).count()).toBe(4)
    await pager(page).getByRole('link', { name: common.pages.next }).click()
    await rows(page).first().getByText('€5.00').waitFor()
    await rows(page).first().getByRole('link').click()
    await page.waitForURL('**/cashier/receipt?id=*')
    await page.locator('.receipt').waitFor()
  })

  longJourney('shows only what one asks for', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const { id } = await newPlayer(visitor)
    await addHistory(id, 9)
    await visitor.open(page0)
    await page.getByRole('button', { name: `${history.filters.label}: ${history.filters.all}` }).click()
    await page.getByRole('link', { name: history.filters.ended }).click()
    await page.waitForURL('**status=ended*')
    await expect.poll(() => rows(page).locator('.tag').allTextContents()).toEqual(Array(3).fill(statuses.failed))
    await visitor.open(`${page0}?tab=deposit&status=open`)
    await page.getByText(history.none.filtered.title).waitFor()
  })

  longJourney('tells how an open payout stands by itself, where one is looking', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await newPayee(visitor)
    const { account } = await payIn(visitor, '100')
    const id = await askPayout(visitor, '30', account)
    await visitor.open(`${page0}?tab=withdrawal`)
    const open = page.locator('.open-payout')
    await open.locator('[aria-current=step]', { hasText: timeline.marks.review }).waitFor()
    await tabs(page).nth(1).focus()
    await operate('withdrawals', 'decline', id, 'OWNER_DIFFERS')
    await open.waitFor({ state: 'detached' })
    await rows(page).first().getByText(statuses.declined).waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(history.tabs.withdrawal)
    await rows(page).first().getByRole('link').click()
    await page.locator('.receipt-head', { hasText: cashier.reasons.OWNER_DIFFERS }).waitFor()
  })
})

describe('a receipt', () => {
  test('has all facts and every step, in the zone of the one who reads, and goes on paper', async () => {
    await using visitor = await visit({ ...phone, timezoneId: 'Pacific/Auckland' })
    const { page, said } = visitor
    await newPayee(visitor)
    const { id } = await payIn(visitor, '100')
    await visitor.open(`/cashier/receipt?id=${id}`)
    const facts = page.locator('.receipt-facts')
    for (const text of [`#${id}`, '€100.00', '€1.00', '€99.00', cashier.methods.wallet.title])
      await facts.getByText(text).first().waitFor()
    expect(await page.locator('.entry-steps > li b').allTextContents()).toContain(statuses.paid)
    await page.emulateMedia({ media: 'print' })
    expect(
      await page
        .locator('header.head, nav, footer')
        .evaluateAll((all) => all.filter((each) => each.checkVisibility()).length),
    ).toBe(0)
    expect(await page.locator('.receipt').isVisible()).toBe(true)
    expect(said).toEqual([])
  })

  test.each(inShort('999999999', [[''], ['abc'], ['0'], ['999999999']]))(
    'that is not there is told so, not as a fault: %s',
    async (id) => {
      await using visitor = await visit(phone)
      await newPlayer(visitor)
      await visitor.open(`/cashier/receipt?id=${id}`)
      await visitor.page.getByText(receipt.unknown.title).waitFor()
    },
  )

  test('of another player looks like one that never was', async () => {
    await using owner = await visit(desktop)
    await using stranger = await visit(desktop)
    const { id } = await newPlayer(owner)
    const [entry] = await addHistory(id, 1)
    await newPlayer(stranger)
    await stranger.open(`/cashier/receipt?id=${entry?.id}`)
    await stranger.page.getByText(receipt.unknown.title).waitFor()
  })
})
