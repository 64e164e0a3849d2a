import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOf, type House, killSite, openHouse, startAgain } from '../prove/site.ts'
import { effort } from '../server/src/test/effort.ts'
import { balanceOf, crowd } from '../server/src/test/game-provider.ts'
import { plantChain } from '../server/src/test/table.ts'
import { longJourney, phone, type Visit, visit } from './browser.ts'
import { inDatabase, newPlayer } from './new-player.ts'
import { addMoney } from './purse-steps.ts'

const between = (from: number, to: number, length = 8) => ({
  salt: 'e2e',
  length,
  isRight: (points: readonly number[]) => points.every((point) => point > from && point < to),
})

// Long enough to be seen, short enough to be waited for.
const flights = effort.isLongForm ? between(150, 300) : between(150, 220, 5)
beforeAll(() => inDatabase((db) => plantChain(db, flights)))

const scene = (page: Page, kind: string) => page.locator(`.lo-sky[data-scene="${kind}"]`).waitFor({ timeout: 60_000 })
const plain = (text: string) => text.replace(/[\u2066\u2069]/g, '').trim()
const balance = async (page: Page) => plain(await page.locator('.st-balance b').innerText())
const point = async (page: Page) => plain(await page.locator('.lo-big').innerText())
const cashOut = (page: Page) => page.getByRole('button', { name: /^Cash out/ })
const fly = (page: Page) => page.getByRole('button', { name: 'Fly' })

async function boarding(visitor: Visit) {
  const { id } = await newPlayer(visitor)
  await addMoney(id, 2_000n)
  await visitor.page.goto('/platform/game/liftoff/play')
  await visitor.page.locator('.lo-sky').waitFor({ timeout: 30_000 })
  return id
}

/** Both in the same flight: with a few seconds left for the two of them. */
async function stakeAll(pages: Page[]) {
  for (;;) {
    for (const page of pages) await scene(page, 'count')
    const left = Number(await pages[0]?.locator('.lo-big').innerText())
    if (left > 4) break
    for (const page of pages) await scene(page, 'over')
  }
  for (const page of pages) await fly(page).click()
  for (const page of pages) await page.getByText('You are in').first().waitFor()
}

test('two of us see the same flight: one gets off and is paid, the other stays and is not', async () => {
  await using one = await visit(phone)
  await using other = await visit()
  const id = await boarding(one)
  await boarding(other)
  const pages = [one.page, other.page]
  await stakeAll(pages)
  expect(await Promise.all(pages.map(balance))).toEqual(['€19.00', '€19.00'])
  for (const page of pages) await scene(page, 'fly')
  // A guest comes late and sees it fly.
  await using late = await visit(phone)
  await late.page.goto('/platform/game/liftoff/demo')
  await scene(late.page, 'fly')
  expect(await fly(late.page).getAttribute('aria-disabled')).toBe('true')
  await cashOut(one.page).click()
  await one.page
    .getByText(/^Cashed out at/)
    .first()
    .waitFor()
  const wonBy = async () => Number((await balance(one.page)).replace('€', '')) - 19
  await expect.poll(wonBy).toBeGreaterThan(1)
  const won = await wonBy()
  // The others are told where.
  await other.page.locator('.lo-row.is-off').first().waitFor()
  for (const page of pages) await scene(page, 'over')
  const [mine, theirs] = await Promise.all(pages.map(point))
  expect(mine).toBe(theirs)
  await other.page.getByText(`The flight ended at ${theirs}`).first().waitFor()
  expect(await balance(other.page)).toBe('€19.00')
  expect(won).toBeLessThanOrEqual(Number(mine?.replace('×', '')))
  // And it can be seen again, step by step.
  const { round } = await inDatabase((db) =>
    db.selectFrom('rounds_play').select('round').where('player_id', '=', id).executeTakeFirstOrThrow(),
  )
  await one.page.goto(`/platform/game/liftoff/replay?round=${round}`)
  await one.page
    .getByText(/^Cashed out at/)
    .first()
    .waitFor()
  await one.page.locator('.lo-mark').waitFor()
  for (const visitor of [one, other, late]) expect(visitor.said).toEqual([])
})

longJourney('after a reload I am still aboard, and what I set in advance is paid', async () => {
  await using me = await visit(phone)
  await boarding(me)
  const { page } = me
  await page.getByLabel('Auto cash-out height').fill('1.20')
  await stakeAll([page])
  await page.reload()
  await page.getByText('Auto cash-out at ×1.20').first().waitFor()
  await page.getByText('Cashed out at ×1.20').first().waitFor({ timeout: 30_000 })
  await expect.poll(() => balance(page)).toBe('€20.20')
  expect(me.said).toEqual([])
})

longJourney('the whole of it by keyboard', async () => {
  await using me = await visit()
  await boarding(me)
  const { page } = me
  await scene(page, 'over')
  await scene(page, 'count')
  await page.keyboard.press('Space')
  await page.getByText('You are in').first().waitFor()
  await scene(page, 'fly')
  await expect.poll(() => cashOut(page).isEnabled()).toBe(true)
  await page.keyboard.press('Space')
  await page
    .getByText(/^Cashed out at/)
    .first()
    .waitFor()
})

let dir = ''
let house: House | undefined
afterAll(async () => {
  await house?.site.stop()
  await rm(dir, { recursive: true, force: true })
})

longJourney(
  'the house is killed in the middle of a flight and comes back after its end: heights in advance are paid, every other stake goes back',
  async () => {
    dir = await mkdtemp(join(tmpdir(), 'croupier-liftoff-'))
    house = await openHouse(join(dir, 'data'))
    const { url } = house.site
    const db = databaseOf(house)
    await plantChain(db.sql, between(125, 180))
    const players = await crowd({ db }, 2, '10.00')
    await db.sql.updateTable('rounds_session').set({ provider: 'studio', game: 'liftoff' }).execute()
    // A guest looks on, so a round is called.
    const looking = await fetch(`${url}/platform/stream/liftoff`)
    const phase = () =>
      db.sql.selectFrom('rounds_shared').select('phase').orderBy('id', 'desc').limit(1).executeTakeFirst()
    await expect.poll(phase, { timeout: 60_000 }).toEqual({ phase: 'open' })
    const rounds = await Promise.all(
      players.map(async ({ token }, at) => {
        const [round, choice] = [randomUUID(), JSON.stringify({ auto: at === 0 ? 120 : null })]
        const body = new URLSearchParams({ token, round, stake: '1.00', choice })
        expect((await fetch(`${url}/api/rounds.play`, { method: 'POST', body })).status).toBe(200)
        return round
      }),
    )
    await expect.poll(phase, { timeout: 60_000, interval: 20 }).toEqual({ phase: 'running' })
    await db.close()
    await killSite(house)
    void looking.body?.cancel().catch(() => {})
    // Longer than any of these flights lasts.
    await sleep(10_000)
    await startAgain(house)
    const after = databaseOf(house)
    const won = async () => {
      const plays = await after.sql.selectFrom('rounds_play').select(['round', 'won', 'is_over']).execute()
      return rounds.map((round) => plays.find((play) => play.round === round && play.is_over)?.won)
    }
    await expect.poll(won, { timeout: 60_000 }).toEqual([120n, 100n])
    const balances = await Promise.all(players.map(({ playerId }) => balanceOf({ db: after }, playerId)))
    expect(balances).toEqual(['10.20', '10.00'])
    await after.close()
  },
  { timeout: 180_000 },
)
