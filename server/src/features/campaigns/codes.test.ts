import { sign } from '@telegram-apps/init-data-node'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../operator/commands.ts'
import { testApp } from '../../test/app.ts'
import { budgetOf, claimsOf, publish, publishOffer, publishTemplates } from '../../test/campaigns.ts'
import { addPayer, expectZero, houseOf, purseOf } from '../../test/cashier.ts'
import { contentWith } from '../../test/content.ts'
import { effort } from '../../test/effort.ts'
import { sessionOf } from '../../test/every-call.ts'
import { openBrowser as browseHttp, freePort } from '../../test/http-browser.ts'
import { untilServed } from '../../test/patience.ts'
import { openBrowser } from '../../test/player-browser.ts'
import { pretendProvider } from '../../test/pretend-provider.ts'
import { signInBySocial } from '../../test/social.ts'
import { applyProviderUpdate } from '../cashier/apply-provider-update.ts'
import { findCode } from './find-code.ts'

const codes = [
  ...[
    'GIFT',
    'FORTY',
    'TWICE',
    'LATER',
    'PAIDONLY',
    'NOTYOU',
    'CONTACT',
    'SPENT',
    'STOPPED',
    'BARE',
    'PROFILE',
    'KNOWN',
  ].map((code, at) => ({ id: at + 1, code, title: `Code ${code}`, text: '' })),
  { id: 90, code: 'ENDED', title: 'Ended', startsAt: '', endsAt: '2026-01-01T00:00:00Z' },
  { id: 91, code: 'EARLY', title: 'Early', startsAt: '2040-01-01T00:00:00Z', endsAt: '' },
]
const contentDir = contentWith({ 'collections/promo-codes.json': codes })
const bank = pretendProvider('sandbox')
const payments = new Map([['sandbox', bank.provider]])
const node = await testApp({ contentDir, payments })
const other = await testApp({ contentDir, payments, beside: node })
const { db, as, addPlayer, signIn, runJobs } = node
const house = houseOf(node)
await publishTemplates(db)
await publishOffer(db, 'gift', { action: 'promo_code' })
await publish(db, 'promo-codes', 'GIFT', { offer: 'gift' })
await publish(db, 'promo-codes', 'ENDED', { offer: 'gift' })
await publish(db, 'promo-codes', 'EARLY', { offer: 'gift' })

let count = 0
let playerId = 0n
let me = as(null)
beforeEach(async () => {
  count += 1
  playerId = await addPlayer({ login: `code${count}@example.com` })
  me = as(await signIn(playerId))
  await db.sql.deleteFrom('http_rate_limit').execute()
})

const activate = (promo_code: string, by = me) => by.post('campaigns.activateOffer', { promo_code })
const saidBy = ({ json, status }: Awaited<ReturnType<typeof activate>>): string => {
  if (status === 200) return 'ok'
  const { code, reason } = json.error.error_data ?? {}
  return code !== undefined && code === reason ? code : json.error.type
}
const usesOf = async (key: string) =>
  (await db.sql.selectFrom('campaigns_code').select('uses').where('key', '=', key).executeTakeFirst())?.uses
const noticesOf = (id: bigint) =>
  db.sql.selectFrom('account_notice').select(['kind', 'params']).where('player_id', '=', id).execute()
const operate = (...args: string[]) => run(db, args, node.config, contentDir)

