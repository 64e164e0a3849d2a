import { rm } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import words from '../content/messages/en/my-bets.json' with { type: 'json' }
import voids from '../content/messages/es/betting-event.json' with { type: 'json' }
import es from '../content/messages/es/my-bets.json' with { type: 'json' }
import ru from '../content/messages/ru/my-bets.json' with { type: 'json' }
import notices from '../content/messages/ru/notices.json' with { type: 'json' }
import { factsOf, fixtureOf, pricesOf, resultMarket, type SentMessage } from '../server/src/test/feed.ts'
import { checked, faultsOf } from './axe.ts'
import { newBettor, placeBet } from './bet-steps.ts'
import { desktop, devices, phone, type Visit, visit } from './browser.ts'
import { type Feed, openFeed, producer, smallWorld } from './feed-steps.ts'
import { plain } from './game-steps.ts'
import { startSite } from './global-setup.ts'

/** A site of its own: matches go as these journeys tell. */
let site: Awaited<ReturnType<typeof startSite>>
let dir: string
let feed: Feed
let beating: NodeJS.Timeout
let ids: Record<string, number> = {}

const soon = { timeout: 60_000 }
const house = () => ({ url: site.url, dir })
const at = (options: object) => visit({ ...options, ...checked, baseURL: site.url })
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().replace(/\.\d+Z$/, 'Z')

/** One match for each journey, all between the same teams, told in this order. */
const matches = ['phone', 'desk', 'auto', 'corrected', 'broken', 'left', 'still', 'withdrawn'] as const

/** How likely the home side is to win, in billionths, and its price. */
const homeAt = (price: number, chance: number) =>
  resultMarket([price, 3250, 3550], { wins: [chance, (1_000_000_000 - chance) / 2, (1_000_000_000 - chance) / 2] })

const fixture = (event: string, place: number): SentMessage[] => [
  fixtureOf(event, { tournament: 'liga', home: 'marina', away: 'valdoro', starts_at: inHours(3 + place / 10) }),
  pricesOf(event, homeAt(2100, 470_000_000)),
]
const kickOff = (event: string): SentMessage[] => [
  { kind: 'state', event, state: 'live', reason: '', score: { ft: [0, 0], h1: [0, 0] } },
  factsOf(event, 1, ['begin', { period: 'h1' }]),
  pricesOf(event, homeAt(2100, 470_000_000)),
]
const goal = (event: string): SentMessage[] => [
  { kind: 'stop', event, cause: 'GOAL' },
  factsOf(event, 2, ['goal', { side: 1, minute: 18 }]),
  { kind: 'state', event, state: 'live', reason: '', score: { ft: [1, 0], h1: [1, 0] } },
]
const resultWord = (event: string, winner: '1' | 'x'): SentMessage => ({
  ...{ kind: 'result', event, certainty: 'confirmed' },
  markets: [
    {
      ...{ type: 'result', period: 'ft', line: null },
      outcomes: ['1', 'x', '2'].map((each): [string, number, number, number] => [each, each === winner ? 1 : 0, 0, 1]),
    },
  ],
})
const whistle = (event: string): SentMessage[] => [
  factsOf(event, 3, ['end', { period: 'h1' }], ['begin', { period: 'h2' }], ['end', { period: 'h2' }], ['finish', {}]),
  { kind: 'state', event, state: 'ended', reason: '', score: { ft: [1, 0], h1: [1, 0] } },
  resultWord(event, '1'),
]

beforeAll(async () => {
  dir = await siteFolder()
  site = await startSite(dir, { SPORTS_FEED: producer })
  feed = await openFeed({ url: site.url, dir })
  const world = smallWorld()
  await feed.tell(...world.slice(0, -1), ...matches.flatMap(fixture), ...world.slice(-1))
  beating = setInterval(() => feed.tell({ kind: 'alive' }).catch(() => undefined), 2_000)
  ids = await vi.waitFor(readIds, { ...soon, interval: 500 })
})

afterAll(async () => {
  clearInterval(beating)
  await site.stop()
  await rm(dir, { recursive: true, force: true })
})

