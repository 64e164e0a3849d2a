import { describe, expect, test } from 'vitest'
import words from '../content/messages/en/loyalty.json' with { type: 'json' }
import spanish from '../content/messages/es/loyalty.json' with { type: 'json' }
import russian from '../content/messages/ru/loyalty.json' with { type: 'json' }
import { loyaltyHouse } from '../server/src/features/loyalty/loyalty.ts'
import { addClubNotices } from '../server/src/features/loyalty/notice-store.ts'
import { ask } from './ask.ts'
import { checked, faultsOf } from './axe.ts'
import { desktop, devices, inLong, phone, type Visit, visit } from './browser.ts'
import { callApi } from './cashier-steps.ts'
import { plain } from './game-steps.ts'
import { inDatabase, newPlayer } from './new-player.ts'

const nothing = async () => undefined

/** By hand of the operator; what that makes known was told already. */
const givePoints = (playerId: bigint, points: bigint, key = 'journey') =>
  inDatabase((db) =>
    db.transaction().execute(async (tx) => {
      await loyaltyHouse.give(nothing, tx, { playerId, points, key: `${key}:${playerId}`, words: 'journey' })
      await tx.updateTable('loyalty_notice').set({ seen_at: new Date() }).where('player_id', '=', playerId).execute()
    }),
  )

const ordersOf = (playerId: bigint) =>
  inDatabase((db) => db.selectFrom('loyalty_order').select('product').where('player_id', '=', playerId).execute())

async function member(visitor: Visit, points: bigint, locale = 'en') {
  const player = await newPlayer(visitor, { isNamed: true, locale })
  if (points > 0n) await givePoints(player.id, points)
  return player
}

const wideBy = ({ page }: Visit) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

