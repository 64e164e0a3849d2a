import { type FeedMessage, feedRequest } from '@croupier/sportsbook/feed'
import { isOnLadder } from '@croupier/sportsbook/odds'
import { isSport, matchOfRows, outcomesOf } from '@croupier/sportsbook/sports'
import { leagueFixtures, sprintFixtures } from '@croupier/sportsbook/world/calendar'
import { makeWorld, sportsPlayed } from '@croupier/sportsbook/world/roster'
import { describe, expect, test } from 'vitest'
import { effort } from '../../test/effort.ts'
import { worldChanceOf } from './chance.ts'
import { openMatch, unwatchedPace, watchedPace } from './match.ts'
import { openProgramme } from './programme.ts'
import { foldWords, type HouseModel, newHouse, readable } from './test/house-model.ts'

const secret = 'a world for the tests of the script, and no other'
const source = { secret, chance: worldChanceOf(secret) }
const world = makeWorld(source.chance)
const day = 20_780
const noon = (day * 86_400 + 43_200) * 1_000
const minute = 60_000

const isLong = effort.isLongForm
const sprints = sprintFixtures(world, noon / 1_000, noon / 1_000 + (isLong ? 3_600 : 120))
/** Each sport has a sprint; of the leagues the first one, of football, has the most markets. */
const leagues = leagueFixtures(world, day).slice(0, isLong ? 60 : 1)
const played = [...sprints, ...leagues]

/** All that a match says from before its start to its last word. */
const tellAll = (fixture: (typeof played)[number], pace = watchedPace) => {
  const match = openMatch(source, fixture)
  return [...match.whole(fixture.startsAt * 1_000 - 11 * 3_600_000), ...match.tellUntil(Number.MAX_SAFE_INTEGER, pace)]
}

/** As the house reads it: messages that it would refuse are a fault. */
function expectReadable(messages: readonly FeedMessage[]) {
  for (let from = 0; from < messages.length; from += 500) {
    const read = feedRequest.safeParse({ epoch: 1, first: 1, messages: messages.slice(from, from + 500) })
    expect(read.error?.issues[0]).toBeUndefined()
  }
}

test('the tree is readable, small enough for a request, and names each league once', () => {
  const tree = openProgramme(secret, { now: noon, since: null }).tree()
  expectReadable(tree)
  for (const message of tree) expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(200_000)
  expect(tree.flatMap((message) => (message.kind === 'tree' ? message.tournaments : [])).length).toBe(
    world.tournaments.length,
  )
})

describe.each(played.map((fixture) => [fixture.ref, fixture] as const))('%s', (_, fixture) => {
  const words = tellAll(fixture)

  test('every message is readable, markets have the outcomes of their type, prices stand on the ladder', () => {
    expectReadable(words)
    for (const message of words) {
      if (message.kind !== 'prices') continue
      for (const market of message.markets) {
        const outcomes = outcomesOf(fixture.sport, market)
        expect(outcomes?.length, `${market.type}/${market.period}/${market.line}`).toBe(market.prices.length)
        for (const [at, price] of market.prices.entries()) {
          if (price > 0) expect(isOnLadder(price)).toBe(true)
          if (market.state === 'open' && price > 0) expect(market.wins[at]).toBeGreaterThan(0)
        }
      }
    }
  })

  test('no word about a stopped, closed or unknown market, and every result is what its facts say', () => {
    const house = newHouse()
    for (const message of words) {
      foldWords(house, [message])
      if (message.kind !== 'result') continue
      const event = house.events.get(message.event)
      const match = matchOfRows(fixture.sport, event?.facts ?? [])
      for (const market of message.markets) {
        expect(event?.markets.has(`${market.type}/${market.period}/${market.line ?? ''}`)).toBe(true)
        const own = match.settle(market)
        if ('void' in market) expect(own).toBeNull()
        else expect(market.outcomes.map(([, ...result]) => result)).toEqual(own)
      }
    }
    const [event] = house.events.values()
    expect(event?.unsettled()).toEqual([])
    expect(event?.state).toMatch(/^(ended|abandoned)$/)
  })

  test('in one go or in steps the words are the same, and told whole the house knows the same', () => {
    const match = openMatch(source, fixture)
    const other = openMatch(source, fixture)
    const house = newHouse()
    const begin = fixture.startsAt * 1_000 - 11 * 3_600_000
    const steps = match.whole(begin)
    foldWords(house, steps)
    const length = match.whistle - match.begins + 13 * minute
    for (let step = 0; step <= 10; step += 1) {
      const at = match.begins - minute + Math.floor((length * step) / 10)
      const more = match.tellUntil(at, watchedPace)
      steps.push(...more)
      foldWords(house, more)
      const fresh = newHouse()
      foldWords(fresh, other.whole(at))
      expect(comparable(fresh)).toEqual(comparable(house))
    }
    expect(steps).toEqual(words)
  })
})

/** Prices of what is not for sale are of no interest; a fresh house never hears of some that were. */
const comparable = (house: HouseModel) =>
  readable(house).map(({ markets, ...event }) => ({
    ...event,
    // While nothing is for sale a fresh house hears of no market.
    markets: (/^(live|interrupted)$/.test(event.state) && !markets.some(({ state }) => state === 'open') ? [] : markets)
      .filter(({ state }) => state !== 'suspended')
      .map(({ prices, ...market }) => ({ ...market, prices: market.state === 'open' ? prices : [] })),
  }))