describe('a code', () => {
  test('is a code in every language, also in one into which only others are translated', async () => {
    const { content } = house
    const partly: typeof content = {
      ...content,
      collection: async (name, locale) => {
        const records = await content.collection(name, locale)
        return name === 'promo-codes' && locale === 'ru' ? records.filter(({ code }) => code !== 'GIFT') : records
      },
    }
    const ask = (locale: string) => findCode({ ...house, content: partly, locale }, 'gift')
    expect(await ask('ru')).toEqual(await ask('en'))
    expect(await ask('ru')).toMatchObject({ code: 'GIFT', standing: 'open', row: { offer: 'gift' } })
  })

  test('says what it gives before it is redeemed', async () => {
    const { data } = (await as(null).post('campaigns.checkPromocode', { promo_code: 'gift' })).json
    expect(data).toMatchObject({
      promo_code: 'GIFT',
      offer: { trigger: { action: 'promo_code' }, promotions: [{ kind: 'bonus', wagering: { times: '30' } }] },
    })
    expect(
      (await me.post('campaigns.checkPromocode', { promo_code: 'GIFT' })).json.data.offer.promotions[0].amount,
    ).toEqual({
      amount: '5.00',
      currency: 'EUR',
    })
    expect((await me.post('campaigns.checkPromocode', { promo_code: 'BARE' })).json.data.offer).toBeNull()
    for (const promo_code of ['ENDED', 'EARLY', 'NOPE']) {
      expect((await me.post('campaigns.checkPromocode', { promo_code })).json.data).toBeNull()
    }
  })

  test('gives what it stands for, once for each player', async () => {
    const before = (await usesOf('GIFT')) ?? 0
    const given = await activate(' gift ')
    expect(given.json.data).toMatchObject({ offer: { id: 'gift' }, given: [{ kind: 'bonus' }], next: 'bonuses' })
    expect(await purseOf(db, playerId, 'bonus')).toBe(500n)
    const again = await activate('GIFT')
    expect([saidBy(again), again.json.error.invalid_parameters]).toEqual([
      'ALREADY_USED',
      { promo_code: ['ALREADY_USED'] },
    ])
    expect(await usesOf('GIFT')).toBe(before + 1)
  })

  test('an offer of a code cannot be taken without it', async () => {
    const refused = await me.post('campaigns.takepromotions', { offer_id: 'gift' })
    expect(refused.json.error.error_data.offer_reason).toBe('CODE_NEEDED')
  })

  test('every way in which it gives nothing has its word', async () => {
    await publishOffer(db, 'foreign', { action: 'promo_code', conditions: { countries: ['JP'] } })
    await publishOffer(db, 'contacted', { action: 'promo_code', conditions: { has_verified_contact: true } })
    await publishOffer(db, 'filled', { action: 'promo_code', conditions: { has_full_profile: true } })
    await publishOffer(db, 'proven', { action: 'promo_code', conditions: { is_verified: true } })
    await publishOffer(db, 'spent', { action: 'promo_code' }, { budget: { amounts: { EUR: '1' } } })
    for (const [code, offer] of [
      ['NOTYOU', 'foreign'],
      ['CONTACT', 'contacted'],
      ['PROFILE', 'filled'],
      ['KNOWN', 'proven'],
      ['SPENT', 'spent'],
      ['STOPPED', 'gift'],
    ] as const) {
      await publish(db, 'promo-codes', code, { offer })
    }
    expect((await operate('campaigns', 'stop', 'promo-codes/STOPPED')).code).toBe(0)
    const said = new Map<string, string>()
    for (const code of [
      'NOPE',
      'EARLY',
      'ENDED',
      'STOPPED',
      'BARE',
      'NOTYOU',
      'CONTACT',
      'PROFILE',
      'KNOWN',
      'SPENT',
    ]) {
      said.set(code, saidBy(await activate(code)))
      await db.sql.deleteFrom('http_rate_limit').execute()
    }
    expect(Object.fromEntries(said)).toEqual({
      NOPE: 'INVALID',
      EARLY: 'INVALID',
      ENDED: 'EXPIRED',
      STOPPED: 'EXPIRED',
      BARE: 'NOT_AVAILABLE',
      NOTYOU: 'NOT_FOR_YOU',
      CONTACT: 'NEED_CONTACT',
      PROFILE: 'NEED_PROFILE',
      KNOWN: 'NEED_VERIFICATION',
      SPENT: 'BUDGET_SPENT',
    })
    await me.post('account.setPromotions', { is_on: '0' })
    expect(saidBy(await activate('GIFT'))).toBe('NOT_AVAILABLE')
    expect(await budgetOf(db, 'spent')).toEqual({ claims: 0, amount: 0n })
    expect(await usesOf('SPENT')).toBe(0)
  })

  test('banned and excluded players hear that, and ten an hour are enough', async () => {
    for (let n = 0; n < 10; n += 1) expect(saidBy(await activate(`TRY${n}`))).toBe('INVALID')
    expect((await activate('GIFT')).json.error.type).toBe('TooManyRequestsException')
    await db.sql.deleteFrom('http_rate_limit').execute()
    const payout = as(await sessionOf(node, playerId, 'payout'))
    expect((await activate('GIFT', payout)).json.error.error_data.reason).toBe('SELF_EXCLUDED')
    await sql`update account_player set banned_at = now() where id = ${playerId}`.execute(db.sql)
    expect((await activate('GIFT')).json.error.type).toBe('UserBannedException')
  })

  test('another account of the same person has redeemed it', async () => {
    const twin = await addPlayer({ login: `twin-code${count}@example.com` })
    const key = Buffer.from(`person of codes ${count}`.padEnd(32))
    for (const player_id of [playerId, twin]) {
      await db.sql.insertInto('account_person_key').values({ player_id, kind: 'document', key }).execute()
    }
    await sql`update account_player set verified_at = now() where id in (${playerId}, ${twin})`.execute(db.sql)
    expect(saidBy(await activate('GIFT'))).toBe('ok')
    expect(saidBy(await activate('GIFT', as(await signIn(twin))))).toBe('SAME_PERSON')
  })
})

