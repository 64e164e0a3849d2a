import { rm } from 'node:fs/promises'
import type { JointQuestion } from '@croupier/sportsbook/feed'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import placing from '../content/messages/en/placing.json' with { type: 'json' }
import slip from '../content/messages/en/slip.json' with { type: 'json' }
import { begin } from '../server/src/db/db.ts'
import { closeGames, openGames } from '../server/src/features/games/games.ts'
import { sportsHouse } from '../server/src/features/sports/sports.ts'
import { pricesOf, resultMarket } from '../server/src/test/feed.ts'
import { openPatient } from '../server/src/test/patient.ts'
import { addPerson } from '../server/src/test/world.ts'
import { fillSignIn, submit } from './auth-steps.ts'
import { checked, faultsOf } from './axe.ts'
import { desktop, inShort, phone, visit } from './browser.ts'
import { type Feed, type Joint, openFeed, openJoint, producer, smallWorld } from './feed-steps.ts'
import { plain } from './game-steps.ts'
import { startSite } from './global-setup.ts'
import { databaseUrl, signIn } from './sign-in.ts'

/** A site of its own: prices move only when these journeys move them. */
let site: Awaited<ReturnType<typeof startSite>>
let dir: string
let feed: Feed
let joint: Joint
let beating: NodeJS.Timeout

const soon = { timeout: 30_000 }

/** A feed is numbered: what is told at the same time as a sign of life goes after it. */
let told: Promise<void> = Promise.resolve()
function tell(...messages: Parameters<Feed['tell']>): Promise<void> {
  const next = told.then(() => feed.tell(...messages))
  told = next.catch(() => undefined)
  return next
}

beforeAll(async () => {
  dir = await siteFolder()
  joint = await openJoint()
  site = await startSite(dir, { SPORTS_FEED: producer, SPORTS_URLS: `${producer}=${joint.url}` })
  feed = await openFeed({ url: site.url, dir })
  await tell(...smallWorld())
  beating = setInterval(() => tell({ kind: 'alive' }).catch(() => undefined), 3_000)
  const isTold = async () => expect(await (await fetch(`${site.url}/betting`)).text()).toContain('Real Alameda')
  await vi.waitFor(isTold, { ...soon, interval: 500 })
})

afterAll(async () => {
  clearInterval(beating)
  await site.stop()
  await joint.close()
  await rm(dir, { recursive: true, force: true })
})

const derbyAt = (home: number) => tell(pricesOf('derby', resultMarket([home, 3250, 3550])))
const coastAt = (home: number) => tell(pricesOf('coast', resultMarket([home, 3120, 2740])))

const at = (options: object) => visit({ ...options, ...checked, baseURL: site.url })
const odds = (page: Page, name: string | RegExp) => page.locator('.bet-main').getByRole('button', { name }).first()
const column = (page: Page) => page.getByRole('complementary').locator('.slip')
const sheet = (page: Page) => page.getByRole('dialog', { name: slip.title })
const bar = (page: Page) => page.getByRole('button', { name: new RegExp(`^${slip.open}`) })
const textOf = async (part: ReturnType<typeof column>) => plain(await part.innerText())

/** The three matches of today at the prices of the design. */
async function pickTreble(page: Page) {
  for (const name of ['Real Alameda to win, 2.10', 'Marina FC to win, 1.72', 'K. Lindqvist to win, 1.55']) {
    await odds(page, name).click({ timeout: soon.timeout })
    await expect.poll(() => odds(page, name).getAttribute('aria-pressed')).toBe('true')
  }
}

async function ready(visitor: Awaited<ReturnType<typeof visit>>) {
  await derbyAt(2100)
  await coastAt(1720)
  await visitor.open('/betting?view=today')
}

/** A player of this site, or one who may only take the balance out. */
async function player(visitor: Awaited<ReturnType<typeof visit>>, currency: string, scope: 'full' | 'payout' = 'full') {
  const login = `slip-${currency.toLowerCase()}-${Date.now()}@example.com`
  const db = openPatient(databaseUrl(dir))
  let value = ''
  try {
    const id = await addPerson(db.sql, { login, email: login, fakename: `Slip${currency}`, currency })
    value = await signIn(login, dir)
    await db.sql.updateTable('auth_session').set({ scope }).where('player_id', '=', id).execute()
  } finally {
    await db.close()
  }
  await visitor.page.context().addCookies([{ name: 'sid', value, url: site.url }])
}

