import { expect, test } from 'vitest'
import { openHouse } from './house.ts'
import { checkJoint, type JointAsk, type JointHeard } from './joint.ts'
import { hearMessage } from './words.ts'

const market = (type: string, line: string | null, wins: number[]) => ({
  ...{ type, period: 'ft', line, state: 'open' as const, is_live: true, wins, backs: wins.map(() => 0) },
  prices: wins.map((win) => Math.floor(950_000_000_000 / win / 10) * 10),
})

function told() {
  const house = openHouse({ producer: 'acme', secret: 'a secret of two' })
  const names = { en: 'x' }
  const say = (...messages: Parameters<typeof hearMessage>[1][]) => {
    for (const message of messages) hearMessage(house.book, message)
  }
  say(
    {
      kind: 'tree',
      sports: [{ sysname: 'football', names, position: 1 }],
      categories: [{ ref: 'c', sport: 'football', names, position: 1 }],
      tournaments: [{ ref: 't', category: 'c', names, position: 1, tier: 'A' }],
      competitors: ['a', 'b'].map((ref) => ({ ref, sport: 'football', names, crest: '' })),
    },
    {
      ...{ kind: 'fixture', event: 'derby', tournament: 't', home: 'a', away: 'b', starts_at: '2026-12-01T18:00:00Z' },
      ...{ has_live: true, format: {}, seed_hash: '', is_handled: false },
    },
    {
      ...{ kind: 'prices', event: 'derby' },
      markets: [
        market('result', null, [436_774_000, 285_490_000, 277_736_000]),
        market('draw_no_bet', null, [600_000_000, 400_000_000]),
        market('total', '2.5', [496_101_000, 503_899_000]),
      ],
    },
  )
  expect(house.findings).toEqual([])
  return house
}

const good = { facts: 0, chances: [1e9, 436_774_000, 496_101_000, 261_804_000] }
type Lie = Partial<JointHeard> & { said?: object }

const producer =
  (lie: Lie | null, { knowsAll = false, believesAll = false } = {}): JointAsk =>
  async ({ event }, secret) => {
    if (secret !== 'a secret of two' && !believesAll) return { status: 403, text: '', ms: 5 }
    if (event !== 'derby' && !knowsAll) return { status: 404, text: '', ms: 5 }
    return { status: 200, ms: 20, text: JSON.stringify({ ...good, ...lie?.said }), ...lie }
  }

const statesOf = async (ask: JointAsk) => (await checkJoint(told(), ask)).map(({ state }) => state)

test('a producer that prices builders by the rules passes', async () => {
  expect(await checkJoint(told(), producer(null))).toMatchObject([{ why: [] }, { why: [] }, { why: [] }])
  expect(await statesOf(producer(null))).toEqual(['passed', 'passed', 'passed'])
})

test.each<[string, Lie]>([
  ['is slow', { ms: 400 }],
  ['fails', { status: 500 }],
  ['says something else', { text: 'yes' }],
  ['leaves sets out', { said: { chances: [1e9, 4e8] } }],
  ['says what cannot be', { said: { chances: [1e9, 436_774_000, 496_101_000, 480_000_000] } }],
  ['has another chance than its market', { said: { chances: [1e9, 470_000_000, 496_101_000, 261_804_000] } }],
])('one that %s does not', async (_, lie) => {
  expect(await statesOf(producer(lie))).toEqual(['failed', 'passed', 'passed'])
})

test('one that prices what it never told, or believes anybody, does not', async () => {
  expect(await statesOf(producer(null, { knowsAll: true }))).toEqual(['passed', 'failed', 'passed'])
  expect(await statesOf(producer(null, { believesAll: true }))).toEqual(['passed', 'passed', 'failed'])
  expect(await statesOf(async () => null)).toEqual(['failed', 'failed', 'failed'])
})

test('one that says no to these parts is not judged by them', async () => {
  expect((await statesOf(producer({ status: 422 })))[0]).toBe('skipped')
})