describe('a code for a deposit', () => {
  const wallet = { method: 'wallet', amount: '40', 'requisites[account]': 'anna@example.com' }
  const says = (entryId: bigint, state: 'paid' | 'failed') =>
    applyProviderUpdate(
      house,
      'sandbox',
      { direction: 'deposit', entryId, ref: `sandbox-${entryId}`, state, reason: '', amount: 4_000n, currency: 'EUR' },
      null,
    )

  test('is remembered, used with the deposit, given back when it fails, and not asked for again', async () => {
    await publishOffer(db, 'later', { action: 'deposit', params: { code_needed: true }, rewards: [{ bonus: 'half' }] })
    await publish(db, 'promo-codes', 'LATER', { offer: 'later', most_uses: 1 })
    const { id, cookie } = await addPayer(node, { row: { has_deposited: false } })
    const player = as(cookie)
    const begin = () => player.post('cashier.makedeposit', { ...wallet, campaign_offer_id: 'later' })
    expect((await begin()).json.error.error_data.offer_reason).toBe('CODE_NEEDED')
    expect((await activate('LATER', player)).json.data).toMatchObject({
      given: [],
      next: 'deposit',
      offer: { status: 'taken' },
    })
    expect(await usesOf('LATER')).toBe(0)
    const first = await begin()
    expect(await usesOf('LATER')).toBe(1)
    expect(saidBy(await activate('LATER'))).toBe('USED_UP')
    await says(BigInt(first.json.data.transaction.id), 'failed')
    expect(await usesOf('LATER')).toBe(0)
    const second = await begin()
    expect(second.status).toBe(200)
    await says(BigInt(second.json.data.transaction.id), 'paid')
    await runJobs()
    expect(await purseOf(db, id, 'bonus')).toBe(1_980n)
    expect(await usesOf('LATER')).toBe(1)
  })

  test('an offer for players who have paid waits for the deposit, says so, and is given then', async () => {
    await publishOffer(db, 'paid-only', { action: 'promo_code', conditions: { has_deposited: true } })
    await publish(db, 'promo-codes', 'PAIDONLY', { offer: 'paid-only' })
    const { id, cookie } = await addPayer(node, { row: { has_deposited: false } })
    expect(saidBy(await activate('PAIDONLY', as(cookie)))).toBe('NEED_DEPOSIT')
    expect(await claimsOf(db, 'paid-only')).toMatchObject([{ state: 'taken' }])
    const deposit = await as(cookie).post('cashier.makedeposit', wallet)
    await says(BigInt(deposit.json.data.transaction.id), 'paid')
    await runJobs()
    expect(await claimsOf(db, 'paid-only')).toMatchObject([{ state: 'issued' }])
    expect(await purseOf(db, id, 'bonus')).toBe(500n)
  })
})

