import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpAll } from '../../../jobs/clean-up.ts'
import { testApp } from '../../../test/app.ts'
import { houseOf } from '../../../test/cashier.ts'
import { contentWith } from '../../../test/content.ts'
import { frames } from '../../../test/frame.ts'
import { makeExport } from './make-export.ts'

const house = await testApp()
const there = await testApp({ beside: house })
const { db, as, addPlayer, signIn, send, runJobs } = house
await frames(house)

const header =
  'opened_at,provider,game,name,round,mode,currency,staked,won,is_closed,is_free,paid_by_main,paid_by_bonus'

let count = 0
let playerId = 0n
let cookie = ''
beforeEach(async () => {
  count += 1
  playerId = await addPlayer({ login: `keeper${count}@example.com` })
  cookie = await signIn(playerId)
})

/** So many rounds, one a minute; every tenth at the same moment as the one before it. */
const addRounds = (most: number) =>
  sql`insert into rounds_round (provider, round, player_id, game, mode, currency, staked, won, bets, is_closed, opened_at)
    select 'sample', ${`x${count}-`} || n, ${playerId}, 'goal-streak', 'real', 'EUR', n, n * 2, 1, true,
      now() - make_interval(mins => n - case when n % 10 = 0 then 1 else 0 end)
    from generate_series(1, ${most}::int) as n`.execute(db.sql)

const ask = async (params: Record<string, string> = {}, who = cookie) =>
  (await as(who).post('games.createhistoryexportrequest', params)).json
const list = async (who = cookie) => (await as(who).get('games.gethistoryexportrequest')).json.data
const download = (url: string, headers: Record<string, string> = {}, from: Pick<typeof house, 'send'> = house) =>
  from.send({ method: 'GET', url, headers: { cookie, 'sec-fetch-site': 'same-origin', ...headers } })
const linesOf = (body: string) => body.split('\r\n').slice(0, -1)
const partsOf = async (id: string) =>
  Number(
    (
      await db.sql
        .selectFrom('rounds_export_part')
        .select(({ fn }) => fn.countAll().as('n'))
        .where('export_id', '=', id)
        .executeTakeFirst()
    )?.n,
  )

describe('a file with my rounds', () => {
  test('is made in the background and handed to me, by any node', async () => {
    await addRounds(25)
    const { data } = await ask()
    expect(await list()).toMatchObject({ total: 1, items: [{ id: data.id, status: 'queued', rows: null, url: null }] })
    await runJobs()
    const [item] = (await list()).items
    expect(item).toMatchObject({ id: data.id, status: 'ready', rows: 25, url: `/exports/${data.id}.csv`, mode: 'real' })
    const { status, headers, body } = await download(item.url)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="rounds-real-\d{4}-\d{2}-\d{2}\.csv"$/),
      'cache-control': 'no-store',
      'content-length': String(item.bytes),
    })
    const lines = linesOf(body)
    expect(lines).toHaveLength(26)
    expect(lines[0]).toBe(header)
    expect(lines.at(-1)).toMatch(
      new RegExp(
        `^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z,"sample","goal-streak","Goal Streak","x${count}-1",real,EUR,0.01,0.02,1,0,0.00,0.00$`,
      ),
    )
    expect(lines.slice(1)).toEqual(lines.slice(1).sort())
    expect((await download(item.url, {}, there)).body).toBe(body)
  })

  test('has only the days, the game and the mode I asked for, and may be empty', async () => {
    await addRounds(3)
    await sql`update rounds_round set opened_at = '2026-03-01T00:00:00Z' where round = ${`x${count}-2`}`.execute(db.sql)
    await ask({ from: '2026-03-01', to: '2026-03-01' })
    await runJobs()
    const [item] = (await list()).items
    expect(item).toMatchObject({ rows: 1, from: '2026-03-01', to: '2026-03-01' })
    const { body, headers } = await download(item.url)
    expect(linesOf(body)[1]).toContain(`x${count}-2`)
    expect(headers['content-disposition']).toContain('rounds-real-2026-03-01-2026-03-01.csv')
    for (const [name, value] of [
      ['game', 'twin-dice'],
      ['mode', 'demo'],
    ] as const) {
      await ask({ [name]: value })
      await runJobs()
      const [empty] = (await list()).items
      expect(empty.rows).toBe(0)
      expect((await download(empty.url)).body).toBe(`${header}\r\n`)
    }
  })

  test('says which money paid for the stakes that stand', async () => {
    await addRounds(1)
    const stake = { provider: 'sample', round: `x${count}-1`, kind: 'bet', staked: 200n } as const
    const split = (...parts: { kind: string; amount: number }[]) => JSON.stringify(parts)
    const own = { kind: 'main', amount: 140 }
    await db.sql
      .insertInto('rounds_action')
      .values([
        { ...stake, action: `a${count}`, split: split(own, { kind: 'bonus', amount: 60 }) },
        { ...stake, action: `b${count}`, split: split(own) },
        { ...stake, action: `c${count}`, split: split(own), is_rolled_back: true },
      ])
      .execute()
    await ask()
    await runJobs()
    const { body } = await download((await list()).items[0].url)
    expect(linesOf(body)[1]).toMatch(/,1,0,2\.80,0\.60$/)
  })

  test('cannot run anything in a spreadsheet', async () => {
    const evil = ['=cmd|/c calc', '+1', '-1', '@SUM(A1)', "'x", '"quoted",comma']
    for (const round of evil)
      await db.sql
        .insertInto('rounds_round')
        .values({
          provider: 'sample',
          round: `${round}${count}`,
          player_id: playerId,
          game: '=HYPERLINK("x")',
          mode: 'real',
          currency: 'EUR',
        })
        .execute()
    await ask()
    await runJobs()
    const { body } = await download((await list()).items[0].url)
    const lines = linesOf(body).slice(1)
    expect(lines).toHaveLength(evil.length)
    for (const line of lines) {
      const cells = [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, text = '']) => text)
      expect(cells).toHaveLength(4)
      expect(cells.filter((text) => /^[=+\-@\t\r]/.test(text))).toEqual([])
    }
    expect(body).toContain(`"""quoted"",comma${count}"`)
  })

  test('is asked for one at a time, by however many windows', async () => {
    const answers = await Promise.all(Array.from({ length: 9 }, () => ask()))
    const reasons = answers.map(({ error }) => error?.error_data.reason ?? 'ok').sort()
    expect(reasons).toEqual([...Array(8).fill('EXPORT_RUNNING'), 'ok'])
    await runJobs()
    expect((await ask()).result).toBe(1)
  })
})