async function readIds(): Promise<Record<string, number>> {
  const answer = await fetch(`${site.url}/api/sports.getEvents?v=1&count=100`)
  const { data } = await answer.json()
  const own: number[] = data.items
    .filter(
      ({ home, away }: { home: { name: string }; away: { name: string } }) =>
        [home.name, away.name].join() === 'Marina FC,Valdoro',
    )
    .map(({ id }: { id: number }) => id)
    .sort((one: number, other: number) => one - other)
  // One match of this pair is of the small world, and was told first.
  const [, ...numbers] = own
  if (numbers.length < matches.length) throw new Error('not told yet')
  return Object.fromEntries(matches.map((match, place) => [match, numbers[place] ?? 0]))
}

const eventOf = (match: (typeof matches)[number]) => ids[match] ?? 0
const textOf = async (part: Locator) => plain(await part.innerText()).replace(/[\u2066\u2069]/g, '')
const history = (query = '') => `/profile/bets/history?product=sports${query}`
const cardOf = (page: Page) => page.locator('.my-bet').first()
const shows = (page: Page, text: string | RegExp) =>
  expect.poll(async () => (await textOf(cardOf(page))).replace(/\s+/g, ' '), soon).toMatch(text)
/** Figures stand in their own direction, which the name of a button keeps. */
const cashButton = (page: Page, from: string) =>
  page.getByRole('button', { name: new RegExp(`^Cash out .?€${from.replace('.', '\\.')}`) })
const quiet = ({ said }: Visit) => expect(said).toEqual([])

describe('a bet on a match that is played', () => {
  test.each(devices('phone'))(
    'on %s: waits, follows the score, is cashed out in part, and wins',
    async (name, device) => {
      const match = name === 'a phone' ? 'phone' : 'desk'
      await using player = await at(device)
      const { page } = player
      const { sid } = await newBettor(house(), player)
      await feed.tell(...kickOff(match))
      await player.open('/betting')
      const bet = await vi.waitFor(() => placeBet(house(), sid, [{ event: eventOf(match), outcome: '1' }]), soon)
      expect(bet.state).toBe('pending')
      if (match === 'phone') await page.locator('.slip-bar', { hasText: words.title }).click(soon)
      else await page.getByRole('tab', { name: new RegExp(words.tabs.bets) }).click()
      await shows(page, new RegExp(words.standing.pending))
      await page.getByRole('progressbar').first().waitFor(soon)
      expect(await faultsOf(page, 'html')).toEqual([])
      await shows(page, /Marina FC 0–0 Valdoro/)
      await cashButton(page, '').waitFor(soon)

      await feed.tell(...goal(match))
      await shows(page, /Marina FC 1–0 Valdoro/)
      await shows(page, new RegExp(words.cash.causes.SUSPENDED))
      expect(await textOf(cardOf(page))).not.toContain('Cash out €')

      await feed.tell(pricesOf(match, homeAt(1250, 752_320_000)))
      await cashButton(page, '15.24').click(soon)
      await page.getByText(words.cash.ways.part, { exact: true }).click()
      await page.getByLabel(words.cash.typed).fill('4')
      await cashButton(page, '6.09').click(soon)
      await shows(page, /Cash-out of €6.09 is pending/)
      expect(await faultsOf(page, 'html')).toEqual([])
      await shows(page, /of which €6.00 still running/)
      await shows(page, /Potential return €12.60/)

      await feed.tell(...whistle(match))
      await shows(page, /Returned €18.69/)
      await page.getByRole('link', { name: words.acts.steps }).first().click()
      await page.locator('.my-story').waitFor(soon)
      const story = await textOf(page.locator('.my-story'))
      for (const told of [
        '€10.00 put on hold',
        'Accepted at 2.10',
        'Cashed out €4.00 of the stake for €6.09',
        'Settled, €12.60',
      ])
        expect(story).toContain(told)
      expect(await faultsOf(page, 'main')).toEqual([])
      quiet(player)
    },
  )
})

