import { rm } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import betting from '../content/messages/en/betting.json' with { type: 'json' }
import words from '../content/messages/en/betting-event.json' with { type: 'json' }
import rules from '../content/messages/en/betting-rules.json' with { type: 'json' }
import { factsOf, fixtureOf, pricesOf, resultMarket, type SentMessage } from '../server/src/test/feed.ts'
import { checked, faultsOf } from './axe.ts'
import { bothDevices, desktop, inShort, phone, visit } from './browser.ts'
import { type Feed, openFeed, producer, smallWorld } from './feed-steps.ts'
import { startSite } from './global-setup.ts'

/** A site of its own, on which nothing happens but what these journeys tell. */
let site: Awaited<ReturnType<typeof startSite>>
let dir: string
let feed: Feed
let beating: NodeJS.Timeout
let ids: Record<string, number> = {}

const soon = { timeout: 30_000 }
const at = (options: object) => visit({ ...options, baseURL: site.url })
const odds = (page: Page, name: string | RegExp) => page.locator('main').getByRole('button', { name }).first()
const plain = (text: string) => text.replace(/[\u2066\u2069]/g, '')

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().replace(/\.\d+Z$/, 'Z')
const total = (line: string, over: number, under: number): Parameters<typeof pricesOf>[1] => ({
  ...{ type: 'total', period: 'ft', line, state: 'open', is_live: true },
  ...{ prices: [over, under], wins: [500_000_000, 500_000_000], backs: [0, 0] },
})
const totals = [
  total('0.5', 1080, 8200),
  total('1.5', 1330, 3300),
  total('2.5', 1920, 1900),
  total('3.5', 3100, 1350),
  total('4.5', 5600, 1130),
  total('5.5', 9800, 1050),
]
const scoreWord = (event: string, ft: [number, number]): SentMessage => ({
  ...{ kind: 'state', event, state: 'live', reason: '' },
  score: { ft, h1: ft },
})

const begun = (event: string, hours: number): SentMessage[] => [
  fixtureOf(event, { tournament: 'liga', home: 'marina', away: 'valdoro', starts_at: inHours(-hours) }),
  pricesOf(event, resultMarket([2100, 3250, 3550]), ...totals),
  scoreWord(event, [0, 0]),
  factsOf(event, 1, ['begin', { period: 'h1' }], ['corner', { side: 2, minute: 4 }]),
]

beforeAll(async () => {
  dir = await siteFolder()
  site = await startSite(dir, { SPORTS_FEED: producer })
  feed = await openFeed({ url: site.url, dir })
  const world = smallWorld()
  await feed.tell(
    ...world.slice(0, -1),
    ...begun('phone', 0.4),
    ...begun('desk', 0.3),
    ...begun('still', 0.2),
    ...world.slice(-1),
  )
  beating = setInterval(() => feed.tell({ kind: 'alive' }).catch(() => undefined), 3_000)
  ids = await vi.waitFor(readIds, { ...soon, interval: 500 })
})

afterAll(async () => {
  clearInterval(beating)
  await site.stop()
  await rm(dir, { recursive: true, force: true })
})

/** Events of one pair of teams, in the order in which they were told. */
async function readIds(): Promise<Record<string, number>> {
  const answer = await fetch(`${site.url}/api/sports.getEvents?v=1&view=live&count=50`)
  const { data } = await answer.json()
  const own: number[] = data.items
    .filter((item: { home: { name: string } }) => item.home.name === 'Marina FC')
    .map(({ id }: { id: number }) => id)
    .sort((one: number, other: number) => one - other)
  const [onPhone, onDesk, still] = own
  if (onPhone === undefined || onDesk === undefined || still === undefined) throw new Error('not told yet')
  return { phone: onPhone, desk: onDesk, still }
}

