import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GameOptions } from '@croupier/contract/methods/games'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { begin } from '../../db/db.ts'
import { clearCatalogue, fillCatalogue } from '../../seeds/fill-catalogue.ts'
import { testApp } from '../../test/app.ts'
import {
  cardsOf,
  closeGames,
  findGame,
  gamesOfJackpot,
  installGames,
  markRecent,
  openGames,
  readSwitches,
} from './games.ts'

const contentDir = mkdtempSync(join(tmpdir(), 'croupier-games-'))
cpSync(join(import.meta.dirname, '../../../../content'), contentDir, { recursive: true })
const gamesFile = join(contentDir, 'site/games.json')
const written = JSON.parse(readFileSync(gamesFile, 'utf8'))
const override = (overrides: unknown[]) => writeFileSync(gamesFile, JSON.stringify({ ...written, overrides }))
override([])
afterAll(() => rmSync(contentDir, { recursive: true, force: true }))

const house = await testApp({ contentDir })
const { db, as } = house

const title = (sysname: string, name: string, provider: string, type: 'slot' | 'casino' | 'fast', more = {}) => ({
  about: {
    sysname,
    name,
    provider,
    type,
    categories: [],
    rtp: '96.00',
    volatility: 3,
    mostUnits: 100,
    ...more,
  } as const,
  maths: { version: '1.0.0' },
})
const titles = [
  title('fruit-parade', 'Fruit Parade', 'red-baize', 'slot', { rtp: '95.10' }),
  title('captains-share', 'Captain’s Share', 'copperfox', 'slot', { jackpot: 'house', rtp: '96.50' }),
  title('european-roulette', 'European Roulette', 'red-baize', 'casino', { rtp: '97.30' }),
  title('blackjack-salon', 'Blackjack Salon', 'red-baize', 'casino', { rtp: '99.50' }),
  title('twin-dice', 'Twin Dice', 'orbit', 'fast', { rtp: '99.00' }),
  title('minefold', 'Minefold', 'orbit', 'fast'),
  title('plinth', 'Plinth', 'orbit', 'fast', { categories: ['new'] }),
  title('liftoff', 'Liftoff', 'orbit', 'fast'),
]
const own = titles.map(({ about }) => about.sysname)
const samples = ['wheel-of-hours', 'goal-streak']
const install = (isSandboxOn = true, list = titles, isSportsOn = true) =>
  installGames(db, list, { isSandboxOn, isSportsOn })

const get = async (options: GameOptions = {}, more: Record<string, string> = {}) => {
  const { status, json } = await as(null).get('games.get', { options: JSON.stringify(options), ...more })
  expect(status).toBe(200)
  return json.data
}
const names = async (options: GameOptions = {}): Promise<string[]> =>
  (await get({ count: 300, ...options })).items.map(({ sysname }: { sysname: string }) => sysname)
const isOpen = async (sysname: string) => (await get({ ids: [sysname] })).items[0].is_open

beforeAll(() => install())

