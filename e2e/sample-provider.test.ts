import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { databaseOf, type House, killSite, openHouse, startAgain } from '../prove/site.ts'
import { loadSecrets } from '../server/src/secrets.ts'
import { balanceOf, crowd, gameProvider } from '../server/src/test/game-provider.ts'
import { desktop, longJourney, phone, visit } from './browser.ts'
import { newPlayer } from './new-player.ts'
import { addMoney } from './purse-steps.ts'

test('I play games of another company, and the page around them follows', async () => {
  await using me = await visit(desktop)
  const { id } = await newPlayer(me)
  await addMoney(id, 10_000n)
  const { page } = me
  // From a page of the site, as every player comes: the policy of that page has to know the other company.
  await me.open('/gamehall?providers=halcyon')
  await page.goto('/game/wheel-of-hours#real')
  const game = page.frameLocator('iframe.game-frame')
  await game.locator('#balance').getByText('€100.00').waitFor({ timeout: 60_000 })
  await game
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: 'II ×4', exact: true }) })
    .click()
  await game.getByRole('button', { name: 'Spin' }).click()
  await game
    .locator('#said')
    .getByText(/^(Won|Not this time)/)
    .waitFor({ timeout: 60_000 })
  const shown = await game.locator('#balance').innerText()
  expect(['€99.00', '€103.00']).toContain(shown)
  await expect.poll(() => page.locator('.game-page').innerText()).toContain(shown.replace('€', ''))
  await game.getByRole('button', { name: 'Rules' }).click()
  await game.getByText('Every choice returns 96.00 %').waitFor()
  expect(me.said).toEqual([])
})

longJourney('a streak waits for me after a reload, also on a phone', async () => {
  await using me = await visit(phone)
  const { id } = await newPlayer(me)
  await addMoney(id, 10_000n)
  const { page } = me
  await page.goto('/game/goal-streak#real')
  const game = page.frameLocator('iframe.game-frame')
  const take = game.getByRole('button', { name: /^Take ×/ })
  await game.locator('#balance').getByText('€100.00').waitFor({ timeout: 60_000 })
  await game.locator('#go:not([disabled])').waitFor()
  // Two kicks of three are goals: sooner or later one is.
  for (let tries = 0; tries < 40 && !(await take.isVisible()); tries += 1) {
    const start = game.getByRole('button', { name: 'Kick off' })
    if (await start.isVisible()) await start.click({ timeout: 60_000 })
    await game.locator('#corner-1:not([disabled])').click({ timeout: 60_000 })
    // It is shut while the ball flies.
    await game.locator('#go:not([disabled])').waitFor()
  }
  await page.reload()
  await take.waitFor({ timeout: 60_000 })
  await take.click()
  await game
    .locator('#said')
    .getByText(/^Taken\. Won/)
    .waitFor()
  expect(me.said).toEqual([])
})

let dir = ''
let house: House | undefined
afterAll(async () => {
  await house?.site.stop()
  await rm(dir, { recursive: true, force: true })
})

longJourney(
  'the house is killed while I play: afterwards both sides tell the same, and an open round goes on',
  async () => {
    dir = await mkdtemp(join(tmpdir(), 'croupier-sample-'))
    const data = join(dir, 'data')
    house = await openHouse(data)
    let db = databaseOf(house)
    const [player] = await crowd({ db }, 1, '200.00')
    if (!player) throw new Error('no player')
    const { playerId } = player
    const secrets = loadSecrets(join(data, 'secrets'), { isProduction: false })
    const origin = () => `http://127.0.0.1:${readFileSync(join(data, 'sample-provider/port'), 'utf8').trim()}`
    const home = house.site.url
    async function sit(game: string) {
      const { token } = await gameProvider({ db, secrets }, [home]).launch(playerId, { game })
      const query = new URLSearchParams({ token, game, mode: 'real', locale: 'en', currency: 'EUR', home })
      const opened = await fetch(`${origin()}/launch?${query}`, { redirect: 'manual' })
      const place = opened.headers.get('location')
      return async (what: string, said: Record<string, unknown>) => {
        const answer = await fetch(`${origin()}${place}/${what}`, { method: 'POST', body: JSON.stringify(said) })
        return answer.json()
      }
    }
    const streak = await sit('goal-streak')
    const open = await streak('stake', { round: randomUUID(), stake: '10.00' })
    expect(open).toMatchObject({ state: 'open' })
    const wheel = await sit('wheel-of-hours')
    let isPlaying = true
    const playing = (async () => {
      while (isPlaying) {
        const said = { round: randomUUID(), stake: '1.00', pick: 0 }
        await wheel('stake', said).catch(() => sleep(20))
      }
    })()
    await sleep(1_500)
    await db.close()
    await killSite(house)
    await startAgain(house)
    isPlaying = false
    await playing
    db = databaseOf(house)

    const books = new DatabaseSync(join(data, 'sample-provider/books.sqlite'), { readOnly: true })
    const waiting = () => Number(books.prepare("select count(*) as n from letter where state = 'waiting'").get()?.n)
    await expect.poll(waiting, { timeout: 40_000 }).toBe(0)
    let view = await streak('kick', { round: open.round, kick: 0, corner: 0 })
    if (view.state === 'open') view = await streak('take', { round: open.round })
    expect(view.state).toBe('over')

    const wallet = gameProvider({ db, secrets }, [house.site.url])
    const rounds = books.prepare('select id, state, stake, won from round').all()
    expect(rounds.length).toBeGreaterThan(3)
    let sum = 200
    for (const { id, state, stake, won } of rounds) {
      const { status, data: told } = await wallet.say('round', { round: String(id) })
      const isVoid = state === 'void'
      if (status !== 200) expect(isVoid).toBe(true)
      else expect(told).toMatchObject({ staked: { amount: isVoid ? '0.00' : stake }, won: { amount: won } })
      if (!isVoid) sum += Number(won) - Number(stake)
    }
    expect(Number(await balanceOf({ db }, playerId))).toBeCloseTo(sum, 2)
    books.close()
    await db.close()
  },
  { timeout: 180_000 },
)
