import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { contentWith } from '../../test/content.ts'
import { openCatalogue } from '../games/games.ts'
import { greatestWins } from '../rounds/rounds.ts'
import { multipleOf, worthOf } from './rules.ts'
import { newWinners, winnerNews } from './winners.ts'

const { db, as, addPlayer, signIn, content, config, parts } = await testApp()

type Win = {
  playerId: bigint
  staked: bigint
  won: bigint
  currency?: string
  minutesAgo?: number
  mode?: string
  byBonus?: bigint
  isFree?: boolean
}
let count = 0
/** A round as the books have it; how it came to be is the business of others. */
async function addRound(win: Win) {
  const { playerId, staked, won, currency = 'EUR', minutesAgo = 1, mode = 'real', byBonus, isFree = false } = win
  count += 1
  const at = new Date(Date.now() - minutesAgo * 60_000)
  await db.sql
    .insertInto('rounds_round')
    .values({
      provider: 'studio',
      round: `round-${count}`,
      player_id: playerId,
      game: 'fruit-parade',
      mode,
      currency,
      staked,
      won,
      bets: 1,
      is_closed: true,
      ...(byBonus !== undefined && { bonus_id: 1n, bonus_staked: byBonus, bonus_won: 0n, bonus_prized: 0n }),
      opened_at: at,
      updated_at: at,
    })
    .execute()
  const split = JSON.stringify([{ kind: isFree ? 'promotions' : 'main', amount: String(staked) }])
  await db.sql
    .insertInto('rounds_action')
    .values({ provider: 'studio', action: `stake-${count}`, round: `round-${count}`, kind: 'bet', staked, split })
    .execute()
}

let ann: bigint
let ben: bigint
beforeAll(async () => {
  ann = await addPlayer({ login: 'ann@example.com' })
  ben = await addPlayer({ login: 'ben@example.com', currency: 'JPY' })
  await addRound({ playerId: ann, staked: 100n, won: 250n, minutesAgo: 3 })
  await addRound({ playerId: ann, staked: 100n, won: 5_000n, minutesAgo: 60 * 24 * 3 })
  await addRound({ playerId: ann, staked: 100n, won: 100n })
  await addRound({ playerId: ann, staked: 100n, won: 900_000n, mode: 'demo', currency: 'FUN' })
  await addRound({ playerId: ann, staked: 100n, won: 90_000n, minutesAgo: 60 * 24 * 9 })
  // Bonus money had a part in this one: what it won cannot be taken out, so no list has it.
  await addRound({ playerId: ann, staked: 100n, won: 800_000n, minutesAgo: 2, byBonus: 40n })
  // 3,000 yen are less than 49 euros, though the number is greater. The bonus part of its stake was given back.
  await addRound({ playerId: ben, staked: 100n, won: 3_000n, currency: 'JPY', minutesAgo: 2, byBonus: 0n })
})

const winners = async (params: Record<string, string> = {}) =>
  (await as(null).get('Jackpots.getWinners', params)).json.data.items

test('the latest wins stand first; what gave no more than its stake, and play money, is no win', async () => {
  const items = await winners()
  expect(items.map(({ won }: { won: { amount: string } }) => won.amount)).toEqual(['3000', '2.50', '50.00', '900.00'])
  expect(items[0]).toMatchObject({ fakename: 'fake-ben@example.com', multiple: '30.00', jackpot: null })
  // The id of a round opens its record, so it is its owner's alone.
  expect(JSON.stringify(items)).not.toContain('round-')
})

test('the biggest of seven days are compared by what they are worth', async () => {
  const items = await winners({ kind: 'biggest' })
  expect(items.map(({ won }: { won: { amount: string } }) => won.amount)).toEqual(['50.00', '3000', '2.50'])
})

test('the leaderboard has one line per player and knows which is mine', async () => {
  const { json } = await as(await signIn(ann)).get('leaderboard.get', { period: 'week' })
  expect(json.data).toMatchObject({
    total: 2,
    items: [
      { place: 1, fakename: 'fake-ann@example.com', won: { amount: '50.00' }, is_own: true },
      { place: 2, fakename: 'fake-ben@example.com', won: { amount: '3000' }, is_own: false },
    ],
  })
  expect((await as(null).get('leaderboard.get', { period: 'day' })).json.data.items[0].won.amount).toBe('3000')
  expect((await as(null).get('leaderboard.get', { period: 'month' })).json.data.items[0].won.amount).toBe('900.00')
})

