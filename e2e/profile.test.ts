import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import fields from '../content/messages/en/fields.json' with { type: 'json' }
import pages from '../content/messages/en/pages.json' with { type: 'json' }
import popups from '../content/messages/en/popups.json' with { type: 'json' }
import profile from '../content/messages/en/profile.json' with { type: 'json' }
import system from '../content/messages/en/system.json' with { type: 'json' }
import spanish from '../content/messages/es/profile.json' with { type: 'json' }
import russian from '../content/messages/ru/profile.json' with { type: 'json' }
import { unsubscribeToken } from '../server/src/features/account/subscriptions.ts'
import { desktop, isAwake, longJourney, longJourneys, phone, siteUrl, type Visit, visit } from './browser.ts'
import { enter, inDatabase, newPlayer, password } from './new-player.ts'
import { codeTo, letterTo } from './outbox.ts'

const { contacts, dialogs, security, settings } = profile
/** What waits for an answer of the server. */
const soon = { timeout: 30_000 }
let count = 0

/** A new player with an e-mail that is not confirmed, signed in. */
async function register(visitor: Visit, locale = 'en'): Promise<string> {
  const { login } = await newPlayer(visitor, { locale, isConfirmed: false, hasPassword: true })
  return login
}

/** Asks for a code as the page does, without its dialog. */
async function sendCode(page: Page, contact: string): Promise<void> {
  const answer = await page.request.post('/api/account.sendconfirmationtocontact?v=1', {
    headers: { origin: siteUrl() },
    form: { contact },
  })
  expect(answer.status()).toBe(200)
}

async function confirmByCall(page: Page, email: string) {
  await sendCode(page, email)
  const form = { contact: email, code: await codeTo(email) }
  const answer = await page.request.post('/api/account.confirmContact?v=1', { headers: { origin: siteUrl() }, form })
  expect(answer.status()).toBe(200)
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const part = (page: Page, name: string) => page.getByRole('region', { name })
const toast = (page: Page, text: string) => page.getByRole('status').getByText(text)
const press = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true }).click()
const another = (code: string) => (code === '000000' ? '111111' : '000000')

longJourneys('every page of the profile', () => {
  const words = { en: profile, es: spanish, ru: russian }
  const own = ['overview', 'settings', 'security', 'notification'] as const
  const pathOf = {
    overview: '/profile',
    settings: '/profile/settings',
    security: '/profile/security',
    notification: '/profile/notification',
  }

  test.each([
    ['en', phone],
    ['en', desktop],
    ['es', phone],
    ['ru', desktop],
  ] as const)('says what it is in %s, fits its screen and leaves the console silent', async (locale, screen) => {
    await using visitor = await visit(screen)
    const { page, said } = visitor
    await register(visitor, locale)
    for (const name of own) {
      await visitor.open(`${locale === 'en' ? '' : `/${locale}`}${pathOf[name]}`)
      expect(await page.locator('html').getAttribute('lang')).toBe(locale)
      expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([words[locale][name].title])
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect([name, beyond]).toEqual([name, 0])
      expect(await page.locator('.control-aside').count()).toBe(1)
    }
    expect(said).toEqual([])
  })

  test('the overview lists what is missing, and each line leads to it', async () => {
    await using visitor = await visit(phone)
    const { page } = visitor
    const email = await register(visitor)
    await visitor.open('/profile')
    const todo = part(page, profile.overview.missing)
    expect(await todo.getByText(profile.overview.todo.details).count()).toBe(1)
    expect(await todo.getByText(email).count()).toBe(1)
    await todo.getByRole('link', { name: profile.overview.todo.twoFactor }).click()
    await page.waitForURL('**/profile/security')
    await part(page, security.signIn).waitFor()
  })
})

