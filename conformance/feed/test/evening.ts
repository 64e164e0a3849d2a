import type { FootballFact, Side } from '../../../sportsbook/src/facts.ts'
import type { FeedMessage, FeedMessageOf } from '../../../sportsbook/src/feed.ts'
import { type MarketKey, matchOf, outcomesOf } from '../../../sportsbook/src/sports.ts'

/** Football without end: a match a minute, each with goals, one that was none, a stop before each, and its results. */

type Market = FeedMessageOf<'prices'>['markets'][number]
type MatchState = FeedMessageOf<'state'>['state']
type Played = {
  event: string
  state: MatchState
  isStopped: boolean
  facts: { kind: string; data: FootballFact['data']; seq: number; cancels?: number }[]
}

const keys: readonly MarketKey[] = [
  { type: 'result', period: 'ft', line: null },
  { type: 'total', period: 'ft', line: '2.5' },
]
const chances: Record<string, Pick<Market, 'prices' | 'wins' | 'backs'>> = {
  result: { prices: [2180, 3320, 3420], wins: [436_774_000, 285_490_000, 277_736_000], backs: [0, 0, 0] },
  total: { prices: [1915, 1885], wins: [496_101_000, 503_899_000], backs: [0, 0] },
}
const names = (en: string) => ({ en })
const tree: FeedMessage = {
  kind: 'tree',
  sports: [{ sysname: 'football', names: names('Football'), position: 1 }],
  categories: [{ ref: 'land', sport: 'football', names: names('Land'), position: 1 }],
  tournaments: [{ ref: 'league', category: 'land', names: names('League'), position: 1, tier: 'A' }],
  competitors: ['reds', 'blues'].map((ref) => ({ ref, sport: 'football', names: names(ref), crest: '' })),
}

export function openEvening(now: () => number) {
  const matches: Played[] = []
  const moment = () => new Date(now()).toISOString()

  const fixture = ({ event }: Played): FeedMessage => ({
    ...{ kind: 'fixture', event, tournament: 'league', home: 'reds', away: 'blues', starts_at: moment() },
    ...{ has_live: true, format: { minutes: 90 }, seed_hash: '' },
  })
  const prices = ({ event, state, isStopped }: Played): FeedMessage => ({
    ...{ kind: 'prices', event },
    markets: keys.map(({ type, period, line }) => ({
      ...{ type, period, line, is_live: true, ...(chances[type] ?? { prices: [], wins: [], backs: [] }) },
      state: state === 'ended' ? ('closed' as const) : isStopped ? ('suspended' as const) : ('open' as const),
    })),
  })
  const stateOf = ({ event, state }: Played): FeedMessage => ({ kind: 'state', event, state, reason: '' })
  const told = ({ event, facts }: Played, from: number): FeedMessage[] =>
    facts.length < from
      ? []
      : [
          {
            kind: 'facts',
            event,
            facts: facts.slice(from - 1).map((fact) => ({ ...fact, data: { ...fact.data }, at: moment() })),
          },
        ]

  function add(
    match: Played,
    ...facts: (FootballFact | { kind: 'cancel'; data: Record<string, never>; cancels: number })[]
  ) {
    const from = match.facts.length + 1
    match.facts.push(...facts.map((fact, at) => ({ ...fact, seq: from + at })))
    return told(match, from)
  }
  function stop(match: Played, cause: 'DANGER' | 'GOAL' | 'REVIEW'): FeedMessage {
    match.isStopped = true
    return { kind: 'stop', event: match.event, cause }
  }
  function open(match: Played): FeedMessage {
    match.isStopped = false
    return prices(match)
  }
  function move(match: Played, state: MatchState): FeedMessage {
    match.state = state
    return stateOf(match)
  }
  const result = (match: Played, certainty: 'first' | 'confirmed'): FeedMessage => ({
    ...{ kind: 'result', event: match.event, certainty },
    markets: keys.map((key) => {
      const own = matchOf('football', factsOf(match)).settle(key) ?? []
      const outcomes = (outcomesOf('football', key) ?? []).map((outcome, at): [string, number, number, number] => [
        outcome,
        ...(own[at] ?? ([0, 0, 1] as const)),
      ])
      return { ...key, outcomes }
    }),
  })
  const goal = (match: Played, side: Side, minute: number) =>
    add(match, { kind: 'goal', data: { side, minute, how: 'play' } })

  /** What is told in this second of a match. */
  const script: Record<number, (match: Played) => FeedMessage[]> = {
    0: (match) => [fixture(match), open(match)],
    3: (match) => [move(match, 'live'), ...add(match, { kind: 'begin', data: { period: 'h1' } }), open(match)],
    8: (match) => [stop(match, 'DANGER')],
    10: (match) => [...goal(match, 1, 12), stop(match, 'GOAL')],
    14: (match) => [open(match)],
    18: (match) => [...goal(match, 2, 30), stop(match, 'REVIEW')],
    20: (match) => add(match, { kind: 'cancel', data: {}, cancels: match.facts.length }),
    22: (match) => [open(match)],
    24: (match) => [stop(match, 'DANGER'), ...add(match, { kind: 'end', data: { period: 'h1' } })],
    26: (match) => [...add(match, { kind: 'begin', data: { period: 'h2' } }), open(match)],
    32: (match) => [stop(match, 'DANGER')],
    33: (match) => [...goal(match, 1, 70), stop(match, 'GOAL')],
    36: (match) => [open(match)],
    44: (match) => [
      ...add(match, { kind: 'end', data: { period: 'h2' } }, { kind: 'finish', data: {} }),
      move(match, 'ended'),
      result(match, 'first'),
    ],
    48: ({ event }) => [{ kind: 'rollback', event, what: 'result', markets: [...keys] }],
    50: (match) => [result(match, 'first')],
    54: (match) => [result(match, 'confirmed')],
  }
  let second = -1
  return {
    /** One second goes by. */
    tick(): FeedMessage[] {
      second += 1
      if (second % 60 === 0) {
        matches.push({ event: `match-${second / 60}`, state: 'open', isStopped: false, facts: [] })
        if (matches.length > 2) matches.shift()
      }
      const match = matches.at(-1)
      return match ? (script[second % 60]?.(match) ?? []) : []
    },
    snapshot: (): FeedMessage[] => [
      tree,
      ...matches.flatMap((match) => [fixture(match), prices(match), ...told(match, 1), stateOf(match)]),
    ],
  }
}

const factsOf = ({ facts }: Played): Parameters<typeof matchOf<'football'>>[1] => JSON.parse(JSON.stringify(facts))
