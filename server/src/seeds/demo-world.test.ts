import { studioGames } from '@croupier/studio/games'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { begin } from '../db/db.ts'
import { openCashbackPeriods } from '../features/cashbacks/cashbacks.ts'
import { installGames } from '../features/games/games.ts'
import { openPots } from '../features/jackpots/jackpots.ts'
import { readActivity } from '../features/limits/activity-store.ts'
import { tournamentHouse } from '../features/tournaments/tournaments.ts'
import { ledgerDir, verifyLedger } from '../features/wallet/wallet.ts'
import { testApp } from '../test/app.ts'
import { houseOf } from '../test/cashier.ts'
import { openBrowser } from '../test/player-browser.ts'
import { allRows } from '../test/rows.ts'
import { closeDemoWorld, seedDemoWorld } from './demo-world.ts'

const sandbox = await testApp()
const { db, secrets, content, config, letters } = sandbox
const production = await testApp({
  env: { NODE_ENV: 'production', PUBLIC_URL: 'https://casino.example' },
  beside: sandbox,
})
await installGames(db, studioGames, { isSandboxOn: true, isSportsOn: false })
await openPots({ begin: (work) => begin(db, work) })
const seed = () => seedDemoWorld({ db, keys: secrets, content, config, announce: sandbox.parts.announce })
const demo = ['alice@example.com', 'bruno@example.com', 'chika@example.com']
const password = 'Croupier-1'

const players = () =>
  db.sql.selectFrom('account_player').select(['login', 'currency', 'locale', 'fakename']).orderBy('login').execute()

test('the demo world has three players, however often and by however many it is seeded', async () => {
  await Promise.all([seed(), seed()])
  await db.sql.updateTable('account_player').set({ locale: 'ru' }).where('login', '=', 'alice@example.com').execute()
  await seed()
  expect(await players()).toEqual([
    { login: 'alice@example.com', currency: 'EUR', locale: 'ru', fakename: 'LuckyAlice' },
    { login: 'bruno@example.com', currency: 'BRL', locale: 'es', fakename: 'BrunoDaSorte' },
    { login: 'chika@example.com', currency: 'JPY', locale: 'en', fakename: 'ChikaStar' },
  ])
})

test('cups run and are to come, with the players of the demo in them from the start', async () => {
  const { items } = (await sandbox.as(null).get('tournaments.get')).json.data
  const shown = items.map(({ name, status, total_participants: count }: Record<string, unknown>) => [
    name,
    status,
    count,
  ])
  expect(shown.toSorted()).toEqual([
    ['Ember Cup', 'active', 3],
    ['Ember Cup', 'future', 0],
    ['Steady Hand', 'active', 3],
    ['Steady Hand', 'finished', 3],
    ['Steady Hand', 'future', 0],
  ])
})

test('one is over: it has a result that the books confirm, and what it won is paid without a greeting', async () => {
  const [cup] = (await sandbox.as(null).get('tournaments.get', { status: 'finished' })).json.data.items
  expect(cup.winners[0]).toMatchObject({ place: 1, prize: { kind: 'cash' } })
  expect(cup.winners).toHaveLength(3)
  const again = await tournamentHouse.recompute(db.sql, BigInt(cup.id))
  expect(again?.hash).toBe(cup.extra.result_hash)
  const alice = openBrowser(sandbox.app)
  await alice.post('auth.login', { login: 'alice@example.com', password })
  const own = (await alice.get('tournaments.get', { ids: cup.id })).data.items[0].user_info
  expect(own.prize).toMatchObject({ state: 'paid' })
  expect(Number(own.score)).toBeGreaterThan(0)
  const { items } = (await alice.get('cashier.getstatement', { purse: 'main', count: '100' })).data
  expect(items.filter(({ reason }: { reason: string }) => reason === 'prize')).toHaveLength(1)
  const told = (await alice.get('account.getNotices')).data.map(({ kind }: { kind: string }) => kind)
  expect(told).not.toContain('prizePaid')
  expect(await db.sql.selectFrom('account_notice').select('id').where('wants_letter', '=', true).execute()).toEqual([])
})