describe('personal data', () => {
  test('what is wrong is told at its field and nothing typed is lost; what is right is kept', async () => {
    await using visitor = await visit(phone)
    const { page } = visitor
    await register(visitor)
    await visitor.open('/profile/settings')
    const form = part(page, settings.details)
    await press(form, settings.save)
    await form.getByText(settings.unchanged).waitFor()

    const first = form.getByLabel('First name', { exact: true })
    await first.fill('M1ra 🙂')
    await form.getByLabel('Last name').fill('Kowalska')
    await press(form, settings.save)
    await expect.poll(() => first.getAttribute('aria-invalid')).toBe('true')
    expect(await first.inputValue()).toBe('M1ra ')
    await expect.poll(() => first.evaluate((input) => input === document.activeElement)).toBe(true)

    await first.fill('Mira')
    await press(form, settings.save)
    await toast(page, settings.saved).waitFor()
    await visitor.open('/profile/settings')
    expect(await part(page, settings.details).getByLabel('First name', { exact: true }).inputValue()).toBe('Mira')
    expect(await part(page, settings.details).getByLabel('Last name').inputValue()).toBe('Kowalska')
  })

  longJourney('without a connection the page says so, and what was typed stays', async () => {
    await using visitor = await visit(phone)
    const { page } = visitor
    await register(visitor)
    await visitor.open('/profile/settings')
    const form = part(page, settings.details)
    await form.getByLabel('First name', { exact: true }).fill('Mira')
    await page.context().setOffline(true)
    await press(form, settings.save)
    await form.getByRole('alert').getByText(fields.failures.offline).waitFor()
    expect(await form.getByLabel('First name', { exact: true }).inputValue()).toBe('Mira')
    await page.context().setOffline(false)
    await press(form, settings.save)
    await toast(page, settings.saved).waitFor()
  })

  longJourney('another country asks for its own fields', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await register(visitor)
    await visitor.open('/profile/settings')
    const form = part(page, settings.details)
    await form.getByLabel('Country').click()
    await page.getByRole('combobox', { name: fields.search, exact: true }).fill('Braz')
    await page.getByRole('option', { name: 'Brazil' }).click()
    await form.getByLabel('Document number').fill('52998224725')
    await expect.poll(() => form.getByLabel('Document number').inputValue()).toBe('529.982.247-25')
  })

  longJourney('a nickname is changed where it stands, and one that is taken is refused at its field', async () => {
    await using visitor = await visit(phone)
    const { page } = visitor
    await register(visitor)
    await visitor.open('/profile')
    await press(page, profile.me.rename)
    const box = dialog(page, dialogs.fakename.title)
    await box.getByLabel(dialogs.fakename.label).fill('LuckyAlice')
    await press(box, dialogs.save)
    await box.getByText(dialogs.fakename.taken).first().waitFor()
    const name = `Mira${Date.now() % 1_000_000}`
    await box.getByLabel(dialogs.fakename.label).fill(name)
    await press(box, dialogs.save)
    await box.waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('.me-name').textContent(), soon).toContain(name)
  })

  longJourney('a copy of one’s data is a file, after the password', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const email = await register(visitor)
    await visitor.open('/profile/settings')
    await press(page, settings.download)
    const box = dialog(page, dialogs.password.title)
    await box.getByLabel(dialogs.password.label, { exact: true }).fill('Wrong-Word-1')
    await press(box, dialogs.password.agree)
    await expect.poll(() => box.locator('[aria-invalid=true]').count(), soon).toBe(1)
    await box.getByLabel(dialogs.password.label, { exact: true }).fill(password)
    const [download] = await Promise.all([page.waitForEvent('download'), press(box, dialogs.password.agree)])
    expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d{2}-\d{2}\.json$/)
    const text = readFileSync((await download.path()) ?? '', 'utf8')
    expect(JSON.parse(text)).toHaveProperty('account')
    expect(text).toContain(email)
  })
})

