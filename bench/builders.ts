import { isInJoint, type Part } from '@croupier/sportsbook/models/joint'
import { mayBuild, outcomesOf } from '@croupier/sportsbook/sports'
import { leagueFixtures, sprintFixtures } from '@croupier/sportsbook/world/calendar'
import { makeWorld, sportsPlayed } from '@croupier/sportsbook/world/roster'
import { worldChanceOf } from '../server/src/sandbox/feed/chance.ts'
import { jointAt, pricedAt } from '../server/src/sandbox/feed/course.ts'
import { courseAt } from '../server/src/sandbox/feed/match.ts'
import { type Row, table } from './figures.ts'

const mostParts = 6
/** Within this a producer answers what the parts of a builder have in common. */
const barMs = 300
const day = 20_780

/** The question that takes a producer longest: six parts of a match that has not begun. */
export function builderRows(): Row[] {
  const secret = 'a world for the benchmark of builders'
  const source = { secret, chance: worldChanceOf(secret) }
  const world = makeWorld(source.chance)
  const noon = day * 86_400 + 43_200
  const fixtures = [...leagueFixtures(world, day), ...sprintFixtures(world, noon, noon + 3_600)]
  return sportsPlayed.map((sport): Row => {
    const fixture = fixtures.find((each) => each.sport === sport)
    if (!fixture) throw new Error(`no match of ${sport} that day`)
    const at = fixture.startsAt * 1_000 - 3_600_000
    const ask = () => {
      // A course remembers what it has computed.
      const course = courseAt(source, fixture, [], at)
      const [prices] = pricedAt(courseAt(source, fixture, [], at), at)
      const markets = prices?.kind === 'prices' ? prices.markets : []
      const parts = markets.flatMap(({ type, period, line }): Part[] => {
        const part = { type, period, line, outcome: outcomesOf(sport, { type, period, line })?.[0] ?? '' }
        return mayBuild(sport, part) && isInJoint(sport, part) ? [part] : []
      })
      const began = performance.now()
      jointAt(course, at, parts.slice(-mostParts))
      return performance.now() - began
    }
    const ms = Math.min(ask(), ask(), ask())
    return {
      name: `builder: chances of six parts of ${sport}, before the start`,
      ours: `${ms.toFixed(0)} ms`,
      reference: `${barMs} ms`,
      ratio: ms / barMs,
      bar: { text: '≤ 1.00', isMet: ms <= barMs },
    }
  })
}

if (import.meta.main) console.log(table(builderRows()))