describe('the club', () => {
  test('is read by a guest, with what a point costs', async () => {
    const { status, body } = await ask('/loyalty/house-club')
    expect(status).toBe(200)
    const text = body.replaceAll(/<[^>]*>|[\u2066\u2069]/g, ' ')
    expect(text).toContain('1 point per')
    expect(text).toContain('up to 500 points a day')
    expect((await ask('/loyalty/no-such-club')).status).toBe(404)
    expect((await ask('/loyalty/shop')).body).toContain(words.shop.guest)
  })

  test('shows level, points and quests in the profile, on a phone', async () => {
    await using visitor = await visit({ viewport: { width: 320, height: 700 }, ...checked })
    const { page, said } = visitor
    await member(visitor, 1_620n)
    await visitor.open('/profile/loyalty')
    const main = page.getByRole('main')
    await main.getByText('Level 3: Flame').waitFor()
    // A contact was confirmed before: it is paid by the time it is shown, and stands in the history.
    expect(await main.innerText()).toContain('1,670 of 3,000 points')
    expect(await main.locator('.club-history tbody tr').allInnerTexts()).toEqual([
      expect.stringMatching(/^Quest\s.*\+50\s+1,670$/),
      expect.stringMatching(/^Gift from us\s.*\+1,620\s+1,620$/),
    ])
    const demos = main.locator('[data-quest="three-demos"]')
    expect(await demos.innerText()).toContain('0 of 3')
    expect(await wideBy(visitor)).toBe(0)
    expect(await faultsOf(page, 'html')).toEqual([])
    expect(said).toEqual([])
  })

  test.each(devices('desktop'))(
    'on %s sells once for each yes, and says what the points do not reach',
    async (_where, device) => {
      await using visitor = await visit({ ...device, ...checked })
      const { page, said } = visitor
      const { id } = await member(visitor, 1_000n)
      await visitor.open('/loyalty/shop')
      const dialog = page.getByRole('dialog')
      const card = (product: string) => page.locator(`[data-product="${product}"]`)
      expect(await card('dealer-mug').innerText()).toContain('From level 3')

      await card('cash-five').getByRole('button').click()
      await dialog.getByText(words.shop.tooFew).waitFor()
      expect(await dialog.innerText()).toContain('costs 1,200 points. You have 1,')
      expect(await faultsOf(page, 'html')).toEqual([])
      await dialog.getByRole('button', { name: words.shop.fits }).click()
      await dialog.waitFor({ state: 'detached' })
      await card('cash-five').waitFor({ state: 'detached' })

      // The first answer is lost on its way: the second press is the same purchase.
      let calls = 0
      const keys = new Set<string>()
      await page.route('**/api/loyalty.buyproduct*', async (route) => {
        calls += 1
        keys.add(/name="key"\s+([\w-]+)/.exec(route.request().postData() ?? '')?.[1] ?? '')
        if (calls > 1) return route.continue()
        await route.fetch()
        await route.abort()
      })
      await card('spins-ten').getByRole('button').click()
      // What becomes of it is said before it is bought: the game, the days, whose the winnings are.
      const becomes = 'On Fruit Parade, €0.20 each, within 7 days. What they win is your own money, with no wagering.'
      expect(plain(await dialog.innerText())).toContain(becomes)
      await dialog.getByRole('button', { name: '400 points' }).click()
      const buy = dialog.getByRole('button', { name: words.shop.buy, exact: true })
      await buy.click()
      await dialog.getByRole('alert').waitFor()
      expect(await ordersOf(id)).toHaveLength(1)
      await buy.dblclick()
      await dialog.waitFor({ state: 'detached' })
      await page.locator('.toast').getByText('10 free spins').waitFor()
      await page.locator('[data-order]').waitFor()
      expect([calls, keys.size, keys.has('')]).toEqual([2, 1, false])
      expect(await ordersOf(id)).toEqual([{ product: 'spins-ten' }])
      expect(await page.locator('[data-order]').innerText()).toContain(words.orders.states.given)
      expect(await page.evaluate(() => localStorage.getItem('club_purchase'))).toBeNull()
      expect(said.filter((line) => !/ERR_FAILED|buyproduct/.test(line))).toEqual([])
    },
  )

  test.each(devices('desktop'))(
    'on %s asks before a dealer changes, and not again for thirty days',
    async (_where, device) => {
      await using visitor = await visit({ ...device, ...checked })
      const { page, said } = visitor
      await member(visitor, 0n)
      await visitor.open('/loyalty')
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: 'Ada' }).click()
      await dialog.getByRole('button', { name: 'Choose Ada' }).click()
      await dialog.getByText('You can change again after 30 days.').waitFor()
      expect(await faultsOf(page, 'html')).toEqual([])
      await dialog.getByRole('button', { name: 'Choose Ada' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('heading', { level: 1, name: 'Ada' }).waitFor()
      await page.getByRole('button', { name: 'Basil' }).click()
      await dialog.getByRole('button', { name: 'Choose Basil' }).click()
      await dialog.getByText(/Ada is your dealer until \d\d\.\d\d\.\d{4}/).waitFor()
      expect(said).toEqual([])
    },
  )

  test('counts a page that was read, and tells news once and never in the cashier', async () => {
    await using visitor = await visit({ ...phone, ...checked })
    const { page, said } = visitor
    const { id } = await member(visitor, 100n)
    await visitor.open('/fairness')
    const reported = page.waitForResponse((answer) => answer.url().includes('article_read'))
    await page.locator('#how > div').last().scrollIntoViewIfNeeded()
    expect((await reported).status()).toBe(200)
    await visitor.open('/profile/loyalty')
    const quest = page.locator('[data-quest="how-it-is-fair"]')
    await quest.getByText('1 of 2').waitFor()

    await inDatabase((db) =>
      db.transaction().execute((tx) =>
        addClubNotices(tx, [
          {
            ...{ playerId: id, key: 'journey', trigger: 'quest', subject: 'how-it-is-fair', isCredit: true },
            ...{ amount: 100n, amountType: 'points' },
          },
        ]),
      ),
    )
    const toast = page.locator('.toast').getByText('You have earned 100 points.')
    await visitor.open('/cashier/wallet')
    await page.getByRole('main').click({ position: { x: 2, y: 2 } })
    await page.waitForTimeout(1_500)
    expect(await toast.count()).toBe(0)
    await page.locator('.bottom a').first().click()
    await toast.waitFor()
    const unseen = () =>
      inDatabase((db) =>
        db.selectFrom('loyalty_notice').select('id').where('player_id', '=', id).where('seen_at', 'is', null).execute(),
      )
    await expect.poll(unseen, { timeout: 30_000 }).toEqual([])
    expect(said).toEqual([])
  })

  test.each(devices('phone'))('on %s pays for an article that was read to its end', async (_where, device) => {
    await using visitor = await visit({ ...device, ...checked })
    const { page, said } = visitor
    await member(visitor, 0n)
    await callApi(visitor, 'events.handle', { event_name: 'fairness_checked' }, 'GET')
    await visitor.open('/profile/loyalty')
    const quest = page.locator('[data-quest="how-it-is-fair"]')
    await quest.getByText('1 of 2').waitFor()
    const article = quest.getByRole('listitem').filter({ hasText: words.quests.steps.article_read })
    await article.getByRole('link').click()
    const reported = page.waitForResponse((answer) => answer.url().includes('article_read'))
    await page.locator('#how > div').last().scrollIntoViewIfNeeded()
    expect((await reported).status()).toBe(200)
    await visitor.open('/profile/loyalty')
    await quest.locator('.tag').getByText(words.quests.done).waitFor()
    const newest = page.locator('.club-history tbody tr').first()
    expect(await newest.innerText()).toMatch(/^Quest\s.*\+100\s+150$/)
    expect(said).toEqual([])
  })

  test.each(
    devices('phone').flatMap(([where, device]) =>
      inLong([
        ['es', spanish],
        ['ru', russian],
      ] as const).map(([locale, texts]) => [where, locale, device, texts] as const),
    ),
  )('on %s reads the same in %s', async (_where, locale, device, texts) => {
    await using visitor = await visit({ ...device, ...checked })
    const { page, said } = visitor
    await member(visitor, 1_620n, locale)
    const pages = {
      '': texts.ladder.title,
      '/shop': texts.orders.title,
      '/house-club': texts.rates.title,
    }
    for (const [path, heading] of Object.entries(pages)) {
      await visitor.open(`/${locale}/loyalty${path}`)
      await page.getByRole('heading', { name: heading, exact: true }).first().waitFor()
      expect([path, await wideBy(visitor), await faultsOf(page, 'main')]).toEqual([path, 0, []])
    }
    await visitor.open(`/${locale}/profile/loyalty`)
    await page.getByRole('switch', { name: texts.switch.title }).waitFor()
    expect([await wideBy(visitor), await faultsOf(page, 'main')]).toEqual([0, []])
    expect(said).toEqual([])
  })

  test('is gone with one press, and is there again with another', async () => {
    await using visitor = await visit({ ...desktop, ...checked })
    const { page, said } = visitor
    await member(visitor, 700n)
    await visitor.open('/profile/loyalty')
    const side = page.locator('.side')
    await side.getByRole('link', { name: 'Loyalty' }).waitFor()
    const control = page.getByRole('switch', { name: words.switch.title })
    await control.click()
    await page.getByText('You keep your 750 points and level 2.').waitFor()
    await side.getByRole('link', { name: 'Loyalty' }).waitFor({ state: 'detached' })
    expect(await page.locator('.club-quest, .club-figures').count()).toBe(0)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await visitor.open('/loyalty')
    await page.getByText(words.offLead).waitFor()
    expect(await page.locator('.club-hero, .club-ladder, .club-product').count()).toBe(0)
    await page.getByRole('heading', { level: 1 }).click()
    expect(await faultsOf(page, 'main')).toEqual([])
    expect(asked.filter((url) => url.includes('getnotifications'))).toEqual([])
    await page.getByRole('switch').click()
    await page.locator('.club-hero').waitFor()
    await side.getByRole('link', { name: 'Loyalty' }).waitFor()
    expect(said).toEqual([])
  })
})
