import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import texts from '../content/messages/en/support.json' with { type: 'json' }
import { openPatient } from '../server/src/test/patient.ts'
import { checked, faultsOf } from './axe.ts'
import { desktop, devices, go, isAwake, isMarked, mark, siteUrl, visit } from './browser.ts'
import { letterTo } from './outbox.ts'
import { databaseUrl, signIn } from './sign-in.ts'

const { form, chat } = texts
const soon = { timeout: 60_000 }
let count = 0
const newAddress = () => {
  count += 1
  return `writer-${Date.now()}-${count}@example.com`
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test.each(devices('phone'))('on %s a guest writes to support with the keyboard alone', async (_, device) => {
  await using visitor = await visit({ ...device, ...checked })
  const { page, said } = visitor
  await visitor.open('/support')
  expect(await faultsOf(page, 'html')).toEqual([])

  await button(page, form.send).focus()
  await page.keyboard.press('Enter')
  await page.getByText(form.errors.topic_REQUIRED).waitFor()
  // The first wrong field has the focus, so the keyboard goes on there.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
  expect(await faultsOf(page, 'main')).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: form.topics.complaint }).waitFor()
  await page.keyboard.type(form.topics.complaint.slice(0, 4))
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.support-form .input-value').textContent()).toBe(form.topics.complaint)

  const to = newAddress()
  const words = `My wheel stopped at ${to}.\n\nIt never turned again.`
  await page.getByLabel(form.text).fill(words)
  await page.getByLabel(form.contact).fill(to)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: form.sentTitle }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(form.sentTitle)
  expect(await letterTo(to, /gave this address/)).not.toContain('wheel')
  expect(await letterTo('support@croupier.example', new RegExp(to))).toContain('It never turned again.')
  expect(said).toEqual([])
})

test('on a small phone a list of choices is a sheet from below, with the field’s name above it', async () => {
  await using visitor = await visit({ viewport: { width: 320, height: 330 }, hasTouch: true, ...checked })
  const { page, said } = visitor
  await visitor.open('/support')
  const field = page.locator('.support-form button.input')
  await field.tap()
  const sheet = page.locator('.select-list')
  await expect
    .poll(async () => {
      const { x, y, width, height } = (await sheet.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      return [x, width, Math.round(y + height)]
    })
    .toEqual([0, 320, 330])
  await sheet.getByText(form.topic, { exact: true }).waitFor()
  expect(await faultsOf(page, 'html')).toEqual([])
  await page.keyboard.press('End')
  const last = page.getByRole('option').last()
  await expect.poll(async () => ((await last.boundingBox())?.y ?? 999) < 330).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => sheet.isVisible()).toBe(false)
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  // Closed, and with the field in focus, from which the library has its list ready: the page can be used again.
  await page.locator('.support-form textarea').tap({ timeout: 5_000 })
  await field.focus()
  await sheet.waitFor({ state: 'attached' })
  await page.locator('.support-form textarea').tap({ timeout: 5_000 })
  expect(said).toEqual([])
})

async function answer(words: string, to: string) {
  const page = await (await fetch(`${siteUrl()}/sandbox/chat`)).text()
  const talk = page.split('<fieldset>').find((part) => part.includes(words)) ?? ''
  const conversation = /name="conversation" value="(\w+)"/.exec(talk)?.[1] ?? ''
  await fetch(`${siteUrl()}/sandbox/chat`, { method: 'POST', body: new URLSearchParams({ conversation, text: to }) })
}

const policyOf = async (page: Page, path: string) => {
  const answer = await page.goto(path)
  return (await answer?.allHeaders())?.['content-security-policy'] ?? ''
}

const frameOf = (page: Page) => page.frameLocator('iframe[title="Chat"]')
const badge = (page: Page) => page.locator('button[aria-label="Chat with support"]')

