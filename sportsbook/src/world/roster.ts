import type { Sport } from '../facts.ts'
import type { WorldChance } from './chance.ts'
import { type Names, namer } from './names.ts'

export type Competitor = { ref: string; names: Names }
/** `league` plays everyone twice, `cup` and `draw` go on by winning, `sprint` never sleeps. */
export type Tournament = {
  ref: string
  sport: Sport
  form: 'league' | 'cup' | 'draw' | 'sprint'
  names: Names
  category: Competitor
  tier: 'A' | 'B' | 'C'
  /** Hours that its clocks are before Greenwich. */
  zone: number
  competitors: readonly Competitor[]
}
export type World = { chance: WorldChance; tournaments: readonly Tournament[] }

const worldwide: Competitor = { ref: 'world', names: { en: 'World', es: 'Mundo', ru: 'Мир' } }

type Title = (land: Names, number: number) => Names
const titled =
  (en: string, es: string, ru: string): Title =>
  (land) => ({ en: en.replace('*', land.en), es: es.replace('*', land.es), ru: ru.replace('*', land.ru) })

const leagueTitles: Record<Exclude<Sport, 'tennis'>, Title> = {
  football: titled('* Grand Division', 'Gran División de *', '*: Большой дивизион'),
  basketball: titled('* Hoops Series', 'Serie de Baloncesto de *', '*: баскетбольная серия'),
  hockey: titled('* Ice Series', 'Serie de Hielo de *', '*: ледовая серия'),
  shooter: titled('* Circuit', 'Circuito *', 'Кибертурнир *'),
}
const sprintNames: Record<Sport, Names> = {
  football: { en: 'Football Sprint', es: 'Sprint de fútbol', ru: 'Футбольный спринт' },
  tennis: { en: 'Tennis Sprint', es: 'Sprint de tenis', ru: 'Теннисный спринт' },
  basketball: { en: 'Basketball Sprint', es: 'Sprint de baloncesto', ru: 'Баскетбольный спринт' },
  hockey: { en: 'Hockey Sprint', es: 'Sprint de hockey', ru: 'Хоккейный спринт' },
  shooter: { en: 'Shooter Sprint', es: 'Sprint de shooter', ru: 'Шутер-спринт' },
}

/** Leagues of a sport: how many teams each has, and on whose clock it plays. */
const leagues: Record<Exclude<Sport, 'tennis'>, readonly { size: number; zone: number }[]> = {
  football: [20, 20, 18, 18, 20, 16, 18, 16, 20, 18, 16, 18].map((size, place) => ({
    size,
    zone: [0, 1, 1, 3, 1, 9, -3, 2, -5, 8, 5, -8][place] ?? 0,
  })),
  basketball: [14, 12, 14].map((size, place) => ({ size, zone: [-5, 2, 8][place] ?? 0 })),
  hockey: [14, 12, 12].map((size, place) => ({ size, zone: [-5, 3, 1][place] ?? 0 })),
  shooter: [12, 12, 10, 10].map((size, place) => ({ size, zone: [1, -5, 8, 3][place] ?? 0 })),
}
const sprintSize = 40
export const sportsPlayed: readonly Sport[] = ['football', 'tennis', 'basketball', 'hockey', 'shooter']
const tierOf = (place: number) => (place < 3 ? 'A' : place < 8 ? 'B' : 'C')

type Namer = ReturnType<typeof namer>
const many = (count: number, make: (place: number) => Names, prefix: string): Competitor[] =>
  Array.from({ length: count }, (_, place) => ({ ref: `${prefix}-${place + 1}`, names: make(place) }))

function leaguesOf(sport: Exclude<Sport, 'tennis'>, names: Namer): Tournament[] {
  return leagues[sport].map(({ size, zone }, place) => {
    const land = names.place(place)
    const ref = `${sport}-${place + 1}`
    return {
      ref,
      sport,
      form: 'league',
      names: leagueTitles[sport](land, place),
      category: { ref: `land-${ref}`, names: land },
      tier: tierOf(place),
      zone,
      competitors: many(size, () => names.team(sport, place), ref),
    }
  })
}

/** Four draws a week: two of men, two of women; each is played somewhere else. */
function drawsOf(names: Namer): Tournament[] {
  const tours = [
    { ref: 'men', players: many(96, () => names.person(false), 'men') },
    { ref: 'women', players: many(96, () => names.person(true), 'women') },
  ]
  return [0, 1, 2, 3].flatMap((place): Tournament[] => {
    const tour = tours[place % 2]
    if (!tour) return []
    const city = names.place()
    const isMen = place % 2 === 0
    return [
      {
        ref: `tennis-${place + 1}`,
        sport: 'tennis',
        form: 'draw',
        names: titled('* Open', 'Abierto de *', 'Открытый турнир *')(city, place),
        category: {
          ref: tour.ref,
          names: isMen ? { en: 'Men', es: 'Hombres', ru: 'Мужчины' } : { en: 'Women', es: 'Mujeres', ru: 'Женщины' },
        },
        tier: place < 2 ? 'A' : 'B',
        zone: [1, -5, 8, 3][place] ?? 0,
        // The two draws of a tour have no player in common.
        competitors: tour.players.slice(place < 2 ? 0 : 48, place < 2 ? 48 : 96),
      },
    ]
  })
}

/** Everyone and everything that plays, once for all. */
export function makeWorld(chance: WorldChance): World {
  const names = namer(chance('names'))
  const teams = (['football', 'basketball', 'hockey', 'shooter'] as const).flatMap((sport) => leaguesOf(sport, names))
  const football = teams.filter(({ sport }) => sport === 'football')
  const cup: Tournament = {
    ref: 'football-cup',
    sport: 'football',
    form: 'cup',
    names: titled('* Cup', 'Copa *', 'Кубок *')(names.place(), 0),
    category: worldwide,
    tier: 'A',
    zone: 1,
    competitors: football.flatMap(({ competitors }) => competitors.slice(0, 4)),
  }
  const sprints = sportsPlayed.map((sport): Tournament => {
    const ref = `${sport}-sprint`
    const make = () => (sport === 'tennis' ? names.person(false) : names.team(sport))
    return {
      ref,
      sport,
      form: 'sprint',
      names: sprintNames[sport],
      category: worldwide,
      tier: 'C',
      zone: 0,
      competitors: many(sprintSize, make, ref),
    }
  })
  return { chance, tournaments: [...teams, cup, ...drawsOf(names), ...sprints] }
}
