import type { SportsEventCard, SportsEventMarket } from '@croupier/contract/methods/sports'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { factsOf, fixtureOf, pricesOf, resultMarket, type SentMessage, testProducer } from '../../test/feed.ts'
import { sportsHouse } from './sports.ts'

const { db, as, addPlayer, signIn } = await testApp()
const producer = testProducer(db, 'simulated')
const guest = as(null)

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

const tree: SentMessage = {
  kind: 'tree',
  sports: [
    { sysname: 'football', names: { en: 'Football', es: 'Fútbol' }, position: 1 },
    { sysname: 'hockey', names: { en: 'Hockey' }, position: 2 },
  ],
  categories: [
    { ref: 'ib', sport: 'football', names: { en: 'Iberia' }, position: 1 },
    { ref: 'north', sport: 'hockey', names: { en: 'North' }, position: 1 },
  ],
  tournaments: [
    { ref: 'liga', category: 'ib', names: { en: 'Liga Uno', es: 'Liga Primera' }, position: 1, tier: 'A' },
    { ref: 'ice', category: 'north', names: { en: 'Ice League' }, position: 1, tier: 'B' },
  ],
  competitors: [
    { ref: 'real', sport: 'football', names: { en: 'Réal Alameda', es: 'Real Alameda CF' }, crest: '/c/real.svg' },
    { ref: 'ath', sport: 'football', names: { en: 'Athletic Norte' } },
    { ref: 'bears', sport: 'hockey', names: { en: 'Bears' } },
    { ref: 'elks', sport: 'hockey', names: { en: 'Elks' } },
  ],
}

const footballs = { tournament: 'liga', home: 'real', away: 'ath' }
const total = (line: string, prices: [number, number]) =>
  resultMarket([1, 1, 1], { type: 'total', line, prices, wins: [5, 5], backs: [0, 0] })

const over: SentMessage[] = [
  { kind: 'state', event: 'old', state: 'live' },
  factsOf(
    'old',
    1,
    ['begin', { period: 'h1' }],
    ['goal', { side: 2, minute: 20 }],
    ['end', { period: 'h1' }],
    ['begin', { period: 'h2' }],
    ['end', { period: 'h2' }],
    ['finish', {}],
  ),
  { kind: 'state', event: 'old', state: 'ended', score: { ft: [0, 1], h1: [0, 1] } },
  {
    ...{ kind: 'result', event: 'old', certainty: 'confirmed' },
    markets: [
      {
        ...{ type: 'result', period: 'ft', line: null },
        outcomes: [
          ['1', 0, 0, 1],
          ['x', 0, 0, 1],
          ['2', 1, 0, 1],
        ],
      },
    ],
  },
]

beforeAll(async () => {
  await producer.tell(
    { kind: 'snapshot_begin' },
    tree,
    fixtureOf('now', { ...footballs, starts_at: hours(-1) }),
    fixtureOf('soon', { ...footballs, starts_at: hours(2) }),
    fixtureOf('later', { ...footballs, home: 'ath', away: 'real', starts_at: hours(30) }),
    fixtureOf('far', { ...footballs, starts_at: hours(24 * 8) }),
    fixtureOf('old', { ...footballs, starts_at: hours(-3) }),
    fixtureOf('ice', { tournament: 'ice', home: 'bears', away: 'elks', starts_at: hours(20) }),
    pricesOf('now', resultMarket([2180, 3320, 3420]), total('2.5', [1500, 2600]), total('3.5', [1910, 1930])),
    pricesOf('soon', resultMarket([1500, 4000, 6000])),
    pricesOf('old', resultMarket([1500, 4000, 6000])),
    pricesOf('ice', resultMarket([2500, 4000, 2500], { period: 'rt' }), resultMarket([9000, 9000, 9000])),
    { kind: 'state', event: 'now', state: 'live', score: { ft: [1, 0] } },
    factsOf('now', 1, ['begin', { period: 'h1' }], ['goal', { side: 1, minute: 20 }]),
    ...over,
    { kind: 'snapshot_end' },
  )
})

const cards = async (query: Record<string, string> = {}): Promise<SportsEventCard[]> =>
  (await guest.get('sports.getEvents', query)).json.data.items
