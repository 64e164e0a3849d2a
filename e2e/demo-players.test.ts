import { rm } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import games from '../content/messages/en/games.json' with { type: 'json' }
import home from '../content/messages/en/home.json' with { type: 'json' }
import tournaments from '../content/messages/en/tournaments.json' with { type: 'json' }
import winners from '../content/messages/en/winners.json' with { type: 'json' }
import { checked, faultsOf } from './axe.ts'
import { desktop, phone, visit } from './browser.ts'
import { startSite } from './global-setup.ts'
import { signIn } from './sign-in.ts'
import { siteFolder } from './site-folder.ts'

/** A site of its own: on the one that journeys share nothing plays by itself. */
let site: Awaited<ReturnType<typeof startSite>>
let dir: string

beforeAll(async () => {
  dir = await siteFolder()
  site = await startSite(dir, { DEMO_PLAYERS: 'on' })
})

afterAll(async () => {
  await site.stop()
  await rm(dir, { recursive: true, force: true })
})

const at = (options: object) => visit({ ...options, baseURL: site.url })
const soon = { timeout: 60_000 }

test('wins come by themselves while a visitor looks, and each demo player is called one', async () => {
  await using guest = await at({ ...desktop, ...checked })
  await guest.open('/')
  const cards = guest.page.locator('main .winner-card')
  const first = () => cards.first().innerText()
  await expect.poll(() => cards.filter({ hasText: winners.demo }).count(), soon).toBeGreaterThan(0)
  const before = await first()
  await expect.poll(first, soon).not.toBe(before)
  await guest.open('/winners')
  expect(await guest.page.getByRole('row').filter({ hasText: winners.demo }).count()).toBeGreaterThan(0)
  expect(await faultsOf(guest.page, 'main')).toEqual([])
  expect(guest.said).toEqual([])
})

test('home of a player begins with what is her own: the round that waits and games before it, then what she has going on', async () => {
  await using alice = await at({ ...phone, ...checked })
  const value = await signIn('alice@example.com', dir)
  await alice.page.context().addCookies([{ name: 'sid', value, url: site.url }])
  await alice.open('/')
  const { page } = alice
  const { recent, likes } = games.rows.titles
  const main = page.locator('main')
  const heads = await main.locator('h2').allInnerTexts()
  expect(heads.slice(0, 3)).toEqual(['Minefold', 'Ember Cup', 'Evening bonus'])
  // The card of the game shows those that were played before it, and no row says it again.
  expect(await main.getByRole('navigation', { name: recent }).getByRole('link').count()).toBeGreaterThan(1)
  expect(heads).not.toContain(recent)
  expect(heads.indexOf(winners.recent)).toBeLessThan(heads.indexOf(likes))
  const own = main.getByRole('region', { name: home.own })
  expect(await own.getByText('×', { exact: false }).first().innerText()).toContain('Score ×')
  expect(await faultsOf(page, 'main')).toEqual([])

  // Left in another window: the card goes by itself, and the others stay.
  const left = await page.request.post('/api/tournaments.leave', {
    headers: { origin: site.url },
    form: { tournament_id: await cupOf(own) },
  })
  expect(left.status()).toBe(200)
  // Not by role: her cashback comes up over the page meanwhile, and what lies behind a dialog has none.
  const cards = main.locator('.own-card h2')
  await expect.poll(() => cards.filter({ hasText: 'Ember Cup' }).count(), soon).toBe(0)
  expect(await cards.filter({ hasText: 'Evening bonus' }).count()).toBe(1)
  expect(alice.said).toEqual([])
})

async function cupOf(own: Locator): Promise<string> {
  const to = await own.getByRole('link', { name: tournaments.home.board }).getAttribute('href')
  return to?.split('/').at(-1) ?? ''
}