describe('the hall', () => {
  test('lists what can be played, in the order of the house', async () => {
    const all = await get()
    expect(all).toMatchObject({ total: 10, offset: 0, limit: 18 })
    expect(await names()).toEqual([...own, ...samples])
    expect(all.items[1]).toEqual({
      sysname: 'captains-share',
      name: 'Captain’s Share',
      image_url: '/art/captains-share.webp',
      description: {},
      provider: { sysname: 'copperfox', name: 'Copperfox' },
      type: 'slot',
      categories: ['slots', 'popular', 'jackpots'],
      rtp: '96.50',
      volatility: 3,
      is_new: false,
      has_demo: true,
      is_open: true,
      jackpot: 'house',
      runner: 'studio',
      version: '1.0.0',
    })
  })

  test('is the same for every guest for a moment, and says when it did not change', async () => {
    const { headers } = await as(null).get('games.get')
    expect(headers['cache-control']).toBe('public, max-age=10')
    const again = await house.send({ url: '/api/games.get', headers: { 'if-none-match': String(headers.etag) } })
    expect([again.status, again.body]).toEqual([304, ''])
  })

  test('offers a demo to whom can open it: those of other providers know no guests', async () => {
    const demos = async (cookie: string | null) => {
      const { json } = await as(cookie).get('games.get', { options: JSON.stringify({ has_demo: true, count: 300 }) })
      return json.data.items.map(({ sysname }: { sysname: string }) => sysname)
    }
    expect(await demos(null)).toEqual(own)
    const { items } = await get({ ids: ['goal-streak', 'twin-dice'] })
    expect(items.map((game: { has_demo: boolean }) => game.has_demo)).toEqual([false, true])
    expect(await demos(await house.signIn(await house.addPlayer({ login: 'tries@example.com' })))).toEqual([
      ...own,
      ...samples,
    ])
  })

  test('answers with the wanted fields alone', async () => {
    const { items } = await get({ count: 1 }, { fields: 'sysname,type' })
    expect(items).toEqual([{ sysname: 'fruit-parade', type: 'slot' }])
  })

  test.each<[string, GameOptions, string[]]>([
    ['a type', { type: 'casino' }, ['european-roulette', 'blackjack-salon', 'wheel-of-hours']],
    ['a tab of a type', { category: 'slots' }, ['fruit-parade', 'captains-share']],
    ['tables', { category: 'tables' }, ['european-roulette', 'blackjack-salon', 'wheel-of-hours']],
    ['quick games', { category: 'fast' }, ['twin-dice', 'minefold', 'plinth', 'liftoff', 'goal-streak']],
    ['a tab that has nothing', { category: 'live' }, []],
    ['what is new', { category: 'new' }, ['plinth']],
    ['what is popular', { category: 'popular' }, [...own, ...samples]],
    ['games with a pot', { category: 'jackpots' }, ['captains-share']],
    ['games of one pot', { jackpot: 'house' }, ['captains-share']],
    ['games of a pot that is none', { jackpot: 'other' }, []],
    ['a studio', { providers: ['copperfox'] }, ['captains-share']],
    ['two studios', { providers: ['halcyon', 'copperfox'] }, ['captains-share', ...samples]],
    ['a studio that is none', { providers: ['nobody'] }, []],
    [
      'any of a name, a type and a studio',
      { any_of: { games: ['twin-dice'], types: ['slot'], providers: [] } },
      ['fruit-parade', 'captains-share', 'twin-dice'],
    ],
    [
      'nothing named',
      { any_of: { games: [], types: [], providers: [] }, type: 'slot' },
      ['fruit-parade', 'captains-share'],
    ],
    [
      'any of these and a studio',
      { any_of: { games: [], types: ['slot'], providers: [] }, providers: ['copperfox'] },
      ['captains-share'],
    ],
    ['a studio and a type', { providers: ['red-baize'], type: 'slot' }, ['fruit-parade']],
    ['games with a demo', { has_demo: true, type: 'slot' }, ['fruit-parade', 'captains-share']],
    // Without an account those of other providers cannot be tried.
    ['games without one', { has_demo: false }, [...samples]],
    ['names in this order', { ids: ['plinth', 'nobody', 'fruit-parade', 'plinth'] }, ['plinth', 'fruit-parade']],
    ['names, also when sorted', { ids: ['plinth', 'fruit-parade'], sort: 'popular' }, ['plinth', 'fruit-parade']],
    ['names of a type', { ids: ['plinth', 'fruit-parade'], type: 'slot' }, ['fruit-parade']],
    ['names that are searched', { ids: ['plinth', 'fruit-parade'], search: 'fru' }, ['fruit-parade']],
    ['words', { search: 'roulete' }, ['european-roulette']],
    ['words and a type', { search: 'orbit', type: 'slot' }, []],
    ['a studio by its name', { search: 'red baize' }, ['fruit-parade', 'european-roulette', 'blackjack-salon']],
    ['words that are none', { search: '   ' }, [...own, ...samples]],
    ['words in another order', { search: 'orbit', sort: 'name' }, ['liftoff', 'minefold', 'plinth', 'twin-dice']],
  ])('is asked for %s', async (_what, options, expected) => {
    expect(await names(options)).toEqual(expected)
    expect((await get(options)).total).toBe(expected.length)
  })

  test.each<[GameOptions['sort'], string[]]>([
    ['name', ['blackjack-salon', 'captains-share', 'european-roulette', 'fruit-parade', 'goal-streak']],
    ['rtp', ['blackjack-salon', 'twin-dice', 'european-roulette', 'goal-streak', 'captains-share']],
    ['new', ['plinth', 'fruit-parade', 'captains-share', 'european-roulette', 'blackjack-salon']],
    ['popular', ['fruit-parade', 'captains-share', 'european-roulette', 'blackjack-salon', 'twin-dice']],
  ])('sorted by %s', async (sort, expected) => {
    expect((await names({ ...(sort && { sort }) })).slice(0, 5)).toEqual(expected)
  })

  test.each([
    ['no JSON', '{', 'options', 'FORMAT'],
    ['a list', '[]', 'options', 'FORMAT'],
    ['a tab that is none', '{"category":"all"}', 'options[category]', 'UNKNOWN_VALUE'],
    ['too many', '{"count":301}', 'options[count]', 'TOO_LARGE'],
    ['none', '{"count":0}', 'options[count]', 'TOO_SMALL'],
    ['before the first', '{"offset":-1}', 'options[offset]', 'TOO_SMALL'],
    ['a number as text', '{"count":"5"}', 'options[count]', 'FORMAT'],
    ['a name that is none', `{"ids":["'; drop table games_game; --"]}`, 'options[ids][0]', 'FORMAT'],
    ['a studio that is none', '{"providers":["../x"]}', 'options[providers][0]', 'FORMAT'],
    ['too many words', JSON.stringify({ search: 'x'.repeat(101) }), 'options[search]', 'TOO_LARGE'],
  ])('refuses %s', async (_what, options, field, reason) => {
    const { status, json } = await as(null).get('games.get', { options })
    expect([status, json.error.type]).toEqual([422, 'InvalidParameterException'])
    expect(json.error.invalid_parameters).toEqual({ [field]: [reason] })
  })

  test.each([
    "' or 1=1 --",
    '%',
    '_',
    '\\',
    '"; drop table games_game; --',
    'half \ud800 a letter',
    'nothing\0between',
    '<script>',
    '__proto__',
    '../..',
  ])('takes %j as words like others', async (search) => {
    expect(await names({ search })).toEqual([])
    expect(await names({ search, sort: 'name' })).toEqual([])
    expect((await get({ jackpot: search.slice(0, 80) })).total).toBe(0)
    expect(await names()).toHaveLength(10)
  })

  test('counts its tabs', async () => {
    const { json } = await as(null).get('games.getCategories')
    expect(json.data).toEqual({
      items: [
        { sysname: 'slots', count: 2 },
        { sysname: 'tables', count: 3 },
        { sysname: 'fast', count: 5 },
        { sysname: 'new', count: 1 },
        { sysname: 'popular', count: 10 },
        { sysname: 'jackpots', count: 1 },
      ],
      total: 6,
      offset: 0,
      limit: 6,
    })
  })

  test('names its studios, all or those with games of some types', async () => {
    const all = await as(null).get('games.getProviders')
    expect(
      all.json.data.items.map(({ sysname, count }: { sysname: string; count: number }) => [sysname, count]),
    ).toEqual([
      ['copperfox', 1],
      ['red-baize', 3],
      ['orbit', 4],
      ['halcyon', 2],
    ])
    expect(all.json.data.items[1]).toEqual({
      sysname: 'red-baize',
      name: 'Red Baize',
      image_url: '/art/fruit-parade.webp',
      count: 3,
      game_params: { types: ['casino', 'slot'], has_demo: true },
    })
    const some = await as(null).get('games.getProviders', { types: 'fast, live', fields: 'sysname,count' })
    expect(some.json.data.items).toEqual([
      { sysname: 'orbit', count: 4 },
      { sysname: 'halcyon', count: 1 },
    ])
    expect((await as(null).get('games.getProviders', { types: 'nothing' })).json.data.total).toBe(0)
    const any_of = JSON.stringify({ games: ['fruit-parade'], types: ['fast'], providers: [] })
    const among = await as(null).get('games.getProviders', { any_of, fields: 'sysname,count' })
    expect(among.json.data.items).toEqual([
      { sysname: 'red-baize', count: 1 },
      { sysname: 'orbit', count: 4 },
      { sysname: 'halcyon', count: 1 },
    ])
    expect((await as(null).get('games.getProviders', { any_of: '{' })).status).toBe(422)
  })
})

