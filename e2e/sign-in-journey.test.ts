import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import fields from '../content/messages/en/fields.json' with { type: 'json' }
import popups from '../content/messages/en/popups.json' with { type: 'json' }
import english from '../content/messages/en/profile.json' with { type: 'json' }
import shell from '../content/messages/en/shell.json' with { type: 'json' }
import system from '../content/messages/en/system.json' with { type: 'json' }
import { openPatient } from '../server/src/test/patient.ts'
import {
  address,
  becomeGuest,
  dialog,
  field,
  fillSignIn,
  isGone,
  isPlayer,
  type Locale,
  password,
  post,
  register,
  submit,
  toast,
  words,
} from './auth-steps.ts'
import { desktop, inLong, inShort, isMarked, longJourney, mark, phone, visit } from './browser.ts'
import { codeTo, letterTo } from './outbox.ts'
import { databaseUrl } from './sign-in.ts'

const { auth } = popups
const soon = { timeout: 30_000 }
const codeField = (page: Page) => page.locator('input[autocomplete="one-time-code"]')
const another = (code: string) => (code === '000000' ? '111111' : '000000')
/** A title that takes room on the page, instead of only naming it. */
const seenTitles = (page: Page) =>
  page
    .locator('.auth .dialog-title')
    .evaluateAll((titles) =>
      titles.filter((title) => title.checkVisibility() && !title.closest('.sr')).map((title) => title.textContent),
    )
const laterAgain = {
  result: 0,
  error: {
    type: 'AuthorizationException',
    code: 4,
    message: 'The code is wrong',
    error_data: { reason: 'CODE_INVALID', resend_time: 3599 },
  },
}
const touch = { ...phone, hasTouch: true }

describe('logging in', () => {
  test.each(
    inShort('ru', [
      ['en', desktop, ''],
      ['es', touch, '/es'],
      ['ru', desktop, '/ru'],
    ] as const),
  )('in %s stays on the page, which becomes a player’s without a reload', async (locale: Locale, device, base) => {
    await using visitor = await visit(device)
    const { page } = visitor
    const text = words[locale]
    await visitor.open(`${base}/about?a=1&show_popup_auth=1`)
    await dialog(page, text.authorization.title).waitFor()
    await mark(page)
    await fillSignIn(page, 'Alice@Example.com')
    await page.keyboard.press('Enter')
    await toast(page, text.signedIn).waitFor()
    await isGone(page)
    await expect.poll(() => address(page)).toBe(`${base}/about?a=1`)
    expect(await isMarked(page)).toBe(true)
    await expect.poll(() => page.locator('.head').textContent()).toContain('€')
    // The button that opened the popup is gone: the keyboard goes on at the content.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
    expect(visitor.said).toEqual([])
  })

  test('with a wrong name or a wrong password says the same, keeps the name and reports the code', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const reported: string[] = []
    page.on('request', (request) => request.url().includes('events.handle') && reported.push(request.url()))
    await visitor.open('/about?show_popup_auth=1')
    const notices: (string | null)[] = []
    for (const login of ['alice@example.com', 'nobody-at-all@example.com']) {
      await fillSignIn(page, login, 'wrong-password')
      await submit(page)
      await page.locator('.notice-error').waitFor()
      notices.push(await page.locator('.notice-error').textContent())
      expect(await field(page, 'login').inputValue()).toBe(login)
      await field(page, 'login').fill('')
      await submit(page)
      await page.getByText(fields.errors.login_REQUIRED).waitFor()
    }
    expect(notices).toEqual([auth.wrongEnterText, auth.wrongEnterText])
    await expect.poll(() => reported.filter((url) => /login_error.*code%5D=4/.test(url)).length).toBe(2)
  })

  longJourney('sent twice is sent once', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    let count = 0
    await page.route('**/api/auth.login*', async (route) => {
      count += 1
      await new Promise((later) => setTimeout(later, 500))
      await route.continue()
    })
    await visitor.open('/about?show_popup_auth=1')
    await fillSignIn(page, 'alice@example.com')
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('Enter')
    await toast(page, auth.signedIn).waitFor()
    expect(count).toBe(1)
  })

  longJourney('leads to the page that was asked for', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/es/cashier/history?tab=bonuses')
    await fillSignIn(page, 'alice@example.com')
    await submit(page)
    await expect.poll(() => address(page), soon).toBe('/es/cashier/history?tab=bonuses')
  })

  test.each(
    inLong([
      ['https://evil.test/'],
      ['//evil.test'],
      ['/\\evil.test'],
      ['javascript:alert(1)'],
      ['/%09/evil.test'],
      ['%2F%2Fevil.test'],
    ]),
  )('never leads to %s', async (target) => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const left: string[] = []
    page.on(
      'request',
      (request) => request.url().includes('evil') && !request.url().includes('redirectUrl') && left.push(request.url()),
    )
    await visitor.open(`/?redirectUrl=${encodeURIComponent(target)}&backUrl=${encodeURIComponent(target)}`)
    await fillSignIn(page, 'alice@example.com')
    await submit(page)
    await toast(page, auth.signedIn).waitFor()
    await page.waitForTimeout(200)
    expect(new URL(page.url()).pathname).toBe('/')
    expect(left).toEqual([])
  })

  longJourney('is remembered for thirty days only by those who want it', async () => {
    for (const isWanted of [false, true]) {
      await using visitor = await visit(desktop)
      const { page } = visitor
      await visitor.open('/about?show_popup_auth=1')
      await fillSignIn(page, 'alice@example.com')
      if (isWanted) await page.getByLabel(auth.authorization.remember).check()
      await submit(page)
      await toast(page, auth.signedIn).waitFor()
      const cookie = (await page.context().cookies()).find(({ name }) => name === 'sid')
      const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
      expect(isWanted ? Math.round(days) : cookie?.expires).toBe(isWanted ? 30 : -1)
    }
  })

  longJourney('says why it cannot be closed where a page demands it', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/about?show_popup_auth=1&prevent_close=1')
    await page.getByText(auth.preventClose).waitFor()
    await page.keyboard.press('Escape')
    await fillSignIn(page, 'alice@example.com')
    await submit(page)
    await isGone(page)
    await expect.poll(() => address(page)).toBe('/about')
  })
})

