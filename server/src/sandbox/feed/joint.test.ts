import { type JointAnswer, jointAnswer } from '@croupier/sportsbook/feed'
import { isInJoint, type Part } from '@croupier/sportsbook/models/joint'
import { mayBuild, outcomesOf } from '@croupier/sportsbook/sports'
import { type Fixture, leagueFixtures, sprintFixtures } from '@croupier/sportsbook/world/calendar'
import { makeWorld, sportsPlayed } from '@croupier/sportsbook/world/roster'
import { describe, expect, test } from 'vitest'
import { effort } from '../../test/effort.ts'
import { worldChanceOf } from './chance.ts'
import { type Course, jointAt, pricedAt } from './course.ts'
import { courseAt } from './match.ts'
import { openProgramme } from './programme.ts'
import type { QuotedMarket } from './quote.ts'
import { eventRef } from './refs.ts'

const secret = 'a world for the tests of builders, and no other'
const source = { secret, chance: worldChanceOf(secret) }
const world = makeWorld(source.chance)
const noon = (20_780 * 86_400 + 43_200) * 1_000
const fixtures = [...leagueFixtures(world, 20_780), ...sprintFixtures(world, noon / 1_000, noon / 1_000 + 3_600)]
const matches = effort.isLongForm ? 12 : 1

/** What is for sale at a moment. */
function onSale(course: Course, at: number): QuotedMarket[] {
  if (course.state !== 'open' && (course.state !== 'live' || course.stop !== null)) return []
  const [prices] = pricedAt(course, at)
  return prices?.kind === 'prices' ? prices.markets.filter(({ state }) => state === 'open') : []
}

type Chosen = Part & { win: number }

/** One outcome of each market that may be a part, another one each time. */
function partsOf({ fixture }: Course, markets: readonly QuotedMarket[], turn: number): Chosen[] {
  return markets.flatMap((market, place): Chosen[] => {
    const { type, period, line, wins } = market
    const names = outcomesOf(fixture.sport, market) ?? []
    const at = (place + turn) % names.length
    const part = { type, period, line, outcome: names[at] ?? '' }
    const isPart = mayBuild(fixture.sport, market) && isInJoint(fixture.sport, part)
    return isPart ? [{ ...part, win: wins[at] ?? 0 }] : []
  })
}

/** The moments at which a match is looked at: before it, and through its play. */
const momentsOf = (fixture: Fixture) => {
  const { life, planned } = courseAt(source, fixture, [], 0)
  const last = planned + (life.things.findLast((thing) => thing.kind === 'fact')?.at ?? 0)
  return [planned - 3_600_000, ...[0.1, 0.35, 0.6, 0.85].map((share) => planned + (last - planned) * share)]
}

const told = (said: ReturnType<typeof jointAt> | 'EVENT'): JointAnswer => {
  if (typeof said === 'string') throw new Error(said)
  return jointAnswer.parse(said)
}

describe.each(sportsPlayed)('%s', (sport) => {
  const played = fixtures.filter((fixture) => fixture.sport === sport).slice(0, matches)

  test('each part has the chance of its market, and a set never more than what is in it', { timeout: 120_000 }, () => {
    let asked = 0
    for (const fixture of played) {
      for (const [place, at] of momentsOf(fixture).entries()) {
        const course = courseAt(source, fixture, [], at)
        const markets = onSale(course, at)
        // Another outcome of each market; in the short form by turns of the moments.
        for (const turn of effort.isLongForm ? [0, 1] : [place % 2]) {
          const parts = partsOf(course, markets, turn)
          for (let from = 0; from + 1 < parts.length; from += 3) {
            const chosen = parts.slice(from, from + 3)
            if (chosen.length < 2) continue
            const { chances, facts } = told(jointAt(course, at, chosen))
            asked += 1
            expect(facts).toBe(course.facts.at(-1)?.seq ?? 0)
            expect(chances).toHaveLength(1 << chosen.length)
            expect(Math.abs((chances[0] ?? 0) - 1e9)).toBeLessThan(10)
            for (const [bit, { win, ...part }] of chosen.entries()) {
              const apart = Math.abs((chances[1 << bit] ?? 0) - win)
              expect(apart, JSON.stringify({ ref: fixture.ref, at, part })).toBeLessThan(1_000)
            }
            chances.forEach((chance, set) => {
              for (let bit = 1; bit < chances.length; bit *= 2)
                if (set & bit) expect(chance).toBeLessThanOrEqual((chances[set & ~bit] ?? 0) + 1)
            })
          }
        }
      }
    }
    expect(asked).toBeGreaterThan(20)
  })
})

describe('a question about a match', () => {
  const fixture = fixtures.find(({ sport, pace }) => sport === 'football' && pace === 1)
  if (!fixture) throw new Error('no match')
  const event = eventRef(fixture.ref)
  const at = fixture.startsAt * 1_000 - 3_600_000
  const programme = openProgramme(secret, { now: at, since: null })
  const home: Part = { type: 'result', period: 'ft', line: null, outcome: '1' }
  const parts = (...more: Partial<Part>[]) => [home, ...more.map((each) => ({ ...home, ...each }))]
  const ask = (list: Part[], moment = at, of = event) => programme.joint({ event: of, parts: list }, moment)
  const away = { type: 'clean_sheet', line: '1', outcome: 'yes' }

  test('that was not told of yet is answered all the same: who stands by knows it', () => {
    expect(ask(parts(away))).toMatchObject({ facts: 0 })
  })

  test.each([
    ['no such match', () => ask(parts(away), at, 'football:none:1'), 'EVENT'],
    ['no such line', () => ask(parts({ type: 'total', line: '6.5', outcome: 'over' })), 'NOT_NOW'],
    ['no such outcome', () => ask(parts({ type: 'both_score', outcome: 'perhaps' })), 'NOT_NOW'],
    ['after its end', () => ask(parts(away), at + 6 * 3_600_000), 'NOT_NOW'],
    ['a part that no table tells', () => ask(parts({ type: 'next_goal', line: '1' })), 'PART'],
    ['a part that may come back', () => ask(parts({ type: 'draw_no_bet', outcome: '1' })), 'PART'],
  ])('%s', (_, answer, said) => expect(answer()).toBe(said))

  test('the rest of a short list of scores is all that is not in it', () => {
    const list = onSale(courseAt(source, fixture, [], at), at).find(({ type }) => type === 'correct_score')
    const { line = null, wins = [] } = list ?? {}
    const scores = outcomesOf('football', { type: 'correct_score', period: 'ft', line }) ?? []
    const { chances } = told(ask(parts({ type: 'correct_score', line, outcome: 'other' })))
    expect(Math.abs((chances[2] ?? 0) - (wins[scores.indexOf('other')] ?? 0))).toBeLessThan(1_000)
  })
})
