import { outcomesOf } from '@croupier/sportsbook/sports'
import type { Message } from './producer.ts'

/** A football match as large as the house's own, and a full evening of others beside it. */

const leagues = 8
const events = 100
const liveEvents = 64

const names = (en: string) => ({ en, es: `${en} ES`, ru: `${en} RU` })
const refOf = (event: number) => `p${event}`

const halves = (from: number, count: number) => Array.from({ length: count }, (_, at) => String(from + at))
const lines = (from: number, count: number) => Array.from({ length: count }, (_, at) => String(from + at + 0.5))
const asked = (type: string, period = 'ft', ...own: readonly string[]) =>
  (own.length > 0 ? own : [null]).map((line) => ({ type, period, line }))

const questions = [
  ...asked('result'),
  ...asked('double_chance'),
  ...asked('draw_no_bet'),
  ...asked('both_score'),
  ...asked('half_full'),
  ...['h1', 'h2'].flatMap((half) => asked('result', half)),
  ...asked('total', 'ft', ...lines(0, 6), ...halves(1, 5)),
  ...asked('total', 'h1', ...lines(0, 4)),
  ...asked('team_total', 'ft', '1:0.5', '1:1.5', '1:2.5', '2:0.5', '2:1.5', '2:2.5'),
  ...asked('goals_exact'),
  ...asked('handicap', 'ft', ...lines(-3, 6), ...halves(-2, 5)),
  ...asked('handicap3', 'ft', '-2', '-1', '1', '2'),
  ...asked('correct_score'),
  ...asked('correct_score', 'h1'),
  ...asked('odd_even'),
  ...asked('corners_total', 'ft', ...lines(5, 8)),
  ...asked('corners_handicap', 'ft', ...lines(-3, 6)),
  ...asked('cards_total', 'ft', ...lines(1, 6)),
].flatMap((key) => {
  const outcomes = outcomesOf('football', key)
  return outcomes ? [{ key, count: outcomes.length }] : []
})

/** `turn` moves the prices. */
function marketAt(place: number, turn: number, isLive: boolean) {
  const { key, count } = questions[place % questions.length] ?? { key: {}, count: 0 }
  const whole = 1_000_000_000
  const share = Math.floor(whole / count)
  return {
    ...{ ...key, state: 'open', is_live: isLive, backs: Array.from({ length: count }, () => 0) },
    prices: Array.from({ length: count }, (_, at) => 1_300 + count * 300 + ((place * 37 + at * 53 + turn * 10) % 700)),
    wins: Array.from({ length: count }, (_, at) => (at === 0 ? whole - share * (count - 1) : share)),
  }
}

const pricesOf = (event: number, places: readonly number[], turn: number): Message => ({
  ...{ kind: 'prices', event: refOf(event) },
  markets: places.map((place) => marketAt(place, turn, event < liveEvents)),
})

export const teamName = (team: number) => `Team ${team}`
export const marketCount = questions.length
const all = questions.map((_, place) => place)

export function everything(): Message[] {
  const numbers = Array.from({ length: events }, (_, at) => at)
  const competitors = numbers.flatMap((at) =>
    [at * 2, at * 2 + 1].map((team) => ({ ref: `pt${team}`, sport: 'football', names: names(teamName(team)) })),
  )
  const now = Date.now()
  return [
    { kind: 'snapshot_begin' },
    {
      ...{ kind: 'tree', sports: [{ sysname: 'football', names: names('Football'), position: 1 }], competitors },
      categories: [{ ref: 'evening', sport: 'football', names: names('Evening'), position: 2 }],
      tournaments: Array.from({ length: leagues }, (_, at) => ({
        ...{ ref: `evening${at}`, category: 'evening', names: names(`Division ${at + 1}`), position: at, tier: 'A' },
      })),
    },
    ...numbers.map((at) => ({
      ...{ kind: 'fixture', event: refOf(at), tournament: `evening${at % leagues}` },
      ...{ home: `pt${at * 2}`, away: `pt${at * 2 + 1}`, has_live: true, format: { minutes: 90 } },
      starts_at: new Date(now + (at < liveEvents ? -600_000 : 3_600_000 + at * 60_000)).toISOString(),
    })),
    ...numbers.map((at) => pricesOf(at, at === 0 ? all : all.slice(0, 12), 0)),
    ...numbers.slice(0, liveEvents).map((at) => ({
      ...{ kind: 'state', event: refOf(at), state: 'live', score: { ft: [at % 4, at % 3], h1: [at % 4, at % 3] } },
      clock: { period: 'h1', seconds: 600, at: new Date(now).toISOString(), speed: 1, is_running: true },
    })),
    { kind: 'snapshot_end' },
  ]
}

/** A word that nothing more is taken on a match. */
export const stopOf = (ref: string): Message => ({ kind: 'stop', event: ref, cause: 'DANGER' })

/** With ten updates a second every price moves about every two seconds. */
const movedMarkets = 5
const movedEvents = 3

/** One update: some markets of the large match, and the main markets of some others. */
export const movedAt = (turn: number): Message[] => [
  pricesOf(
    0,
    Array.from({ length: movedMarkets }, (_, at) => (turn * movedMarkets + at) % marketCount),
    turn,
  ),
  ...Array.from({ length: movedEvents }, (_, at) =>
    pricesOf(1 + ((turn * movedEvents + at) % (liveEvents - 1)), [0], turn),
  ),
]
