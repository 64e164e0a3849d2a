import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../operator/commands.ts'
import { testApp } from '../../test/app.ts'
import { publishOffer, publishTemplates } from '../../test/campaigns.ts'
import { addPayer, houseOf } from '../../test/cashier.ts'
import { contentWith } from '../../test/content.ts'
import { noteDeclinedDeposit } from '../limits/limits.ts'
import { stopPublished } from './campaigns.ts'

const previewKey = 'key-of-the-draft-0123456789'
const base = { title: 'Hello', text: 'A **bold** word', image_360_520: '/art/t-cup.webp', startsAt: '', endsAt: '' }
const at = (page: string) => ({ only: [`/${page}`], except: [] })
const records = [
  { ...base, sysname: 'plain', routes: at('plain'), button: { label: 'Go', url: '/offers' }, terms: 'Ten times.' },
  { ...base, sysname: 'thrice', routes: at('thrice'), frequency: { times: 3 } },
  { ...base, sysname: 'daily', routes: at('daily'), frequency: 'daily' },
  { ...base, sysname: 'draft', routes: at('draft'), is_draft: true, preview_key: previewKey },
  { ...base, sysname: 'short-key', routes: at('draft'), is_draft: true, preview_key: 'short' },
  { ...base, sysname: 'over', routes: at('over'), endsAt: '2026-01-01T00:00:00Z' },
  { ...base, sysname: 'early', routes: at('early'), startsAt: '2040-01-01T00:00:00Z' },
  { ...base, sysname: 'japanese', routes: at('japanese'), conditions: { currencies: ['JPY'] } },
  { ...base, sysname: 'broken', routes: at('broken'), conditions: { currencies: 'all' } },
  { ...base, sysname: 'unlikely', routes: at('broken'), frequency: 'sometimes' },
  { ...base, sysname: 'of-campaign', routes: at('campaign'), campaign: 'of-run' },
  { ...base, sysname: 'second', routes: at('two'), position: 2 },
  { ...base, sysname: 'first', routes: at('two'), position: 1 },
  { ...base, sysname: 'hostile', routes: at('hostile'), button: { label: 'Go', url: 'javascript:alert(1)' } },
].map((record, id) => ({ id: id + 1, ...record }))
const contentDir = contentWith({ 'collections/popups.json': records })
const node = await testApp({ contentDir })
const other = await testApp({ contentDir, beside: node })
const { db, as, signIn } = node
await publishTemplates(db)

let payer: Awaited<ReturnType<typeof addPayer>>
beforeEach(async () => {
  payer = await addPayer(node)
  await db.sql.deleteFrom('http_rate_limit').execute()
})

const get = async (path: string, cookie: string | null = payer.cookie, { as: by } = { as }) => {
  const { status, json } = await by(cookie).get('popups.get', { path })
  expect(status).toBe(200)
  return json.data
}
const idAt = async (path: string) => (await get(path))?.id ?? null
const report = (event_name: string, popup: string, more: Record<string, string> = {}, cookie = payer.cookie) =>
  as(cookie).get('events.handle', { event_name, 'event_params[popup]': popup, ...more })
const seen = () =>
  db.sql.selectFrom('campaigns_popup_seen').selectAll().where('player_id', '=', payer.id).orderBy('popup').execute()
const daysPass = (days: number) =>
  sql`update campaigns_popup_seen set day = day - ${days}::int where player_id = ${payer.id}`.execute(db.sql)