describe('contacts', () => {
  test('a code from the letter confirms the e-mail; a wrong one is cleared and told about', async () => {
    await using visitor = await visit(phone)
    const { page } = visitor
    const email = await register(visitor)
    await visitor.open('/profile/settings')
    await press(part(page, contacts.title), `${contacts.email}: ${contacts.confirm}`)
    const box = dialog(page, dialogs.confirmEmail.title)
    const cells = box.getByLabel(dialogs.code)
    const code = await codeTo(email)
    await cells.fill(another(code))
    await box.getByText(profile.newVerification.twoFaErrorInvalidCode).first().waitFor()
    expect(await cells.inputValue()).toBe('')
    await cells.fill(code)
    await box.waitFor({ state: 'detached' })
    await part(page, contacts.title).getByText(contacts.confirmed).waitFor()
  })

  longJourney('a dialog gives the focus back to the button that opened it, the second time too', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await register(visitor)
    await visitor.open('/profile/settings')
    const openers = [`${contacts.email}: ${contacts.change}`, `${contacts.phone}: ${contacts.add}`]
    for (const name of [...openers, ...openers]) {
      const opener = part(page, contacts.title).getByRole('button', { name, exact: true })
      await opener.click()
      const box = page.getByRole('dialog')
      await expect.poll(() => box.evaluate((each) => each.contains(document.activeElement)), soon).toBe(true)
      await page.keyboard.press('Escape')
      await box.waitFor({ state: 'detached' })
      await expect.poll(() => opener.evaluate((button) => button === document.activeElement), soon).toBe(true)
    }
  })

  longJourney('the link in the letter leads to a button, and only the button confirms', async () => {
    await using visitor = await visit(phone)
    const { page } = visitor
    const email = await register(visitor)
    await sendCode(page, email)
    const link = /https?:\S+\/confirmation\?token=\S+/.exec(await letterTo(email, /confirmation\?token=/))?.[0] ?? ''
    const { pathname, search } = new URL(link)

    await using guest = await visit(phone)
    await guest.open(pathname + search)
    await visitor.open('/profile/settings')
    await part(page, contacts.title).getByText(contacts.unconfirmed).waitFor()
    // Who holds the letter may not be who opened the account: the link confirms for the latter only.
    await press(guest.page, pages.confirmation.askLogIn)
    await guest.page.locator('[name=login]').fill(email)
    await guest.page.locator('[name=password]').fill(password)
    await guest.page.locator('.auth-submit button').click()
    await press(guest.page, pages.confirmation.agree)
    await guest.page.waitForURL('**/confirmation/success')
    await guest.page.getByRole('heading', { level: 1, name: pages.confirmed.title }).waitFor()

    await guest.open(pathname + search)
    await press(guest.page, pages.confirmation.agree)
    await guest.page.getByRole('heading', { level: 1, name: pages.confirmation.wrongTitle }).waitFor()
    await visitor.open('/profile/settings')
    await part(page, contacts.title).getByText(contacts.confirmed).waitFor()
  })

  longJourney('who did not open the account says so by the link of the letter, and the stranger is out', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const email = await register(visitor)
    await sendCode(page, email)
    const link = /https?:\S+\/confirmation\?token=\S+/.exec(await letterTo(email, /confirmation\?token=/))?.[0] ?? ''
    const { pathname, search } = new URL(link)
    await visitor.open('/profile/settings')

    await using guest = await visit(phone)
    await guest.open(pathname + search)
    await guest.page.getByRole('heading', { level: 1, name: pages.confirmation.askTitle }).waitFor()
    await press(guest.page, pages.confirmation.notMe)
    const question = guest.page.getByRole('alertdialog', { name: pages.confirmation.notMeTitle })
    await press(question, pages.confirmation.back)
    await question.waitFor({ state: 'detached' })
    await press(guest.page, pages.confirmation.notMe)
    await press(question, pages.confirmation.notMe)
    await guest.page.getByRole('heading', { level: 1, name: pages.confirmation.disownedTitle }).waitFor()
    await page.waitForURL(`${siteUrl()}/`)
    expect(guest.said).toEqual([])
  })

  longJourney('without a token the page says where to find it, or takes the code', async () => {
    await using visitor = await visit(phone)
    const { page } = visitor
    await visitor.open('/confirmation')
    await page.getByRole('heading', { level: 1, name: pages.confirmation.guestTitle }).waitFor()
    const email = await register(visitor)
    await sendCode(page, email)
    const code = await codeTo(email)
    await visitor.open('/confirmation')
    await page.getByLabel(dialogs.code).fill(code)
    await page.waitForURL('**/confirmation/success')
    expect(await page.locator('main').textContent()).toContain(email)
  })

  longJourney('a confirmed address is replaced with the password and the code sent to the new one', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await confirmByCall(page, await register(visitor))
    await visitor.open('/profile/settings')
    await press(part(page, contacts.title), `${contacts.email}: ${contacts.change}`)
    const box = dialog(page, dialogs.changeEmail.title)
    const fresh = `new-${process.pid}-${++count}@example.com`
    await box.getByLabel(dialogs.changeEmail.label).fill('nowhere')
    await press(box, dialogs.changeEmail.agree)
    await expect.poll(() => box.locator('[aria-invalid=true]').count(), soon).toBe(2)
    await box.getByLabel(dialogs.changeEmail.label).fill(fresh)
    await box.getByLabel(dialogs.password.label, { exact: true }).fill(password)
    await press(box, dialogs.changeEmail.agree)
    const second = dialog(page, dialogs.confirmEmail.title)
    await second.getByLabel(dialogs.code).fill(await codeTo(fresh))
    await second.waitFor({ state: 'detached' })
    await part(page, contacts.title).getByText(fresh).waitFor()
  })
})

