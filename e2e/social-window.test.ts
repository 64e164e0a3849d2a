import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { siteUrl, visit } from './browser.ts'

/** What the page is told when the window is done. */
const told = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        new BroadcastChannel('croupier-auth').onmessage = ({ data }) => done(data)
      }),
  )

async function openWindow(page: Page, query: string): Promise<Page> {
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate((address) => {
      window.open(address, 'croupier-social', 'width=640,height=480')
    }, `/oauth/init?service=google&${query}`),
  ])
  return opened
}

test('a window signs a new person in at the service, tells the page and closes', async () => {
  await using visitor = await visit()
  const { page, said } = visitor
  await page.goto('/docs/api')
  const end = told(page)
  const service = await openWindow(page, 'redirect_url=/')
  const closed = service.waitForEvent('close')
  await service.getByLabel('Name').fill('Wendy Window')
  await service.getByLabel('E-mail', { exact: true }).fill('wendy.window@example.com')
  await service.getByRole('button', { name: 'Continue' }).click()
  expect(await end).toEqual({ outcome: 'incomplete', isNew: true })
  await closed
  expect((await page.context().cookies()).map(({ name }) => name)).toContain('sid')
  expect(said).toEqual([])
})

test('a person who says no comes back with nothing', async () => {
  await using visitor = await visit()
  const { page } = visitor
  await page.goto('/docs/api')
  const end = told(page)
  const service = await openWindow(page, 'type_auth=popup')
  const closed = service.waitForEvent('close')
  await service.getByRole('button', { name: 'Cancel' }).click()
  expect(await end).toEqual({ outcome: 'refused', reason: 'CANCELLED' })
  await closed
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('sid')
})

test('where it is no window of its own it leads on to the page that was asked for', async () => {
  await using visitor = await visit()
  const { page } = visitor
  await page.goto('/oauth/init?service=facebook&redirect_url=/docs/api')
  await page.getByLabel('Name').fill('Tabitha Tab')
  await page.getByLabel('E-mail', { exact: true }).fill('tabitha.tab@example.com')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${siteUrl()}/docs/api?register=success`)
  expect((await page.context().cookies()).map(({ name }) => name)).toContain('sid')
})