describe('a guest', () => {
  test('fills a treble and a Trixie, finds them again after a reload and in another tab, and signs in with them', async () => {
    await using guest = await at(desktop)
    const { page } = guest
    await ready(guest)
    expect(await textOf(column(page))).toContain(slip.empty.text)
    await pickTreble(page)
    await column(page).getByLabel(slip.stake.label, { exact: false }).last().fill('10')
    for (const text of ['5.598', '€55.98', '+€1.37', '€57.35']) expect(await textOf(column(page))).toContain(text)

    await guest.open('/betting/football')
    await expect.poll(() => textOf(column(page))).toContain('€57.35')
    expect(await faultsOf(page, 'html')).toEqual([])
    await guest.open('/betting?view=today')
    await column(page).getByText(slip.kinds.system).click()
    await column(page).getByText(slip.systems.trixie).click()
    await column(page).getByRole('button', { name: slip.policy.label }).click()
    await column(page).getByText(slip.policy.any).waitFor()
    // 2.50 × (3.612 + 3.255 + 2.666 + 5.5986).
    for (const text of ['€2.50 × 4', '€37.82']) expect(await textOf(column(page))).toContain(text)

    await page.reload()
    await expect.poll(() => textOf(column(page))).toContain('€37.82')
    const other = await page.context().newPage()
    await other.goto(`${site.url}/betting/live`)
    await expect.poll(() => textOf(column(other))).toContain('€37.82')
    await column(other).getByRole('button', { name: 'Remove Marina FC' }).click()
    await expect.poll(() => textOf(column(page))).not.toContain('Marina FC')
    await odds(page, 'Marina FC to win, 1.72').click()
    await expect.poll(() => textOf(column(other))).toContain('Marina FC')
    await other.close()

    await column(page).getByRole('button', { name: placing.button.logIn }).click()
    await fillSignIn(page, 'alice@example.com')
    await submit(page)
    await column(page)
      .getByRole('button', { name: /^Place/ })
      .waitFor()
    expect(new URL(page.url()).pathname).toBe('/betting')
    expect(await textOf(column(page))).toContain('€37.82')
    expect(await page.locator('.slip-pick').count()).toBe(3)
    expect(guest.said).toEqual([])

    // The account has them too: an empty browser in which the same player signs in.
    await using elsewhere = await at(phone)
    const value = await signIn('alice@example.com', dir)
    await elsewhere.page.context().addCookies([{ name: 'sid', value, url: site.url }])
    const inAccount = () => page.evaluate(() => fetch('/api/storage.get?v=1&keys=slip').then((answer) => answer.text()))
    // What the first browser sends last is a moment under way.
    await expect.poll(inAccount).toContain('Marina FC')
    await elsewhere.open('/betting')
    await bar(elsewhere.page).waitFor(soon)
    expect(elsewhere.said).toEqual([])
  })

  test('on a phone: the bar, the sheet, its focus, and a damaged slip', async () => {
    await using guest = await at(phone)
    const { page } = guest
    await page.addInitScript(
      () => localStorage.getItem('slip') ?? localStorage.setItem('slip', '{"picks":[{"pick":7}]'),
    )
    await ready(guest)
    expect(await bar(page).count()).toBe(0)
    await pickTreble(page)
    const before = await page.evaluate(() => window.scrollY)
    await bar(page).click()
    await sheet(page).getByLabel(slip.stake.label, { exact: false }).last().fill('10')
    expect(await textOf(sheet(page))).toContain('€55.98')
    const height = (await sheet(page).boundingBox())?.height ?? 0
    expect(height).toBeLessThanOrEqual(phone.viewport.height * 0.92)
    const place = await sheet(page).getByRole('button', { name: placing.button.logIn }).boundingBox()
    expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(phone.viewport.height)
    expect(await faultsOf(page, 'html')).toEqual([])
    for (let step = 0; step < 30; step++) await page.keyboard.press('Tab')
    const isInside = () => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)
    await expect.poll(isInside).toBe(true)
    await page.keyboard.press('Escape')
    await sheet(page).waitFor({ state: 'detached' })
    await expect.poll(() => bar(page).evaluate((button) => button === document.activeElement)).toBe(true)
    expect(plain(await bar(page).innerText())).toContain('€57.35')
    expect(await page.evaluate(() => window.scrollY)).toBe(before)
    await page.setViewportSize({ width: 320, height: 640 })
    await bar(page).click()
    await sheet(page).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    expect(guest.said).toEqual([])
  })
})

