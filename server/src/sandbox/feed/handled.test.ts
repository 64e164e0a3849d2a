import type { FeedMessage } from '@croupier/sportsbook/feed'
import { matchOfRows } from '@croupier/sportsbook/sports'
import { sprintFixtures } from '@croupier/sportsbook/world/calendar'
import { makeWorld } from '@croupier/sportsbook/world/roster'
import { beforeEach, describe, expect, test } from 'vitest'
import { worldChanceOf } from './chance.ts'
import type { HandAct } from './handled.ts'
import { handleMatch, openMatch, unwatchedPace } from './match.ts'
import { foldWords, type HouseModel, newHouse, readable } from './test/house-model.ts'

const secret = 'a world for the tests of the script, and no other'
const source = { secret, chance: worldChanceOf(secret) }
const noon = 20_780 * 86_400 + 43_200
const hour = 3_600_000
const fixture = sprintFixtures(makeWorld(source.chance), noon, noon + 120).find(({ sport }) => sport === 'football')
if (!fixture) throw new Error('no football is played at noon')

let match = openMatch(source, fixture)
let house: HouseModel = newHouse()
let acts: readonly HandAct[] = []
let now = 0

/** A sprint of football, two minutes after its beginning: some twenty of its own. */
beforeEach(() => {
  match = openMatch(source, fixture)
  house = newHouse()
  acts = []
  now = match.begins + 120_000
  hear(match.whole(now))
})

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
    const own = matchOfRows('football', known().facts)
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
