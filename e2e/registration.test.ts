import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import common from '../content/messages/en/common.json' with { type: 'json' }
import fields from '../content/messages/en/fields.json' with { type: 'json' }
import offers from '../content/messages/en/offers.json' with { type: 'json' }
import popups from '../content/messages/en/popups.json' with { type: 'json' }
import shell from '../content/messages/en/shell.json' with { type: 'json' }
import spanishOffers from '../content/messages/es/offers.json' with { type: 'json' }
import russianOffers from '../content/messages/ru/offers.json' with { type: 'json' }
import { openPatient } from '../server/src/test/patient.ts'
import {
  address,
  dialog,
  field,
  fillQuick,
  isGone,
  isPlayer,
  type Locale,
  newEmail,
  password,
  stored,
  submit,
  toast,
  words,
} from './auth-steps.ts'
import { desktop, go, inShort, isAwake, longJourney, phone, siteUrl, visit } from './browser.ts'
import { inDatabase } from './new-player.ts'
import { codeTo } from './outbox.ts'
import { databaseUrl } from './sign-in.ts'

const { auth } = popups
const gifts = { en: offers, es: spanishOffers, ru: russianOffers }
const soon = { timeout: 30_000 }
const touch = { ...phone, hasTouch: true }

describe('the quick form', () => {
  test.each(
    inShort('es', [
      ['en', desktop, ''],
      ['es', touch, '/es'],
      ['ru', desktop, '/ru'],
    ] as const),
  )('in %s leads to the deposit, says so once and asks for the code', async (locale: Locale, device, base) => {
    await using visitor = await visit(device)
    const { page } = visitor
    const [email, text] = [newEmail(), words[locale]]
    await visitor.open(`${base}/about?promo_code=EMBER50&track_id=t1&show_popup_reg=1`)
    await dialog(page, text.registration.title).waitFor()
    await fillQuick(page, email)
    expect(await field(page, 'promo_code').inputValue()).toBe('EMBER50')
    await submit(page)
    await toast(page, text.registered).waitFor()
    await expect.poll(() => address(page), soon).toBe(`${base}/cashier/deposit`)
    expect(await isPlayer(page)).toBe(true)
    expect(await stored(page, 'promo_code')).toBeNull()
    expect(await stored(page, 'is_betting')).toBeNull()
    // The code is on its way already: the question stands in the queue and takes it.
    const asked = page.getByRole('dialog')
    await asked.locator('input[autocomplete="one-time-code"]').fill(await codeTo(email))
    // Then what the promo code gave is told: its offer, and that it comes with the deposit.
    const given = page.getByRole('dialog', { name: gifts[locale].given.title })
    await given.getByText(gifts[locale].given.next.deposit).waitFor()
    expect(await given.textContent()).toMatch(/EMBER50.*50\s?%.*(30×|×30)/)
    await given.getByRole('button', { name: gifts[locale].given.later }).click()
    await isGone(page)
    expect(visitor.said).toEqual([])
  })

  longJourney('goes back to the page that was asked for', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/profile/settings?x=1')
    await dialog(page, auth.authorization.title).getByRole('button', { name: auth.registration.switch }).click()
    await fillQuick(page, newEmail())
    await submit(page)
    await expect.poll(() => address(page), soon).toBe('/profile/settings?x=1')
    await toast(page, auth.registered).waitFor()
  })

  longJourney('leaves the focus where a quick visitor is writing already', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    // A slow machine: the popup comes to giving its first field the focus long after it can be written in.
    await page.addInitScript(() => {
      const soonest = window.requestAnimationFrame
      window.requestAnimationFrame = (act) => window.setTimeout(() => soonest(act), 400)
    })
    await visitor.open('/about?show_popup_reg=1')
    await field(page, 'password').focus()
    await page.waitForTimeout(1000)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password')
  })

  longJourney('is filled in with the keyboard alone', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const { keyboard } = page
    await visitor.open('/about')
    await page.getByRole('banner').getByRole('button', { name: shell.join }).focus()
    await keyboard.press('Enter')
    await field(page, 'email').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
    await keyboard.type(newEmail())
    await keyboard.press('Tab')
    await keyboard.type(password)
    const at = () =>
      page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent)
    const tabTo = async (name: string) => {
      for (let press = 0; press < 20 && (await at()) !== name; press += 1) await keyboard.press('Tab')
      expect(await at()).toBe(name)
    }
    // The country is searched for and chosen without a pointer.
    for (let press = 0; press < 5 && !(await at())?.includes('United Kingdom'); press += 1) await keyboard.press('Tab')
    await keyboard.press('Enter')
    await page.getByRole('combobox', { name: fields.search }).waitFor()
    await keyboard.type('portu')
    await expect.poll(() => page.getByRole('option').count()).toBe(1)
    await keyboard.press('Enter')
    await expect.poll(at).toContain('Portugal')
    await tabTo('terms')
    await keyboard.press('Space')
    await keyboard.press('Enter')
    await expect.poll(() => address(page), soon).toMatch(/^\/cashier\/deposit/)
  })
})