describe('the second step', () => {
  test('by e-mail: a wrong code, the right one, and the way back', async () => {
    await using visitor = await visit(touch)
    const { page } = visitor
    const since = Date.now() - 1000
    await visitor.open('/about?show_popup_auth=1')
    await fillSignIn(page, 'chika@example.com')
    await submit(page)
    await dialog(page, auth.twofa.title).waitFor()
    expect(await seenTitles(page)).toEqual([])
    expect(await page.locator('.auth-form').textContent()).not.toContain('chika@')
    await page.getByRole('button', { name: auth.back }).click()
    await dialog(page, auth.authorization.title).waitFor()
    await fillSignIn(page, 'chika@example.com')
    await submit(page)
    const code = await codeTo('chika@example.com', since)
    await codeField(page).fill(another(code))
    await page.getByText(english.newVerification.twoFaErrorInvalidCode).waitFor()
    expect(await codeField(page).inputValue()).toBe('')
    await page.getByText(/^New code in \d:\d\d$/).waitFor()
    // Any refusal that says when to ask again sets the clock, not only the one for asking too often.
    await page.route('**/api/auth.login*', (route) => route.fulfill({ status: 401, json: laterAgain }), { times: 1 })
    await codeField(page).fill(another(code))
    await page.getByText(/^New code in 59:\d\d$/).waitFor()
    // The last digit sends it.
    await codeField(page).pressSequentially(code)
    await toast(page, auth.signedIn).waitFor()
    expect(await isPlayer(page)).toBe(true)
  })

  longJourney('by an app, and by a code kept for bad days', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const email = await register(page)
    const begun = await post(page, 'account.changeTwoFactorAuth', { is_enabled: '1', method: 'app', password })
    const app = new TOTP({ secret: begun.data.secret })
    const step = (ahead: number) => app.generate({ timestamp: Date.now() + ahead * 30_000 })
    const on = await post(page, 'account.confirmTwoFactorAuth', { code: step(-1) })
    const [recovery = ''] = on.data.recovery_codes
    await becomeGuest(page)

    await visitor.open('/about?show_popup_auth=1')
    await fillSignIn(page, email, password)
    await submit(page)
    await page.getByText(auth.twofa.app).waitFor()
    expect(await page.getByText(auth.resend).count()).toBe(0)
    await codeField(page).fill(step(0))
    await toast(page, auth.signedIn).waitFor()

    await becomeGuest(page)
    await visitor.open('/about?show_popup_auth=1')
    await fillSignIn(page, email, password)
    await submit(page)
    await page.getByRole('button', { name: auth.twofa.recovery }).click()
    await page.getByLabel(auth.twofa.recoveryLabel).fill('not-a-code')
    await submit(page)
    await page.locator('.hint-bad').waitFor()
    await page.getByLabel(auth.twofa.recoveryLabel).fill(recovery)
    await submit(page)
    await toast(page, auth.signedIn).waitFor()
  })

  longJourney('is asked for after another service too', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const service = async () => {
      const button = page.getByRole('button', { name: 'Continue with Google' })
      const [opened] = await Promise.all([page.context().waitForEvent('page'), button.click()])
      await opened.locator('fieldset [name=email]').fill('chika@example.com')
      await opened.locator('button[value=continue]').click()
    }
    const since = Date.now() - 1000
    await visitor.open('/about?show_popup_auth=1')
    await service()
    await dialog(page, auth.twofa.title).waitFor()
    expect(await isPlayer(page)).toBe(false)
    await codeField(page).fill(await codeTo('chika@example.com', since))
    await toast(page, auth.signedIn).waitFor()
    expect(await isPlayer(page)).toBe(true)
  })
})