describe('only the owner', () => {
  test('gets my file, learns of it, or makes another page fetch it', async () => {
    await addRounds(2)
    await ask()
    await runJobs()
    const [{ id, url }] = (await list()).items
    const stranger = await signIn(await addPlayer({ login: `reader${count}@example.com` }))
    expect(await list(stranger)).toMatchObject({ items: [], total: 0 })
    const never = await download(`/exports/${randomUUID()}.csv`, { cookie: stranger })
    const theirs = await download(url, { cookie: stranger })
    expect([theirs.status, theirs.body]).toEqual([never.status, never.body])
    expect(theirs.status).toBe(404)
    expect((await send({ method: 'GET', url })).status).toBe(401)
    for (const site of ['cross-site', 'same-site'])
      expect((await download(url, { 'sec-fetch-site': site })).status).toBe(400)
    for (const name of [id, `${id}.CSV`, `${id}.csv.gz`, '..%2f..%2fetc', `${id}%00.csv`])
      expect((await download(`/exports/${name}`)).status).toBe(404)
  })

  test('takes it from an excluded player, who may still read', async () => {
    await addRounds(1)
    await ask()
    await runJobs()
    const [{ url }] = (await list()).items
    await sql`update account_player set excluded_until = 'infinity' where id = ${playerId}`.execute(db.sql)
    expect((await download(url)).status).toBe(401)
    await sql`update auth_session set scope = 'payout' where player_id = ${playerId}`.execute(db.sql)
    expect((await download(url)).status).toBe(200)
  })
})