describe('other names and pictures', () => {
  const inLocale = async (locale: string, options: GameOptions) =>
    (await as(null).get('games.get', { options: JSON.stringify(options), locale })).json.data.items

  test('hold in the language they were written in, at once, and are found by both', async () => {
    override([
      {
        sysname: 'european-roulette',
        name: { en: '', ru: 'Европейская рулетка', es: 'Ruleta europea' },
        image: { en: '/art/crown-room.webp', ru: '' },
      },
      { sysname: 'nobody', name: 'Nobody' },
      { name: 'broken' },
    ])
    const ids = ['european-roulette']
    await vi.waitFor(async () =>
      expect((await inLocale('ru', { ids }))[0].description).toEqual({ name: 'Европейская рулетка' }),
    )
    expect((await inLocale('ru', { ids }))[0]).toMatchObject({ name: 'European Roulette' })
    expect((await inLocale('en', { ids }))[0].description).toEqual({ img_288_192: '/art/crown-room.webp' })
    expect((await inLocale('es', { ids }))[0].description).toEqual({
      name: 'Ruleta europea',
      img_288_192: '/art/crown-room.webp',
    })
    for (const search of ['рулетка', 'roulette', 'hektnrf', 'руетка']) {
      expect((await inLocale('ru', { search }))[0].sysname).toBe('european-roulette')
    }
    expect(await inLocale('en', { search: 'ruleta europea' })).toEqual([])
    const byName = await inLocale('ru', { sort: 'name', count: 300 })
    // Its own alphabet comes first.
    expect(byName[0].sysname).toBe('european-roulette')
    const cards = await cardsOf({ sql: db.sql, content: house.content, locale: 'es' }, [...ids, 'plinth', 'nobody'])
    expect(Object.fromEntries(cards)).toEqual({
      'european-roulette': {
        sysname: 'european-roulette',
        name: 'Ruleta europea',
        image_url: '/art/crown-room.webp',
      },
      plinth: { sysname: 'plinth', name: 'Plinth', image_url: '/art/plinth.webp' },
    })
    override([])
    await vi.waitFor(async () => expect((await inLocale('ru', { ids }))[0].description).toEqual({}))
  })
})

