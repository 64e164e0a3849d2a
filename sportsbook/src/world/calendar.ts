import { permuted, type WorldChance } from './chance.ts'
import { winnerOf } from './play.ts'
import { type Competitor, sportsPlayed, type Tournament, type World } from './roster.ts'
import { type Model, modelOf } from './strength.ts'

/** One match to come. Days are counted from 1 January 1970, moments in seconds from then, both in Greenwich. */
export type Fixture = {
  ref: string
  sport: Model['sport']
  tournament: string
  home: Competitor
  away: Competitor
  startsAt: number
  /** How many times faster than life it is played. */
  pace: 1 | 10
  /** Who wins goes on: such a match is always finished. */
  isKnockout: boolean
  model: Model
}

const daySeconds = 86_400
const dayOf = (moment: number) => Math.floor(moment / daySeconds)
/** Weeks begin on Monday. */
const weekOf = (day: number) => Math.floor((day + 3) / 7)
const mondayOf = (week: number) => week * 7 - 3

/** Round by round everyone meets everyone: one stays, the others go round. Pairs by place, home first. */
export function circle(count: number, round: number): (readonly [number, number])[] {
  const rounds = count - 1
  const turn = round % rounds
  const seat = (place: number) => (place === 0 ? 0 : 1 + ((place - 1 + turn) % rounds))
  const isReturn = Math.floor(round / rounds) % 2 === 1
  return Array.from({ length: count / 2 }, (_, place) => {
    const [one, two] = [seat(place), seat(count - 1 - place)]
    // Home and away take turns, and the second leg is the first one turned round.
    const isTurned = (place === 0 ? turn % 2 === 1 : place % 2 === 1) !== isReturn
    return isTurned ? [two, one] : [one, two]
  })
}

type Slot = readonly [weekday: number, hour: number]
/** When the matches of a round are played, on the clock of the league; Monday is 0. */
const slots: Record<Model['sport'], readonly (readonly Slot[])[]> = {
  football: [
    [
      [5, 15],
      [5, 15],
      [5, 17.5],
      [6, 14],
      [6, 16],
      [5, 20],
      [6, 18.5],
      [4, 20],
      [5, 13],
      [0, 20],
    ],
  ],
  basketball: [
    [
      [1, 19],
      [1, 20],
      [1, 20.5],
      [1, 19],
      [1, 20],
      [1, 21],
      [1, 18.5],
    ],
    [
      [3, 19],
      [3, 20],
      [3, 20.5],
      [3, 19],
      [3, 20],
      [3, 21],
      [3, 18.5],
    ],
    [
      [5, 18],
      [5, 20],
      [6, 16],
      [6, 17],
      [5, 19],
      [6, 18],
      [6, 20],
    ],
  ],
  hockey: [
    [
      [1, 19.5],
      [1, 19.5],
      [1, 20],
      [1, 20],
      [1, 19],
      [1, 20.5],
      [1, 19],
    ],
    [
      [3, 19.5],
      [3, 19.5],
      [3, 20],
      [3, 20],
      [3, 19],
      [3, 20.5],
      [3, 19],
    ],
    [
      [5, 17],
      [5, 18],
      [5, 19],
      [6, 15],
      [6, 17],
      [6, 18],
      [6, 19.5],
    ],
  ],
  shooter: [
    [
      [0, 15],
      [0, 18],
      [0, 21],
      [1, 15],
      [1, 18],
      [1, 21],
    ],
    [
      [3, 15],
      [3, 18],
      [3, 21],
      [4, 15],
      [4, 18],
      [4, 21],
    ],
  ],
  tennis: [],
}

const momentOf = (week: number, [weekday, hour]: Slot, zone: number) =>
  (mondayOf(week) + weekday) * daySeconds + (hour - zone) * 3_600

type Pairing = { ref: string; home: Competitor; away: Competitor; startsAt: number; isKnockout?: boolean }

function fixtureOf(chance: WorldChance, tournament: Tournament, pairing: Pairing): Fixture {
  const { ref, home, away, startsAt, isKnockout = false } = pairing
  const week = weekOf(dayOf(startsAt))
  return {
    ref,
    sport: tournament.sport,
    tournament: tournament.ref,
    home,
    away,
    startsAt,
    pace: tournament.form === 'sprint' ? 10 : 1,
    isKnockout,
    model: modelOf(chance, tournament, { home, away }, week, ref),
  }
}

const breakRounds = 4

/** Rounds of a week: a season is all of them, a pause, and then the next one with another order. */
function leagueWeek({ chance }: World, tournament: Tournament, week: number): Pairing[] {
  const { ref, competitors, sport, zone } = tournament
  const count = competitors.length
  const weekly = slots[sport]
  const length = 2 * (count - 1) + breakRounds
  const shift = chance(`shift:${ref}`).below(length)
  return weekly.flatMap((times, turn) => {
    const number = week * weekly.length + turn + shift
    const [season, round] = [Math.floor(number / length), number % length]
    if (round >= 2 * (count - 1)) return []
    const order = permuted(count, chance(`season:${ref}:${season}`))
    return circle(count, round).flatMap(([one, two], place): Pairing[] => {
      const [home, away] = [competitors[order[one] ?? 0], competitors[order[two] ?? 0]]
      const slot = times[place % times.length]
      if (!home || !away || !slot) return []
      return [{ ref: `${ref}/${season}/${round}/${place}`, home, away, startsAt: momentOf(week, slot, zone) }]
    })
  })
}

