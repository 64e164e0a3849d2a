import type { Sport } from '@croupier/sportsbook/facts'
import { quartersText } from '@croupier/sportsbook/lines'
import { footballGoals } from '@croupier/sportsbook/records/football'
import { hockeyGoals } from '@croupier/sportsbook/records/hockey'
import { type MarketKey, outcomesOf, sports } from '@croupier/sportsbook/sports'
import type { Model } from '@croupier/sportsbook/world/strength'
import { factsOf, type ToldFact } from './board.ts'

/**
 * Which markets a match has. The list follows from what the sides are worth and from what has happened, never from what
 * was told before: so a simulator that begins in the middle of a match knows which ones are to be decided.
 */
export type Offer = MarketKey & { isLive: boolean }
type Full<Name extends Model['sport']> = {
  params: Extract<Model, { sport: Name }>['params']
  facts: readonly ToldFact[]
  /** A short list, because of these there are thousands a day. */
  isShort: boolean
}

export const offerKey = ({ type, period, line }: MarketKey): string => `${type}/${period}/${line ?? ''}`

const one = (type: string, period = 'ft', line: string | null = null): Offer => ({ type, period, line, isLive: true })
/** Ends with the beginning of the match. */
const before = (...offers: Offer[]): Offer[] => offers.map((offer) => ({ ...offer, isLive: false }))
const lines = (type: string, period: string, values: readonly number[], prefix = ''): Offer[] =>
  values.map((value) => one(type, period, `${prefix}${quartersText(Math.round(value * 4))}`))
const around = (middle: number, ...steps: number[]) => steps.map((step) => middle + step)
const half = (value: number) => Math.floor(value) + 0.5
const quarter = (value: number) => Math.round(value * 4) / 4

/** How the score stood, from nothing to now. */
function scoresOf(order: readonly (1 | 2)[]): (readonly [number, number])[] {
  let [home, away] = [0, 0]
  return [
    [0, 0],
    ...order.map((side) => {
      if (side === 1) home += 1
      else away += 1
      return [home, away] as const
    }),
  ]
}

/** So many goals of a side have outcomes of their own in a list of scores. */
const listed = (goals: number) => (goals < 0.8 ? 2 : goals < 1.5 ? 3 : goals < 2.3 ? 4 : 5)
const grid = (home: number, away: number) => `${listed(home)}:${listed(away)}`

function footballMenu({ params, facts, isShort }: Full<'football'>): Offer[] {
  const { home, away, isCup } = params
  const record = sports.football.fold(factsOf('football', facts))
  const scores = scoresOf(footballGoals(record, 'ft').map(({ side }) => side))
  const middle = Math.min(4.5, Math.max(1.5, half(home + away)))
  const lead = quarter((away - home) * 0.85)
  const isSecond = record.ended.has('h1')
  const perGoal = scores.flatMap(([own, theirs]) => [
    one('next_goal', 'ft', String(own + theirs + 1)),
    ...lines('total', 'ft', around(own + theirs, 0.5, 1.5)),
  ])
  const short = [one('result'), one('result', 'h1'), one('double_chance'), one('both_score'), one('draw_no_bet')]
  if (isShort) return [...short, ...lines('total', 'ft', [middle]), ...lines('handicap', 'ft', [lead]), ...perGoal]
  return [
    ...short,
    ...perGoal,
    ...lines('total', 'ft', around(middle, -1, -0.5, 0, 0.5, 1)),
    ...lines('handicap', 'ft', around(lead, -0.5, -0.25, 0, 0.25, 0.5)),
    ...scores.flatMap(([own, theirs]) => [
      ...lines('total', 'ft', [own + theirs + 2.5]),
      ...lines('handicap', 'ft', around(theirs - own, -0.5, 0, 0.5)),
      ...lines('team_total', 'ft', [own + 0.5], '1:'),
      ...lines('team_total', 'ft', [theirs + 0.5], '2:'),
    ]),
    ...lines('team_total', 'ft', [1.5], '1:'),
    ...lines('team_total', 'ft', [1.5], '2:'),
    ...lines('total', 'h1', [0.5, 1, 1.5]),
    ...lines('handicap', 'h1', [quarter(lead / 2)]),
    one('both_score', 'h1'),
    one('correct_score', 'ft', grid(home, away)),
    ...lines('corners_total', 'ft', [9.5, 10.5]),
    one('clean_sheet', 'ft', '1'),
    one('clean_sheet', 'ft', '2'),
    ...(isCup ? [one('to_qualify')] : []),
    ...(isSecond ? [one('result', 'h2'), ...lines('total', 'h2', [0.5, 1.5])] : []),
    ...before(
      ...[one('half_full'), one('goals_exact'), one('correct_score', 'h1', grid(home / 2, away / 2))],
      ...lines('handicap3', 'ft', [-1, 1]),
      ...lines('cards_total', 'ft', [3.5, 4.5]),
    ),
  ]
}

