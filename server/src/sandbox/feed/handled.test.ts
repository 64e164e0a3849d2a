import type { FeedMessage } from '@croupier/sportsbook/feed'
import { matchOfRows } from '@croupier/sportsbook/sports'
import { type Fixture, leagueFixtures, sprintFixtures } from '@croupier/sportsbook/world/calendar'
import { makeWorld } from '@croupier/sportsbook/world/roster'
import { beforeEach, describe, expect, test } from 'vitest'
import { effort } from '../../test/effort.ts'
import { worldChanceOf } from './chance.ts'
import type { HandAct } from './handled.ts'
import { handleMatch, openMatch, unwatchedPace } from './match.ts'
import { foldWords, type HouseModel, newHouse, readable } from './test/house-model.ts'

const secret = 'a world for the tests of the script, and no other'
const source = { secret, chance: worldChanceOf(secret) }
const noon = 20_780 * 86_400 + 43_200
const hour = 3_600_000
const world = makeWorld(source.chance)
const sprints = sprintFixtures(world, noon, noon + 120)
const sprintOf = (wanted: Fixture['sport']): Fixture => {
  const found = sprints.find(({ sport }) => sport === wanted)
  if (!found) throw new Error(`no ${wanted} is played at noon`)
  return found
}

let fixture = sprintOf('football')
let match = openMatch(source, fixture)
let house: HouseModel = newHouse()
let acts: readonly HandAct[] = []
let now = 0

/** Some minutes after its beginning; of a sprint two are twenty of its own. */
function watch(wanted: Fixture, afterMs: number) {
  fixture = wanted
  match = openMatch(source, fixture)
  house = newHouse()
  acts = []
  now = match.begins + afterMs
  hear(match.whole(now))
}
beforeEach(() => watch(sprintOf('football'), 120_000))

const known = () => {
  const found = house.events.get(match.event)
  if (!found) throw new Error('the house does not know the match')
  return found
}

/** Every result that is told is what the facts say at that moment. */
function hear(words: readonly FeedMessage[]) {
  for (const message of words) {
    foldWords(house, [message])
    if (message.kind !== 'result') continue
    const own = matchOfRows(fixture.sport, known().facts)
    for (const market of message.markets)
      if ('outcomes' in market) expect(market.outcomes.map(([, ...result]) => result)).toEqual(own.settle(market))
  }
}

const goals = () => {
  const cancelled = new Set(known().facts.map(({ cancels }) => cancels))
  return known().facts.filter(({ kind, seq }) => kind === 'goal' && !cancelled.has(seq)).length
}
const pass = (ms: number) => {
  now += ms
  hear(match.tellUntil(now, unwatchedPace))
}
const act = (make: (at: number) => HandAct) => {
  const done = handleMatch(source, match, acts, make(now))
  if (!done) return null
  match = done.match
  acts = done.acts
  hear(done.words)
  return done.words
}
const statesOf = (state: string) => [...known().markets.values()].filter((market) => market.state === state).length

describe('a person', () => {
  test('makes a goal, which stops betting, is told as a fact and is in the result', () => {
    const before = goals()
    const words = act((at) => ({ kind: 'goal', at, side: 1 }))
    expect(words?.find(({ kind }) => kind === 'fixture')).toMatchObject({ is_handled: true })
    expect(goals()).toBe(before + 1)
    expect(statesOf('open')).toBe(0)
    pass(20_000)
    expect(statesOf('open')).toBeGreaterThan(0)
    pass(hour)
    expect(known().state).toBe('ended')
    expect(known().unsettled()).toEqual([])
    expect(known().facts.map(({ seq }) => seq)).toEqual(known().facts.map((_, place) => place + 1))
  })

  test('takes a goal back: what it had decided is open again, and is decided in the end', () => {
    act((at) => ({ kind: 'goal', at, side: 1 }))
    pass(20_000)
    const [score, settled] = [goals(), statesOf('resulted')]
    const words = act((at) => ({ kind: 'cancel', at }))
    expect(words?.[0]).toMatchObject({ kind: 'rollback', event: match.event })
    expect(goals()).toBe(score - 1)
    expect(statesOf('resulted')).toBeLessThan(settled)
    pass(hour)
    expect(known().unsettled()).toEqual([])
  })

  test('stops betting, abandons, and cannot do more after the end', () => {
    expect(act((at) => ({ kind: 'stop', at }))).not.toBeNull()
    expect(statesOf('open')).toBe(0)
    expect(act((at) => ({ kind: 'abandon', at }))).not.toBeNull()
    pass(60_000)
    expect(known().state).toBe('abandoned')
    expect(known().unsettled()).toEqual([])
    expect(statesOf('void')).toBeGreaterThan(0)
    expect(act((at) => ({ kind: 'stop', at }))).toBeNull()
  })

  test('puts off only what has not begun', () => {
    expect(act((at) => ({ kind: 'postpone', at }))).toBeNull()
    match = openMatch(source, fixture)
    const { begins } = match
    now = begins - hour
    match.whole(now)
    expect(act((at) => ({ kind: 'goal', at, side: 1 }))).toBeNull()
    expect(act((at) => ({ kind: 'postpone', at }))?.[0]).toMatchObject({
      kind: 'fixture',
      starts_at: new Date(begins + hour).toISOString(),
      first_starts_at: new Date(begins).toISOString(),
    })
    pass(hour)
    expect(match.state()).toBe('open')
    pass(hour + 1_000)
    expect(match.state()).toBe('live')
  })

  test('is remembered: another simulator tells the same match', () => {
    act((at) => ({ kind: 'goal', at, side: 2 }))
    pass(30_000)
    const again = newHouse()
    foldWords(again, openMatch(source, fixture, acts).whole(now))
    const factsOf = (one: HouseModel) => readable(one).map(({ facts, state }) => ({ facts, state }))
    expect(factsOf(again)).toEqual(factsOf(house))
    expect(acts).toHaveLength(1)
  })
})

