import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { FootballFact, Numbered } from '../facts.ts'
import { footballPosition } from '../models/football-position.ts'
import { factsThatStand } from '../models/stand.ts'
import { counted, isRelease, longTest, seededDraws } from '../models/test/chance.ts'
import { circle, type Fixture, fixturesOf, leagueFixtures, sprintFixtures } from './calendar.ts'
import type { WorldChance } from './chance.ts'
import { type Life, lifeOf, type Thing } from './life.ts'
import { locales } from './names.ts'
import { playMatch } from './play.ts'
import { makeWorld, sportsPlayed } from './roster.ts'
import { knownHashes } from './test/known-hashes.ts'

/** Numbers of names, mixed well enough that like names are unlike. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
}
const chanceOf =
  (seed: string): WorldChance =>
  (name) =>
    seededDraws(numberOf(`${seed}:${name}`))
const chance = chanceOf('a seed')
const world = makeWorld(chance)
const monday = 20_003

describe('the calendar', () => {
  test('the same seed and day give the same fixtures, another seed others', () => {
    const again = makeWorld(chanceOf('a seed'))
    expect(leagueFixtures(again, monday)).toEqual(leagueFixtures(world, monday))
    const others = leagueFixtures(makeWorld(chanceOf('another')), monday)
    expect(others.map(({ model }) => model)).not.toEqual(leagueFixtures(world, monday).map(({ model }) => model))
  })

  test('in a season everyone meets everyone at home and away', () => {
    for (const count of [10, 12, 16, 20]) {
      const seen = new Set<string>()
      for (let round = 0; round < 2 * (count - 1); round += 1) {
        const pairs = circle(count, round)
        expect(new Set(pairs.flat()).size).toBe(count)
        for (const [home, away] of pairs) seen.add(`${home}-${away}`)
      }
      expect(seen.size).toBe(count * (count - 1))
    }
  })

  test('a week has every league, both tours and the cup, and no match twice', () => {
    const days = [0, 1, 2, 3, 4, 5, 6].map((each) => leagueFixtures(world, monday + each))
    const week = days.flat()
    expect(new Set(week.map(({ ref }) => ref)).size).toBe(week.length)
    expect(week.filter(({ tournament }) => tournament.startsWith('tennis')).length).toBe(4 * 31)
    for (const [place, list] of days.entries()) {
      expect(list.filter(({ startsAt }) => Math.floor(startsAt / 86_400) !== monday + place)).toEqual([])
    }
    const final = week.find(({ ref }) => ref === `tennis-1/${Math.floor((monday + 3) / 7)}/4/0`)
    const semis = week.filter(({ ref }) => ref.startsWith(`tennis-1/${Math.floor((monday + 3) / 7)}/3/`))
    expect(semis.flatMap(({ home, away }) => [home.ref, away.ref])).toEqual(
      expect.arrayContaining([final?.home.ref, final?.away.ref]),
    )
  })

  test('no competitor plays twice at once in a sprint', () => {
    const list = sprintFixtures(world, monday * 86_400, monday * 86_400 + 4 * 3_600)
    const last = new Map<string, number>()
    for (const { home, away, startsAt } of list) {
      for (const { ref } of [home, away]) {
        expect(startsAt - (last.get(ref) ?? 0)).toBeGreaterThan(30 * 60)
        last.set(ref, startsAt)
      }
    }
  })
})

type Busy = { sport: Fixture['sport']; from: number; to: number }

/** When the matches that begin between two moments are live. */
function busyTimes(from: number, to: number): Busy[] {
  const days = new Set([Math.floor(from / 86_400), Math.floor((to - 1) / 86_400)])
  const league = [...days]
    .flatMap((day) => leagueFixtures(world, day))
    .filter(({ startsAt }) => startsAt >= from && startsAt < to)
  return [...league, ...sprintFixtures(world, from, to)].map((fixture) => ({
    sport: fixture.sport,
    from: fixture.startsAt,
    to: fixture.startsAt + (playMatch(chance, fixture).at(-1)?.at ?? 0) / fixture.pace,
  }))
}

function expectPromise(busy: readonly Busy[], minute: number) {
  const live = busy.filter(({ from, to }) => from <= minute && minute < to)
  for (const sport of sportsPlayed) {
    expect(live.filter((each) => each.sport === sport).length, `${sport} at ${minute}`).toBeGreaterThanOrEqual(3)
  }
  expect(live.length, `at ${minute}`).toBeGreaterThanOrEqual(24)
}