test('the pot that she hit is no part of what a round of a cup won', async () => {
  const { rows } = await sql<{ round: string; pot: number; won: number }>`select p.round, p.jackpot_won::float8 as pot,
      (select sum(a.won)::float8 from rounds_action as a where a.provider = 'studio' and a.round = p.round) as won
    from rounds_play as p join rounds_round as r on r.provider = 'studio' and r.round = p.round
    join account_player as a on a.id = r.player_id
    where a.login_key = 'alice@example.com' and p.jackpot_won > 0`.execute(db.sql)
  const [hit] = rows
  expect(hit?.pot).toBeGreaterThan(0)
  const alice = openBrowser(sandbox.app)
  await alice.post('auth.login', { login: 'alice@example.com', password })
  const cups: { id: string }[] = (await alice.get('tournaments.get')).data.items
  const found: string[] = []
  for (const { id } of cups) {
    const answer = await alice.get('tournaments.getRounds', { tournament_id: id, count: '100' })
    const items: { round: string; won: { amount: string } }[] = answer.data?.items ?? []
    found.push(...items.filter(({ round }) => round === hit?.round).map(({ won }) => won.amount))
  }
  expect(found.length).toBeGreaterThan(0)
  expect(new Set(found.map((amount) => Math.round(Number(amount) * 100)))).toEqual(new Set([hit?.won]))
})

test('Alice is at the third level, half of two quests is done, and the shop has something for her', async () => {
  const alice = openBrowser(sandbox.app)
  await alice.post('auth.login', { login: 'alice@example.com', password })
  const { levels } = (await alice.get('loyalty.getinfo')).data
  expect(levels.find(({ is_current }: { is_current: boolean }) => is_current).id).toBe(3)
  const quests = (await alice.get('loyalty.getQuests')).data
  const half = quests.filter(
    ({ state, steps }: { state: string; steps: { is_done: boolean }[] }) =>
      state === 'open' && steps.some(({ is_done }) => is_done),
  )
  expect(half.map(({ id }: { id: string }) => id)).toEqual(['safe-account', 'how-it-is-fair'])
  const { items } = (await alice.get('loyalty.getproducts')).data
  expect(items.filter(({ can_buy }: { can_buy: boolean }) => can_buy).length).toBeGreaterThan(0)
})

test('players from before there were passwords get theirs', async () => {
  await db.sql.deleteFrom('auth_password').execute()
  await db.sql.updateTable('account_player').set({ has_password: false, email_confirmed_at: null }).execute()
  await seed()
  expect((await openBrowser(sandbox.app).post('auth.login', { login: demo[0] ?? '', password })).said).toBe('ok')
})

test('Alice is verified with everything filled in, Bruno has confirmed nothing, Chika is asked for a code', async () => {
  const alice = openBrowser(sandbox.app)
  await alice.post('auth.login', { login: 'alice@example.com', password })
  expect((await alice.get('account.getInfo')).data).toMatchObject({
    is_verified: true,
    country_code: 'DE',
    contacts: { email: { confirmed: true }, phone: { value: '+4915112345678', confirmed: true } },
  })
  expect((await alice.get('account.getprofileinfo')).data.missing).toEqual([])
  const bruno = openBrowser(sandbox.app)
  await bruno.post('auth.login', { login: 'bruno@example.com', password })
  expect((await bruno.get('account.getInfo')).data).toMatchObject({
    country_code: 'BR',
    contacts: { email: { confirmed: false }, phone: { confirmed: false } },
  })
  const chika = openBrowser(sandbox.app)
  const asked = await chika.post('auth.login', { login: 'chika@example.com', password })
  expect(asked.error.error_data).toMatchObject({ two_factor: true, method: 'email', resend_time: 60 })
  const code = /\b\d{6}\b/.exec((await letters('chika@example.com'))[0]?.text ?? '')?.[0] ?? ''
  expect((await chika.post('auth.login', { login: 'chika@example.com', password, code })).said).toBe('ok')
})