describe('what is wrong', () => {
  test('an empty form stays, names each field and goes to the first', async () => {
    await using visitor = await visit(touch)
    const { page } = visitor
    await visitor.open('/about?show_popup_reg=1')
    await field(page, 'email').waitFor()
    await page.getByText('Full', { exact: true }).click()
    await field(page, 'last_name').waitFor()
    await submit(page)
    await page.getByText(fields.errors.email_REQUIRED).waitFor()
    await page.getByText(fields.errors.terms_NOT_CHECKED).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
    expect(await field(page, 'email').getAttribute('aria-describedby')).toBeTruthy()
    await field(page, 'email').fill('name@example')
    await page.getByText(fields.errors.EMAIL).waitFor()
    await field(page, 'email').fill('name@example.com')
    await page.getByText(fields.errors.EMAIL).waitFor({ state: 'detached' })
  })

  test('what the server refuses is said at its field, and nothing typed is lost', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/about?show_popup_reg=1')
    await fillQuick(page, 'alice@example.com')
    await submit(page)
    await page.getByText(fields.errors.TAKEN).waitFor()
    await field(page, 'password').fill('password1')
    await field(page, 'email').fill(newEmail())
    await submit(page)
    await page.getByText(fields.errors.PASSWORD_COMMON).waitFor()
    expect(await field(page, 'password').inputValue()).toBe('password1')
    expect(await field(page, 'terms').isChecked()).toBe(true)
  })

  longJourney('a server that has no details gets one notice, a lost connection another', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/about?show_popup_reg=1')
    await fillQuick(page, newEmail())
    const fault = { result: 0, error: { type: 'InternalServerErrorException', code: 6, message: 'no' } }
    await page.route('**/api/auth.register*', (route) => route.fulfill({ status: 500, json: fault }))
    await submit(page)
    await page.getByText(popups.registration.wrongRegServerError).waitFor()
    await page.route('**/api/auth.register*', (route) => route.abort())
    await submit(page)
    await page.getByText(fields.failures.offline).waitFor()
    expect(await field(page, 'password').inputValue()).toBe(password)
  })

  longJourney('content that does not load can be asked for again', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await page.route('**/nfx/cms-config/**', (route) => route.abort())
    await visitor.open('/about?show_popup_reg=1')
    await page.getByText(auth.failed).waitFor()
    await page.unroute('**/nfx/cms-config/**')
    await page.getByRole('button', { name: auth.retry }).click()
    await field(page, 'email').waitFor()
    expect(await page.locator('.auth-banner img').count()).toBeGreaterThan(0)
  })
})