describe('the work behind it', () => {
  const small = { rounds: 10, parts: 100 }
  const begun = async (rounds: number) => {
    await addRounds(rounds)
    const { data } = await ask()
    return { exportId: data.id }
  }
  const whole = async () => {
    const [{ url, rows }] = (await list()).items
    const lines = linesOf((await download(url)).body)
    return { rows, lines: lines.length - 1, different: new Set(lines.slice(1)).size }
  }

  test('goes on where a process was ended in the middle, and loses and doubles nothing', async () => {
    const wish = await begun(35)
    const ctx = houseOf(house)
    let commits = 0
    // Ended while it makes the third part: what was committed stays, what was not is gone.
    const dying = {
      ...ctx,
      begin: <T>(work: Parameters<typeof ctx.begin<T>>[0]) =>
        ctx.begin<T>(async (tx) => {
          const result = await work(tx)
          commits += 1
          if (commits === 3) throw new Error('killed')
          return result
        }),
    }
    await expect(makeExport(dying, wish, small)).rejects.toThrow('killed')
    expect(await partsOf(wish.exportId)).toBe(2)
    expect((await list()).items[0].status).toBe('queued')
    await runJobs()
    expect(await whole()).toEqual({ rows: 35, lines: 35, different: 35 })
  })

  test('is done once, by however many', async () => {
    const wish = await begun(40)
    const [here, other] = [houseOf(house), houseOf(there)]
    await Promise.all(Array.from({ length: 8 }, (_, at) => makeExport(at % 2 ? here : other, wish, small)))
    expect(await whole()).toEqual({ rows: 40, lines: 40, different: 40 })
    const before = await download((await list()).items[0].url)
    await makeExport(here, wish, small)
    expect((await download((await list()).items[0].url)).body).toBe(before.body)
  })

  test('comes back to itself when there is much', async () => {
    const wish = await begun(60)
    await makeExport(houseOf(house), wish, { rounds: 10, parts: 2 })
    expect(await partsOf(wish.exportId)).toBe(2)
    await runJobs()
    expect(await whole()).toEqual({ rows: 60, lines: 60, different: 60 })
  })

  test('leaves out what was played after the wish', async () => {
    const wish = await begun(15)
    await sql`insert into rounds_round (provider, round, player_id, game, mode, currency)
      values ('sample', ${`late${count}`}, ${playerId}, 'goal-streak', 'real', 'EUR')`.execute(db.sql)
    await makeExport(houseOf(house), wish, small)
    expect(await whole()).toEqual({ rows: 15, lines: 15, different: 15 })
  })

  test('gives two downloads at once the same file', async () => {
    await begun(50)
    await runJobs()
    const [{ url }] = (await list()).items
    const bodies = await Promise.all([download(url), download(url), download(url, {}, there)])
    expect(new Set(bodies.map(({ body }) => body)).size).toBe(1)
  })
})

describe('after a while', () => {
  test('a file expires, at once for a reader and then for good', async () => {
    await addRounds(1)
    const { data } = await ask()
    await runJobs()
    const [{ url, expires_at }] = (await list()).items
    const days = (Date.parse(expires_at) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThanOrEqual(7)
    await sql`update rounds_export set expires_at = now() where id = ${data.id}`.execute(db.sql)
    expect((await list()).items[0]).toMatchObject({ status: 'expired', url: null })
    expect((await download(url)).status).toBe(404)
    await cleanUpAll(db.sql)
    expect(await partsOf(data.id)).toBe(0)
    expect((await list()).items[0]).toMatchObject({ status: 'expired' })
  })

  test('one that is never finished has failed, and another may be asked for', async () => {
    const { data } = await ask()
    await sql`update rounds_export set created_at = now() - interval '7 hours' where id = ${data.id}`.execute(db.sql)
    await cleanUpAll(db.sql)
    expect((await list()).items[0]).toMatchObject({ status: 'failed', url: null })
    expect((await ask()).result).toBe(1)
    await runJobs()
    expect((await list()).items.map(({ status }: { status: string }) => status).sort()).toEqual(['failed', 'ready'])
  })

  test('only the last twenty of a player are kept', async () => {
    await sql`insert into rounds_export (player_id, mode, status, expires_at, created_at)
      select ${playerId}, 'real', 'ready', now() + interval '1 day', now() - make_interval(mins => n)
      from generate_series(1, 22) as n`.execute(db.sql)
    await cleanUpAll(db.sql)
    const { items } = (await as(cookie).get('games.gethistoryexportrequest', { count: '50' })).json.data
    expect(items.map(({ status }: { status: string }) => status)).toEqual([
      ...Array(20).fill('ready'),
      'expired',
      'expired',
    ])
  })
})

describe('where the house makes no files', async () => {
  const closed = await testApp({ contentDir: contentWith({ 'site.json': { isGameHistoryExportEnabled: false } }) })

  test('asking is refused', async () => {
    const mine = await closed.signIn(await closed.addPlayer({ login: 'none@example.com' }))
    const { json } = await closed.as(mine).post('games.createhistoryexportrequest')
    expect(json.error.error_data.reason).toBe('EXPORT_CLOSED')
  })
})

test('with workers a file is there without anybody’s doing', async () => {
  const working = await testApp({ hasWorkers: true, beside: house })
  await addRounds(3)
  await ask()
  await vi.waitFor(async () => expect((await list()).items[0].status).toBe('ready'), { timeout: 10_000 })
  await working.close()
})
