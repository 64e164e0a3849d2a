import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import words from '../content/messages/en/cashback.json' with { type: 'json' }
import { closePlayers } from '../server/src/features/cashbacks/close-periods.ts'
import { addPeriod, readOpenPeriods, writeClosed } from '../server/src/features/cashbacks/period-store.ts'
import { weekly } from '../server/src/test/cashbacks.ts'
import { checked, faultsOf } from './axe.ts'
import { desktop, phone, visit } from './browser.ts'
import { inDatabase, newPlayer } from './new-player.ts'
import { addMoney } from './purse-steps.ts'

const plain = (text: string) => text.replace(/[\u2066\u2069]/g, '')

/** A week of one player: staked 412.60, won 371.25, rolled back 2.00. It ends now, for this player alone. */
async function loseWeek(playerId: bigint): Promise<void> {
  await addMoney(playerId, 500_00n, { reason: 'deposit' })
  await addMoney(playerId, -412_60n, { reason: 'stake' })
  await addMoney(playerId, 371_25n, { reason: 'win' })
  await addMoney(playerId, 2_00n, { reason: 'rollback' })
  await inDatabase((db) =>
    db.transaction().execute(async (tx) => {
      const scheme = `journey-${playerId}`
      // The database has the same clock.
      const endAt = new Date(Date.now() + 1)
      const startAt = new Date(endAt.getTime() - 7 * 86_400_000)
      await addPeriod(tx, { scheme, startAt, endAt, version: '', terms: weekly })
      const period = (await readOpenPeriods(tx)).find((one) => one.scheme === scheme)
      const own = tx
        .selectFrom('wallet_purse')
        .select('id')
        .where('player_id', '=', playerId)
        .where('kind', '=', 'main')
      const { id: purse } = await own.executeTakeFirstOrThrow()
      if (!period) throw new Error('no period')
      await closePlayers(tx, period, [{ purse, playerId, currency: 'EUR' }], 0n)
      await writeClosed(tx, period.id)
    }),
  )
}

describe('cashback', () => {
  test('is told once, checked with the program, and claimed', async () => {
    await using visitor = await visit({ ...desktop, ...checked })
    const { page, said } = visitor
    const { id } = await newPlayer(visitor)
    await loseWeek(id)
    const popup = page.getByRole('dialog')

    // Where money comes in it waits.
    await visitor.open('/cashier/deposit')
    expect(await popup.count()).toBe(0)
    await visitor.open('/about')
    await popup.waitFor()
    expect(plain(await popup.innerText())).toContain('€1.96 cashback for you')
    expect(await faultsOf(page, 'html')).toEqual([])
    await popup.getByRole('button', { name: words.popup.later }).click()
    await popup.waitFor({ state: 'detached' })
    const stored = () =>
      inDatabase((db) => db.selectFrom('account_storage').select(['key']).where('player_id', '=', id).execute())
    await expect.poll(stored).toEqual([{ key: 'seen_cashback' }])

    await visitor.open('/profile/cashback')
    expect(await popup.count()).toBe(0)
    const claim = page.locator('.cashback-claim')
    expect(plain(await claim.innerText())).toContain('5% of your €39.35 net loss. As cash, no wagering.')
    expect(await faultsOf(page, 'main')).toEqual([])
    const dir = await mkdtemp(join(tmpdir(), 'croupier-sheet-'))
    try {
      const files: string[] = []
      for (const name of ['verify-cashback.mjs', words.check.csv]) {
        const started = page.waitForEvent('download')
        await page.getByRole('link', { name, exact: true }).click()
        const file = await started
        const path = join(dir, file.suggestedFilename())
        await file.saveAs(path)
        files.push(path)
      }
      const { stdout } = await promisify(execFile)(process.execPath, files)
      expect(stdout).toMatch(/^OK: 4 lines, loss 3935, cashback 196 /)
    } finally {
      await rm(dir, { recursive: true, force: true })
    }

    await claim.getByRole('button', { name: words.claim }).click()
    await claim.waitFor({ state: 'detached' })
    expect(plain(await page.locator('.cashback-table tbody tr').innerText())).toMatch(/Paid\s+\d\d\.\d\d\.\d{4}/)
    const { balance } = await inDatabase((db) =>
      db
        .selectFrom('wallet_purse')
        .select('balance')
        .where('player_id', '=', id)
        .where('kind', '=', 'main')
        .executeTakeFirstOrThrow(),
    )
    expect(balance).toBe(460_65n + 1_96n)
    expect(said).toEqual([])
  })

  test('can be declined, on a phone', async () => {
    await using visitor = await visit({ ...phone, ...checked })
    const { page, said } = visitor
    const { id } = await newPlayer(visitor)
    await loseWeek(id)
    await visitor.open('/profile/cashback')
    await page.getByRole('dialog').getByRole('button', { name: words.popup.later }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const claim = page.locator('.cashback-claim')
    await claim.getByRole('button', { name: words.decline.open }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: words.decline.agree }).click()
    await claim.waitFor({ state: 'detached' })
    expect(await page.locator('.cashback-table tbody tr').innerText()).toContain(words.states.declined)
    const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(width).toBe(room)
    expect(await faultsOf(page, 'main')).toEqual([])
    expect(said).toEqual([])
  })
})