describe('the full form', () => {
  longJourney('takes a pasted number with its country, strips pictures and masks what it asks for', async () => {
    await using visitor = await visit({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = visitor
    await visitor.open('/about?show_popup_reg=1')
    await page.getByText('Full', { exact: true }).click()
    await field(page, 'phone').focus()
    await page.evaluate(() => navigator.clipboard.writeText('+48 512-334-904'))
    await page.keyboard.press('Control+V')
    await expect.poll(() => field(page, 'phone').inputValue()).toBe('512 334 904')
    await page.getByRole('combobox', { name: /\+48/ }).waitFor()
    await field(page, 'first_name').fill('Ana 😀 Lu')
    expect(await field(page, 'first_name').inputValue()).toBe('Ana  Lu')
    await field(page, 'birth_date').pressSequentially('14061991')
    expect(await field(page, 'birth_date').inputValue()).toBe('14.06.1991')
    await field(page, 'birth_date').press('ArrowLeft')
    await field(page, 'birth_date').press('Backspace')
    expect(await field(page, 'birth_date').inputValue()).toBe('14.06.191')
  })

  longJourney('another country changes what it asks for and keeps what was typed', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const asked: string[] = []
    page.on('request', (request) => {
      const country = /getPersonalDataFields\?.*country=(\w*)/.exec(request.url())?.[1]
      if (country !== undefined) asked.push(country)
    })
    await visitor.open('/about?show_popup_reg=1')
    await page.getByText('Full', { exact: true }).click()
    await field(page, 'last_name').fill('Sol')
    await page.getByLabel(fields.labels.country_code, { exact: true }).click()
    await page.getByRole('combobox', { name: fields.search }).fill('braz')
    await page.getByRole('option', { name: 'Brazil' }).click()
    await expect.poll(() => asked).toEqual(['GB', 'BR'])
    await page.getByRole('combobox', { name: /\+55/ }).waitFor()
    expect(await field(page, 'last_name').inputValue()).toBe('Sol')
  })

  test('opens an account with everything in it', async () => {
    await using visitor = await visit(touch)
    const { page } = visitor
    const email = newEmail()
    await visitor.open('/about?show_popup_reg=1')
    await page.getByText('Full', { exact: true }).click()
    await field(page, 'phone').fill(`7400${String(Date.now()).slice(-6)}`)
    await field(page, 'first_name').fill('Mira')
    await field(page, 'last_name').fill('Sol')
    await field(page, 'birth_date').fill('14.06.1991')
    await page.getByRole('radiogroup').getByText(auth.registration.sports, { exact: true }).click()
    await fillQuick(page, email)
    await submit(page)
    await expect.poll(() => address(page), soon).toMatch(/^\/cashier\/deposit/)
    const answer = await page.request.get('/api/account.getprofileinfo?v=1&fields=first_name,birth_date,email,missing')
    expect((await answer.json()).data).toMatchObject({ first_name: 'Mira', birth_date: '1991-06-14', email })
  })
})

longJourney('a promo code is looked up while it is typed: being checked, good, invalid', async () => {
  await using visitor = await visit(desktop)
  const { page } = visitor
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('checkPromocode') && asked.push(request.url()))
  await visitor.open('/about?show_popup_reg=1')
  await page.getByRole('switch', { name: auth.registration.hasPromo }).click()
  // The page's clock stands still while the player types, however slow this machine is.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await field(page, 'promo_code').pressSequentially('NO-SUCH-CODE')
  expect(asked).toHaveLength(0)
  await page.clock.runFor(400)
  await page.getByText(common.promoCodeErrors.INVALID).waitFor()
  expect(asked).toHaveLength(1)
  await page.clock.resume()
  await fillQuick(page, newEmail())
  await submit(page)
  await page.getByText(common.promoCodeErrors.INVALID).waitFor()
  await field(page, 'promo_code').fill('')
  await page.getByText(fields.errors.promo_code_REQUIRED).waitFor()
  await field(page, 'promo_code').fill('ember50')
  await page.locator('.auth-promo .hint-good').waitFor()
  expect(await page.locator('.auth-promo .hint-bad').count()).toBe(0)
  await submit(page)
  await expect.poll(() => address(page), soon).toMatch(/^\/cashier\/deposit/)
})

longJourney('a dealer is chosen and comes along', async () => {
  await using visitor = await visit(desktop)
  const { page } = visitor
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('auth.register') && sent.push(request.postData() ?? ''))
  await visitor.open('/about?show_popup_reg=1')
  await page.getByRole('radio', { name: 'Mei' }).check({ force: true })
  await fillQuick(page, newEmail())
  await submit(page)
  await expect.poll(() => sent.join()).toMatch(/name="character_id"\s+panda\s/)
})

