import { describe, expect, test } from 'vitest'
import fields from '../content/messages/en/fields.json' with { type: 'json' }
import verification from '../content/messages/en/verification.json' with { type: 'json' }
import spanish from '../content/messages/es/verification.json' with { type: 'json' }
import russian from '../content/messages/ru/verification.json' with { type: 'json' }
import { desktop, devices, inShort, longJourney, phone, siteUrl, visit } from './browser.ts'
import { inDatabase, newPlayer } from './new-player.ts'

const { states, dialog } = verification
const address = '/profile/verification'

describe.each(
  inShort('ru', [
    ['en', '', verification, desktop],
    ['es', '/es', spanish, phone],
    ['ru', '/ru', russian, phone],
  ] as const),
)('in %s', (locale, base, text, device) => {
  test('the page says how the check stands and what is missing', async () => {
    await using visitor = await visit(device)
    const { page, said } = visitor
    await newPlayer(visitor, { locale })
    await visitor.open(base + address)
    await page.getByRole('heading', { level: 2, name: text.states.none.title }).waitFor()
    await page.getByText(text.missing).waitFor()
    expect(await page.locator('.steps [aria-current=step]').textContent()).toContain(text.steps.details)
    await page.getByRole('button', { name: text.fill }).waitFor()
    expect(said).toEqual([])
  })
})

describe.each(devices('desktop'))('on %s', (_where, device) => {
  test('documents go to the provider, and the page follows by itself', async () => {
    await using visitor = await visit(device)
    const { page, said } = visitor
    const { id } = await newPlayer(visitor, { isNamed: true })
    await visitor.open(address)
    const state = (title: string) => page.getByRole('heading', { level: 2, name: title, includeHidden: true }).waitFor()
    await page.getByRole('button', { name: states.none.button }).click()
    await page.getByRole('dialog', { name: dialog.title }).getByRole('button', { name: dialog.start }).click()
    const frame = page.frameLocator('iframe')
    await frame
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'id.png',
        mimeType: 'image/png',
        buffer: Buffer.from('picture'),
      })
    await frame.getByRole('button', { name: 'Hand in' }).click()
    await state(states.pending.title)
    // Closed before the provider was done with it: the way back is on the page.
    await page.getByRole('button', { name: verification.frame.close }).last().click()
    await page.getByRole('button', { name: states.pending.button }).click()
    await frame.getByRole('button', { name: 'Ask for it again' }).click()
    await state(states.retry.title)
    await page.getByRole('button', { name: verification.frame.close }).last().click()
    await page.getByText(verification.reasons.DOCUMENT_PAGE_MISSING).waitFor()

    const { applicant_id } = await inDatabase((sql) =>
      sql
        .selectFrom('verification_applicant')
        .select('applicant_id')
        .where('player_id', '=', id)
        .executeTakeFirstOrThrow(),
    )
    const decide = (outcome: string) =>
      fetch(`${siteUrl()}/sandbox/identity/${applicant_id}`, { method: 'POST', body: new URLSearchParams({ outcome }) })
    await decide('approve')
    await state(states.approved.title)
    expect(await page.locator('.steps .is-done').count()).toBe(4)
    await decide('reject')
    await state(states.rejected.title)
    await page.getByRole('link', { name: states.rejected.button }).waitFor()
    expect(said).toEqual([])
  })
})

longJourney('a page that says it is the provider is not believed', async () => {
  await using visitor = await visit(desktop)
  const { page } = visitor
  const { id } = await newPlayer(visitor, { isNamed: true })
  await visitor.open(address)
  await page.getByRole('button', { name: states.none.button }).click()
  await page.getByRole('dialog', { name: dialog.title }).getByRole('button', { name: dialog.start }).click()
  await page.frameLocator('iframe').getByRole('heading').waitFor()
  // The right words, but from this window and not from the frame.
  await page.evaluate(() => window.postMessage({ type: 'idCheck.onApplicantSubmitted' }, location.origin))
  await page.waitForTimeout(500)
  const standing = () =>
    inDatabase((sql) =>
      sql.selectFrom('account_player').select('is_on_verification').where('id', '=', id).executeTakeFirstOrThrow(),
    )
  expect(await standing()).toEqual({ is_on_verification: false })
})

longJourney('what the profile lacks can be filled in on the spot', async () => {
  await using visitor = await visit(desktop)
  const { page } = visitor
  await newPlayer(visitor)
  await visitor.open(address)
  await page.getByText(fields.labels.birth_date, { exact: true }).waitFor()
  await page.getByRole('button', { name: verification.fill }).click()
  await page.getByRole('dialog').getByLabel(fields.labels.first_name).waitFor()
})