const refs = async (query: Record<string, string> = {}) => {
  const { rows } = await sql<{ id: number; ref: string }>`select id::int as id, ref from sports_event`.execute(db.sql)
  const names = new Map(rows.map(({ id, ref }) => [id, ref]))
  return (await cards(query)).map(({ id }) => names.get(id))
}
const idOf = async (ref: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`select id::text as id from sports_event where ref = ${ref}`.execute(db.sql)
  return rows[0]?.id ?? ''
}
const reason = (answer: { json: { error: { error_data: { reason: string } } } }) => answer.json.error.error_data.reason

describe('lists', () => {
  test('are cut by view, sport, tournament and side: live first, then by start', async () => {
    expect(await refs()).toEqual(['now', 'soon', 'ice', 'later'])
    expect(await refs({ view: 'live' })).toEqual(['now'])
    expect(await refs({ view: 'soon' })).toEqual(['soon'])
    expect(await refs({ view: 'today' })).toEqual(['soon', 'ice'])
    expect(await refs({ view: 'coming' })).toEqual(['soon', 'ice', 'later'])
    expect(await refs({ sport: 'hockey' })).toEqual(['ice'])
    const [{ home, tournament } = expect.unreachable()] = await cards({ sport: 'hockey' })
    expect(await refs({ competitor: String(home.id) })).toEqual(['ice'])
    expect(await refs({ tournament: String(tournament.id) })).toEqual(['ice'])
    expect(await refs({ ids: `${await idOf('old')},${await idOf('far')},999999` })).toEqual(['old', 'far'])
    const { json } = await guest.get('sports.getEvents', { count: '2', offset: '1' })
    expect(json.data).toMatchObject({ total: 4, offset: 1, limit: 2, items: [{}, {}] })
    expect(json.data.seq).toBeGreaterThan(0)
  })

  test('show the market of the sport, and of lines the one nearest to even', async () => {
    const [live, , ice] = await cards()
    expect(live).toMatchObject({
      ...{ state: 'live', slug: 'real-alameda-athletic-norte', is_simulated: true, is_silent: false, facts: 2 },
      ...{ score: { ft: [1, 0] }, market_count: 3 },
      market: { type: 'result', period: 'ft', outcomes: ['1', 'x', '2'], prices: [2180, 3320, 3420], state: 'open' },
    })
    expect(ice?.market).toMatchObject({ type: 'result', period: 'rt', prices: [2500, 4000, 2500] })
    const [totals] = await cards({ market: 'total' })
    expect(totals?.market).toMatchObject({ type: 'total', line: '3.5', outcomes: ['over', 'under'] })
    expect((await cards({ market: 'handicap' }))[0]?.market).toBeNull()
  })

  test('say what the operator takes no bets on, and why', async () => {
    const tournament = String((await cards({ sport: 'hockey' }))[0]?.tournament.id)
    const shut = async (query = {}) => (await cards(query)).map(({ closed }) => closed)
    for (const target of [
      { scope: 'sport', name: 'hockey' },
      { scope: 'tournament', name: tournament },
      { scope: 'event', name: await idOf('ice') },
    ] as const) {
      await begin(db, (tx) => sportsHouse.closeScope(tx, { ...target, reason: `no ${target.scope}`, actor: 'test' }))
      expect(await shut()).toEqual([null, null, `no ${target.scope}`, null])
      const { json } = await guest.get('sports.getEvent', { id: await idOf('ice') })
      expect(json.data).toMatchObject({ closed: `no ${target.scope}`, markets: [{ state: 'open' }, { state: 'open' }] })
      await begin(db, (tx) => sportsHouse.openScope(tx, target))
      expect(await shut({ sport: 'hockey' })).toEqual([null])
    }
  })

  test('speak the language of the page, English where a name has no other', async () => {
    const { json } = await guest.get('sports.getEvents', { view: 'live', locale: 'es' })
    expect(json.data.items[0]).toMatchObject({
      ...{ home: { name: 'Real Alameda CF', crest: '/c/real.svg' }, away: { name: 'Athletic Norte' } },
      ...{ tournament: { name: 'Liga Primera', slug: 'liga-uno', tier: 'A' }, slug: 'real-alameda-athletic-norte' },
    })
  })

  test('the tree counts what is live and what comes', async () => {
    const { json } = await guest.get('sports.getTree')
    expect(json.data).toMatchObject({
      ...{ live: 1, today: 2 },
      sports: [
        {
          ...{ sysname: 'football', live: 1, coming: 2 },
          categories: [{ name: 'Iberia', tournaments: [{ name: 'Liga Uno', slug: 'liga-uno', live: 1, coming: 2 }] }],
        },
        { sysname: 'hockey', live: 0, coming: 1 },
      ],
    })
  })

  test('are found by words, with a mistake and in another language', async () => {
    const found = async (search: string) => (await guest.get('sports.search', { search })).json.data
    expect((await found('alamdea')).events).toHaveLength(3)
    expect((await found('elks')).events).toMatchObject([{ home: { name: 'Bears' } }])
    expect((await found('primera')).tournaments).toMatchObject([{ name: 'Liga Uno', category: 'Iberia' }])
    expect(await found('zzzzzz')).toMatchObject({ events: [], tournaments: [] })
  })
})