test('offers are alive out of the box, in every currency of its players, and not without the sandbox', async () => {
  const offers = async (login: string) => {
    const player = openBrowser(sandbox.app)
    await player.post('auth.login', { login, password })
    return (await player.get('campaigns.getoffers')).data.items
  }
  const guest = (await openBrowser(sandbox.app).get('campaigns.getoffers')).data
  expect(guest.items.map(({ id }: { id: string }) => id)).toEqual(['welcome-first', 'join-spins', 'reload-week'])
  // Both have deposited before, and Bruno's contacts are not confirmed.
  expect((await offers('alice@example.com')).map(({ id, trigger }: Offer) => [id, trigger.reason])).toEqual([
    ['join-spins', null],
    ['reload-week', null],
    ['welcome-first', 'DEPOSIT_NUMBER'],
    ['evening-code', 'ALREADY_USED'],
  ])
  const bruno = await offers('bruno@example.com')
  expect(bruno.map(({ id, trigger }: Offer) => [id, trigger.reason])).toEqual([
    ['reload-week', null],
    ['welcome-first', 'DEPOSIT_NUMBER'],
    ['join-spins', 'NEED_CONTACT'],
  ])
  expect(bruno[1].trigger.params.max_bonus).toEqual({ amount: '500.00', currency: 'BRL' })
  const alice = openBrowser(sandbox.app)
  await alice.post('auth.login', { login: 'alice@example.com', password })
  expect((await alice.get('BettingBonuses.get')).data.items).toMatchObject([
    { type: 'free_bet', status: 'issued', amount: { amount: '10.00', currency: 'EUR' }, on_withdrawal: 'keep' },
  ])
  const { data } = await openBrowser(sandbox.app).post('campaigns.checkPromocode', { promo_code: 'EMBER50' })
  expect(data.offer.promotions[0]).toMatchObject({ kind: 'bonus', percent: '50' })
  expect(
    (await openBrowser(sandbox.app).post('campaigns.checkPromocode', { promo_code: 'FREETABLE' })).data.offer,
  ).toBeNull()
})

type Offer = { id: string; trigger: { reason: string | null } }