test.each(devices('phone'))(
  'on %s a player agrees to the chat, talks and is answered, and takes it nowhere near money',
  async (_, device) => {
    await using visitor = await visit(device)
    const { page, said } = visitor
    const foreign: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== siteUrl()) foreign.push(request.url())
    })
    await page.context().addCookies([{ name: 'sid', value: await signIn('alice@example.com'), url: siteUrl() }])
    await visitor.open('/support')
    await page.getByText('sandbox stand-in').waitFor()
    expect(foreign).toEqual([])

    await button(page, chat.start).click()
    const field = frameOf(page).getByLabel('Your message')
    await field.waitFor(soon)
    const words = `Hello from ${device.viewport.width} at ${Date.now()}`
    await field.fill(words)
    await field.press('Enter')
    await frameOf(page).getByText(words).waitFor(soon)
    await answer(words, `Yes? ${words}`)
    await frameOf(page).getByText(`Yes? ${words}`).waitFor(soon)
    await keptAs(words, ['received', 'sent'])

    // Another page of the same document: the chat was begun once.
    await mark(page)
    await go(page, '/offers')
    await page.waitForURL('**/offers')
    expect(await badge(page).count()).toBe(1)
    await go(page, '/betting')
    await page.waitForURL('**/betting')
    await expect.poll(() => badge(page).isVisible()).toBe(false)
    expect(await isMarked(page)).toBe(true)

    // Beside money there is neither the chat nor a policy that would let it in.
    await go(page, '/cashier/deposit')
    await expect.poll(() => isMarked(page).catch(() => true), soon).toBe(false)
    await isAwake(page)
    expect(await badge(page).count()).toBe(0)
    const own = foreign[0] ? new URL(foreign[0]).origin : 'none'
    for (const path of ['/cashier/deposit', '/profile', '/game/twin-dice', '/forms/sign_in'])
      expect(await policyOf(page, path)).not.toContain(own)
    expect(await policyOf(page, '/offers')).toContain(own)

    // From there it comes back by a load of its own, and can be turned off again.
    await visitor.open('/profile')
    await go(page, '/support')
    await badge(page).waitFor(soon)
    await button(page, chat.leave).click()
    await button(page, chat.start).waitFor(soon)
    expect(await badge(page).count()).toBe(0)
    expect(said).toEqual([])
  },
)

/** What was said stands with the player. */
async function keptAs(words: string, events: string[]) {
  const db = openPatient(databaseUrl(inject('siteDir')))
  try {
    const kept = () =>
      db.sql
        .selectFrom('support_chat_event')
        .select('event')
        .where('text', 'like', `%${words}`)
        .orderBy('event')
        .execute()
    await expect.poll(async () => (await kept()).map(({ event }) => event), soon).toEqual(events)
  } finally {
    await db.close()
  }
}

test('a chat that cannot be loaded disturbs nothing', async () => {
  await using visitor = await visit(desktop)
  const { page } = visitor
  await page.route(/\/js\/widget\.js$/, (route) => route.abort())
  await page.context().addCookies([{ name: 'consent', value: 'chat', url: siteUrl() }])
  const logged = page.waitForEvent('console', { predicate: (line) => line.text().startsWith('chat freshChat') })
  await visitor.open('/support')
  await logged
  await page.getByRole('heading', { name: texts.title, level: 1 }).waitFor()
  expect(await badge(page).count()).toBe(0)
})

test('what happens on pages is reported: pages, the way in, banners and errors', async () => {
  await using visitor = await visit(desktop)
  const { page } = visitor
  const reported: Record<string, string>[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/events.handle') reported.push(Object.fromEntries(url.searchParams))
  })
  const told = (name: string) => reported.filter(({ event_name }) => event_name === name)
  await visitor.open('/')
  await expect.poll(() => told('page_view').map((params) => params['event_params[path]']), soon).toEqual(['/'])
  await page
    .locator('[data-banner]')
    .first()
    .evaluate((link: HTMLElement) => link.click())
  await expect.poll(() => told('banner_clicked').length, soon).toBe(1)
  await go(page, '/support?secret=1')
  await expect.poll(() => told('page_view').at(-1)?.['event_params[path]'], soon).toBe('/support')
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
  await expect.poll(() => told('popup_opened').length, soon).toBe(1)
  await page.getByRole('dialog').locator('input').first().waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => told('popup_closed').length, soon).toBe(1)
  await page.evaluate(() => void setTimeout(() => Promise.reject(new Error('lost 123456')), 0))
  await expect
    .poll(() => told('client_error').map((params) => params['event_params[message]']), soon)
    .toEqual(['lost :number'])
})