describe('one event', () => {
  test('has its markets with what is stated about them, its record and its rules', async () => {
    const { json } = await guest.get('sports.getEvent', { id: await idOf('now') })
    expect(json.data).toMatchObject({
      ...{ state: 'live', rules: 'football/1', delay: 6, is_handled: false, ended_at: null, format: { minutes: 90 } },
      record: [
        { seq: 1, kind: 'begin' },
        { seq: 2, kind: 'goal', data: { side: 1, minute: 20 }, cancels: null },
      ],
      markets: [
        { type: 'result', group: 'main', payout_bp: 9450, is_buildable: true, results: null, revision: 0 },
        { type: 'total', group: 'totals' },
        { type: 'total' },
      ],
    })
    expect(reason(await guest.get('sports.getEvent', { id: '999999' }))).toBe('EVENT_UNKNOWN')
  })

  test('that is over says what became of its markets', async () => {
    const { json } = await guest.get('sports.getEvent', { id: await idOf('old') })
    const markets: SportsEventMarket[] = json.data.markets
    expect(markets).toMatchObject([
      {
        ...{ state: 'resulted', revision: 1, void_reason: null },
        results: [
          [0, 0, 1],
          [0, 0, 1],
          [1, 0, 1],
        ],
      },
    ])
    expect(json.data.ended_at).toMatch(/^\d{4}-/)
  })

  test('that was put off says for when it was planned at first, heard of before or after that', async () => {
    const [first, now] = [hours(24 * 8), hours(24 * 9)]
    await producer.tell(
      { kind: 'state', event: 'far', state: 'postponed' },
      fixtureOf('far', { ...footballs, starts_at: now, change: 'TIME' }),
      { kind: 'state', event: 'far', state: 'open' },
      fixtureOf('put-off', { ...footballs, starts_at: now, first_starts_at: first }),
      fixtureOf('put-off', { ...footballs, starts_at: now }),
    )
    const startsOf = async (ref: string) => {
      const { json } = await guest.get('sports.getEvent', { id: await idOf(ref) })
      return [Date.parse(json.data.starts_at), Date.parse(json.data.first_starts_at)]
    }
    const [, farFirst = 0] = await startsOf('far')
    expect(Math.abs(farFirst - Date.parse(first))).toBeLessThan(60_000)
    expect((await startsOf('far'))[0]).toBe(Date.parse(now))
    expect(await startsOf('put-off')).toEqual([Date.parse(now), Date.parse(first)])
    expect((await guest.get('sports.getEvent', { id: await idOf('now') })).json.data.first_starts_at).toBeNull()
  })

  test('its facts, the prices of a market and its proof are told apart', async () => {
    const event = await idOf('now')
    expect((await guest.get('sports.getFacts', { event, after: '1' })).json.data.items).toMatchObject([{ seq: 2 }])
    expect(reason(await guest.get('sports.getFacts', { event: '999999' }))).toBe('EVENT_UNKNOWN')
    await producer.tell(pricesOf('soon', resultMarket([1510, 4000, 6000])))
    const [soon] = await cards({ view: 'soon' })
    const prices = await guest.get('sports.getPrices', { market: String(soon?.market?.id) })
    expect(prices.json.data).toMatchObject({
      ...{ total: 2, outcomes: ['1', 'x', '2'] },
      items: [
        { version: 2, prices: [1510, 4000, 6000] },
        { version: 1, prices: [1500, 4000, 6000], state: 'open' },
      ],
    })
    expect(reason(await guest.get('sports.getPrices', { market: '999999' }))).toBe('MARKET_UNKNOWN')
    expect((await guest.get('sports.getProof', { event })).json.data).toMatchObject({ ref: 'now', is_handled: false })
    expect(reason(await guest.get('sports.getProof', { event: '999999' }))).toBe('EVENT_UNKNOWN')
  })
})