describe('money of the demo world', () => {
  const idOf = async (login: string) =>
    (await db.sql.selectFrom('account_player').select('id').where('login_key', '=', login).executeTakeFirstOrThrow()).id
  const as = async (login: string) => sandbox.as(await sandbox.signIn(await idOf(login)))
  const money = async (login: string) => (await (await as(login)).get('account.getBalance')).json.data

  /** Of her own money, by reason, in minor units. */
  async function sumsOf(login: string) {
    const { items, total } = (await (await as(login)).get('cashier.getstatement', { purse: 'main', count: '100' })).json
      .data
    expect(items).toHaveLength(total)
    const sums = new Map<string, number>()
    for (const { reason, amount } of items)
      sums.set(
        reason,
        (sums.get(reason) ?? 0) + Math.round(Number(amount.amount) * (amount.currency === 'JPY' ? 1 : 100)),
      )
    const sum = [...sums.values()].reduce((all, each) => all + each, 0)
    return { last: items[0].balance, sum, of: (reason: string) => sums.get(reason) ?? 0 }
  }

  test('Alice has some and some on its way out, Bruno has reais, Chika has yen; all may play for fun', async () => {
    const fun = { amount: '10000.00', currency: 'FUN' }
    const alice = await money('alice@example.com')
    expect(alice).toMatchObject({ balance_held: { amount: '300.00', currency: 'EUR' }, balance_fun: fun })
    expect(Number(alice.balance_main.amount)).toBeGreaterThan(1000)
    const bruno = await money('bruno@example.com')
    expect(bruno).toMatchObject({ balance_main: { currency: 'BRL' }, balance_fun: fun })
    expect(Number(bruno.balance_main.amount)).toBeGreaterThan(50)
    const chika = await money('chika@example.com')
    expect(chika).toMatchObject({ balance_main: { currency: 'JPY' }, balance_fun: fun })
    expect(Number(chika.balance_main.amount)).toBeGreaterThan(10_000)
  })

  test('Alice has a cashback to claim, with real lines behind it, and a week that runs after it', async () => {
    const alice = await as('alice@example.com')
    await openCashbackPeriods(houseOf(sandbox))
    const { items } = (await alice.get('cashbacks.get')).json.data
    expect(items.map(({ status }: { status: string }) => status)).toEqual(['accruing', 'active'])
    const [running, mine] = items
    expect(Number(mine.amount.amount)).toBeGreaterThan(2)
    expect(mine).toMatchObject({ description: 'Weekly cashback', rate: '5', sums: { stakes: { amount: '584.00' } } })
    expect(running.start_date).toBe(mine.end_date)
    expect((await alice.get('cashbacks.getSheet', { id: mine.id })).json.data.counts.stakes).toBe(16)
  })

  test.each(demo)('%s was registered before anything happened', async (login) => {
    const { rows } = await sql<{ isBefore: boolean }>`select reg_time < least(
        (select min(at) from wallet_transfer as t join wallet_purse as p on p.id in (t.from_purse, t.to_purse)
          where p.player_id = player.id and p.kind = 'main'),
        (select min(created_at) from cashier_entry where player_id = player.id)) as "isBefore"
      from account_player as player where login_key = ${login}`.execute(db.sql)
    expect(rows).toEqual([{ isBefore: true }])
  })

  test('her statement, her history and her activity agree', async () => {
    const { last, sum, of } = await sumsOf('alice@example.com')
    expect(Math.round(Number(last.amount) * 100)).toBe(sum)
    const { net, netDeposits } = await readActivity(db.sql, await idOf('alice@example.com'), 'UTC', 14)
    expect(Number(net)).toBe(of('win') + of('jackpot') + of('stake'))
    const entries = await db.sql
      .selectFrom('cashier_entry')
      .select(['type', 'status', 'amount'])
      .where('player_id', '=', await idOf('alice@example.com'))
      .execute()
    const paid = (type: string, statuses: string[]) =>
      entries
        .filter((entry) => entry.type === type && statuses.includes(entry.status))
        .reduce((all, { amount }) => all + amount, 0n)
    expect(BigInt(netDeposits)).toBe(paid('deposit', ['paid']) - paid('withdrawal', ['paid', 'review']))
    expect(new Set(entries.map(({ type, status }) => `${type} ${status}`))).toEqual(
      new Set(['deposit paid', 'deposit failed', 'deposit cancelled', 'withdrawal paid', 'withdrawal review']),
    )
  })

  test.each([
    ['alice@example.com', 53, 100, ['minefold'], true],
    ['bruno@example.com', 8, 100, ['minefold'], false],
    ['chika@example.com', 6, 1, ['minefold'], true],
  ])(
    'the rounds of %s are what the money says, and each that is over can be recomputed',
    async (login, count, unit, open, hasPot) => {
      const player = await as(login)
      const { items } = (await player.get('games.getHistory', { count: '100' })).json.data
      expect(items).toHaveLength(count)
      const sum = (of: (round: { staked: { amount: string }; won: { amount: string } }) => { amount: string }) =>
        items.reduce(
          (all: number, round: Parameters<typeof of>[0]) => all + Math.round(Number(of(round).amount) * unit),
          0,
        )
      const { of } = await sumsOf(login)
      expect(sum(({ staked }) => staked)).toBe(-of('stake'))
      expect(sum(({ won }) => won)).toBe(of('win') + of('jackpot'))
      expect(of('jackpot') > 0).toBe(hasPot)
      type Round = { has_replay: boolean; game: { sysname: string } }
      expect(items.filter((round: Round) => !round.has_replay).map(({ game }: Round) => game.sysname)).toEqual(open)
      const { json } = await player.get('rounds.getRound', { round: items.at(-1).round })
      expect(json.result).toBe(1)
    },
  )

  test('one round of hers still waits, her home has rows of her own, and a file of all her rounds agrees', async () => {
    const alice = await as('alice@example.com')
    const { items: open } = (await alice.get('rounds.getUnfinished')).json.data
    expect(open).toMatchObject([{ game: { sysname: 'minefold' }, staked: { amount: '2.00', currency: 'EUR' } }])
    const named = async (name: 'games.getRecent' | 'games.getLikes') =>
      (await alice.get(name)).json.data.items.map(({ sysname }: { sysname: string }) => sysname)
    expect(await named('games.getRecent')).toEqual([
      ...['minefold', 'twin-dice', 'captains-share', 'plinth', 'fruit-parade'],
    ])
    expect(await named('games.getLikes')).toEqual(['captains-share', 'european-roulette', 'liftoff', 'plinth'])
    const { items: rounds } = (await alice.get('games.getHistory', { count: '100' })).json.data
    const wins = rounds.filter(({ won }: { won: { amount: string } }) => Number(won.amount) > 0)
    expect(wins.length).toBeGreaterThan(3)
    expect(wins.length).toBeLessThan(rounds.length)
    const files = async () => (await alice.get('games.gethistoryexportrequest')).json.data.items
    // One was asked for in her story, and is made when the house is open.
    await sandbox.runJobs()
    expect(await files()).toMatchObject([{ status: 'ready', rows: rounds.length }])
    await alice.post('games.createhistoryexportrequest', {})
    await sandbox.runJobs()
    expect(await files()).toMatchObject([
      { status: 'ready', rows: rounds.length },
      { status: 'ready', rows: rounds.length },
    ])
  })

  test('the pot was paid, the winners have names, and every studio has a picture', async () => {
    // The pots have had their share of these stakes.
    expect(await sandbox.db.sql.selectFrom('jackpots_due').selectAll().execute()).toEqual([])
    const [pot] = (await sandbox.as(null).get('Jackpots.get', { currency: 'EUR' })).json.data.items
    expect(pot.levels[0]).toMatchObject({ sysname: 'mini', last: { fakename: 'LuckyAlice', won: { currency: 'EUR' } } })
    const [dollars] = (await sandbox.as(null).get('Jackpots.get', { currency: 'USD' })).json.data.items
    expect(dollars.levels[0].last).not.toBeNull()
    const queries: Record<string, string>[] = [{ kind: 'latest' }, { kind: 'biggest' }, { jackpot: 'house' }]
    for (const query of queries) {
      const { items } = (await sandbox.as(null).get('Jackpots.getWinners', query)).json.data
      expect(items.length, JSON.stringify(query)).toBeGreaterThan(1)
      expect(['LuckyAlice', 'ChikaStar']).toContain(items[0].fakename)
    }
    const { items: best } = (await sandbox.as(null).get('leaderboard.get', { period: 'day' })).json.data
    expect(best.length).toBeGreaterThan(0)
    const { items: studios } = (await sandbox.as(null).get('games.getProviders')).json.data
    expect(studios.length).toBeGreaterThan(3)
    expect(studios.filter(({ image_url }: { image_url: string }) => !image_url)).toEqual([])
  })

  test('is given once, however often and by however many, and sums to nothing', async () => {
    const before = await allRows(db)
    await Promise.all([seed(), seed(), seed()])
    expect(await allRows(db)).toEqual(before)
    expect((await verifyLedger(db.sql, { dir: ledgerDir(config) })).faults).toEqual([])
  })

  test('goes to nobody who only has the address', async () => {
    const id = await idOf('chika@example.com')
    await db.sql
      .updateTable('account_player')
      .set({ login: 'moved', login_key: 'moved', email_key: 'moved' })
      .where('id', '=', id)
      .execute()
    const stranger = await sandbox.addPlayer({ login: 'chika@example.com', password: 'Another-1' })
    await seed()
    expect((await sandbox.as(await sandbox.signIn(stranger)).get('account.getBalance')).json.data.balance_version).toBe(
      0,
    )
    await db.sql
      .updateTable('account_player')
      .set({ login: 'x', login_key: 'x', email_key: 'x' })
      .where('id', '=', stranger)
      .execute()
    await db.sql
      .updateTable('account_player')
      .set({ login: 'chika@example.com', login_key: 'chika@example.com', email_key: 'chika@example.com' })
      .where('id', '=', id)
      .execute()
  })
})