/** Notes when the voice of the slip says something. */
function listen() {
  const spokenAt: number[] = []
  Reflect.set(window, 'spokenAt', spokenAt)
  const voice = document.querySelector('.slip-voice')
  if (!voice) throw new Error('the slip has no voice')
  new MutationObserver(() => spokenAt.push(performance.now())).observe(voice, {
    childList: true,
    characterData: true,
    subtree: true,
  })
}

describe('prices', () => {
  test('that move are told with the one before, and a worse one is asked about', async () => {
    await using guest = await at(desktop)
    const { page } = guest
    const asked: URL[] = []
    page.on('request', (request) => asked.push(new URL(request.url())))
    await ready(guest)
    await pickTreble(page)
    await column(page).getByLabel(slip.stake.label, { exact: false }).last().fill('10')
    // One question for all picks.
    const markets = () =>
      asked.findLast(({ pathname }) => pathname === '/api/sports.getMarkets')?.searchParams.get('ids')
    await expect.poll(() => markets()?.split(',').length).toBe(3)
    expect(asked.map(({ pathname }) => pathname)).not.toContain('/api/sports.getEvent')
    await page.evaluate(listen)
    await coastAt(1800)
    await expect.poll(() => textOf(column(page)), soon).toContain('Odds changed from 1.72. You get the better odds.')
    await derbyAt(2000)
    await expect.poll(() => textOf(column(page)), soon).toContain('Odds changed from 2.10 to 2.00.')
    // 2.00 × 1.80 × 1.55.
    expect(await textOf(column(page))).toContain('€55.80')
    const spoken = async () => (await page.getByRole('status').allInnerTexts()).join(' ')
    await expect.poll(spoken, soon).toContain('Real Alameda to win: odds changed from 2.10 to 2.00.')
    await column(page).getByRole('button', { name: 'Accept new odds' }).click()
    await expect.poll(() => textOf(column(page))).not.toContain('Odds changed from 2.10')

    await tell({ kind: 'stop', event: 'derby', cause: 'GOAL' })
    await expect.poll(() => textOf(column(page)), soon).toContain(slip.paused.GOAL)
    await tell(pricesOf('derby', { ...resultMarket([2000, 3250, 3550]), state: 'closed' }))
    await expect.poll(() => textOf(column(page)), soon).toContain(slip.closed.pick)
    expect(await faultsOf(page, 'html')).toEqual([])
    await expect.poll(spoken, soon).toContain('Real Alameda to win: closed.')
    const moments = await page.evaluate((): number[] => Reflect.get(window, 'spokenAt'))
    expect(moments.length).toBeGreaterThan(2)
    const gaps = moments.slice(1).map((moment, before) => moment - (moments[before] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4_900)
    await column(page).getByRole('button', { name: slip.closed.remove }).click()
    await expect.poll(() => page.locator('.slip-pick').count()).toBe(2)
    expect(guest.said).toEqual([])
  })
})

describe('picks of one match', () => {
  test('are named, may be singles, may be cleared and had back', async () => {
    await using guest = await at(desktop)
    const { page } = guest
    await ready(guest)
    await odds(page, 'Marina FC to win, 1.72').click({ timeout: soon.timeout })
    await odds(page, /^Valdoro to win/).click()
    await expect
      .poll(() => textOf(column(page)))
      .toContain('Valdoro to win and Marina FC to win are from the same match')
    await column(page).getByRole('button', { name: slip.related.singles }).click()
    await expect.poll(() => textOf(column(page))).not.toContain('are from the same match')
    await column(page).getByRole('button', { name: slip.clear }).click()
    await expect.poll(() => textOf(column(page))).toContain(slip.empty.text)
    await page.locator('.toasts').getByRole('button', { name: slip.keepPicks }).click()
    await expect.poll(() => page.locator('.slip-pick').count()).toBe(2)
    expect(guest.said).toEqual([])
  })
})

describe('parts of one match', () => {
  const both = { type: 'both_score', line: null, prices: [1700, 2000], wins: [557_421_000, 442_579_000], backs: [0, 0] }
  const tellParts = (overAt = 1900) =>
    tell(
      pricesOf(
        'coast',
        resultMarket([1720, 3120, 2740]),
        { ...resultMarket([1, 1, 1]), ...both, prices: [1700, 2000] },
        {
          ...resultMarket([1, 1, 1]),
          ...{ type: 'total', line: '2.5', prices: [overAt, 1910], wins: [496_101_000, 503_899_000], backs: [0, 0] },
        },
      ),
    )
  /** Home, over 2.5 and both score by their bits, in whatever order they are asked about. */
  const chances = [1e9, 436_774_000, 496_101_000, 261_804_000, 557_421_000, 207_555_000, 420_000_000, 207_555_000]
  const bits: Record<string, number> = { result: 1, total: 2, both_score: 4 }
  const priced = ({ parts }: JointQuestion): object => ({
    facts: 0,
    chances: Array.from({ length: 1 << parts.length }, (_, set) => {
      const chosen = parts.filter((__, place) => set & (1 << place))
      return chances[chosen.reduce((sum, { type }) => sum | (bits[type] ?? 0), 0)]
    }),
  })

  async function pickParts(visitor: Awaited<ReturnType<typeof visit>>) {
    const { page } = visitor
    await tellParts()
    await ready(visitor)
    await odds(page, 'Marina FC to win, 1.72').click({ timeout: soon.timeout })
    await page
      .locator('.bet-main')
      .getByRole('link', { name: /Marina FC/ })
      .first()
      .click()
    // The page before it has links of that name too.
    await page.locator('.match-board').waitFor(soon)
    await page
      .locator('.bet-main')
      .getByRole('link', { name: /^All \d/ })
      .click()
    await odds(page, /Over 2\.5, 1\.90/).click({ timeout: soon.timeout })
  }

  test('are a builder with one price of the house, that follows the match and says what changes nothing', async () => {
    joint.answer = priced
    await using guest = await at(desktop)
    const { page } = guest
    await pickParts(guest)
    const card = column(page).locator('.slip-builder')
    await expect.poll(() => textOf(card), soon).toContain('3.52')
    // 1.72 × 1.90 is no price of it.
    expect(await textOf(column(page))).not.toMatch(/3\.26/)
    await column(page).getByLabel(slip.stake.label, { exact: false }).last().fill('10')
    await expect.poll(() => textOf(column(page))).toContain('€35.20')
    await odds(page, /^Both teams to score: Yes|Yes, 1\.70/).click()
    await expect.poll(() => textOf(card), soon).toContain('4.44')
    expect(await textOf(card)).toContain(slip.builder.implied)
    expect(await faultsOf(page, 'html')).toEqual([])

    // Over 2.5 goes up: the house is asked again, and not more than once a second.
    const before = joint.asked
    joint.answer = ({ parts }) => ({
      facts: 0,
      chances: Array.from({ length: 1 << parts.length }, (_, set) => (set === 0 ? 1e9 : 230_000_000)),
    })
    for (const price of [1910, 1920, 1930, 1940, 1950]) await tellParts(price)
    await expect.poll(() => textOf(card), soon).toContain('4.00')
    expect(joint.asked - before).toBeLessThanOrEqual(4)
    // A producer has 300 ms, and a busy machine may need more: then it was asked again, and that is a line of its own.
    expect(guest.said.filter((text) => !/status of 422|gave no price in time/.test(text))).toEqual([])
  })

  test('that cannot all happen, or that nobody prices, are kept, and it is said', async () => {
    joint.answer = ({ parts }) => ({
      facts: 0,
      chances: Array.from({ length: 1 << parts.length }, (_, set) => (set + 1 === 1 << parts.length ? 0 : 3e8)),
    })
    await using guest = await at(phone)
    const { page } = guest
    await pickParts(guest)
    await bar(page).click()
    const card = sheet(page).locator('.slip-builder')
    await expect.poll(() => textOf(card), soon).toContain(slip.builder.none.IMPOSSIBLE)
    expect(await card.locator('li').count()).toBe(2)
    expect(await faultsOf(page, 'html')).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

    joint.answer = () => null
    await tellParts(1980)
    await expect.poll(() => textOf(card), soon).toContain(slip.builder.none.NO_ANSWER)
    expect(await card.locator('li').count()).toBe(2)
    joint.answer = priced
    await expect.poll(() => textOf(card), soon).toContain('3.52')
    await tell({ kind: 'stop', event: 'coast', cause: 'REVIEW' })
    await expect.poll(() => textOf(card), soon).toContain(slip.builder.none.PAUSED)
    await tellParts()
    await expect.poll(() => textOf(card), soon).toContain('3.52')
    // A no of the house is a line in the console, and nothing else is.
    expect(guest.said.filter((text) => !/422|bets\.quoteBuilder/.test(text))).toEqual([])
  })
})

describe('a book that takes no bets', () => {
  test('can be read, and the slip says so until it is open again', async () => {
    await using guest = await at(desktop)
    const { page } = guest
    await ready(guest)
    await odds(page, 'Marina FC to win, 1.72').click({ timeout: soon.timeout })
    await expect.poll(() => textOf(column(page))).toContain(placing.button.logIn)
    expect(await textOf(column(page))).not.toContain(slip.place.off)
    const again = async () => {
      await page.reload()
      await column(page).locator('.slip-pick').waitFor(soon)
      return textOf(column(page))
    }
    const sportsbook = { scope: 'game', name: 'dgt_sportsbook' } as const
    const db = openPatient(databaseUrl(dir))
    try {
      expect(await closeGames(db.sql, { ...sportsbook, reason: 'journey' })).toBe('done')
      await expect.poll(again, soon).toContain(slip.place.off)
      await odds(page, 'Marina FC to win, 1.72').waitFor(soon)
      expect(await faultsOf(page, 'html')).toEqual([])
      await openGames(db.sql, sportsbook)
      await expect.poll(again, soon).not.toContain(slip.place.off)
    } finally {
      await openGames(db.sql, sportsbook)
      await db.close()
    }
    expect(guest.said).toEqual([])
  })

  test('one league is closed with a reason: list, match and slip say so at once, and open again by themselves', async () => {
    await using guest = await at(desktop)
    const { page } = guest
    await ready(guest)
    await odds(page, 'Marina FC to win, 1.72').click({ timeout: soon.timeout })
    const match = await page.context().newPage()
    await match.goto(
      (await page
        .locator('.bet-main')
        .getByRole('link', { name: /Marina FC/ })
        .first()
        .getAttribute('href')) ?? '',
    )
    await match.locator('.match-board').waitFor(soon)
    const answer = await fetch(`${site.url}/api/sports.getTree?v=1`)
    const { data } = await answer.json()
    const name = String(data.sports[0].categories[0].tournaments[0].id)
    const db = openPatient(databaseUrl(dir))
    const league = { scope: 'tournament', name } as const
    try {
      const why = { reason: 'The referees are on strike', actor: 'journey' }
      await begin(db, (tx) => sportsHouse.closeScope(tx, { ...league, ...why }))
      const row = page.locator('.event-row', { hasText: 'Marina FC' }).first()
      await row.getByText(why.reason).waitFor(soon)
      expect(await row.getByRole('button', { name: /Marina FC to win/ }).count()).toBe(0)
      expect(await odds(page, 'K. Lindqvist to win, 1.55').getAttribute('aria-disabled')).toBe('false')
      await expect.poll(() => textOf(column(page)), soon).toContain(`${slip.paused.OPERATOR}: ${why.reason}`)
      await match.getByText(why.reason).first().waitFor(soon)
      const price = match.locator('.bet-main').getByRole('button', { name: /Marina FC to win/ })
      await expect.poll(() => price.first().getAttribute('aria-disabled'), soon).toBe('true')
      for (const each of [page, match]) expect(await faultsOf(each, 'html')).toEqual([])
      await page.reload()
      await row.getByText(why.reason).waitFor(soon)

      await begin(db, (tx) => sportsHouse.openScope(tx, league))
      await odds(page, 'Marina FC to win, 1.72').waitFor(soon)
      await expect.poll(() => textOf(column(page)), soon).not.toContain(why.reason)
      await expect.poll(() => price.first().getAttribute('aria-disabled'), soon).toBe('false')
    } finally {
      await begin(db, (tx) => sportsHouse.openScope(tx, league))
      await db.close()
    }
    expect(guest.said).toEqual([])
  })
})

describe('a player who came for the balance alone', () => {
  test('reads odds, and is offered help where the slip would be', async () => {
    await using visitor = await at(desktop)
    const { page } = visitor
    await player(visitor, 'EUR', 'payout')
    await derbyAt(2100)
    await coastAt(1720)
    for (const path of ['/betting/live', '/betting/saved', '/betting?view=today']) {
      await visitor.open(path)
      expect(page.url()).toBe(site.url + path)
      await expect.poll(() => textOf(column(page)), soon).toContain(slip.help.title)
    }
    const price = odds(page, 'Marina FC to win, 1.72')
    await price.click({ force: true })
    expect([await price.getAttribute('aria-pressed'), await price.getAttribute('aria-disabled')]).toEqual([
      'false',
      'true',
    ])
    expect(await page.locator('.star, .slip-pick').count()).toBe(0)
    expect(await page.getByRole('banner').locator('a[href="/betting"]').count()).toBe(0)
    expect(await faultsOf(page, 'html')).toEqual([])
    expect(visitor.said).toEqual([])
  })
})

describe('by keyboard alone', () => {
  test('picks are made, kinds chosen, a stake typed and a pick removed', async () => {
    await using guest = await at(desktop)
    const { page } = guest
    await ready(guest)
    // A stored page may have the prices of a moment ago.
    for (const name of [/^Marina FC to win, 1\.72/, /^K\. Lindqvist to win, 1\.55/]) {
      await odds(page, name).focus()
      await page.keyboard.press('Enter')
    }
    // The slip follows a press, not in its frame.
    await expect.poll(() => page.locator('.slip-pick').count()).toBe(2)
    await column(page).getByRole('radio').first().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Tab')
    const toStake = async () => {
      for (let step = 0; step < 25; step++) {
        if (await page.evaluate(() => document.activeElement?.getAttribute('name') === 'stake')) return
        await page.keyboard.press('Tab')
      }
      throw new Error('the stake was not reached')
    }
    await toStake()
    await page.keyboard.type('10')
    // 1.72 × 1.55.
    await expect.poll(() => textOf(column(page))).toContain('€26.66')
    await column(page).getByRole('button', { name: 'Remove Marina FC' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.slip-pick').count()).toBe(1)
    expect(guest.said).toEqual([])
  })
})

describe('money', () => {
  test.each(
    inShort('USDT', [
      ['JPY', '333', '¥582'],
      ['USDT', '1.000001', '₮1.750001'],
    ]),
  )('in %s: %s at 1.75 returns %s', async (currency, stake, returns) => {
    await using visitor = await at(desktop)
    const { page } = visitor
    await player(visitor, currency)
    await coastAt(1750)
    await visitor.open('/betting?view=today')
    await odds(page, 'Marina FC to win, 1.75').click({ timeout: soon.timeout })
    await column(page).getByLabel(slip.stake.label, { exact: false }).last().fill(stake)
    await expect.poll(() => textOf(column(page))).toContain(returns)
    await column(page).getByLabel(slip.stake.label, { exact: false }).last().fill('1.2345678')
    await expect.poll(() => textOf(column(page))).toContain('Enter an amount')
    expect(visitor.said).toEqual([])
  })
})

import { siteFolder } from './site-folder.ts'