function tennisMenu({ params, facts, isShort }: Full<'tennis'>): Offer[] {
  const { sets, isFinished, missing } = sports.tennis.fold(factsOf('tennis', facts))
  const done = sets.filter(({ winner }) => winner !== null)
  // Where a side gave up, what was offered for the rest of the match is still to be decided.
  const isOver = isFinished && missing === null
  const count = Math.max(1, isOver ? sets.length : done.length + 1)
  const perMatch = params.sets === 3 ? 22.5 : 38.5
  const lead = half((params.away - params.home) * 45)
  const whole = [
    ...[one('winner'), one('tie_break')],
    ...lines('sets_total', 'ft', params.sets === 3 ? [2.5] : [3.5, 4.5]),
    ...lines('sets_handicap', 'ft', [-1.5, 1.5]),
  ]
  const ofSets = Array.from({ length: count }, (_, at) => `s${at + 1}`)
  if (isShort)
    return [
      ...whole,
      ...lines('games_total', 'ft', around(perMatch, -1, 1)),
      ...lines('games_handicap', 'ft', [lead]),
      ...ofSets.map((set) => one('set_winner', set)),
    ]
  // What was played, and a usual set for each that is sure to come.
  const expected = done.map((_, at) => {
    const played = done.slice(0, at + 1).reduce((sum, { score }) => sum + score[0] + score[1], 0)
    return half(played + 9.7 * (perMatch / 9.7 - at - 1))
  })
  const ofGames = sets.flatMap(({ games, winner, score }, at) => {
    const played = games.length
    const isNextSure = winner === null && Math.max(...score) < 5
    const shown = winner !== null || isOver ? played : played + (isNextSure ? 2 : 1)
    return Array.from({ length: Math.min(13, shown) }, (_, game) => one('game_winner', `s${at + 1}g${game + 1}`))
  })
  const fresh = !isOver && facts.length > 0 && sets.length === done.length ? [1, 2] : []
  return [
    ...whole,
    ...lines('games_total', 'ft', around(perMatch, -2, -1, 0, 1, 2)),
    ...expected.flatMap((middle) => lines('games_total', 'ft', around(middle, -1, 0, 1))),
    ...lines('games_handicap', 'ft', around(lead, -2, -1, 0, 1, 2)),
    ...ofSets.flatMap((set) => [
      ...[one('set_winner', set), one('set_score', set), one('tie_break', set)],
      ...lines('games_total', set, [8.5, 9.5, 10.5]),
    ]),
    ...ofGames,
    ...fresh.map((game) => one('game_winner', `s${done.length + 1}g${game}`)),
  ]
}

function basketballMenu({ params, facts, isShort }: Full<'basketball'>): Offer[] {
  const { points, ended, running, isFinished } = sports.basketball.fold(factsOf('basketball', facts))
  const quarters = (['q1', 'q2', 'q3', 'q4'] as const).filter((name) => points[name] || ended.has(name))
  const played = quarters.filter((name) => ended.has(name))
  const next = !isFinished && played.length < 4 ? [`q${played.length + 1}`] : []
  /** What the match is worth before each quarter: both sides had eighteen possessions in it. */
  const standings = Array.from({ length: Math.min(4, played.length + 1) }, (_, at) => {
    const [home, away] = played
      .slice(0, at)
      .reduce(([own, theirs], name) => [own + (points[name]?.[0] ?? 0), theirs + (points[name]?.[1] ?? 0)], [0, 0])
    const left = (4 - at) * 18
    return { home: home + left * params.home, away: away + left * params.away }
  })
  const shown = [...new Set([...played, running, ...next])].filter((name) => name.startsWith('q'))
  const totals = standings.flatMap(({ home, away }, at) =>
    at === 0 && !isShort ? around(half(home + away), -6, -3, 0, 3, 6) : around(half(home + away), 0),
  )
  const leads = standings.flatMap(({ home, away }, at) =>
    at === 0 && !isShort ? around(half(away - home), -4, -2, 0, 2, 4) : around(half(away - home), 0),
  )
  const short = [
    ...[one('winner'), one('overtime'), one('race_to', 'ft', '20')],
    ...lines('total', 'ft', totals),
    ...lines('handicap', 'ft', leads),
    ...shown.map((name) => one('result', name)),
  ]
  if (isShort) return [...short, one('odd_even')]
  const part = (name: string, share: number) => [
    ...lines('total', name, [half((params.home + params.away) * share)]),
    ...lines('handicap', name, [half((params.away - params.home) * share)]),
  ]
  return [
    ...[...short, one('result', 'rt'), one('result', 'h1'), one('race_to', 'ft', '10'), ...part('h1', 36)],
    ...lines('team_total', 'ft', [half(params.home * 72)], '1:'),
    ...lines('team_total', 'ft', [half(params.away * 72)], '2:'),
    ...shown.flatMap((name) => part(name, 18)),
    ...(ended.has('q2') ? [one('result', 'h2'), ...part('h2', 36)] : []),
    ...before(one('odd_even'), one('margin')),
  ]
}