describe('an event that is played', () => {
  test.each(bothDevices)('on %s: a goal, a pause, prices again, no goal after all, the end', async (name, device) => {
    const event = name === 'a phone' ? 'phone' : 'desk'
    await using guest = await at({ ...device, ...checked })
    const { page } = guest
    await guest.open(`/betting/event/${ids[event]}/marina-fc-valdoro`)
    await odds(page, 'Marina FC to win, 2.10').waitFor(soon)
    const score = () => page.locator('.board-now').innerText()
    expect((await score()).replace(/\s/g, '')).toBe('0–0')
    await expect.poll(() => page.locator('.pitch-now').innerText(), soon).toBe(`${words.fact.corner}, Valdoro`)
    expect(await faultsOf(page, 'main')).toEqual([])
    const place = await odds(page, 'Marina FC to win, 2.10').boundingBox()

    await feed.tell(
      { kind: 'stop', event, cause: 'GOAL' },
      factsOf(event, 3, ['goal', { side: 1, minute: 18, player: 'Okoye' }]),
      scoreWord(event, [1, 0]),
    )
    await expect.poll(async () => (await score()).replace(/\s/g, ''), soon).toBe('1–0')
    const locked = odds(page, `Marina FC to win, ${betting.odds.locks.paused}`)
    await locked.waitFor(soon)
    expect(await locked.boundingBox()).toEqual(place)
    expect(await page.locator('.question').first().innerText()).toContain(words.paused.GOAL)
    const spoken = page.locator('.score-news').getByRole('status')
    await expect.poll(() => spoken.innerText(), soon).toBe('Marina FC 1, Valdoro 0')
    await expect.poll(() => page.locator('.pitch-now').innerText(), soon).toBe(`${words.fact.goal}, Marina FC`)

    await feed.tell(pricesOf(event, resultMarket([1500, 4000, 6500]), ...totals))
    await odds(page, 'Marina FC to win, 1.50').waitFor(soon)

    await feed.tell(
      { kind: 'stop', event, cause: 'REVIEW' },
      {
        ...{ kind: 'facts', event },
        facts: [{ seq: 4, kind: 'cancel', data: {}, cancels: 3, at: inHours(0) }],
      },
      scoreWord(event, [0, 0]),
      pricesOf(event, resultMarket([2120, 3250, 3500]), ...totals),
    )
    await odds(page, 'Marina FC to win, 2.12').waitFor(soon)
    expect((await score()).replace(/\s/g, '')).toBe('0–0')
    await page.getByRole('link', { name: words.view.facts }).click()
    await expect.poll(() => page.locator('.fact s').innerText(), soon).toMatch(/Goal[\s\S]*Marina FC[\s\S]*Okoye/)
    expect(await page.locator('.fact-list').innerText()).toContain('Disallowed: Goal')
    expect(await faultsOf(page, 'main')).toEqual([])

    await page.getByRole('link', { name: words.view.stats }).click()
    const goals = page.getByRole('row', { name: new RegExp(words.stats.goals) })
    expect((await goals.innerText()).replace(/\s+/g, ' ')).toBe(`0 ${words.stats.goals} 0`)

    // The match of the phone is over when that of the desk is looked at.
    const isFirst = event === 'phone'
    const form = page.locator('.form-card')
    await form.waitFor(soon)
    expect(await form.locator('.meetings li').count()).toBe(isFirst ? 0 : 1)
    expect(await form.locator('.form-d').count()).toBe(isFirst ? 0 : 2)
    await page.getByRole('link', { name: words.view.table, exact: true }).click()
    if (isFirst) await page.getByText(words.before.noTable).waitFor(soon)
    else await expect.poll(() => page.locator('.standings-own').count(), soon).toBe(2)
    expect(await faultsOf(page, 'main')).toEqual([])

    await page.getByRole('link', { name: words.view.markets }).click()
    await feed.tell(
      factsOf(
        event,
        5,
        ['end', { period: 'h1' }],
        ['begin', { period: 'h2' }],
        ['end', { period: 'h2' }],
        ['finish', {}],
      ),
      { kind: 'state', event, state: 'ended', reason: '', score: { ft: [0, 0], h1: [0, 0] } },
      {
        ...{ kind: 'result', event, certainty: 'confirmed' },
        markets: [
          {
            ...{ type: 'result', period: 'ft', line: null },
            outcomes: [
              ['1', 0, 0, 1],
              ['x', 1, 0, 1],
              ['2', 0, 0, 1],
            ],
          },
          {
            ...{ type: 'total', period: 'ft', line: '2.5' },
            outcomes: [
              ['over', 0, 0, 1],
              ['under', 1, 0, 1],
            ],
          },
        ],
      },
    )
    await page.getByRole('img', { name: `Draw: ${words.verdict.won}` }).waitFor(soon)
    expect(await page.locator('.board-head').innerText()).toContain(words.state.ended)
    await page.getByRole('link', { name: /^Goals/ }).click()
    await page.getByRole('img', { name: `Under 2.5: ${words.verdict.won}` }).waitFor(soon)
    expect(await faultsOf(page, 'html')).toEqual([])
    expect(guest.said).toEqual([])
  })

  test('its prices over time: by the key of a market, and by a long press', async () => {
    await using guest = await at({ ...desktop, ...checked })
    const { page } = guest
    await feed.tell(pricesOf('still', resultMarket([2100, 3250, 3550])))
    await guest.open(`/betting/event/${ids.still}/marina-fc-valdoro`)
    await odds(page, 'Marina FC to win, 2.10').waitFor(soon)
    await feed.tell(
      pricesOf('still', resultMarket([2000, 3300, 3700])),
      { kind: 'stop', event: 'still', cause: 'DANGER' },
      pricesOf('still', resultMarket([1900, 3400, 4000]), ...totals),
    )
    const home = odds(page, 'Marina FC to win, 1.90')
    await home.waitFor(soon)
    const key = page.getByRole('button', { name: words.history.replace('{market}', 'Match result') })
    await key.click()
    const dialog = page.getByRole('dialog', { name: 'Match result' })
    const prices = () => dialog.locator('td.num').allInnerTexts()
    await expect.poll(prices, soon).toEqual(['1.90', '2.00', '2.00', '2.10'])
    expect(await dialog.getByRole('img').getAttribute('aria-label')).toContain('Marina FC to win: from 2.10 to 1.90')
    expect(await dialog.locator('.price-pause').count()).toBe(1)
    expect(await faultsOf(page, 'html')).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await key.evaluate((button) => button === document.activeElement)).toBe(true)

    const draw = odds(page, /^Match result: Draw, 3\.40$/)
    await draw.click({ delay: 900 })
    await expect.poll(() => dialog.getByRole('combobox').inputValue(), soon).toMatch(/\/x$/)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await draw.getAttribute('aria-pressed')).toBe('false')
    expect(guest.said).toEqual([])
  })

  test('lines stand around the even one; the others are one press away', async () => {
    await using guest = await at(phone)
    const { page } = guest
    await guest.open(`/betting/event/${ids.still}/marina-fc-valdoro?market=totals`)
    const shown = () => page.locator('.lines-line:visible').allInnerTexts()
    expect(await shown()).toEqual(['1.5', '2.5', '3.5', '4.5'])
    await page.getByText('More lines').click()
    expect(await shown()).toEqual(['1.5', '2.5', '3.5', '4.5', '0.5', '5.5'])
    expect(guest.said).toEqual([])
  })
})