/** As after the form: the deposit page, a word of it, the notes used up, and the code of the address with the account. */
async function isRegistered(page: Page) {
  // Together: a toast stays for five seconds, and a busy machine may need them for the rest.
  await Promise.all([
    toast(page, auth.registered).waitFor(),
    expect.poll(() => address(page), soon).toBe('/cashier/deposit'),
  ])
  expect(await page.evaluate(() => ['is_betting', 'promo_code'].map((note) => localStorage.getItem(note)))).toEqual([
    null,
    null,
  ])
  const { data } = await (await page.request.get('/api/account.getInfo?v=1')).json()
  const row = await inDatabase((sql) =>
    sql.selectFrom('account_player').select('promo_code').where('id', '=', BigInt(data.uid)).executeTakeFirst(),
  )
  expect(row?.promo_code).toBe('EMBER50')
}

/** No way in loses the code: what it gave is told behind the question. */
async function closeGiven(page: Page) {
  const given = page.getByRole('dialog', { name: offers.given.title })
  await given.getByRole('button', { name: offers.given.later }).click()
}

describe('another service', () => {
  test('asks for the terms, opens a small window, and only what is missing comes afterwards', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const button = page.getByRole('button', { name: 'Continue with Google' })
    await visitor.open('/about?show_popup_reg=1&promo_code=EMBER50')
    await page.evaluate(() => localStorage.setItem('is_betting', '1'))
    await page.getByText('Social', { exact: true }).click()
    await button.click()
    await page.getByText(fields.errors.terms_NOT_CHECKED).waitFor()
    expect(page.context().pages()).toHaveLength(1)
    await page.locator('[name=terms]').check()
    const [service] = await Promise.all([page.context().waitForEvent('page'), button.click()])
    await service.locator('fieldset [name=name]').fill('Mira Sol')
    await service.locator('fieldset [name=email]').fill(newEmail())
    expect(service.viewportSize()).toEqual({ width: 640, height: 480 })
    await service.locator('button[value=continue]').click()

    await dialog(page, auth.socialRegistration.title).waitFor()
    await expect.poll(() => service.isClosed()).toBe(true)
    await isRegistered(page)
    expect(await field(page, 'email').count()).toBe(0)
    expect(await field(page, 'password').count()).toBe(0)
    // The next page is slower than the popup: what the code gave is no question of the page that is left.
    await page.route(/\.data/, async (route) => {
      await page.waitForTimeout(1_500)
      await route.continue()
    })
    await page.getByRole('button', { name: auth.socialRegistration.home }).click()
    await dialog(page, offers.given.title).waitFor()
    await expect.poll(() => address(page), soon).toBe('/')
    await page.unroute(/\.data/)
    await closeGiven(page)
    await isGone(page)
    await go(page, '/about')
    await page.waitForTimeout(300)
    expect(await page.getByRole('dialog').count()).toBe(0)

    // Money does not wait for later.
    await go(page, '/cashier/wallet')
    await dialog(page, auth.socialRegistration.title).waitFor()
    await page.keyboard.press('Escape')
    await field(page, 'birth_date').fill('14.06.1991')
    await field(page, 'phone').fill(`7400${String(Date.now()).slice(-6)}`)
    if (await field(page, 'last_name').count()) await field(page, 'last_name').fill('Sol')
    await field(page, 'terms').check()
    await submit(page)
    await toast(page, auth.socialRegistration.done).waitFor()
    await isGone(page)
    const info = await (await page.request.get('/api/account.getInfo?v=1')).json()
    expect(info.data).toMatchObject({ is_registration_completed: true })
  })

  longJourney('closed by hand lets one begin again; said no there is no error', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    const button = page.getByRole('button', { name: 'Continue with Facebook' })
    await visitor.open('/about?show_popup_auth=1')
    const [first] = await Promise.all([page.context().waitForEvent('page'), button.click()])
    await page.getByText(auth.socialOpen).waitFor()
    await first.close()
    await page.getByText(auth.socialOpen).waitFor({ state: 'detached' })
    const [second] = await Promise.all([page.context().waitForEvent('page'), button.click()])
    await second.locator('button[value=cancel]').click()
    await page.getByText(auth.socialOpen).waitFor({ state: 'detached' })
    expect(await page.locator('.notice-error').count()).toBe(0)
  })

  longJourney('goes through the whole page where windows are blocked', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await page.addInitScript(() => {
      window.open = () => null
    })
    await visitor.open('/about?show_popup_auth=1&promo_code=EMBER50')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.locator('fieldset [name=email]').fill(newEmail())
    await page.locator('button[value=continue]').click()
    await dialog(page, auth.socialRegistration.title).waitFor()
    await isRegistered(page)
  })

  longJourney('only our own words on the channel count', async () => {
    await using visitor = await visit(desktop)
    const { page } = visitor
    await visitor.open('/about?show_popup_auth=1')
    const button = page.getByRole('button', { name: 'Continue with Google' })
    await Promise.all([page.context().waitForEvent('page'), button.click()])
    await page.evaluate(() => {
      const channel = new BroadcastChannel('croupier-auth')
      for (const word of ['signedIn', { outcome: 'admin' }, null, { outcome: 'signedIn', reason: 7 }])
        channel.postMessage(word)
    })
    await page.waitForTimeout(400)
    expect(await dialog(page, auth.authorization.title).isVisible()).toBe(true)
  })
})