describe('codes for one use', () => {
  test('are printed once and kept as hashes; each works once, for whom it is', async () => {
    const made = await operate('codes', 'make', 'gift', '2')
    expect(made.code).toBe(0)
    const [first = '', second = ''] = made.lines
    expect(first).toMatch(/^[A-HJKMNP-Z2-9]{10}$/)
    const rows = await db.sql.selectFrom('campaigns_code').selectAll().where('kind', '=', 'single').execute()
    expect(JSON.stringify(rows.map(({ key, tail }) => [key, tail]))).not.toContain(first)
    expect((await operate('codes', 'list', 'gift')).lines.join('\n')).toContain(`……${first.slice(-4)}`)
    expect(
      (await as(null).post('campaigns.checkPromocode', { promo_code: first.toLowerCase() })).json.data.offer.trigger,
    ).toEqual({
      action: 'promo_code',
    })
    const more = await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        const id = await addPlayer({ login: `single${count}-${at}@example.com` })
        return activate(first, (at % 2 ? node : other).as(await signIn(id)))
      }),
    )
    expect(more.map(saidBy).sort()).toEqual([...Array.from({ length: 7 }, () => 'USED_UP'), 'ok'].sort())
    const stopped = rows.find(({ tail }) => tail === second.slice(-4))
    expect((await operate('codes', 'stop', String(stopped?.id))).code).toBe(0)
    expect(saidBy(await activate(second))).toBe('EXPIRED')
    expect((await operate('codes', 'make', 'nothing', '2')).code).toBe(1)
    expect((await operate('codes', 'make', 'gift', '0')).code).toBe(2)
  })
})

describe('at registration', () => {
  const fast = (email: string, promo_code: string) => ({
    ...{ type: 'fast', email, promo_code, password: 'Heron-Lake-9', country_code: 'DE', currency: 'EUR', terms: '1' },
  })
  const idOf = async (email: string) =>
    (await db.sql.selectFrom('account_player').select('id').where('login', '=', email).executeTakeFirstOrThrow()).id

  test('a code is redeemed once by a listener, and told by a notice', async () => {
    const email = `joined${count}@example.com`
    expect((await openBrowser(node.app).post('auth.register', fast(email, 'gift'))).said).toBe('ok')
    const id = await idOf(email)
    await Promise.all([runJobs(), other.runJobs()])
    expect(await purseOf(db, id, 'bonus')).toBe(500n)
    expect(await noticesOf(id)).toEqual([{ kind: 'promoActivated', params: { code: 'GIFT', offer: 'gift' } }])
  })

  test('one for one use is kept by its last four alone, whether it gave something or not', async () => {
    const [code = ''] = (await operate('codes', 'make', 'gift', '1')).lines
    const emails = ['first', 'second'].map((name) => `${name}${count}@example.com`)
    const browsers = emails.map(() => openBrowser(node.app))
    for (const [at, browser] of browsers.entries())
      expect((await browser.post('auth.register', fast(emails[at] ?? '', code))).said).toBe('ok')
    await Promise.all([runJobs(), other.runJobs()])
    const masked = `……${code.slice(-4)}`
    const kinds: string[] = []
    for (const email of emails) {
      const id = await idOf(email)
      const [notice] = await noticesOf(id)
      kinds.push(notice?.kind ?? '')
      expect(notice?.params).toMatchObject({ code: masked })
      const { json } = await as(await signIn(id)).post('account.exportData', { password: 'Heron-Lake-9' })
      const text = JSON.stringify(json)
      expect([text.includes(`"promo_code":"${masked}"`), text.includes(code)]).toEqual([true, false])
    }
    expect(kinds.sort()).toEqual(['promoActivated', 'promoFailed'])
  })

  test('one that gives nothing fails nothing but itself', async () => {
    const email = `contact${count}@example.com`
    await publishOffer(db, 'contacted', { action: 'promo_code', conditions: { has_verified_contact: true } })
    await publish(db, 'promo-codes', 'CONTACT', { offer: 'contacted' })
    expect((await openBrowser(node.app).post('auth.register', fast(email, 'CONTACT'))).said).toBe('ok')
    await runJobs()
    expect(await noticesOf(await idOf(email))).toEqual([
      { kind: 'promoFailed', params: { code: 'CONTACT', reason: 'NEED_CONTACT' } },
    ])
  })

  test('one that stands for nothing yet says nothing', async () => {
    const email = `bare${count}@example.com`
    expect((await openBrowser(node.app).post('auth.register', fast(email, 'BARE'))).said).toBe('ok')
    await runJobs()
    expect(await noticesOf(await idOf(email))).toEqual([])
  })

  test('in full, and by a social service too', async () => {
    const email = `full${count}@example.com`
    const { type: _fast, ...form } = fast(email, 'gift')
    const full = {
      ...form,
      ...{ phone: `+491511234${1_000 + count}`, phone_country_code: 'DE' },
      ...{ first_name: 'Nora', last_name: 'Neumann', birth_date: '12.06.1991' },
    }
    expect(await openBrowser(node.app).post('auth.register', full)).toMatchObject({ said: 'ok' })
    const port = await freePort()
    const origin = 'https://casino.example'
    const services = [{ service: 'google', label: 'google' }]
    const social = await testApp({
      env: { SANDBOX: 'on', PORT: String(port), PUBLIC_URL: origin, TRUST_PROXY: '127.0.0.1' },
      contentDir: contentWith({ 'auth.json': { socialServices: services }, 'collections/promo-codes.json': codes }),
      beside: node,
    })
    await social.app.listen({ port, host: '127.0.0.1' })
    const person = { name: 'Nora New', email: `social${count}@example.com`, email_verified: '1' }
    const browser = browseHttp({ origin, port })
    expect((await signInBySocial(browser, person, { promo_code: 'gift', currency: 'EUR' })).outcome).toBe('incomplete')
    await runJobs()
    const { rows } = await sql<{ login: string }>`select login from account_player
      join campaigns_claim on player_id = account_player.id
      where offer = 'gift' and login in (${email}, ${person.email}) order by login`.execute(db.sql)
    expect(rows.map(({ login }) => login)).toEqual([email, person.email])
  })

  test('by the messenger too', async () => {
    const payload = sign(
      { user: { id: 5_005 + count, first_name: 'Mara' }, query_id: `q${count}` },
      node.secrets.telegramBotToken.current,
      new Date(),
    )
    const browser = openBrowser(node.app)
    const said = await browser.post('auth.register', {
      is_tg: '1',
      payload,
      terms: '1',
      currency: 'EUR',
      promo_code: 'gift',
    })
    expect(said.said).toBe('ok')
    await runJobs()
    expect(await purseOf(db, BigInt(said.data.uid), 'bonus')).toBe(500n)
  })
})

