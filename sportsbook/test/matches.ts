import type {
  BasketballFact,
  BasketballPeriod,
  FootballFact,
  HockeyFact,
  HockeyPeriod,
  ShooterFact,
  Side,
  TennisFact,
} from '../src/facts.ts'
import { afterPoint, foldTennis, setsWonBy } from '../src/records/tennis.ts'
import type { Chances } from './chance.ts'
import { numbered } from './told.ts'

/** Matches as they may be played, all kinds of ends included. Scores are higher than in life, to meet every line. */

const sideBy = (chance: Chances, home = 50): Side => (chance.isLikely(home) ? 1 : 2)

function footballPart(chance: Chances, period: 'h1' | 'h2' | 'et1' | 'et2'): FootballFact[] {
  const told = Array.from({ length: chance.below(9) }, (_, minute): FootballFact => {
    const side = sideBy(chance)
    const kind = chance.below(10)
    if (kind < 4) return { kind: 'goal', data: { side, minute, how: chance.pick(['play', 'penalty', 'own']) } }
    if (kind < 7) return { kind: 'corner', data: { side, minute } }
    return { kind: 'card', data: { side, minute, colour: chance.pick(['yellow', 'second_yellow', 'red']) } }
  })
  return [{ kind: 'begin', data: { period } }, ...told, { kind: 'end', data: { period } }]
}

function footballMatch(chance: Chances): FootballFact[] {
  const more: FootballFact[] = chance.isLikely(30)
    ? [
        ...footballPart(chance, 'et1'),
        ...footballPart(chance, 'et2'),
        { kind: 'kick', data: { side: sideBy(chance), isIn: true } },
      ]
    : []
  return [
    ...footballPart(chance, 'h1'),
    { kind: 'added', data: { period: 'h2', minutes: 3 } },
    ...footballPart(chance, 'h2'),
    ...more,
    { kind: 'qualified', data: { side: sideBy(chance) } },
    { kind: 'finish', data: {} },
  ]
}

function tennisMatch(chance: Chances): TennisFact[] {
  const needed = chance.pick([2, 2, 2, 3])
  // Three sets need not be told.
  const bestOf = needed === 3 ? { best_of: 5 as const } : chance.pick([{}, { best_of: 3 as const }])
  const facts: TennisFact[] = [{ kind: 'server', data: { side: sideBy(chance), ...bestOf } }]
  const [strength, broken] = [chance.between(35, 65), chance.below(600)]
  let record = foldTennis([])
  while (Math.max(...setsWonBy(record)) < needed) {
    const side = sideBy(chance, strength)
    if (chance.below(400) === 0) {
      facts.push({ kind: 'game', data: { side } })
      record = foldTennis(numbered(facts))
      continue
    }
    facts.push({ kind: 'point', data: { side } })
    record = afterPoint(record, side)
    if (facts.length === broken) {
      const kind = chance.pick(['retired', 'disqualified', 'walkover'])
      if (Math.max(...setsWonBy(record)) < needed) facts.push({ kind, data: { side } })
      break
    }
  }
  return [...facts, { kind: 'finish', data: {} }]
}

function basketballPart(chance: Chances, period: BasketballPeriod, score: [number, number]): BasketballFact[] {
  const told = Array.from({ length: chance.between(2, 20) }, (_, at): BasketballFact => {
    const side = at % 2 === 0 ? 1 : 2
    const points = chance.pick([0, 0, 1, 2, 2, 3])
    score[side - 1] = (score[side - 1] ?? 0) + points
    return { kind: 'possession', data: { side, points } }
  })
  return [{ kind: 'begin', data: { period } }, ...told, { kind: 'end', data: { period } }]
}

function basketballMatch(chance: Chances): BasketballFact[] {
  const score: [number, number] = [0, 0]
  const facts = (['q1', 'q2', 'q3', 'q4'] as const).flatMap((period) => basketballPart(chance, period, score))
  for (let time = 1; score[0] === score[1]; time++) facts.push(...basketballPart(chance, `ot${time}`, score))
  return [...facts, { kind: 'finish', data: {} }]
}

function hockeyMatch(chance: Chances): HockeyFact[] {
  const score = [0, 0]
  const goal = (): HockeyFact => {
    const side = sideBy(chance)
    score[side - 1] = (score[side - 1] ?? 0) + 1
    return { kind: 'goal', data: { side, second: 1 } }
  }
  const part = (period: HockeyPeriod, goals: number): HockeyFact[] => [
    { kind: 'begin', data: { period } },
    ...Array.from({ length: goals }, goal),
    { kind: 'penalty', data: { side: 1, second: 1 } },
    { kind: 'end', data: { period } },
  ]
  const facts = (['p1', 'p2', 'p3'] as const).flatMap((period) => part(period, chance.below(5)))
  if (score[0] === score[1]) facts.push(...part('ot', chance.below(2)))
  if (score[0] === score[1])
    facts.push({ kind: 'begin', data: { period: 'so' } }, { kind: 'shootout', data: { side: sideBy(chance) } })
  return [...facts, { kind: 'finish', data: {} }]
}

/** By its own count of rounds: 13, or four of six after twelve all. */
function shooterMap(chance: Chances, map: number): { facts: ShooterFact[]; winner: Side } {
  const facts: ShooterFact[] = [{ kind: 'begin', data: { map, name: 'Quarry' } }]
  const strength = chance.between(30, 70)
  let [home, away, goal] = [0, 0, 13]
  while (home < goal && away < goal) {
    const side = sideBy(chance, strength)
    facts.push({ kind: 'round', data: { map, side } })
    if (side === 1) home++
    else away++
    if (home === away && home === goal - 1) goal += 3
  }
  facts.push({ kind: 'end', data: { map } })
  return { facts, winner: home > away ? 1 : 2 }
}

function shooterMatch(chance: Chances): ShooterFact[] {
  const facts: ShooterFact[] = []
  const needed = chance.pick([2, 2, 3])
  const won = [0, 0]
  const count = (side: Side) => {
    won[side - 1] = (won[side - 1] ?? 0) + 1
  }
  for (let map = 1; Math.max(...won) < needed; map++) {
    if (chance.isLikely(3))
      return [...facts, { kind: 'forfeit', data: { side: sideBy(chance) } }, { kind: 'finish', data: {} }]
    if (chance.isLikely(5)) {
      const side = sideBy(chance)
      facts.push({ kind: 'forfeit', data: { map, side } })
      count(side)
      continue
    }
    const played = shooterMap(chance, map)
    facts.push(...played.facts)
    count(played.winner)
  }
  return [...facts, { kind: 'finish', data: {} }]
}

export const anyMatch = {
  football: (chance: Chances) => numbered(footballMatch(chance)),
  tennis: (chance: Chances) => numbered(tennisMatch(chance)),
  basketball: (chance: Chances) => numbered(basketballMatch(chance)),
  hockey: (chance: Chances) => numbered(hockeyMatch(chance)),
  shooter: (chance: Chances) => numbered(shooterMatch(chance)),
}