test('who hides has no name anywhere and no place on the board, also for what was before', async () => {
  const cookie = await signIn(ben)
  await db.sql
    .insertInto('jackpots_win')
    .values({ pot: 'house', level: 'mini', player_id: ben, round: 'hit', currency: 'JPY', won: 1_000n })
    .execute()
  const potWinner = async () =>
    (await as(null).get('Jackpots.get', { currency: 'JPY' })).json.data.items[0].levels[0].last.fakename
  expect(await potWinner()).toBe('fake-ben@example.com')
  await as(cookie).post('leaderboard.setHidden', { is_hidden: '1' })
  await as(cookie).post('leaderboard.setHidden', { is_hidden: '1' })
  expect((await as(cookie).get('leaderboard.getHidden')).json.data).toEqual({ is_hidden: true })
  expect((await winners())[0].fakename).toBeNull()
  expect(await potWinner()).toBeNull()
  expect((await as(null).get('leaderboard.get')).json.data.total).toBe(1)
  await as(cookie).post('leaderboard.setHidden', { is_hidden: '0' })
  expect((await winners())[0].fakename).toBe('fake-ben@example.com')
})

test('by multiples the size of the stake plays no part; spins of the house and bonus money are on neither list', async () => {
  const cal = await addPlayer({ login: 'cal@example.com' })
  const dan = await addPlayer({ login: 'dan@example.com' })
  // ×80 of a small stake before ×50 of a greater one.
  await addRound({ playerId: cal, staked: 20n, won: 1_600n, minutesAgo: 4 })
  await addRound({ playerId: dan, staked: 100_000n, won: 800_000n, minutesAgo: 4 })
  const best = async (kind: string) => {
    const { items } = (await as(null).get('leaderboard.get', { period: 'week', kind, count: '2' })).json.data
    return items.map(({ fakename, multiple }: Record<string, string>) => [fakename, multiple])
  }
  // Spins of packs whose winnings are the player's own: of cal two, better than its best.
  const eve = await addPlayer({ login: 'eve@example.com' })
  await addRound({ playerId: cal, staked: 20n, won: 900_000n, minutesAgo: 5, isFree: true })
  await addRound({ playerId: cal, staked: 20n, won: 700_000n, minutesAgo: 5, isFree: true })
  await addRound({ playerId: eve, staked: 20n, won: 800_000n, minutesAgo: 5, isFree: true })
  // Another question than before: boards are kept for a while.
  expect(await best('multiples')).toEqual([
    ['fake-cal@example.com', '80.00'],
    ['fake-ann@example.com', '50.00'],
  ])
  expect((await as(null).get('leaderboard.get', { period: 'month', kind: 'multiples' })).json.data.total).toBe(4)
  const wins = { days: 7, worth: { EUR: 1 }, isPerPlayer: true }
  for (const most of [1, 2, 3, 100]) {
    const found = await greatestWins(db.sql, wins, most)
    expect(found.map(({ playerId, won }) => [playerId, won])).toEqual(
      [
        [dan, 800_000n],
        [ann, 5_000n],
        [cal, 1_600n],
      ].slice(0, most),
    )
  }
  await db.sql
    .updateTable('account_player')
    .set({ excluded_until: sql<Date>`now() + interval '1 day'` })
    .where('id', '=', cal)
    .execute()
  expect((await best('multiples'))[0]).toEqual(['fake-ann@example.com', '50.00'])
  await db.sql.updateTable('account_player').set({ excluded_until: null }).where('id', '=', cal).execute()
  expect((await best('multiples'))[0]).toEqual(['fake-cal@example.com', '80.00'])
})