describe('sign-in safety', () => {
  longJourney('a changed password signs out the other device, not this one', async () => {
    await using visitor = await visit(desktop)
    await using other = await visit(phone)
    const { page } = visitor
    await enter(other, await register(visitor))
    await visitor.open('/profile/security')
    await press(page, `${security.password}: ${security.change}`)
    const box = dialog(page, dialogs.changePassword.title)
    await box.getByLabel(dialogs.changePassword.old).fill('Wrong-Word-1')
    await box.getByLabel(dialogs.changePassword.new, { exact: true }).fill('Brass-Edge-42')
    await box.getByLabel(dialogs.changePassword.repeat).fill('Brass-Edge-42')
    await press(box, dialogs.changePassword.agree)
    await expect.poll(() => box.locator('[aria-invalid=true]').count(), soon).toBe(1)
    await box.getByLabel(dialogs.changePassword.old).fill(password)
    await press(box, dialogs.changePassword.agree)
    await box.waitFor({ state: 'detached' })
    await toast(page, dialogs.changePassword.done).waitFor()
    await visitor.open('/profile/security')
    await part(page, security.sessions).waitFor()
    await other.page.goto('/profile')
    expect(new URL(other.page.url()).pathname).toBe('/')
  })

  test('who has no password proves to be there by a code or at the service, and goes on where it was', async () => {
    await using visitor = await visit(phone)
    const { page, said } = visitor
    const { id, login } = await newPlayer(visitor)
    const old = { created_at: new Date(Date.now() - 3_600_000) }
    const age = () =>
      inDatabase((sql) =>
        sql
          .updateTable('auth_session')
          .set({ ...old, proven_at: null })
          .where('player_id', '=', id)
          .execute(),
      )
    const proof = dialog(page, popups.stepUp.title)
    const ask = async () => {
      await age()
      await page.getByRole('switch', { name: security.twoFactor }).click()
      await press(dialog(page, dialogs.twoFactor.title), dialogs.next)
      await proof.waitFor()
    }
    await visitor.open('/profile/security')
    await ask()
    await press(proof, popups.stepUp.send)
    const code = await codeTo(login)
    await proof.getByLabel(popups.stepUp.code).fill(another(code))
    await proof.getByText(profile.newVerification.twoFaErrorInvalidCode).first().waitFor()
    await proof.getByLabel(popups.stepUp.code).fill(code)
    await dialog(page, dialogs.twoFactor.title).getByRole('img', { name: dialogs.twoFactor.qr }).waitFor()
    await page.keyboard.press('Escape')

    // A service that knows another person proves nothing; who waves it away has changed nothing.
    await ask()
    const [service] = await Promise.all([
      page.context().waitForEvent('page'),
      proof.getByRole('button', { name: 'Continue with Google' }).click(),
    ])
    await service.locator('fieldset [name=email]').fill(`other-${login}`)
    await service.locator('button[value=continue]').click()
    await proof.getByText(popups.stepUp.otherAccount).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page, dialogs.twoFactor.title).getByText(fields.failures.stepUp).waitFor()
    // The console tells of the refusals that the page has answered.
    expect(said.filter((line) => !line.includes('422'))).toEqual([])
  })

  test('two-step sign-in by an app: the key, a code, ten recovery codes shown once, and off again with one of them', async () => {
    await using visitor = await visit(phone)
    const { page } = visitor
    await register(visitor)
    await visitor.open('/profile/security')
    const toggle = page.getByRole('switch', { name: security.twoFactor })
    expect(await toggle.isChecked()).toBe(false)
    await toggle.click()
    const on = dialog(page, dialogs.twoFactor.title)
    await on.getByLabel(dialogs.password.label, { exact: true }).fill(password)
    await press(on, dialogs.next)
    await on.getByRole('img', { name: dialogs.twoFactor.qr }).waitFor()
    const secret = (await on.locator('code').textContent())?.replaceAll(' ', '') ?? ''
    const now = new TOTP({ secret }).generate()
    await on.getByLabel(dialogs.code).fill(another(now))
    await on.getByText(profile.newVerification.twoFaErrorInvalidCode).first().waitFor()
    await on.getByLabel(dialogs.code).fill(new TOTP({ secret }).generate())

    const codes = dialog(page, dialogs.recovery.title)
    await codes.waitFor()
    await page.keyboard.press('Escape')
    const list = await codes.getByRole('listitem').allTextContents()
    expect(list).toHaveLength(10)
    await press(codes, dialogs.recovery.agree)
    await codes.waitFor({ state: 'detached' })
    await expect.poll(() => toggle.isChecked(), soon).toBe(true)

    await toggle.click()
    const off = dialog(page, dialogs.twoFactor.offTitle)
    await off.getByLabel(dialogs.password.label, { exact: true }).fill(password)
    await press(off, dialogs.twoFactor.offNext)
    await press(off, dialogs.twoFactor.recovery)
    await off.getByLabel(dialogs.twoFactor.recoveryLabel).fill(list[3] ?? '')
    await press(off, dialogs.twoFactor.offAgree)
    await off.waitFor({ state: 'detached' })
    await expect.poll(() => toggle.isChecked(), soon).toBe(false)
  })

  longJourney(
    'two-step sign-in by e-mail: only a confirmed address can be chosen, and its code turns it on',
    async () => {
      await using visitor = await visit(desktop)
      const { page } = visitor
      const email = await register(visitor)
      await visitor.open('/profile/security')
      const toggle = page.getByRole('switch', { name: security.twoFactor })
      await toggle.click()
      const on = dialog(page, dialogs.twoFactor.title)
      const byMail = on.getByRole('radio', { name: new RegExp(`^${dialogs.twoFactor.email}`) })
      expect(await byMail.isDisabled()).toBe(true)
      await page.keyboard.press('Escape')
      await on.waitFor({ state: 'detached' })
      await confirmByCall(page, email)

      await visitor.open('/profile/security')
      await toggle.click()
      await byMail.check()
      await on.getByLabel(dialogs.password.label, { exact: true }).fill(password)
      await press(on, dialogs.next)
      await on.getByLabel(dialogs.code).waitFor()
      const code = /\b(\d{6})\b/.exec(await letterTo(email, /finish logging in/))?.[1] ?? ''
      await on.getByLabel(dialogs.code).fill(code)
      const codes = dialog(page, dialogs.recovery.title)
      await codes.waitFor()
      await press(codes, dialogs.recovery.agree)
      await expect.poll(() => toggle.isChecked(), soon).toBe(true)
    },
  )

  longJourney('a session on another device is ended, one and all; this device is marked and stays', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const email = await register(visitor)
    for (let others = 0; others < 3; others += 1) {
      await using other = await visit(phone)
      await enter(other, email)
    }
    await visitor.open('/profile/security')
    const devices = part(page, security.sessions)
    const rows = devices.getByRole('listitem')
    expect(await rows.count()).toBe(4)
    expect(await rows.first().getByText(security.thisDevice).count()).toBe(1)
    expect(await rows.first().getByRole('button').count()).toBe(0)
    await rows.nth(1).getByRole('button').click()
    await expect.poll(() => rows.count(), soon).toBe(3)
    await press(devices, security.endOthers)
    await press(page.getByRole('alertdialog'), security.endOthers)
    await expect.poll(() => rows.count(), soon).toBe(1)
    await part(page, security.events).getByText(profile.events.sessionsClosed).first().waitFor()
  })
})