describe('what the operator closed', () => {
  const close = (scope: 'all' | 'provider' | 'game', name = '') => closeGames(db.sql, { scope, name, reason: 'a test' })

  test.each([
    ['one game', 'game', 'plinth', ['plinth']],
    ['a studio', 'provider', 'red-baize', ['fruit-parade', 'european-roulette', 'blackjack-salon']],
    ['whoever runs the games', 'provider', 'sample', samples],
    ['everything', 'all', '', [...own, ...samples]],
  ] as const)('%s cannot be opened, and the tile says so', async (_what, scope, name, expected) => {
    expect(await close(scope, name)).toBe('done')
    const { items }: { items: { sysname: string; is_open: boolean }[] } = await get({ count: 300 })
    const closed = items.filter((each) => !each.is_open)
    expect(closed.map(({ sysname }) => sysname)).toEqual(expected)
    expect(items).toHaveLength(10)
    const whyClosed = await readSwitches(db.sql)
    for (const sysname of [...own, ...samples]) {
      const isClosed = [...expected].some((each) => each === sysname)
      const found = await findGame(db.sql, sysname)
      expect([sysname, found?.isOpen, found?.closedFor]).toEqual([sysname, !isClosed, isClosed ? 'a test' : null])
      expect(whyClosed(sysname, found?.runner ?? '')).toBe(isClosed ? 'a test' : null)
    }
    expect(await openGames(db.sql, { scope, name })).toBe('done')
    expect(await openGames(db.sql, { scope, name })).toBe('not closed')
    expect((await readSwitches(db.sql))('plinth', 'studio')).toBeNull()
    expect(await isOpen('plinth')).toBe(true)
  })

  test('has to exist', async () => {
    expect([await close('game', 'nobody'), await close('provider', 'nobody')]).toEqual(['unknown', 'unknown'])
    expect((await readSwitches(db.sql))('nobody', 'nobody')).toBeNull()
  })

  test('is closed when the stakes that were under way are done, and no later one gets in', async () => {
    const order: string[] = []
    const closing = await begin(db, async (tx) => {
      expect((await readSwitches(tx))('plinth', 'studio')).toBeNull()
      const started = close('game', 'plinth').then(() => order.push('closed'))
      await vi.waitFor(async () => {
        const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(db.sql)
        expect(rows).toHaveLength(1)
      })
      order.push('staked')
      return { started }
    })
    // Stands in line behind the one that closes.
    const late = begin(db, async (tx) => (await readSwitches(tx))('plinth', 'studio'))
    await closing.started
    expect([await late, order]).toEqual(['a test', ['staked', 'closed']])
    await openGames(db.sql, { scope: 'game', name: 'plinth' })
  })

  test('without a reason is closed all the same', async () => {
    await closeGames(db.sql, { scope: 'all', name: '', reason: '' })
    expect((await readSwitches(db.sql))('plinth', 'studio')).toBe('closed')
    await openGames(db.sql, { scope: 'all', name: '' })
  })
})