describe('a messenger', () => {
  const open = async (id: number) => {
    const answer = await fetch(`${siteUrl()}/sandbox/messenger.json?id=${id}&username=mira&first_name=Mira`)
    const { url }: { url: string } = await answer.json()
    return new URL(url).hash
  }

  test('brings a guest in by what it says in the address, which is then clean', async () => {
    await using visitor = await visit(touch)
    const { page } = visitor
    await page.goto(`/?promo_code=EMBER50${await open(Date.now())}`)
    await Promise.all([isRegistered(page), dialog(page, auth.socialRegistration.title).waitFor()])
    expect(await isPlayer(page)).toBe(true)
    expect(await page.evaluate(() => document.documentElement.hasAttribute('data-messenger'))).toBe(true)
    await page.getByRole('button', { name: auth.socialRegistration.home }).click()
    await closeGiven(page)
    await isGone(page)
    expect(await page.locator('.head .logo').isVisible()).toBe(false)
    await page.reload()
    await isAwake(page)
    await expect.poll(() => page.locator('.head .logo').isVisible()).toBe(false)
  })

  longJourney('without a signature gets a message and no account', async () => {
    await using visitor = await visit(touch)
    const { page } = visitor
    const forged = (await open(Date.now())).replace(/hash%3D\w{8}/, 'hash%3D00000000')
    await page.goto(`/${forged}`)
    await toast(page, popups.registration.wrongRegServerError).waitFor()
    expect(await isPlayer(page)).toBe(false)
    await expect.poll(() => address(page)).toBe('/')
  })
})

longJourney('visits are reported, also once a visitor has stayed, and tied to the registration', async () => {
  await using visitor = await visit(desktop)
  const { page } = visitor
  const hits: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/hit') hits.push(url)
  })
  const track = `t-${Date.now()}`
  await visitor.open(`/about?track_id=${track}`)
  await expect.poll(() => hits.length, { timeout: 30_000 }).toBe(2)
  const [first, late] = hits.map(({ searchParams }) => searchParams)
  expect(first?.get('track_id')).toBe(track)
  expect([first?.get('late'), late?.get('late')]).toEqual([null, '1'])
  expect(first?.get('visit')).toBe(late?.get('visit'))
  // Without a yes to being counted the name of the visit ends with the page.
  expect(await stored(page, 'visit')).toBeNull()

  await page.getByRole('banner').getByRole('button', { name: shell.join }).click()
  await fillQuick(page, newEmail())
  await submit(page)
  await expect.poll(() => address(page), soon).toMatch(/^\/cashier\/deposit/)
  const db = openPatient(databaseUrl(inject('siteDir')))
  try {
    const found = () => db.sql.selectFrom('tracking_registration').selectAll().execute()
    await expect.poll(async () => JSON.stringify(await found(), texts), soon).toContain(track)
  } finally {
    await db.close()
  }
})

const texts = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