describe('what is promised', () => {
  const draws = seededDraws(77)
  test('three live in each sport and twenty-four in all, at any minute', { timeout: longTest }, () => {
    if (isRelease) {
      for (const day of [monday, monday + 1, monday + 5, monday + 40]) {
        const begin = day * 86_400
        const busy = [...busyTimes(begin - 3 * 3_600, begin), ...busyTimes(begin, begin + 86_400)]
        for (let minute = begin; minute < begin + 86_400; minute += 60) expectPromise(busy, minute)
      }
      return
    }
    for (let round = 0; round < 3; round += 1) {
      const minute = (monday + draws.below(300)) * 86_400 + draws.below(1_440) * 60
      // Sprints alone keep the promise; a match of them is over within forty minutes.
      const busy = busyTimes(minute - 2_400, minute + 1)
      expectPromise(busy, minute)
    }
  })

  test('a hundred and fifty in a day, a thousand in a week', () => {
    const begin = monday * 86_400
    expect(sprintFixtures(world, begin, begin + 3_600).length).toBe(150)
    expect(counted(1, 0) === 1 || fixturesOf(world, monday).length > 3_600).toBe(true)
    const week = [0, 1, 2, 3, 4, 5, 6].flatMap((each) => leagueFixtures(world, monday + each))
    expect(week.length).toBeGreaterThan(300)
  })
})

const letters = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}|[^\p{L}\p{N}]/gu, '')
const hashOf = (name: string) => createHash('sha256').update(letters(name)).digest('hex').slice(0, 12)

describe('names', () => {
  const known = new Set(knownHashes.split(' '))
  test('the list of known names finds one that is planted', () => {
    expect(known.has(hashOf('Real Madrid'))).toBe(true)
    expect(known.has(hashOf('Atlético  Madrid'))).toBe(true)
    expect(known.size).toBeGreaterThan(350)
  })

  test('every name is one of its own, in three languages, and nobody else has it', { timeout: longTest }, () => {
    for (let seed = 0; seed < counted(3, 200); seed += 1) {
      const { tournaments } = makeWorld(chanceOf(`names ${seed}`))
      const teams = new Map(tournaments.flatMap(({ competitors }) => competitors.map((each) => [each.ref, each.names])))
      for (const locale of locales) {
        const names = [...teams.values()].map((each) => each[locale])
        expect(new Set(names).size).toBe(names.length)
        const all = [...names, ...tournaments.map((each) => each.names[locale])]
        expect(all.filter((name) => known.has(hashOf(name)))).toEqual([])
        expect(all.filter((name) => name.length < 3 || name.length > 40)).toEqual([])
      }
    }
  })
})

const isFootballFact = (thing: Thing): thing is Thing & { kind: 'fact'; fact: Numbered<FootballFact> } =>
  thing.kind === 'fact'

const footballs = (count: number, from: number): Fixture[] => {
  const list: Fixture[] = []
  for (let day = from; list.length < count; day += 1) {
    list.push(...leagueFixtures(world, day).filter(({ sport, isKnockout }) => sport === 'football' && !isKnockout))
  }
  return list.slice(0, count)
}