test('open pages hear only what is new', async () => {
  const asking = { sql: db.sql, content, catalogue: parts.catalogue, config, locale: 'en', locales: ['en'] }
  const since = new Date(Date.now() - 150_000)
  expect(await newWinners(asking, since, 10)).toMatchObject([{ won: { amount: '3000' } }])
  await addRound({ playerId: ann, staked: 20n, won: 60n, minutesAgo: 0 })
  expect(await newWinners(asking, since, 10)).toMatchObject([{ won: { amount: '3000' } }, { won: { amount: '0.60' } }])
  // The database's moments are finer than ours: the last one must not come again and again.
  await sql`update rounds_round set updated_at = updated_at + interval '300 microseconds'`.execute(db.sql)
  const last = (await newWinners(asking, since, 10)).at(-1)
  expect(await newWinners(asking, new Date(last?.at ?? 0), 10)).toEqual([])
})

test('each page hears the name of the game in its own language', async () => {
  const name = { en: 'Fruit Parade', es: 'Desfile de frutas', ru: 'Фруктовый парад' }
  const overrides = [{ sysname: 'fruit-parade', name }]
  const own = await testApp({ contentDir: contentWith({ 'games.json': { overrides } }) })
  await db.sql.insertInto('games_provider').values({ sysname: 'grove', name: 'Grove', runner: 'studio' }).execute()
  const game = { sysname: 'fruit-parade', provider: 'grove', name: 'Fruit', image_url: '', type: 'slot' } as const
  await db.sql.insertInto('games_game').values(game).execute()
  const catalogue = await openCatalogue({ sql: db.sql, content: own.content, listener: null, log: own.log })
  const news = winnerNews({ ...own.parts, sql: db.sql, catalogue })
  await news.read()
  await addRound({ playerId: ann, staked: 20n, won: 90n, minutesAgo: 0 })
  const said = z.object({ items: z.array(z.object({ games: z.record(z.string(), z.object({ name: z.string() })) })) })
  const [told] = said.parse(await news.read()).items
  expect(told?.games).toMatchObject({ en: { name: name.en }, es: { name: name.es }, ru: { name: name.ru } })
})

test('a win whose transaction began before the last look and ended after it is told too, and every win once', async () => {
  const news = winnerNews({ ...parts, sql: db.sql })
  const told = async () => {
    const said = z.object({ items: z.array(z.object({ won: z.object({ amount: z.string() }) })) }).nullable()
    return said.parse(await news.read())?.items.map(({ won }) => won.amount) ?? []
  }
  await told()
  const { promise: pause, resolve: goOn } = Promise.withResolvers<void>()
  const { promise: written, resolve: write } = Promise.withResolvers<void>()
  const slow = begin(db, async (tx) => {
    await sql`insert into rounds_round (provider, round, player_id, game, mode, currency, staked, won, bets, is_closed)
      values ('sample', 'slow', ${ann}, 'goal-streak', 'real', 'EUR', 10, 70, 1, true)`.execute(tx)
    write()
    await pause
  })
  await written
  await addRound({ playerId: ann, staked: 20n, won: 80n, minutesAgo: 0 })
  expect(await told()).toEqual(['0.80'])
  goOn()
  await slow
  expect(await told()).toEqual(['0.70'])
  expect(await told()).toEqual([])
  for (let at = 0; at < 25; at += 1) await addRound({ playerId: ann, staked: 20n, won: 100n, minutesAgo: 0 })
  const counts: number[] = []
  for (let at = 0; at < 4; at += 1) counts.push((await told()).length)
  expect(counts).toEqual([10, 10, 5, 0])
})

test('no visitor can make the house walk through all wins there ever were', async () => {
  expect(await winners({ offset: '2000' })).toEqual([])
  expect(await winners({ kind: 'biggest', offset: '1000000' })).toEqual([])
})

test('multiples are rounded down, and a free spin has none', () => {
  expect(multipleOf({ staked: 300n, won: 1_000n })).toBe('3.33')
  expect(multipleOf({ staked: 0n, won: 1_000n })).toBe('0.00')
})

test('a currency without a rate is compared with nothing', () => {
  const worth = worthOf({ EUR: '0.5', JPY: '100' }, 'USD')
  expect(worth).toEqual({ USD: 0.01, EUR: 0.02, JPY: 0.01 })
})