test('who is not watched is told the same facts and results, and fewer prices', () => {
  const [fixture] = sprints
  if (!fixture) throw new Error('a world without sprints')
  const [many, few] = [tellAll(fixture), tellAll(fixture, unwatchedPace)]
  const facts = (list: readonly FeedMessage[]) => list.filter(({ kind }) => kind === 'facts' || kind === 'state')
  expect(facts(few)).toEqual(facts(many))
  expect(few.length).toBeLessThan(many.length)
})

describe('a world', () => {
  /** Of one that begins at noon, with what is live then: dear to make, and two tests look at it. */
  let begun: { programme: ReturnType<typeof openProgramme>; words: FeedMessage[] } | undefined
  const beginAt = (now: number) => {
    const programme = openProgramme(secret, { now, since: null })
    return { programme, words: programme.enterLive(now) }
  }
  const atNoon = () => {
    begun ??= beginAt(noon)
    return begun
  }

  test('sprints have few markets, leagues many', () => {
    const counts = new Map(
      played.map((fixture) => {
        const [prices] = openMatch(source, fixture)
          .whole(fixture.startsAt * 1_000 - 11 * 3_600_000)
          .flatMap((message) => (message.kind === 'prices' ? message.markets.length : []))
        return [fixture.ref, { fixture, count: prices ?? 0 }]
      }),
    )
    for (const { fixture, count } of counts.values()) {
      if (fixture.pace === 10) expect(count, fixture.ref).toBeLessThanOrEqual(12)
      else expect(count, fixture.ref).toBeGreaterThanOrEqual(fixture.sport === 'football' ? 25 : 15)
      expect(count, fixture.ref).toBeGreaterThanOrEqual(6)
      expect(count, fixture.ref).toBeLessThanOrEqual(42)
    }
  })

  test('what is promised is told: live in every sport, a day, a week', {
    timeout: 120_000 * effort.timeoutFactor,
  }, () => {
    const later = isLong ? [noon + 5 * 3_600_000, noon + 86_400_000 * 3] : []
    for (const { programme, words } of [atNoon(), ...later.map(beginAt)]) {
      const live = programme.live()
      for (const sport of sportsPlayed)
        expect(live.filter(({ fixture }) => fixture.sport === sport).length, sport).toBeGreaterThanOrEqual(3)
      expect(live.length).toBeGreaterThanOrEqual(24)
      expectReadable(words)
      expect(programme.waiting()).toBeGreaterThan(1_000)
    }
  })

  test('an earlier simulator is followed: what it left open is told to its end', () => {
    const since = noon - 3 * 3_600_000
    const programme = openProgramme(secret, { now: noon, since })
    programme.enterLive(noon)
    const startOf = (words: readonly FeedMessage[]) => {
      const [fixture] = words
      return fixture?.kind === 'fixture' ? Date.parse(fixture.starts_at) : 0
    }
    const firstOf = ({ enterNext }: typeof programme) => {
      for (;;) {
        const words = enterNext(noon)
        if (words === null || words.length > 0) return words ?? []
      }
    }
    const late = firstOf(programme)
    expect(startOf(late)).toBeGreaterThan(since - 86_400_000)
    expect(startOf(late)).toBeLessThan(since)
    expect(late.some(({ kind }) => kind === 'result')).toBe(true)
    expect(startOf(firstOf(atNoon().programme))).toBeGreaterThan(noon)
  })

  test('a match that waited goes on as one that was kept, and its words are those of before', () => {
    const programme = openProgramme(secret, { now: noon, since: null })
    programme.enterLive(noon)
    let words = programme.enterNext(noon) ?? []
    while (words.length === 0) words = programme.enterNext(noon) ?? expect.unreachable()
    const [fixture] = words
    const starts = fixture?.kind === 'fixture' ? Date.parse(fixture.starts_at) : 0
    expect(starts).toBeGreaterThan(noon)
    const event = fixture?.kind === 'fixture' ? fixture.event : ''
    const isOf = (message: FeedMessage) => 'event' in message && message.event === event
    expect(programme.snapshot(noon, noon).filter(isOf)).toEqual(words)

    const kept = sprintFixtures(world, starts / 1_000, starts / 1_000 + 1).map((one) => openMatch(source, one))
    const other = kept.find((match) => match.event === event)
    expect(other?.whole(noon)).toEqual(words)
    const later = starts + 2 * minute
    expect(programme.tell(later).filter(isOf)).toEqual(other?.tellUntil(later, watchedPace))
  })

  test('matches that ended are kept until the house has heard of them, and an hour', () => {
    // The last who looks at it lets its time go on.
    const { programme } = atNoon()
    programme.setPace(unwatchedPace, noon)
    programme.tell(noon + 10 * minute)
    const ended = programme.ended()
    expect(ended).toBeGreaterThan(0)
    programme.forgetOver(noon + 10 * minute, noon + 60 * minute)
    programme.forgetOver(noon, noon + 200 * minute)
    expect(programme.ended()).toBe(ended)
    programme.forgetOver(noon + 11 * minute, noon + 71 * minute)
    expect(programme.ended()).toBe(0)
  })

  test('the past is told as fixtures and scores alone', () => {
    const words = openProgramme(secret, { now: noon, since: null }).history(day - 3, noon)
    expectReadable(words)
    expect(new Set(words.map(({ kind }) => kind))).toEqual(new Set(['fixture', 'state']))
    const ended = words.flatMap((message) => (message.kind === 'state' && message.clock ? [message] : []))
    expect(ended.length).toBeGreaterThan(10)
    for (const { score } of ended) expect(score?.ft).toHaveLength(2)
  })
})

test('all sports of the world are sports of the house', () => {
  expect(sportsPlayed.every(isSport)).toBe(true)
})