describe('in production, on a folder that once ran the sandbox', () => {
  test('the demo logins do not work, whatever their login was changed to', async () => {
    await db.sql
      .updateTable('account_player')
      .set({ login: 'alicia', login_key: 'alicia' })
      .where('login_key', '=', 'alice@example.com')
      .execute()
    for (const login of [...demo, 'alicia']) {
      const browser = openBrowser(production.app)
      const refused = await browser.post('auth.login', { login, password })
      expect(refused.said).toBe('AuthorizationException WRONG_CREDENTIALS')
      expect(refused.headers).not.toHaveProperty('set-cookie')
    }
  })

  test('sessions from then are ended, others stay', async () => {
    const { id } = await db.sql
      .selectFrom('account_player')
      .select('id')
      .where('login_key', '=', 'bruno@example.com')
      .executeTakeFirstOrThrow()
    const demoCookie = await sandbox.signIn(id)
    const realCookie = await sandbox.signIn(await sandbox.addPlayer({ login: 'real@example.com' }))
    await closeDemoWorld(db.sql)
    expect((await sandbox.as(demoCookie).get('account.getInfo')).status).toBe(401)
    expect((await sandbox.as(realCookie).get('account.getInfo')).status).toBe(200)
    expect((await sandbox.as(null).get('campaigns.getoffers')).json.data.items).toEqual([])
    const cups = (await sandbox.as(null).get('tournaments.get')).json.data.items
    expect(new Set(cups.map(({ status }: { status: string }) => status))).toEqual(new Set(['cancelled', 'finished']))
  })

  test('no letter to restore them is sent', async () => {
    const before = (await letters('bruno@example.com')).length
    await openBrowser(production.app).post('auth.restore', { login: 'bruno@example.com' })
    await production.runJobs({ mayFail: true })
    expect(await letters('bruno@example.com')).toHaveLength(before)
  })
})

test('Alice is in the middle of wagering what a code gave, and another bonus waits; a second start changes nothing', async () => {
  await seed()
  const alice = openBrowser(sandbox.app)
  await alice.post('auth.login', { login: 'alice@example.com', password })
  const { items } = (await alice.get('bonuses.get')).data
  expect(items.map(({ status, title }: Record<string, unknown>) => [status, title])).toEqual([
    ['active', 'Evening bonus'],
    ['queued', 'Reload bonus, 25%'],
  ])
  expect(Number(items[0].wagering.done.amount)).toBeGreaterThan(100)
  expect(Number(items[0].wagering.percent)).toBeLessThan(50)
  const wagers = await alice.get('bonuses.getWagers', { bonus_id: items[0].id })
  expect(wagers.data.total).toBe(30)
  // Nothing asks for an answer that was given.
  const told = (await alice.get('account.getNotices')).data.map(({ kind }: { kind: string }) => kind)
  expect(told).not.toContain('bonusReady')
  expect(told).not.toContain('promoActivated')
})