describe('the sportsbook', () => {
  const found = () => get({ ids: ['dgt_sportsbook'] })

  test('is found by its name, and by nothing else', async () => {
    expect(await found()).toMatchObject({
      total: 1,
      items: [
        {
          ...{ sysname: 'dgt_sportsbook', name: 'Sportsbook', type: 'live', runner: 'sportsbook' },
          ...{ is_open: true, has_demo: false, jackpot: null, rtp: null },
        },
      ],
    })
    for (const options of [{}, { type: 'live' }, { category: 'live' }, { search: 'sportsbook' }] as const)
      expect(await names(options), JSON.stringify(options)).not.toContain('dgt_sportsbook')
    expect(await names({ providers: ['sportsbook'] })).toEqual([])
    const { json } = await as(null).get('games.getProviders')
    expect(json.data.items.map(({ sysname }: { sysname: string }) => sysname)).not.toContain('sportsbook')
    const { json: tabs } = await as(null).get('games.getCategories')
    expect(tabs.data.items.map(({ sysname }: { sysname: string }) => sysname)).not.toContain('live')
  })

  test('is no favourite', async () => {
    const mine = as(await house.signIn(await house.addPlayer({ login: 'bettor@example.com' })))
    const { json } = await mine.post('games.addLike', { sysname: 'dgt_sportsbook' })
    expect(json.error.error_data).toMatchObject({ reason: 'UNKNOWN_GAME' })
  })

  test.each([
    { scope: 'game', name: 'dgt_sportsbook' },
    { scope: 'provider', name: 'sportsbook' },
    { scope: 'all', name: '' },
  ] as const)(
    'closed by $scope $name takes no bets, is still there, and is told from what may be read',
    async (target) => {
      await closeGames(db.sql, { ...target, reason: 'storm' })
      expect(await isOpen('dgt_sportsbook')).toBe(false)
      expect((await readSwitches(db.sql))('dgt_sportsbook', 'sportsbook')).toBe('storm')
      expect((await as(null).get('sports.getEvents')).status).toBe(200)
      await openGames(db.sql, target)
      expect(await isOpen('dgt_sportsbook')).toBe(true)
    },
  )

  test('goes with the sports of a house, and comes back with them', async () => {
    await install(true, titles, false)
    expect(await found()).toMatchObject({ total: 0, items: [] })
    expect(await findGame(db.sql, 'dgt_sportsbook')).toMatchObject({ isOpen: false })
    await install()
    expect(await isOpen('dgt_sportsbook')).toBe(true)
  })
})

describe('a start', () => {
  test('changes nothing when nothing changed, however often and by however many', async () => {
    const rows = () => db.sql.selectFrom('games_game').selectAll().orderBy('sysname').execute()
    const before = await rows()
    await Promise.all(Array.from({ length: 8 }, () => install()))
    expect(await rows()).toEqual(before)
  })

  test('closes a title whose client is gone and keeps it in the books; it opens again when it is back', async () => {
    await install(true, titles.slice(1))
    expect(await names()).not.toContain('fruit-parade')
    expect(await isOpen('fruit-parade')).toBe(false)
    expect(await findGame(db.sql, 'fruit-parade')).toMatchObject({ isOpen: false, version: null, closedFor: null })
    await install()
    expect((await names())[0]).toBe('fruit-parade')
    expect(await isOpen('fruit-parade')).toBe(true)
  })

  test('without the sandbox has no sample games', async () => {
    await install(false)
    expect(await names()).toEqual(own)
    expect(await isOpen('goal-streak')).toBe(false)
    const { json } = await as(null).get('games.getProviders')
    expect(json.data.items.map(({ sysname }: { sysname: string }) => sysname)).not.toContain('halcyon')
    await install()
    expect(await names()).toContain('goal-streak')
  })

  test('takes a title of a studio that nobody knew', async () => {
    await install(true, [...titles, title('ninth', 'The Ninth', 'moss-and-co', 'slot')])
    expect((await get({ ids: ['ninth'] })).items[0]).toMatchObject({
      provider: { sysname: 'moss-and-co', name: 'Moss And Co' },
      is_open: true,
    })
    await install()
  })

  test('knows runner, version and pot of a game', async () => {
    expect(await findGame(db.sql, 'captains-share')).toMatchObject({
      runner: 'studio',
      version: '1.0.0',
      jackpot: 'house',
      hasDemo: true,
      type: 'slot',
    })
    expect(await findGame(db.sql, 'goal-streak')).toMatchObject({ runner: 'sample', provider: 'halcyon' })
    expect(await findGame(db.sql, 'nobody')).toBeNull()
    const asking = { catalogue: house.parts.catalogue, locale: 'en' }
    expect([await gamesOfJackpot(asking, 'house'), await gamesOfJackpot(asking, 'x')]).toEqual([['captains-share'], []])
  })
})