describe('markets by their numbers', () => {
  const marketsOf = async (ref: string): Promise<number[]> => {
    const { json } = await guest.get('sports.getEvent', { id: await idOf(ref) })
    return json.data.markets.map(({ id }: { id: number }) => id)
  }

  test('stand in the order they were asked for, each with its event, whatever became of it', async () => {
    const [result, , high] = await marketsOf('now')
    const [old] = await marketsOf('old')
    const ids = [high, 999_999, old, result, high].join()
    const { json } = await guest.get('sports.getMarkets', { ids, locale: 'es' })
    expect(json.data).toMatchObject({
      total: 3,
      items: [
        { id: high, type: 'total', line: '3.5', prices: [1910, 1930], event: { state: 'live', score: { ft: [1, 0] } } },
        { id: old, state: 'resulted', event: { state: 'ended' } },
        { id: result, outcomes: ['1', 'x', '2'], state: 'open', event: { home: { name: 'Real Alameda CF' } } },
      ],
    })
    expect(json.data.seq).toBeGreaterThan(0)
    expect((await guest.get('sports.getMarkets', { ids: '999999' })).json.data).toMatchObject({ total: 0, items: [] })
  })

  test('are forty at most', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join()
    expect((await guest.get('sports.getMarkets', { ids: ids(40) })).status).toBe(200)
    expect((await guest.get('sports.getMarkets', { ids: ids(41) })).status).toBe(422)
    expect((await guest.get('sports.getMarkets')).status).toBe(422)
  })
})

test('what is over stands in the results of its day and in the table of its league', async () => {
  const results = await guest.get('sports.getResults')
  expect(results.json.data).toMatchObject({ total: 1, items: [{ state: 'ended', score: { ft: [0, 1] } }] })
  expect((await guest.get('sports.getResults', { day: '2020-01-01' })).json.data).toMatchObject({ total: 0 })
  expect((await guest.get('sports.getResults', { sport: 'hockey' })).json.data).toMatchObject({ total: 0 })
  const tournament = String(results.json.data.items[0].tournament.id)
  expect((await guest.get('sports.getStandings', { tournament })).json.data.items).toMatchObject([
    { place: 1, competitor: { name: 'Athletic Norte' }, won: 1, for: 1, against: 0, points: 3, form: ['w'] },
    { place: 2, competitor: { name: 'Réal Alameda' }, lost: 1, points: 0, form: ['l'] },
  ])
})

test('before a match stands how both sides did, and how they met', async () => {
  const before = async (ref: string) => (await guest.get('sports.getMeetings', { event: await idOf(ref) })).json.data
  expect(await before('later')).toMatchObject({
    ...{ home: ['w'], away: ['l'] },
    meetings: [{ state: 'ended', home: { name: 'Réal Alameda' }, score: { ft: [0, 1] } }],
  })
  // Its own result is not what was before it.
  expect(await before('old')).toEqual({ home: [], away: [], meetings: [] })
  expect(await before('ice')).toEqual({ home: [], away: [], meetings: [] })
  expect(reason(await guest.get('sports.getMeetings', { event: '999999' }))).toBe('EVENT_UNKNOWN')
})

test('rules are told by sport and version', async () => {
  expect((await guest.get('sports.getRules', { sport: 'basketball' })).json.data).toMatchObject({
    ...{ version: 1, versions: [1], delay: 5, hours_to_start: 48, hours_to_finish: 24 },
    payouts: [{ what: 'main', before_bp: 9550, live_bp: 9500 }, {}, {}, {}],
    max_payout: { A: 100_000, B: 50_000, C: 10_000 },
  })
  expect(reason(await guest.get('sports.getRules', { sport: 'chess' }))).toBe('SPORT_UNKNOWN')
  expect(reason(await guest.get('sports.getRules', { sport: 'football', version: '7' }))).toBe('SPORT_UNKNOWN')
})

