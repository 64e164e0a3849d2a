import type { Page } from 'playwright-core'
import english from '../content/messages/en/popups.json' with { type: 'json' }
import spanish from '../content/messages/es/popups.json' with { type: 'json' }
import russian from '../content/messages/ru/popups.json' with { type: 'json' }
import { siteUrl } from './browser.ts'

/** What visitors do in the auth popup, step by step. */

export const words = { en: english.auth, es: spanish.auth, ru: russian.auth }
export type Locale = keyof typeof words

export const password = 'Baize-Ink-42'
let count = 0
export const newEmail = () => `journey-${process.pid}-${Date.now()}-${++count}@example.com`

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
export const field = (page: Page, name: string) => page.locator(`.auth-form [name="${name}"]`)
export const address = (page: Page) => page.url().slice(siteUrl().length)
export const isGone = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })
export const toast = (page: Page, text: string | RegExp) => page.locator('.toasts').getByText(text)
export const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
export const submit = (page: Page) => page.locator('.auth-form button[type=submit]').click()
export const isPlayer = (page: Page) =>
  page.evaluate(async () => (await (await fetch('/api/account.getInfo?v=1')).json()).result === 1)

export async function fillSignIn(page: Page, login: string, secret = 'Croupier-1') {
  await field(page, 'login').fill(login)
  await field(page, 'password').fill(secret)
}

/** The quick form, but for its button. */
export async function fillQuick(page: Page, email: string, secret = password) {
  await field(page, 'email').fill(email)
  await field(page, 'password').fill(secret)
  await field(page, 'terms').check()
}

/** Opens an account without the popup. */
export async function register(page: Page, email = newEmail()): Promise<string> {
  const answer = await page.request.post('/api/auth.register?v=1&locale=en', {
    headers: { origin: siteUrl() },
    form: { type: 'fast', email, password, country_code: 'DE', currency: 'EUR', terms: '1' },
  })
  if (!answer.ok()) throw new Error(`registration: ${await answer.text()}`)
  return email
}

export const post = async (page: Page, method: string, form: Record<string, string>) =>
  (await page.request.post(`/api/${method}?v=1&locale=en`, { headers: { origin: siteUrl() }, form })).json()

/** The player is signed out, and no page was there to notice: a player's page would say farewell first. */
export async function becomeGuest(page: Page) {
  await page.goto('about:blank')
  await page.context().clearCookies()
}
