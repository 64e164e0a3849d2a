import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import words from '../content/messages/en/game.json' with { type: 'json' }
import { effort } from '../server/src/test/effort.ts'
import blackjack from '../studio/games/blackjack-salon/words/en.json' with { type: 'json' }
import { checked, faultsOf } from './axe.ts'
import { desktop, visit } from './browser.ts'
import { isReady, stageOf } from './game-steps.ts'

const build = resolve(import.meta.dirname, '../studio/build')

type Part = { file: string; isEntry?: boolean; imports?: string[]; css?: string[]; assets?: string[] }
const manifest: Record<string, Part> = JSON.parse(readFileSync(join(build, '.vite/manifest.json'), 'utf8'))
const nameOf = (key: string) => /^games\/([^/]+)\/client\/main\.ts$/.exec(key)?.[1]
const titles = Object.keys(manifest).flatMap((key) => nameOf(key) ?? [])

const main = (page: Page) => stageOf(page).locator('.st-main')
const rounds = (page: Page) =>
  page.locator('.game-session .facts > div', { hasText: words.session.rounds }).locator('dd')

/** What each title wants beside its main button. */
const before: Record<string, (page: Page) => Promise<void>> = {
  'european-roulette': (page) => stageOf(page).getByRole('button', { name: /^17 / }).click(),
}
const after: Record<string, (page: Page) => Promise<void>> = {
  'blackjack-salon': async (page) => {
    const go = stageOf(page)
      .getByRole('button', { name: blackjack['move.decline'] })
      .or(stageOf(page).getByRole('button', { name: blackjack['move.stand'] }))
      .and(stageOf(page).locator(':not([aria-disabled])'))
    while ((await rounds(page).innerText()) === '0') if ((await go.count()) > 0) await go.first().click()
  },
  minefold: async (page) => {
    await stageOf(page).locator('.st-moves:not([hidden])').waitFor()
    await stageOf(page).locator('.mf-cell').first().click()
    await takeOrOver(page)
  },
  liftoff: takeOrOver,
}

/** Takes what the round is worth as soon as it can be taken, unless the round was faster. */
async function takeOrOver(page: Page) {
  const take = stageOf(page).locator('.st-moves:not([hidden]) button:not([aria-disabled])')
  while ((await rounds(page).innerText()) === '0') {
    if ((await take.count()) > 0)
      await take
        .first()
        .click({ timeout: 2_000 })
        .catch(() => undefined)
    await page.waitForTimeout(100)
  }
}

/** The driver that draws without a graphics card tells of itself; no player has it at home. */
const isOfDriver = (line: string) => line.includes('GL Driver Message')

const inShortForm = ['captains-share']

describe('a title of the studio in its frame', () => {
  // Mines, dice and Liftoff have journeys of their own. The long form plays every title here.
  const played = effort.isLongForm ? titles : titles.filter((title) => inShortForm.includes(title))
  test.each(played)('%s plays a round, says nothing to the console and nothing that axe minds', async (title) => {
    await using visitor = await visit({ ...desktop, ...checked })
    const { page, said } = visitor
    await visitor.open(`/game/${title}#demo`)
    await isReady(page)
    await before[title]?.(page)
    await main(page).click()
    await after[title]?.(page)
    await expect.poll(() => rounds(page).innerText(), { timeout: 60_000 }).toBe('1')
    const inside = page.frames().find((frame) => frame.url().includes('/platform/game/'))
    if (!inside) throw new Error('no frame')
    expect(await faultsOf(inside, 'html')).toEqual([])
    expect(said.filter((line) => !isOfDriver(line))).toEqual([])
  })
})

/** As it travels: compressed where the site compresses it. */
function bytesOf(file: string): number {
  const path = join(build, file)
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
}

/** Everything that a title loads first and does not share with all others. */
function filesOf(key: string, seen = new Set<string>()): Set<string> {
  const part = manifest[key]
  if (!part || seen.has(part.file) || /^_(stage|pixi)-/.test(key)) return seen
  for (const file of [part.file, ...(part.css ?? []), ...(part.assets ?? [])]) seen.add(file)
  for (const each of part.imports ?? []) filesOf(each, seen)
  return seen
}

test('a title is at most 350 KB beyond the stage and Pixi', () => {
  expect(titles.length).toBeGreaterThanOrEqual(8)
  const sizes = titles.map((title) => {
    const files = [...filesOf(`games/${title}/client/main.ts`), manifest[`games/${title}/words/en.json`]?.file ?? '']
    return { title, bytes: files.reduce((sum, file) => sum + bytesOf(file), 0) }
  })
  console.log(Object.fromEntries(sizes.map(({ title, bytes }) => [title, `${(bytes / 1000).toFixed(1)} KB`])))
  for (const { title, bytes } of sizes) {
    expect(bytes, title).toBeGreaterThan(3_000)
    expect(bytes, title).toBeLessThanOrEqual(350_000)
  }
})