test('ends by itself at the value that its player named, on two tabs, by keyboard', async () => {
  await using player = await at(desktop)
  const { page } = player
  const { sid } = await newBettor(house(), player)
  await placeBet(house(), sid, [{ event: eventOf('auto'), outcome: '1' }])
  await player.open(history())
  const other = await page.context().newPage()
  await other.goto(`${site.url}${history()}`)
  await cashButton(page, '9.').focus(soon)
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: words.cash.ways.all }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const target = page.getByLabel(words.auto.label)
  await target.fill('99')
  await page.keyboard.press('Enter')
  await page.getByText(/^Enter an amount above/).waitFor()
  await target.fill('15')
  await page.keyboard.press('Enter')
  await expect.poll(() => textOf(cardOf(page)), soon).toContain('Auto cash-out at €15.00')
  await expect.poll(() => textOf(cardOf(other)), soon).toContain('Auto cash-out at €15.00')

  await feed.tell(pricesOf('auto', homeAt(1180, 830_000_000)))
  await page.getByText(words.none.open).waitFor(soon)
  await player.open(history('&show=settled'))
  await shows(page, /Cashed out €1[5-9]\.\d\d/)
  await page.getByRole('link', { name: words.acts.steps }).click()
  await expect.poll(() => textOf(page.locator('.my-story')), soon).toContain('Automatically cashed out for')
  expect(await faultsOf(page, 'html')).toEqual([])
  quiet(player)
})

test('по-русски: a result is corrected, the notice leads to the bet and the bet says why', async () => {
  await using player = await at({ ...desktop, locale: 'ru-RU' })
  const { page } = player
  const { sid } = await newBettor(house(), player, { locale: 'ru' })
  const { id } = await placeBet(house(), sid, [{ event: eventOf('corrected'), outcome: '1' }])
  await player.open(`/ru${history('&show=all')}`)
  await feed.tell(...kickOff('corrected'), ...goal('corrected'), ...whistle('corrected'))
  await shows(page, /Выплата €21.00/)
  await feed.tell(
    { kind: 'facts', event: 'corrected', facts: [{ seq: 7, kind: 'cancel', data: {}, cancels: 2, at: inHours(0) }] },
    resultWord('corrected', 'x'),
  )
  await shows(page, new RegExp(ru.standing.lost))
  await player.open('/ru/profile/notification')
  await page.getByRole('link', { name: notices.betCorrected.link }).click(soon)
  await page.waitForURL((url) => url.searchParams.get('bet') === id, soon)
  await expect.poll(() => textOf(page.locator('.my-story')), soon).toContain('Исправлена с €21.00 на €0.00')
  expect(await textOf(page.locator('.my-story'))).toContain(ru.story.byResult)
  expect(await faultsOf(page, 'html')).toEqual([])
  quiet(player)
})

test('en español y sin JavaScript: a match is broken off, and the stake is back', async () => {
  await using player = await at({ ...phone, javaScriptEnabled: false })
  const { page } = player
  const { sid } = await newBettor(house(), player, { locale: 'es' })
  const { id } = await placeBet(house(), sid, [{ event: eventOf('broken'), outcome: '1' }])
  await feed.tell(
    ...kickOff('broken'),
    { kind: 'state', event: 'broken', state: 'abandoned', reason: '' },
    {
      ...{ kind: 'result', event: 'broken', certainty: 'confirmed' },
      markets: [{ type: 'result', period: 'ft', line: null, void: 'ABANDONED' }],
    },
  )
  await vi.waitFor(async () => {
    await page.goto(`/es${history('&show=settled')}`)
    // Without a script it never comes to a page that is open.
    expect(await cardOf(page).count()).toBe(1)
    expect(await textOf(cardOf(page))).toContain(es.standing.void)
  }, soon)
  await page.getByRole('link', { name: es.acts.steps }).click()
  expect(new URL(page.url()).searchParams.get('bet')).toBe(id)
  expect(await textOf(page.locator('.my-story'))).toContain('se devuelven €10.00')
  expect(await textOf(cardOf(page))).toContain(voids.voidReasons.ABANDONED)
})

test('of one who is excluded stays in sight, and can be ended', async () => {
  await using player = await at(phone)
  const { page } = player
  const { sid, leave } = await newBettor(house(), player)
  await placeBet(house(), sid, [{ event: eventOf('left'), outcome: '1' }])
  await leave()
  await player.open(history())
  await cashButton(page, '9.').click(soon)
  expect(await faultsOf(page, 'html')).toEqual([])
  await cashButton(page, '9.').click(soon)
  await page.getByText(words.none.open).waitFor(soon)
  await player.open(history('&show=settled'))
  await shows(page, /Cashed out €9/)
  quiet(player)
})

