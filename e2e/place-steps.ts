import { rm } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { move } from '../server/src/features/wallet/wallet.ts'
import { issueBet } from '../server/src/test/betting.ts'
import { pricesOf, resultMarket } from '../server/src/test/feed.ts'
import { openPatient } from '../server/src/test/patient.ts'
import { addPerson } from '../server/src/test/world.ts'
import { checked } from './axe.ts'
import { type Visit, visit } from './browser.ts'
import { openFeed, openJoint, producer, smallWorld } from './feed-steps.ts'
import { plain } from './game-steps.ts'
import { startSite } from './global-setup.ts'
import { databaseUrl, signIn } from './sign-in.ts'
import { siteFolder } from './site-folder.ts'

export const password = 'Croupier-1'

/** A busy machine takes its time. */
export const soon = { timeout: 60_000 }

/** A site on which nothing happens but what a journey tells, and its players. */
export async function openBook(settings: Record<string, string> = {}) {
  const dir = await siteFolder()
  const joint = await openJoint()
  const site = await startSite(dir, { SPORTS_FEED: producer, SPORTS_URLS: `${producer}=${joint.url}`, ...settings })
  const feed = await openFeed({ url: site.url, dir })
  await feed.tell(...smallWorld())
  const beating = setInterval(() => feed.tell({ kind: 'alive' }).catch(() => undefined), 2_000)
  const isTold = async () => expect(await (await fetch(`${site.url}/betting`)).text()).toContain('Real Alameda')
  await vi.waitFor(isTold, { ...soon, interval: 500 })

  let people = 0
  /** A person with so many cents, by name. */
  async function person(cents: bigint, more: { locale?: string } = {}): Promise<{ id: bigint; login: string }> {
    const currency = 'EUR'
    people += 1
    const login = `place-${people}@example.com`
    const db = openPatient(databaseUrl(dir))
    try {
      const id = await addPerson(db.sql, {
        login,
        email: login,
        fakename: `Place${people}`,
        currency,
        password,
        ...more,
      })
      const own = { playerId: id, kind: 'main', currency } as const
      const house = { playerId: null, owner: 'house', kind: 'corrections', currency } as const
      const transfers = [{ from: house, to: own, amount: cents, reason: 'correction', ref: 'journey:1' } as const]
      await db.sql
        .transaction()
        .execute((tx) =>
          move(tx, { scope: 'journey', key: login, playerId: id, body: {}, transfers, answer: () => null }),
        )
      return { id, login }
    } finally {
      await db.close()
    }
  }

  /** A visitor who is signed in. */
  async function player(visitor: Visit, cents: bigint, more: { locale?: string } = {}): Promise<bigint> {
    const { id, login } = await person(cents, more)
    const value = await signIn(login, dir)
    await visitor.page.context().addCookies([{ name: 'sid', value, url: site.url }])
    return id
  }

  /** What only the database can do. */
  async function inDatabase<T>(work: (db: ReturnType<typeof openPatient>) => Promise<T>): Promise<T> {
    const db = openPatient(databaseUrl(dir))
    return work(db).finally(() => db.close())
  }

  /** A betting bonus that is ready to be used; without terms a bet of so many cents that the house stakes. */
  async function bettingBonus(
    { page }: Visit,
    playerId: bigint,
    amount: bigint,
    terms: Record<string, unknown> = {},
  ): Promise<void> {
    const id = await inDatabase((db) => issueBet(db, { playerId, amount, terms }))
    const form = { bonus_id: String(id) }
    const answer = await page.request.post(`${site.url}/api/BettingBonuses.activate?v=1&locale=en`, {
      form,
      headers: { origin: site.url },
    })
    if (!answer.ok()) throw new Error(await answer.text())
  }

  return {
    url: site.url,
    dir,
    joint,
    person,
    bettingBonus,
    inDatabase,
    player,
    tell: feed.tell,
    visit: (options: object) => visit({ ...options, ...checked, baseURL: site.url }),
    derbyAt: (home: number) => feed.tell(pricesOf('derby', resultMarket([home, 3250, 3550]))),
    coastAt: (home: number) => feed.tell(pricesOf('coast', resultMarket([home, 3120, 2740]))),
    async close() {
      clearInterval(beating)
      await site.stop()
      await joint.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

export type Book = Awaited<ReturnType<typeof openBook>>

export const column = (page: Page) => page.getByRole('complementary').locator('.slip')
export const bar = (page: Page) => page.locator('.slip-bar')
export const sheet = (page: Page) => page.getByRole('dialog').locator('.slip')
export const odds = (page: Page, name: string | RegExp) =>
  page.locator('.bet-main').getByRole('button', { name }).first()
export const textOf = async (part: ReturnType<typeof column>) => plain(await part.innerText())
export const placeButton = (part: ReturnType<typeof column>) => part.locator('.slip-place')

export async function pick(page: Page, ...names: string[]) {
  for (const name of names) {
    await odds(page, name).click(soon)
    await expect.poll(() => odds(page, name).getAttribute('aria-pressed')).toBe('true')
  }
}

export const stakeOf = (part: ReturnType<typeof column>) => part.locator('input[name=stake]')

/** What a page said, but for what a busy machine makes of a preloaded file. */
export const heard = (said: readonly string[]) => said.filter((text) => !/was preloaded using link preload/.test(text))

/** Bets as the house knows them. */
export const betsOf = (
  page: Page,
  mode = 'real',
): Promise<{ state: string; number: number; kind: string; stake: { amount: string } }[]> =>
  page.evaluate(async (of) => (await (await fetch(`/api/bets.get?v=1&mode=${of}`)).json()).data.items, mode)