describe('a hall that was filled', () => {
  const filled = () =>
    db.sql
      .selectFrom('games_game')
      .select(['sysname', 'name', 'provider', 'type', 'image_url', 'rtp', 'popularity'])
      .where('sysname', 'like', 'fill-%')
      .orderBy('sysname')
      .execute()

  test('has five thousand games of forty studios more, the same ones every time, and none can be opened', async () => {
    await fillCatalogue(db, 5_000)
    const first = await filled()
    expect(first).toHaveLength(5_000)
    expect(new Set(first.map(({ name }) => name)).size).toBe(5_000)
    expect(new Set(first.map(({ provider }) => provider)).size).toBe(40)
    const all = await get({ count: 300 })
    expect(all.total).toBe(5_010)
    expect(all.items.slice(0, 10).map(({ sysname }: { sysname: string }) => sysname)).toEqual([...own, ...samples])
    expect(all.items.filter((game: { is_open: boolean }) => game.is_open)).toHaveLength(10)
    expect((await as(null).get('games.getProviders')).json.data.total).toBe(44)
    await fillCatalogue(db, 5_000)
    expect(await filled()).toEqual(first)
  })

  test.each(['popular', 'new', 'name', 'rtp'] as const)('is paged by %s without a gap or a repeat', async (sort) => {
    const seen: string[] = []
    for (let offset = 0; offset < 5_010; offset += 300) {
      seen.push(...(await names({ sort, count: 300, offset })))
    }
    expect([seen.length, new Set(seen).size]).toEqual([5_010, 5_010])
    expect(await names({ sort, count: 18, offset: 2_500 })).toEqual(seen.slice(2_500, 2_518))
    expect(await names({ sort, offset: 5_010 })).toEqual([])
  })

  test('has at most a hundred that are popular, and finds what can be played first', async () => {
    expect((await get({ category: 'popular' })).total).toBe(100)
    expect((await names({ search: 'rouletet' }))[0]).toBe('european-roulette')
  })

  test('becomes smaller when less is wanted, and empty when it is cleared', async () => {
    await fillCatalogue(db, 50)
    expect((await get()).total).toBe(60)
    expect(await clearCatalogue(db)).toBe(50)
    expect(await clearCatalogue(db)).toBe(0)
    expect(await names()).toEqual([...own, ...samples])
    expect((await as(null).get('games.getProviders')).json.data.total).toBe(4)
  })
})