describe('without JavaScript', () => {
  test('the event is whole, a wrong name leads to the right one, an unknown number to nothing', async () => {
    await using guest = await at({ ...phone, javaScriptEnabled: false })
    const { page } = guest
    await page.goto(`/betting/event/${ids.still}/another-name?market=totals`)
    expect(new URL(page.url()).pathname).toBe(`/betting/event/${ids.still}/marina-fc-valdoro`)
    const main = plain(await page.locator('main').innerText())
    for (const text of ['Marina FC', 'Valdoro', 'Total goals', '1.92', words.view.facts]) expect(main).toContain(text)
    await page.getByRole('link', { name: words.view.facts }).click()
    expect(await page.locator('.fact-list').innerText()).toContain(words.fact.corner)
    const facts = await page.goto(`/ru/betting/event/${ids.still}/marina-fc-valdoro?view=facts`)
    expect(facts?.status()).toBe(200)
    expect(await page.locator('.fact-list').innerText()).toContain('Угловой')
    for (const id of ['999999', 'x', '0'])
      expect((await page.goto(`/betting/event/${id}/marina-fc-valdoro`))?.status()).toBe(404)
  })

  test('rules are read by sport and version', async () => {
    await using guest = await at({ ...desktop, javaScriptEnabled: false })
    const { page } = guest
    await page.goto('/betting/rules')
    await page.locator('main').getByRole('link', { name: rules.names.football, exact: true }).click()
    expect(await page.locator('h1').innerText()).toBe('Rules: Football')
    const main = plain(await page.locator('main').innerText())
    for (const text of ['48 hours', '6 seconds', '94.5%', '€100,000', 'Half-time/full-time'])
      expect(main).toContain(text)
    expect((await page.goto('/betting/rules/football?v=1'))?.status()).toBe(200)
    expect((await page.goto('/betting/rules/football?v=77'))?.status()).toBe(404)
    expect((await page.goto('/betting/rules/curling'))?.status()).toBe(404)
  })

  test.each(
    inShort('ru', [
      ['es', '48 horas'],
      ['ru', '48 часов'],
    ]),
  )('rules in %s', async (locale, hours) => {
    await using guest = await at({ ...phone, ...checked })
    await guest.open(`/${locale}/betting/rules/football`)
    expect(await guest.page.locator('main').innerText()).toContain(hours)
    expect(await faultsOf(guest.page, 'main')).toEqual([])
    expect(guest.said).toEqual([])
  })
})

import { siteFolder } from './site-folder.ts'