function hockeyMenu({ params, facts, isShort }: Full<'hockey'>): Offer[] {
  const record = sports.hockey.fold(factsOf('hockey', facts))
  const scores = scoresOf(hockeyGoals(record, 'rt').map(({ side }) => side))
  const middle = half((params.home + params.away) * 1.11)
  const lead = half((params.away - params.home) * 1.1)
  const ended = (['p1', 'p2', 'p3'] as const).filter((name) => record.ended.has(name)).length
  const periods = Array.from({ length: Math.min(3, ended + 1) }, (_, at) => `p${at + 1}`)
  const short = [
    ...[one('winner'), one('result', 'rt'), ...lines('total', 'rt', [middle]), ...lines('handicap', 'rt', [lead])],
    ...scores.map(([own, theirs]) => one('next_goal', 'rt', String(own + theirs + 1))),
    ...periods.map((name) => one('result', name)),
    ...lines('total', 'rt', [middle + 1]),
  ]
  if (isShort) return short
  return [
    ...[...short, one('double_chance', 'rt'), one('overtime'), ...lines('handicap', 'ft', [-1.5, 1.5])],
    ...lines('total', 'rt', around(middle, -1, -0.5, 0.5)),
    ...lines('handicap', 'rt', around(lead, -1, 1)),
    ...scores.flatMap(([own, theirs]) => [
      ...lines('total', 'rt', around(own + theirs, 0.5, 1.5)),
      ...lines('handicap', 'rt', around(theirs - own, -0.5, 0.5)),
    ]),
    ...lines('team_total', 'rt', [half(params.home)], '1:'),
    ...lines('team_total', 'rt', [half(params.away)], '2:'),
    ...periods.flatMap((name) => [...lines('total', name, [0.5, 1.5]), ...lines('handicap', name, [-0.5, 0.5])]),
    ...before(one('both_score', 'rt'), one('correct_score', 'rt', grid(params.home, params.away))),
  ]
}

function shooterMenu({ params, facts, isShort }: Full<'shooter'>): Offer[] {
  const { maps, isFinished } = sports.shooter.fold(factsOf('shooter', facts))
  const over = [...maps.values()].filter(({ isOver }) => isOver).length
  const count = Math.max(1, isFinished ? maps.size : over + 1)
  const whole = [
    one('winner'),
    ...lines('maps_total', 'ft', params.maps.length === 3 ? [2.5] : [3.5, 4.5]),
    ...lines('maps_handicap', 'ft', [-1.5, 1.5]),
  ]
  const ofMaps = Array.from({ length: count }, (_, at) => at + 1).flatMap((map): Offer[] => {
    const name = `m${map}`
    const lead = half((1 - (params.maps[map - 1]?.odds ?? 1)) * 14)
    const few = [one('map_winner', name), ...lines('rounds_total', name, [21.5])]
    if (isShort) return few
    return [
      ...[...few, one('overtime', name), one('race_to', name, '5'), one('race_to', name, '10')],
      ...lines('rounds_total', name, [20.5, 22.5]),
      ...lines('rounds_handicap', name, around(lead, -2, 0, 2)),
      ...[one('round_winner', `${name}r1`), one('round_winner', `${name}r13`)],
    ]
  })
  return isShort ? [...whole, ...ofMaps] : [...whole, one('maps_score'), ...ofMaps]
}

function offersOf(model: Model, facts: readonly ToldFact[], isShort: boolean): Offer[] {
  switch (model.sport) {
    case 'football':
      return footballMenu({ params: model.params, facts, isShort })
    case 'tennis':
      return tennisMenu({ params: model.params, facts, isShort })
    case 'basketball':
      return basketballMenu({ params: model.params, facts, isShort })
    case 'hockey':
      return hockeyMenu({ params: model.params, facts, isShort })
    case 'shooter':
      return shooterMenu({ params: model.params, facts, isShort })
  }
}

const known = (sport: Sport, offer: Offer) => outcomesOf(sport, offer) !== null

/** All markets that a match has had up to now, each once; lines that its sport does not have fall out. */
export function menuOf(model: Model, facts: readonly ToldFact[], isShort: boolean): Offer[] {
  const byKey = new Map<string, Offer>()
  for (const offer of offersOf(model, facts, isShort)) {
    const key = offerKey(offer)
    if (!byKey.has(key) && known(model.sport, offer)) byKey.set(key, offer)
  }
  return [...byKey.values()]
}