describe('how a match looks', () => {
  const count = counted(30, 6_000)
  let lives: { fixture: Fixture; life: Life }[] | null = null
  const all = () => {
    lives ??= footballs(count, monday).map((fixture) => ({ fixture, life: lifeOf(chance, fixture) }))
    return lives
  }

  test('facts that stand are those of the chain, whatever was told in between', { timeout: longTest }, () => {
    for (const { fixture, life } of all()) {
      const facts = life.things.filter(isFootballFact).map(({ fact }) => fact)
      if (life.things.some((thing) => thing.kind === 'state' && thing.state === 'abandoned')) continue
      expect(facts.map(({ seq }) => seq)).toEqual(facts.map((_, place) => place + 1))
      const played = playMatch(chance, fixture).map(({ fact }) => fact)
      const end = footballPosition(factsThatStand<FootballFact>(facts))
      const told = footballPosition(played.filter((fact): fact is FootballFact => 'kind' in fact))
      expect([end.state, end.half, end.corners, end.yellows]).toEqual([
        told.state,
        told.half,
        told.corners,
        told.yellows,
      ])
    }
  })

  test('before every goal betting stops, five to ten seconds before; after it for forty', { timeout: longTest }, () => {
    let goals = 0
    for (const { life } of all()) {
      const stops = life.things.filter((thing) => thing.kind === 'stop')
      for (const thing of life.things.filter(isFootballFact)) {
        if (thing.fact.kind !== 'goal') continue
        goals += 1
        const before = stops.filter(({ at, until, cause }) => cause === 'DANGER' && at < thing.at && until >= thing.at)
        const after = stops.filter(
          ({ at, until, cause }) => cause === 'GOAL' && at === thing.at && until - at >= 40_000,
        )
        // A goal in the first seconds of a half has nothing before it.
        const isAtOnce = life.things.some(
          (each) =>
            isFootballFact(each) && each.fact.kind === 'begin' && thing.at - each.at < 10_000 && each.at <= thing.at,
        )
        expect(before.length > 0 || isAtOnce).toBe(true)
        expect(after.length).toBeGreaterThan(0)
      }
    }
    expect(goals).toBeGreaterThan(count)
  })

  test('reviews, cancelled goals, wrong counts and results come as often as is said', { timeout: longTest }, () => {
    const sums = {
      goals: 0,
      reviews: 0,
      cancelled: 0,
      corners: 0,
      wrongCorners: 0,
      wrong: 0,
      stopped: 0,
      left: 0,
      put: 0,
      dangers: 0,
      minutes: 0,
    }
    for (const { life } of all()) {
      for (const thing of life.things) {
        if (thing.kind === 'stop' && thing.cause === 'REVIEW') sums.reviews += 1
        if (thing.kind === 'stop' && thing.cause === 'DANGER') sums.dangers += 1
        if (thing.kind === 'postponed') sums.put += 1
        if (thing.kind === 'state' && thing.state === 'interrupted') sums.stopped += 1
        if (thing.kind === 'state' && thing.state === 'abandoned') sums.left += 1
        if (thing.kind === 'result' && thing.isWrong) sums.wrong += 1
        if (!isFootballFact(thing)) continue
        if (thing.fact.kind === 'begin') sums.minutes += 45
        if (thing.fact.kind === 'added') sums.minutes += thing.fact.data.minutes
        if (thing.fact.kind === 'goal') sums.goals += 1
        if (thing.fact.kind === 'cancel') sums.cancelled += 1
        if (thing.fact.kind === 'corner') sums.corners += thing.fact.cancels === undefined ? 1 : 0
        if (thing.fact.kind === 'corner' && thing.fact.cancels !== undefined) sums.wrongCorners += 1
      }
    }
    const near = (observed: number, expected: number) =>
      expect(Math.abs(observed - expected)).toBeLessThan(4 * Math.sqrt(expected) + 1)
    near(sums.reviews, sums.goals * 0.08)
    near(sums.cancelled, sums.goals * 0.04)
    near(sums.wrongCorners, sums.corners / 200)
    near(sums.wrong, count / 100)
    near(sums.stopped, count / 150)
    near(sums.left, count / 400)
    near(sums.put, count / 300)
    near(sums.dangers - sums.goals, sums.minutes * 0.12)
  })

  test('every life begins, ends once, and has its word confirmed', () => {
    const sprint = sprintFixtures(world, monday * 86_400, monday * 86_400 + 480)
    for (const fixture of sprint) {
      const { things } = lifeOf(chance, fixture)
      const states = things.flatMap((thing) => (thing.kind === 'state' ? [thing.state] : []))
      expect(states[0]).toBe('live')
      expect(states.filter((state) => state === 'ended' || state === 'abandoned')).toHaveLength(1)
      expect(things.at(-1)).toMatchObject({ kind: 'result', certainty: 'confirmed', isWrong: false })
      expect([...things].sort((a, b) => a.at - b.at)).toEqual(things)
      expect(lifeOf(chance, fixture)).toEqual(lifeOf(chance, fixture))
    }
  })
})

test('models and world use no transcendental numbers, no clock, no chance of their own', () => {
  const home = join(import.meta.dirname, '..')
  const files = ['models', 'world'].flatMap((room) =>
    readdirSync(join(home, room))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => join(home, room, name)),
  )
  expect(files.length).toBeGreaterThan(25)
  const found = files.flatMap((path) => {
    const code = readFileSync(path, 'utf8').replaceAll(/\/\*\*[\s\S]*?\*\/|\/\/.*/g, '')
    // A power of two by a count is exact; the other functions of Math are not the same on every machine.
    const plain = code.replaceAll(/Math\.(?:max|min|floor|ceil|round|abs|sign)\b|2 \*\* (?:parts|stages)\.length/g, '')
    return [...plain.matchAll(/Math\.\w+|\*\*|\bDate\b|performance|\bprocess\b|node:/g)].map(
      ([word]) => `${path}: ${word}`,
    )
  })
  expect(found).toEqual([])
})
