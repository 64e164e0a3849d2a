import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import booking from '../content/messages/en/booking.json' with { type: 'json' }
import fairness from '../content/messages/en/fairness.json' with { type: 'json' }
import { pricesOf, resultMarket } from '../server/src/test/feed.ts'
import { homeWins, settledRecord } from '../sportsbook/test/bet-records.ts'
import { checked, faultsOf } from './axe.ts'
import { desktop, phone, visit } from './browser.ts'
import { type Feed, openFeed, producer, smallWorld } from './feed-steps.ts'
import { startSite } from './global-setup.ts'

/** A site of its own: prices move only when these journeys move them. */
let site: Awaited<ReturnType<typeof startSite>>
let dir: string
let feed: Feed
let beating: NodeJS.Timeout

const soon = { timeout: 30_000 }

beforeAll(async () => {
  dir = await siteFolder()
  site = await startSite(dir, { SPORTS_FEED: producer })
  feed = await openFeed({ url: site.url, dir })
  await feed.tell(...smallWorld())
  beating = setInterval(() => feed.tell({ kind: 'alive' }).catch(() => undefined), 3_000)
  const isTold = async () => expect(await (await fetch(`${site.url}/betting`)).text()).toContain('Real Alameda')
  await vi.waitFor(isTold, { ...soon, interval: 500 })
})

afterAll(async () => {
  clearInterval(beating)
  await site.stop()
  await rm(dir, { recursive: true, force: true })
})

const at = (options: object) => visit({ ...options, ...checked, baseURL: site.url })
const odds = (page: Page, name: string | RegExp) => page.locator('.bet-main').getByRole('button', { name }).first()
const column = (page: Page) => page.getByRole('complementary').locator('.slip')
const main = (page: Page) => page.locator('.bet-main')

describe('a slip is shared', () => {
  test('under a code, which another device opens at the prices of now and says what is gone', async () => {
    const sender = await at(desktop)
    await feed.tell(
      pricesOf('derby', resultMarket([2100, 3250, 3550])),
      pricesOf('coast', resultMarket([1720, 3120, 2740])),
    )
    await sender.open('/betting?view=today')
    for (const name of ['Real Alameda to win, 2.10', 'Marina FC to win, 1.72']) {
      await odds(sender.page, name).click(soon)
      await expect.poll(() => odds(sender.page, name).getAttribute('aria-pressed')).toBe('true')
    }
    await column(sender.page).getByRole('button', { name: booking.share }).click()
    const code = await column(sender.page).locator('.share-code b').innerText(soon)
    expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/)
    await feed.tell(pricesOf('derby', resultMarket([1990, 3250, 3550])), {
      ...{ kind: 'state', event: 'coast', state: 'cancelled' },
    })
    await vi.waitFor(async () => {
      const { data } = await (await fetch(`${site.url}/api/bets.getBooking?code=${code}`)).json()
      expect(data.picks.map(({ price }: { price: number | null }) => price).sort()).toEqual([1990, null])
    }, soon)

    // Whole without JavaScript.
    const plain = await (await fetch(`${site.url}/betting/code/${code.toLowerCase()}`)).text()
    for (const text of ['Real Alameda', 'Marina FC', '1.99', booking.gone, code]) expect(plain).toContain(text)

    const friend = await at(phone)
    await friend.open(`/betting/code/${code}`)
    await main(friend.page).getByText('was 2.10').waitFor(soon)
    await main(friend.page).getByText('The selection is in your slip.').waitFor(soon)
    expect(await faultsOf(friend.page, 'main')).toEqual([])
    await friend.page.getByRole('button', { name: /1 selection/ }).waitFor(soon)

    // A slip that has picks is its visitor's, and can be had back.
    await sender.open(`/betting/code/${code}`)
    await main(sender.page)
      .getByRole('button', { name: 'Add the selection to the slip' })
      .waitFor({ state: 'detached' })
    await column(sender.page).getByText('Real Alameda').first().waitFor(soon)
    await sender.close()
    await friend.close()
  })

  test('a code that there is not says so', async () => {
    const answer = await fetch(`${site.url}/betting/code/ZZZZZZZZ`)
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining(booking.unknown)])
    expect((await fetch(`${site.url}/betting/code/aeiou`)).status).toBe(404)
  })
})

test('the record of a bet is dropped in and settled again, and an altered one is found', async () => {
  const record = settledRecord([homeWins(2_100)], { stake: '1000', possible: '2100', returned: '2100' })
  const [right, wrong] = [join(dir, 'right.json'), join(dir, 'wrong.json')]
  await writeFile(right, JSON.stringify(record))
  await writeFile(wrong, JSON.stringify({ ...record, bet: { ...record.bet, returned: '2200' } }))
  const guest = await at(desktop)
  await guest.open('/fairness')
  const part = guest.page.locator('#bet')
  const file = part.getByLabel(fairness.bet.file)
  await file.setInputFiles(right)
  await part.getByText(fairness.bet.right).waitFor(soon)
  await file.setInputFiles(wrong)
  await part.getByText('bet.returned').waitFor(soon)
  await part.getByText(fairness.bet.verdict.wrong).waitFor(soon)
  expect(await faultsOf(guest.page, 'main')).toEqual([])
  expect((await fetch(`${site.url}/verify-bet.mjs`)).status).toBe(200)
  await guest.close()
})

import { siteFolder } from './site-folder.ts'
