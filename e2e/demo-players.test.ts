import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import games from '../content/messages/en/games.json' with { type: 'json' }
import winners from '../content/messages/en/winners.json' with { type: 'json' }
import { checked, faultsOf } from './axe.ts'
import { desktop, phone, visit } from './browser.ts'
import { startSite } from './global-setup.ts'
import { signIn } from './sign-in.ts'

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

test('home of a player begins with what is her own: the round that waits, Continue, Favourites, Recently won', async () => {
  await using alice = await at({ ...phone, ...checked })
  const value = await signIn('alice@example.com', dir)
  await alice.page.context().addCookies([{ name: 'sid', value, url: site.url }])
  await alice.open('/')
  const { page } = alice
  const { recent, likes } = games.rows.titles
  expect((await page.locator('main h2').allInnerTexts()).slice(0, 4)).toEqual([
    'Minefold',
    recent,
    likes,
    winners.recent,
  ])
  expect(await faultsOf(page, 'main')).toEqual([])
  expect(alice.said).toEqual([])
})

import { siteFolder } from './site-folder.ts'