describe('a forgotten password', () => {
  longJourney('is replaced by a code, and the new one signs in', async () => {
    await using visitor = await visit(touch)
    const { page } = visitor
    const email = await register(page)
    await becomeGuest(page)
    const since = Date.now() - 1000
    await visitor.open('/about?show_popup_auth=1')
    await page.getByRole('button', { name: auth.authorization.forgot }).click()
    await field(page, 'login').fill(email)
    await submit(page)
    await page.getByText(auth.restore.sent).waitFor()
    const text = await letterTo(email, /restore=/, since)
    const code = /\b(\d{6})\b/.exec(text)?.[1] ?? ''
    await codeField(page).fill(another(code))
    await field(page, 'password').fill('Baize-Ink-43')
    await field(page, 'repeat_password').fill('Baize-Ink-43')
    await submit(page)
    await page.getByText(fields.errors.CODE_INVALID).waitFor()
    expect(await field(page, 'password').inputValue()).toBe('Baize-Ink-43')
    await codeField(page).fill(code)
    await submit(page)
    await toast(page, auth.signedIn).waitFor()
    expect(await isPlayer(page)).toBe(true)
  })

  longJourney('of an unknown name reads the same', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/about?show_popup_auth=1')
    await page.getByRole('button', { name: auth.authorization.forgot }).click()
    await field(page, 'login').fill('nobody-at-all@example.com')
    await submit(page)
    await page.getByText(auth.restore.sent).waitFor()
    await page.getByText(/^New code in/).waitFor()
  })

  test('is replaced by the link of the letter, which leaves the address at once and works once', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const email = await register(page)
    await becomeGuest(page)
    const since = Date.now() - 1000
    await post(page, 'auth.restore', { login: email })
    const link = /\/\?restore=[\w-]+/.exec(await letterTo(email, /restore=/, since))?.[0] ?? ''
    await visitor.open(link)
    await expect.poll(() => address(page)).toBe('/')
    expect(await seenTitles(page)).toEqual([])
    await field(page, 'password').fill('Baize-Ink-44')
    await field(page, 'repeat_password').fill('Baize-Ink-45')
    await submit(page)
    await page.getByText(fields.errors.repeat_password_NOT_SAME).waitFor()
    await field(page, 'repeat_password').fill('Baize-Ink-44')
    await submit(page)
    await page.getByText(auth.restore.done).waitFor()
    expect(await field(page, 'password').inputValue()).toBe('Baize-Ink-44')
    await field(page, 'login').fill(email)
    await submit(page)
    await toast(page, auth.signedIn).waitFor()

    await becomeGuest(page)
    await visitor.open(link)
    await field(page, 'password').fill('Baize-Ink-45')
    await field(page, 'repeat_password').fill('Baize-Ink-45')
    await submit(page)
    await page.getByText(auth.restore.linkOver).waitFor()
  })
})