describe('favourites', () => {
  let count = 0
  const newcomer = async () => {
    count += 1
    const id = await house.addPlayer({ login: `likes${count}@example.com` })
    return { id, me: as(await house.signIn(id)) }
  }
  type Me = Awaited<ReturnType<typeof newcomer>>['me']
  const likes = async (me: Me, page: Record<string, string> = {}) => (await me.get('games.getLikes', page)).json.data
  const liked = async (me: Me): Promise<string[]> =>
    (await likes(me)).items.map(({ sysname }: { sysname: string }) => sysname)

  test('stand with the last one first, page by page, and go away again', async () => {
    const { me } = await newcomer()
    for (const sysname of ['plinth', 'liftoff', 'minefold', 'plinth']) {
      expect((await me.post('games.addLike', { sysname })).json).toEqual({ result: 1, data: null })
    }
    expect(await liked(me)).toEqual(['minefold', 'liftoff', 'plinth'])
    expect(await likes(me, { count: '1', offset: '1', fields: 'sysname,is_open' })).toEqual({
      items: [{ sysname: 'liftoff', is_open: true }],
      total: 3,
      offset: 1,
      limit: 1,
    })
    for (const sysname of ['liftoff', 'liftoff', 'never-liked']) {
      expect((await me.post('games.removeLike', { sysname })).status).toBe(200)
    }
    expect(await liked(me)).toEqual(['minefold', 'plinth'])
  })

  test('are games that there are', async () => {
    const { me } = await newcomer()
    const { status, json } = await me.post('games.addLike', { sysname: 'nobody' })
    expect([status, json.error.error_data.reason]).toEqual([422, 'UNKNOWN_GAME'])
    expect((await me.post('games.addLike', { sysname: "x' or '1'='1" })).status).toBe(422)
    expect(await liked(me)).toEqual([])
  })

  test('are liked once by 32 at the same moment, and all of 10 different ones are', async () => {
    const { id, me } = await newcomer()
    const wanted = Array.from({ length: 32 }, (_, at) => [...own, ...samples][at % 10] ?? '')
    const answers = await Promise.all(wanted.map((sysname) => me.post('games.addLike', { sysname })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await liked(me)).toSorted()).toEqual([...own, ...samples].toSorted())
    const rows = await db.sql.selectFrom('games_like').select('game').where('player_id', '=', id).execute()
    expect(rows).toHaveLength(10)
  })

  test('are five hundred at most: the newest stay, also when 32 come at once', async () => {
    const { id, me } = await newcomer()
    await sql`insert into games_like (player_id, game, at)
      select ${id}, 'old-' || n, now() - make_interval(days => n) from generate_series(1, 495) as n`.execute(db.sql)
    const wanted = Array.from({ length: 32 }, (_, at) => [...own, ...samples][at % 10] ?? '')
    await Promise.all(wanted.map((sysname) => me.post('games.addLike', { sysname })))
    const rows = await db.sql.selectFrom('games_like').select('game').where('player_id', '=', id).execute()
    const left = rows.map(({ game }) => game)
    expect([left.length, left.includes('old-490'), left.includes('old-491')]).toEqual([500, true, false])
    expect(await liked(me)).toHaveLength(10)
  })

  test('of one player are not those of another', async () => {
    const [one, other] = [await newcomer(), await newcomer()]
    await one.me.post('games.addLike', { sysname: 'plinth' })
    await other.me.post('games.removeLike', { sysname: 'plinth' })
    expect([await liked(one.me), await liked(other.me)]).toEqual([['plinth'], []])
  })

  test('stay when a game is closed, and are named in the export', async () => {
    const id = await house.addPlayer({ login: 'export@example.com', password: 'Marmot-Hill-7' })
    const me = as(await house.signIn(id))
    await me.post('games.addLike', { sysname: 'fruit-parade' })
    await install(true, titles.slice(1))
    expect((await likes(me)).items).toMatchObject([{ sysname: 'fruit-parade', is_open: false }])
    await install()
    await begin(db, (tx) => markRecent(tx, id, 'plinth'))
    const { json } = await me.post('account.exportData', { password: 'Marmot-Hill-7' })
    expect(json.data.games).toMatchObject({ favourites: [{ game: 'fruit-parade' }], recent: [{ game: 'plinth' }] })
  })

  test('what was opened last comes first, once each', async () => {
    const { id, me } = await newcomer()
    for (const game of ['plinth', 'liftoff', 'plinth', 'gone']) await begin(db, (tx) => markRecent(tx, id, game))
    const { items, total } = (await me.get('games.getRecent')).json.data
    expect([items.map(({ sysname }: { sysname: string }) => sysname), total]).toEqual([['plinth', 'liftoff'], 2])
    await sql`insert into games_recent (player_id, game, at)
      select ${id}, 'old-' || n, now() - make_interval(days => n) from generate_series(1, 150) as n`.execute(db.sql)
    await begin(db, (tx) => markRecent(tx, id, 'minefold'))
    const rows = await db.sql.selectFrom('games_recent').select('game').where('player_id', '=', id).execute()
    expect(rows).toHaveLength(100)
    expect((await me.get('games.getRecent')).json.data.items[0].sysname).toBe('minefold')
  })
})