describe('mailings', () => {
  longJourney('a switch is off until it is turned on, and needs a confirmed contact', async () => {
    await using visitor = await visit(phone)
    const { page } = visitor
    const email = await register(visitor)
    await visitor.open('/profile/notification')
    // That of offers alone: no contact is confirmed yet.
    const { email: byMailName, promotions } = profile.notification
    await page.getByRole('switch', { name: promotions }).waitFor()
    expect(await page.getByRole('switch').count()).toBe(1)
    await press(page, `${profile.notification.email}: ${profile.notification.confirm}`)
    await dialog(page, dialogs.confirmEmail.title)
      .getByLabel(dialogs.code)
      .fill(await codeTo(email))
    const byMail = page.getByRole('switch', { name: byMailName })
    await byMail.waitFor()
    expect(await byMail.isChecked()).toBe(false)
    await byMail.click()
    await toast(page, profile.notification.on.replace('{contact}', email)).waitFor()
    await visitor.open('/profile/notification')
    expect(await page.getByRole('switch', { name: profile.notification.email }).isChecked()).toBe(true)

    const { uid } = (await (await page.request.get('/api/account.getInfo?v=1')).json()).data
    const current = readFileSync(join(inject('siteDir'), 'secrets/link-key'), 'utf8').trim()
    const token = unsubscribeToken({ current, previous: undefined }, { playerId: BigInt(uid), type: 'email' })
    await using guest = await visit(phone)
    await guest.open(`/unsubscribe?token=${token}`)
    await press(guest.page, system.unsubscribe.button)
    await guest.page.getByRole('heading', { level: 1, name: system.unsubscribe.done.header }).waitFor()
    await visitor.open('/profile/notification')
    expect(await page.getByRole('switch', { name: profile.notification.email }).isChecked()).toBe(false)
  })

  test('a link that is not ours, or none at all, says so', async () => {
    await using guest = await visit(phone)
    await guest.open(`/unsubscribe?token=${'x'.repeat(60)}`)
    await press(guest.page, system.unsubscribe.button)
    await guest.page.getByRole('heading', { level: 1, name: system.unsubscribe.invalid.header }).waitFor()
    await guest.open('/unsubscribe')
    await isAwake(guest.page)
    await guest.page.getByRole('heading', { level: 1, name: system.unsubscribe.missing.header }).waitFor()
  })
})