const scoreOf = () => {
  const { score, clock } = match.board()
  return JSON.stringify([score, clock?.period])
}
const isScore = /^(goal|point|possession|round)$/
const standing = () => {
  const cancelled = new Set(known().facts.map(({ cancels }) => cancels))
  return known().facts.filter(({ kind, seq }) => isScore.test(kind) && !cancelled.has(seq)).length
}

describe.each(['football', 'tennis', 'basketball', 'hockey', 'shooter'] as const)('in %s a person', (sport) => {
  // At several moments, so that games, quarters, maps and matches end by a press too.
  test.each(effort.isLongForm ? [20_000, 200_000] : [200_000])(
    'scores and takes it back, %i ms after the start',
    (afterMs) => {
      watch(sprintOf(sport), afterMs)
      for (let press = 0; press < 8; press += 1) {
        const [before, board] = [standing(), scoreOf()]
        if (act((at) => ({ kind: 'goal', at, side: press % 3 === 0 ? 2 : 1 })) === null) {
          pass(15_000)
          continue
        }
        expect(standing()).toBe(before + 1)
        expect(scoreOf()).not.toBe(board)
        if (press % 2 === 1 && act((at) => ({ kind: 'cancel', at })) !== null) expect(standing()).toBe(before)
        pass(7_000)
      }
      expect(acts.length).toBeGreaterThan(0)
      pass(2 * hour)
      expect(known().state).toBe('ended')
      expect(known().unsettled()).toEqual([])
      expect(known().facts.map(({ seq }) => seq)).toEqual(known().facts.map((_, place) => place + 1))
      expect(known().facts.at(-1)?.kind).toBe('finish')
    },
  )

  test('is remembered as it was', () => {
    watch(sprintOf(sport), 90_000)
    while (act((at) => ({ kind: 'goal', at, side: 2 })) === null) pass(5_000)
    pass(10_000)
    const again = newHouse()
    foldWords(again, openMatch(source, fixture, acts).whole(now))
    expect(readable(again).map(({ facts }) => facts)).toEqual(readable(house).map(({ facts }) => facts))
  })
})

test('a person lets a match of a league be played ten times faster, once', () => {
  const league = leagueFixtures(world, 20_780).find(({ sport }) => sport === 'football')
  if (!league) throw new Error('no football is played that day')
  watch(league, 20 * 60_000)
  const { clock } = match.board()
  const left = match.whistle - now
  expect(act((at) => ({ kind: 'hurry', at }))).not.toBeNull()
  expect(match.board().clock).toMatchObject({ period: clock?.period, seconds: clock?.seconds, speed: 10 })
  expect(match.whistle - now).toBe(left / 10)
  expect(act((at) => ({ kind: 'hurry', at }))).toBeNull()
  pass(60_000)
  const seen = openMatch(source, fixture, acts)
  seen.whole(now)
  expect(seen.board().clock?.seconds).toBe((clock?.seconds ?? 0) + 600)
  pass(left / 10 + hour)
  expect(known().state).toBe('ended')
  expect(known().unsettled()).toEqual([])
  watch(sprintOf('football'), 60_000)
  expect(act((at) => ({ kind: 'hurry', at }))).toBeNull()
})

/** By how many goals home is ahead after sixty minutes, and whether more is played then. */
function afterSixty(facts: ReturnType<typeof known>['facts']) {
  const end = facts.findIndex(({ kind, data }) => kind === 'end' && data.period === 'p3')
  const goalsBy = (side: number) =>
    facts.slice(0, end).filter(({ kind, data }) => kind === 'goal' && data.side === side).length
  return { ahead: goalsBy(1) - goalsBy(2), isPlayedOn: facts.slice(end + 1).some(({ kind }) => kind === 'begin') }
}

test('ice hockey that a person makes level goes on, and where one side is ahead it ends', () => {
  const some = sprintFixtures(world, noon, noon + 700).filter(({ sport }) => sport === 'hockey')
  for (const sprint of some.slice(0, 3)) {
    const drawn = openMatch(source, sprint)
    watch(sprint, drawn.whistle - drawn.begins)
    const { ahead } = afterSixty(known().facts)
    for (const more of [0, 1]) {
      watch(sprint, 100_000)
      for (let press = 0; press < Math.abs(ahead) + more; ) {
        const side = press < Math.abs(ahead) && ahead > 0 ? 2 : 1
        if (act((at) => ({ kind: 'goal', at, side })) === null) pass(5_000)
        else press += 1
      }
      pass(hour)
      expect(afterSixty(known().facts)).toEqual({ ahead: more, isPlayedOn: more === 0 })
      expect(known().unsettled()).toEqual([])
    }
  }
})