const players = effort.name === 'release' ? 200 : 64
test(
  `${players} players, three tries each on two nodes, a code with 40 uses and two per player: exactly 40`,
  async () => {
    await publishOffer(db, 'forty', { action: 'promo_code', frequency: { times: 2 } })
    await publish(db, 'promo-codes', 'FORTY', { offer: 'forty', most_uses: 40, most_per_player: 2 })
    const cookies = await Promise.all(
      Array.from({ length: players }, async (_, at) => signIn(await addPlayer({ login: `forty${at}@example.com` }))),
    )
    const tries = cookies.flatMap((cookie, at) =>
      Array.from(
        { length: 3 },
        (_, turn) => () => untilServed(() => activate('FORTY', ((at + turn) % 2 ? node : other).as(cookie))),
      ),
    )
    // As many at once as the house has patience for; each racer goes on with the next try.
    const said: string[] = []
    const race = async () => {
      for (let next = tries.pop(); next; next = tries.pop()) said.push(saidBy(await next()))
    }
    await Promise.all(Array.from({ length: 32 }, race))
    expect(said.filter((word) => word === 'ok')).toHaveLength(40)
    expect(new Set(said)).toEqual(
      new Set(['ok', 'USED_UP', ...(said.includes('ALREADY_USED') ? ['ALREADY_USED'] : [])]),
    )
    expect(await usesOf('FORTY')).toBe(40)
    const claims = await claimsOf(db, 'forty')
    expect(claims).toHaveLength(40)
    const each = Map.groupBy(claims, ({ player_id }) => player_id)
    expect(Math.max(...[...each.values()].map((own) => own.length))).toBeLessThanOrEqual(2)
    expect(await budgetOf(db, 'forty')).toEqual({ claims: 40, amount: 20_000n })
    await expectZero(db)
  },
  60_000 * effort.timeoutFactor,
)