test('who is blocked is told so, and every way leads on from there', async () => {
  await using visitor = await visit(desktop)
  const { page } = visitor
  const email = await register(page)
  await becomeGuest(page)
  const db = openPatient(databaseUrl(inject('siteDir')))
  try {
    await db.sql.updateTable('account_player').set({ banned_at: new Date() }).where('login_key', '=', email).execute()
  } finally {
    await db.close()
  }
  const { header, button } = system.userBlock
  for (const from of ['/about', '/support']) {
    await visitor.open(`${from}?show_popup_auth=1`)
    await fillSignIn(page, email, password)
    await submit(page)
    await page.getByRole('heading', { name: header }).waitFor()
    await page.getByRole('main').getByRole('link', { name: button }).click()
    await page.getByRole('heading', { name: header }).waitFor({ state: 'detached' })
    await expect.poll(() => address(page), soon).toBe('/support')
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
})

describe('who has excluded himself', () => {
  test('is told calmly until when, and gets at the balance and nothing else', async () => {
    await using visitor = await visit(touch)
    const { page } = visitor
    const email = await register(page)
    await post(page, 'account.selfExclude', { period: '6m' })
    await becomeGuest(page)
    await visitor.open('/about?show_popup_auth=1')
    await fillSignIn(page, email, password)
    await submit(page)
    await dialog(page, auth.excluded.title).waitFor()
    expect(await page.locator('.auth-form').textContent()).toMatch(/\d\d\.\d\d\.\d{4}/)
    expect(await page.locator('.auth .btn-primary, .auth-banner').count()).toBe(0)
    expect(await page.locator('.auth-help a').count()).toBeGreaterThan(0)
    await page.getByRole('button', { name: auth.excluded.payoutOnly }).click()
    await expect.poll(() => address(page), soon).toBe('/cashier/withdraw')
    const info = await (await page.request.get('/api/account.getInfo?v=1')).json()
    expect(info.data).toMatchObject({ is_payout_only: true })
  })

  longJourney('asks to come back after the end, and waits a day', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const email = await register(page)
    await post(page, 'account.selfExclude', { period: '3m' })
    await becomeGuest(page)
    const db = openPatient(databaseUrl(inject('siteDir')))
    try {
      const { id } = await db.sql
        .selectFrom('account_player')
        .select('id')
        .where('login_key', '=', email)
        .executeTakeFirstOrThrow()
      await db.sql
        .updateTable('limits_exclusion')
        .set({ ends_at: new Date(Date.now() - 3600_000) })
        .where('player_id', '=', id)
        .execute()
    } finally {
      await db.close()
    }
    await visitor.open('/about?show_popup_auth=1')
    await fillSignIn(page, email, password)
    await submit(page)
    await page.getByText(auth.excluded.returnNeeded).waitFor()
    await page.getByRole('button', { name: auth.excluded.comeBack }).click()
    await page.getByText(/You asked to return\. The account opens on \d\d\.\d\d\.\d{4}/).waitFor()
    expect(await isPlayer(page)).toBe(false)
  })
})

longJourney('a game for real: a login stays with the game', async () => {
  await using visitor = await visit(desktop)
  const { page } = visitor
  await visitor.open('/game/twin-dice#real')
  await dialog(page, auth.registration.title).getByRole('button', { name: auth.authorization.switch }).click()
  await fillSignIn(page, 'alice@example.com')
  await submit(page)
  await toast(page, auth.signedIn).waitFor()
  expect(address(page)).toBe('/game/twin-dice#real')
})

longJourney('the popup keeps its place while its content comes, and speaks to screen readers', async () => {
  await using visitor = await visit(desktop)
  const { page } = visitor
  await visitor.open('/about')
  await page.getByRole('banner').getByRole('button', { name: shell.logIn }).click()
  await dialog(page, auth.authorization.title).waitFor()
  await fillSignIn(page, 'alice@example.com', 'wrong-again')
  await submit(page)
  await page.getByRole('alert').getByText(auth.wrongEnterText).waitFor()
})