test('a producer that is silent has nothing for sale: for what is played after ten seconds, else after sixty', async () => {
  const silent = async (seconds: number) => {
    await sql`update sports_producer set alive_at = now() - make_interval(secs => ${seconds}),
      state = ${seconds > 10 ? 'down' : 'up'},
      sent_at = now() - make_interval(secs => ${seconds}), up_at = now() - make_interval(secs => ${seconds})
      where name = 'simulated'`.execute(db.sql)
    return Promise.all([cards({ view: 'live' }), cards({ view: 'soon' })])
  }
  const [[live], [soon]] = await silent(11)
  expect(live).toMatchObject({ is_silent: true, market: { state: 'suspended', cause: 'FEED' } })
  expect(soon).toMatchObject({ is_silent: false, market: { state: 'open' } })
  const picked = await guest.get('sports.getMarkets', { ids: `${live?.market?.id},${soon?.market?.id}` })
  expect(picked.json.data.items).toMatchObject([
    { state: 'suspended', cause: 'FEED', event: { is_silent: true } },
    { state: 'open', cause: null, event: { is_silent: false } },
  ])
  expect((await silent(61))[1]).toMatchObject([{ is_silent: true, market: { state: 'suspended', cause: 'FEED' } }])
  expect((await silent(0))[0]).toMatchObject([{ is_silent: false, market: { state: 'open', cause: null } }])
})

describe('favourites', () => {
  test('are a player’s own, once each, no more than fit, and in the export', async () => {
    const id = await addPlayer({ login: 'star@example.com' })
    const me = as(await signIn(id))
    const event = await idOf('now')
    const list = async () => (await me.get('sports.getFavourites')).json.data.items
    for (const _ of [1, 2])
      expect((await me.post('sports.addFavourite', { kind: 'event', id: event })).status).toBe(200)
    expect(await list()).toEqual([{ kind: 'event', id: Number(event), name: 'Réal Alameda – Athletic Norte' }])
    const stranger = as(await signIn(await addPlayer({ login: 'other@example.com' })))
    expect((await stranger.get('sports.getFavourites')).json.data.items).toEqual([])
    expect(reason(await me.post('sports.addFavourite', { kind: 'competitor', id: '999999' }))).toBe('FAVOURITE_UNKNOWN')
    const { json } = await me.post('account.exportData')
    expect(json.data.sports).toMatchObject({ favourites: [{ kind: 'event', id: Number(event) }] })
    await sql`insert into sports_favourite (player_id, kind, ref)
      select ${id}, 'competitor', n from generate_series(1000, 1198) as n`.execute(db.sql)
    expect(reason(await me.post('sports.addFavourite', { kind: 'event', id: await idOf('soon') }))).toBe(
      'TOO_MANY_FAVOURITES',
    )
    expect((await me.post('sports.addFavourite', { kind: 'event', id: event })).status).toBe(200)
    expect((await me.post('sports.removeFavourite', { kind: 'event', id: event })).status).toBe(200)
    expect(await list()).toEqual([])
  })
})

test.each([
  ['sports.getFacts', { event: '1', after: '9007199254740991' }],
  ['sports.getFacts', { event: '9007199254740991' }],
  ['sports.getResults', { day: '0000-01-01' }],
  ['sports.getResults', { day: '9999-12-31' }],
  ['sports.getResults', { offset: '9007199254740991', tournament: '9007199254740991' }],
  ['sports.getEvents', { ids: '999999999999999,0', offset: '9007199254740991' }],
  ['sports.getEvents', { competitor: '9007199254740991' }],
  ['sports.getEvent', { id: '9007199254740991' }],
  ['sports.getPrices', { market: '9007199254740991', offset: '9007199254740991' }],
  ['sports.getStandings', { tournament: '9007199254740991' }],
  ['sports.getMeetings', { event: '9007199254740991' }],
  ['sports.getRules', { sport: 'constructor', version: '9007199254740991' }],
  ['sports.search', { search: '%_\\"\u0000\ud800' }],
] as const)(
  'whatever numbers a stranger asks %s for: it is answered or refused, and nothing fails',
  async (method, params) => {
    const { status } = await guest.get(method, params)
    expect(status).toBeLessThan(500)
  },
)
