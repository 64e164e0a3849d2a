import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import cashier from '../content/messages/en/cashier.json' with { type: 'json' }
import { openBonus } from './bonus-steps.ts'
import { desktop, longJourney, phone, visit } from './browser.ts'
import { newPlayer } from './new-player.ts'
import { addMoney } from './purse-steps.ts'

const words = cashier.statement
const plain = (text: string) => text.replace(/[\u2066\u2069]/g, '')

/** 10.00 comes in, then 1.00 goes out and 2.00 comes in, and so on: 45 movements. */
const life = [1000n, ...Array.from({ length: 44 }, (_, at) => (at % 2 ? 200n : -100n))]

describe('my statement', () => {
  test('lists every movement with the balance after it, twenty a page', async () => {
    await using visitor = await visit(desktop)
    const { page, said } = visitor
    const { id } = await newPlayer(visitor)
    await addMoney(id, life, { reason: 'stake', ref: 'round:7' })
    await visitor.open('/cashier/wallet')
    const rows = page.locator('.statement tbody tr')
    expect(await rows.count()).toBe(20)
    const newest = plain(await rows.first().innerText())
    expect(newest).toContain(cashier.moves.stake)
    expect(newest).toContain('#7')
    expect(newest).toContain('+€2.00')
    expect(newest).toContain('€32.00')
    expect(plain(await rows.nth(1).innerText())).toContain('−€1.00')
    await page.locator('#statement').getByRole('link', { name: '3' }).click()
    await page.waitForURL('**/cashier/wallet?page=3')
    await expect.poll(() => rows.count()).toBe(5)
    await expect.poll(async () => plain(await rows.last().innerText())).toContain('+€10.00')
    expect(said).toEqual([])
  })

  longJourney('has a page for each purse, and says so when nothing has moved', async () => {
    await using visitor = await visit(phone)
    const { page } = visitor
    const { id } = await newPlayer(visitor)
    await addMoney(id, 100n)
    await openBonus(visitor, { playerId: id, amount: 550n })
    await visitor.open('/cashier/wallet')
    const purses = page.getByRole('navigation', { name: words.purse })
    await purses.getByRole('link', { name: words.purses.bonus }).click()
    await page.waitForURL('**/cashier/wallet?purse=bonus')
    await expect.poll(() => page.locator('.statement tbody').innerText().then(plain)).toContain('+€5.50')
    expect(await purses.locator('[aria-current=page]').innerText()).toBe(words.purses.bonus)
    await purses.getByRole('link', { name: words.purses.betting_bonus }).click()
    await page.getByText(words.none.title).waitFor()
    expect(await page.locator('.proof').count()).toBe(0)
  })

  longJourney('a new movement appears by itself', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const { id } = await newPlayer(visitor)
    await addMoney(id, 100n)
    await visitor.open('/cashier/wallet')
    await addMoney(id, 4200n, { reason: 'win' })
    await expect
      .poll(() => page.locator('.statement tbody tr').first().innerText().then(plain), { timeout: 30_000 })
      .toContain('+€42.00')
  })

  test('the files on the page prove that it is whole, without us', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const { id } = await newPlayer(visitor)
    await addMoney(id, life)
    await visitor.open('/cashier/wallet')
    const dir = await mkdtemp(join(tmpdir(), 'croupier-proof-'))
    try {
      const files: string[] = []
      for (const name of [words.proof.verifier, words.proof.csv]) {
        const started = page.waitForEvent('download')
        await page.getByRole('link', { name }).click()
        const file = await started
        const path = join(dir, file.suggestedFilename())
        await file.saveAs(path)
        files.push(path)
      }
      const head = await page.locator('.proof-head code').innerText()
      expect(await page.locator('.proof-run').textContent()).toBe(
        `node verify-statement.mjs statement-main-EUR.csv ${head}`,
      )
      expect(files.map((path) => path.slice(dir.length + 1))).toEqual([
        'verify-statement.mjs',
        'statement-main-EUR.csv',
      ])
      const { stdout } = await promisify(execFile)(process.execPath, [...files, head])
      expect(stdout.trim().split('\n').length).toBe(1)
      const other = head.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
      await expect(promisify(execFile)(process.execPath, [...files, other])).rejects.toThrow()
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  })

  longJourney('can be read without scripts and on the smallest screen', async () => {
    await using visitor = await visit({ viewport: { width: 320, height: 640 }, javaScriptEnabled: false })
    const { page } = visitor
    const { id } = await newPlayer(visitor)
    await addMoney(id, life, { ref: 'a-reference-without-any-place-to-break-it-that-goes-on-and-on' })
    await page.goto('/cashier/wallet')
    expect(await page.locator('.statement tbody tr').count()).toBe(20)
    await page.locator('#statement').getByRole('link', { name: '3' }).click()
    await page.waitForURL('**/cashier/wallet?page=3')
    expect(await page.locator('.statement tbody tr').count()).toBe(5)
    const sizes = () => [document.documentElement.scrollWidth, innerWidth]
    const [width, room] = await page.evaluate(sizes)
    expect(width).toBe(room)
  })
})