test('is changed: a pick is exchanged for one of the slip, and what that costs is said before', async () => {
  await using player = await at(desktop)
  const { page } = player
  const { sid } = await newBettor(house(), player)
  const picks = [
    { event: eventOf('still'), outcome: '1' },
    { event: eventOf('left'), outcome: 'x' },
  ]
  const { id } = await placeBet(house(), sid, picks)
  await player.open('/betting?view=today')
  await page.locator('.bet-main').getByRole('button', { name: 'K. Lindqvist to win' }).first().click(soon)
  await page.locator('.slip-pick').waitFor(soon)
  await player.open(history())
  await page.getByRole('button', { name: words.acts.edit }).click(soon)
  await page.getByRole('button', { name: words.edit.ask }).click()
  await page.getByText(words.edit.no.EDIT_SAME).waitFor(soon)
  await page.getByRole('checkbox', { name: /Draw/ }).uncheck({ force: true })
  await page.getByRole('checkbox', { name: /Lindqvist/ }).check({ force: true })
  await page.getByRole('button', { name: words.edit.ask }).click()
  await page.getByText(words.edit.deal.cost).waitFor(soon)
  expect(await faultsOf(page, 'html')).toEqual([])
  await page.getByRole('button', { name: words.edit.take }).click(soon)
  await page.getByRole('heading', { name: words.edit.title }).waitFor({ ...soon, state: 'detached' })
  await shows(page, /Lindqvist/)
  await expect.poll(() => textOf(cardOf(page)), soon).not.toContain('Draw')
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('slip') ?? '{}').picks)).toEqual([])
  await page.getByRole('link', { name: words.acts.steps }).click()
  await page.getByRole('link', { name: `From bet ${id}` }).click(soon)
  await shows(page, new RegExp(words.standing.edited))
  // What did not work was an answer, and the page says it.
  expect(player.said.filter((line) => !/EDIT_SAME|422/.test(line))).toEqual([])
})

test('a leg that is decided stays behind in an edit, and a result that is taken back puts what was paid under review', async () => {
  await using player = await at(phone)
  const { page } = player
  const { sid } = await newBettor(house(), player)
  const [withdrawn, still] = [
    { event: eventOf('withdrawn'), outcome: '1' },
    { event: eventOf('still'), outcome: 'x' },
  ]
  await placeBet(house(), sid, [withdrawn])
  await placeBet(house(), sid, [withdrawn, still])
  await feed.tell(...kickOff('withdrawn'), ...goal('withdrawn'), ...whistle('withdrawn'))
  await player.open(history())
  await shows(page, '1 of 2 won')
  await page.getByRole('button', { name: words.acts.edit }).click(soon)
  await page.getByText(words.edit.decided).waitFor(soon)
  const decided = page.getByRole('checkbox', { name: 'Marina FC to win' })
  expect([await decided.isChecked(), await decided.isDisabled()]).toEqual([false, true])
  await page.getByRole('textbox', { name: words.edit.add }).fill('5')
  await page.getByRole('button', { name: words.edit.ask }).click()
  await page.getByText(words.edit.deal.cost).waitFor(soon)
  expect(await faultsOf(page, 'html')).toEqual([])
  await page.getByRole('button', { name: words.edit.take }).click(soon)
  await page.getByRole('heading', { name: words.edit.title }).waitFor({ ...soon, state: 'detached' })
  await expect.poll(() => textOf(cardOf(page)), soon).not.toContain('Marina FC to win')
  await feed.tell({
    kind: 'rollback',
    event: 'withdrawn',
    what: 'result',
    markets: [{ type: 'result', period: 'ft', line: null }],
  })
  await player.open(history('&show=settled'))
  await page.getByText(words.review).waitFor(soon)
  await page.getByText(words.standing.review, { exact: true }).waitFor(soon)
  expect(await faultsOf(page, 'html')).toEqual([])
  quiet(player)
})

test('another player’s bet is none', async () => {
  await using player = await at(desktop)
  const { sid } = await newBettor(house(), player)
  const { id } = await placeBet(house(), sid, [{ event: eventOf('still'), outcome: '1' }])
  await using stranger = await at(desktop)
  await newBettor(house(), stranger)
  const answer = await stranger.page.goto(history(`&bet=${id}`))
  expect(answer?.status()).toBeGreaterThanOrEqual(400)
  expect(await stranger.page.locator('.my-bet').count()).toBe(0)
})

import { siteFolder } from './site-folder.ts'