type Stage = { week: number; slots: readonly Slot[] }

/** Who is still in, two by two, up to a day; who won goes on, however that was decided. */
function knockout(
  { chance }: World,
  tournament: Tournament,
  key: string,
  stages: readonly Stage[],
  onDay: number,
): Fixture[] {
  const { ref, competitors, zone } = tournament
  let entrants = permuted(competitors.length, chance(`draw:${ref}:${key}`))
    .slice(0, 1 << stages.length)
    .flatMap((place) => competitors[place] ?? [])
  const played: Fixture[] = []
  for (const [round, { week, slots: times }] of stages.entries()) {
    const isLast = times.some((slot) => dayOf(momentOf(week, slot, zone)) >= onDay)
    const winners: Competitor[] = []
    for (let place = 0; place * 2 + 1 < entrants.length; place += 1) {
      const [home, away] = [entrants[place * 2], entrants[place * 2 + 1]]
      const slot = times[place % times.length]
      if (!home || !away || !slot) continue
      const startsAt = momentOf(week, slot, zone)
      const fixture = fixtureOf(chance, tournament, {
        ref: `${ref}/${key}/${round}/${place}`,
        home,
        away,
        startsAt,
        isKnockout: true,
      })
      played.push(fixture)
      if (!isLast) winners.push(winnerOf(chance, fixture) === 1 ? home : away)
    }
    if (isLast) break
    entrants = winners
  }
  return played
}

const day = (weekday: number, ...hours: number[]) => hours.map((hour): Slot => [weekday, hour])
const drawDays: readonly (readonly Slot[])[] = [
  [...day(0, 10, 10, 11.5, 11.5, 13, 13, 15, 15), ...day(1, 10, 10, 11.5, 11.5, 13, 13, 15, 15)],
  day(2, 11, 11, 13, 13, 15, 15, 17, 17),
  day(3, 12, 12, 15, 15),
  day(5, 13, 16),
  day(6, 16),
]
const cupSlots = day(2, 19, 20, 21, 18)
const cupRounds = 5

function cupDay(world: World, tournament: Tournament, onDay: number): Fixture[] {
  const season = Math.floor(weekOf(onDay) / (cupRounds + 1))
  const first = season * (cupRounds + 1)
  const stages = Array.from({ length: cupRounds }, (_, round) => ({ week: first + round, slots: cupSlots }))
  return knockout(world, tournament, String(season), stages, onDay)
}

export const sprintSeconds = 120

/** A match every two minutes, in an order in which a competitor's matches are far apart. */
export function sprintMatch({ chance }: World, tournament: Tournament, number: number): Fixture {
  const count = tournament.competitors.length
  const perRound = count / 2
  const [one, two] = circle(count, Math.floor(number / perRound))[number % perRound] ?? [0, 1]
  const [home, away] = [tournament.competitors[one], tournament.competitors[two]]
  if (!home || !away) throw new Error('a sprint without competitors')
  const ref = `${tournament.ref}/${number}`
  return fixtureOf(chance, tournament, { ref, home, away, startsAt: number * sprintSeconds })
}

const sprintsOf = (world: World) =>
  sportsPlayed.flatMap(
    (sport) => world.tournaments.find((each) => each.form === 'sprint' && each.sport === sport) ?? [],
  )

/** Matches of leagues, cups and draws that begin on this day. */
export function leagueFixtures(world: World, onDay: number): Fixture[] {
  const week = weekOf(onDay)
  const isToday = ({ startsAt }: { startsAt: number }) => dayOf(startsAt) === onDay
  return world.tournaments
    .flatMap((tournament) => {
      if (tournament.form === 'sprint') return []
      if (tournament.form === 'cup') return cupDay(world, tournament, onDay).filter(isToday)
      if (tournament.form === 'draw') {
        const stages = drawDays.map((times) => ({ week, slots: times }))
        return knockout(world, tournament, String(week), stages, onDay).filter(isToday)
      }
      // A clock west of Greenwich moves a late match over the end of its week.
      return [week - 1, week]
        .flatMap((each) => leagueWeek(world, tournament, each))
        .filter(isToday)
        .map((pairing) => fixtureOf(world.chance, tournament, pairing))
    })
    .sort((a, b) => a.startsAt - b.startsAt)
}

/** Matches of the sprints that begin from a moment on and before another. */
export function sprintFixtures(world: World, from: number, to: number): Fixture[] {
  const first = Math.ceil(from / sprintSeconds)
  const count = Math.max(0, Math.ceil(to / sprintSeconds) - first)
  return Array.from({ length: count }, (_, place) => first + place).flatMap((number) =>
    sprintsOf(world).map((tournament) => sprintMatch(world, tournament, number)),
  )
}

/** All matches that begin on a day: the same world and day, the same fixtures. */
export const fixturesOf = (world: World, onDay: number): Fixture[] =>
  [...leagueFixtures(world, onDay), ...sprintFixtures(world, onDay * daySeconds, (onDay + 1) * daySeconds)].sort(
    (a, b) => a.startsAt - b.startsAt,
  )