describe('a campaign popup', () => {
  test('comes as its record says, once, to players', async () => {
    expect(await get('/plain', null)).toBeNull()
    expect(await get('/plain')).toEqual({
      id: 'plain',
      campaign: null,
      title: 'Hello',
      text: [{ kind: 'paragraph', inlines: [{ text: 'A ' }, { text: 'bold', bold: true }, { text: ' word' }] }],
      image_360_520: '/art/t-cup.webp',
      button: { label: 'Go', url: '/offers' },
      is_closable: true,
      terms: 'Ten times.',
      routes: { only: ['/plain'], except: [] },
    })
    // Not shown yet: the same page may ask again.
    expect(await idAt('/plain')).toBe('plain')
    await report('popup_opened', 'plain')
    expect(await idAt('/plain')).toBeNull()
    await report('banner_clicked', 'plain')
    await report('popup_closed', 'plain')
    expect(await seen()).toMatchObject([{ popup: 'plain', opened: 1, closed: 1, clicked: 1, refused: false }])
    await daysPass(400)
    expect(await idAt('/plain')).toBeNull()
  })

  test.each(['/other', '/over', '/early', '/japanese', '/broken', '/draft', '/cashier/deposit', '/game/plain'])(
    'none comes at %s',
    async (path) => {
      expect(await idAt(path)).toBeNull()
    },
  )

  test('conditions are those of offers', async () => {
    payer = await addPayer(node, { currency: 'JPY' })
    expect(await idAt('/japanese')).toBe('japanese')
  })

  test('the order is that of the editors', async () => {
    expect(await idAt('/two')).toBe('first')
    await report('popup_opened', 'first')
    expect(await idAt('/two')).toBe('second')
  })

  test('a daily one comes again on the next day, and who is not interested never sees it again', async () => {
    expect(await idAt('/daily')).toBe('daily')
    await report('popup_opened', 'daily')
    await report('popup_closed', 'daily')
    expect(await idAt('/daily')).toBeNull()
    await daysPass(1)
    expect(await idAt('/daily')).toBe('daily')
    await report('popup_opened', 'daily')
    await report('popup_closed', 'daily', { 'event_params[is_refused]': '1' })
    await daysPass(1)
    expect(await idAt('/daily')).toBeNull()
  })

  test('ends with its campaign', async () => {
    expect(await idAt('/campaign')).toBeNull()
    await publishOffer(db, 'run', {})
    expect(await idAt('/campaign')).toBe('of-campaign')
    await houseOf(node).begin((tx) => stopPublished(tx, 'campaigns', 'of-run', 'test'))
    expect(await idAt('/campaign')).toBeNull()
  })

  test('a button that leads nowhere good is none', async () => {
    expect((await get('/hostile')).button).toBeNull()
  })

  test('what is no popup of ours is reported and not counted, and a guest counts nothing', async () => {
    await report('popup_opened', 'made-up')
    await as(null).get('events.handle', { event_name: 'popup_opened', 'event_params[popup]': 'plain' })
    expect(await seen()).toEqual([])
  })

  test.each([
    ['a declined deposit', () => noteDeclinedDeposit(db.sql, payer.id)],
    ['a reality check', () => as(payer.cookie).post('account.confirmRealityCheck')],
  ])('none comes within half an hour of %s', async (_what, happen) => {
    await happen()
    expect(await idAt('/plain')).toBeNull()
    await sql`update limits_setting set quiet_until = now() where player_id = ${payer.id}`.execute(db.sql)
    expect(await idAt('/plain')).toBe('plain')
  })

  test.each([
    ['switched promotions off', () => as(payer.cookie).post('account.setPromotions', { is_on: '0' })],
    ['is in care', () => run(db, ['care', 'on', payer.login, 'asked'], node.config)],
  ])('none comes to a player who %s', async (_what, happen) => {
    await happen()
    expect(await idAt('/plain')).toBeNull()
  })
})

describe('a preview', () => {
  const preview = async (key: string, cookie: string | null = null) =>
    (await as(cookie).get('popups.get', { path: '/cashier/deposit', preview: key })).json.data

  test('shows a draft to who knows its key, and counts nothing', async () => {
    expect(await preview(previewKey)).toMatchObject({ id: 'draft', title: 'Hello' })
    expect(await preview(previewKey, payer.cookie)).toMatchObject({ id: 'draft' })
    expect(await seen()).toEqual([])
    const holds = await db.sql
      .selectFrom('campaigns_popup_hold')
      .selectAll()
      .where('player_id', '=', payer.id)
      .execute()
    expect(holds).toEqual([])
  })

  test.each(['', 'draft', 'plain', 'short', `${previewKey}x`])('%j opens nothing', async (key) => {
    expect(await preview(key)).toBeNull()
  })

  test('records cannot be read from the content', async () => {
    for (const url of ['/content/popups', '/content/api/popups', '/content/popups/1'])
      expect((await node.app.inject({ url })).statusCode, url).toBe(404)
    expect((await node.app.inject({ url: '/nfx/cms-config/en' })).body).not.toContain(previewKey)
  })
})

describe('many browsers at once, on two nodes', () => {
  const racers = 16

  test('a popup that may come three times is shown three times', async () => {
    const cookies = await Promise.all(Array.from({ length: racers }, () => signIn(payer.id)))
    const show = async (cookie: string, turn: number) => {
      const by = turn % 2 === 0 ? node : other
      const popup = await get('/thrice', cookie, by)
      if (!popup) return 0
      await by.as(cookie).get('events.handle', { event_name: 'popup_opened', 'event_params[popup]': popup.id })
      return 1
    }
    let shown = 0
    for (let round = 0; round < 5; round += 1) {
      await db.sql.deleteFrom('http_rate_limit').execute()
      const each = await Promise.all(cookies.map((cookie, turn) => show(cookie, turn + round)))
      shown += each.filter((one) => one === 1).length
    }
    expect(shown).toBe(3)
    expect(await seen()).toMatchObject([{ popup: 'thrice', opened: 3 }])
  })

  test('a browser that took one and never showed it keeps it from others for a minute', async () => {
    const second = await signIn(payer.id)
    expect(await idAt('/plain')).toBe('plain')
    expect(await get('/plain', second, other)).toBeNull()
    await sql`update campaigns_popup_hold set until = now() where player_id = ${payer.id}`.execute(db.sql)
    expect(await get('/plain', second, other)).toMatchObject({ id: 'plain' })
    expect(await idAt('/plain')).toBeNull()
  })
})
