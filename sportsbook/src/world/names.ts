import type { Draws } from '../models/chain.ts'
import { type Culture, cultures, type Piece } from './syllables.ts'

export type Names = { en: string; es: string; ru: string }
export const locales = ['en', 'es', 'ru'] as const

const pick = <Thing>(list: readonly Thing[], draws: Draws): Thing => {
  const thing = list[draws.below(list.length)]
  if (thing === undefined) throw new Error('an empty list of names')
  return thing
}

const title = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Pieces are written `latin/cyrillic`, or `english/spanish/cyrillic` where Spanish differs. */
function spelled(pieces: readonly Piece[]): Names {
  const parts = pieces.map((piece) => piece.split('/'))
  const join = (of: (spelling: string[]) => string | undefined) => title(parts.map((each) => of(each) ?? '').join(''))
  return {
    en: join((each) => each[0]),
    es: join((each) => (each.length === 3 ? each[1] : each[0])),
    ru: join((each) => each.at(-1)),
  }
}

const both = (names: Names, of: (locale: keyof Names, name: string) => string): Names => ({
  en: of('en', names.en),
  es: of('es', names.es),
  ru: of('ru', names.ru),
})

export const placeName = ({ starts, middles, ends }: Culture, draws: Draws): Names =>
  spelled([pick(starts, draws), pick(middles, draws), pick(ends, draws)])

function personName(culture: Culture, draws: Draws, isWoman: boolean): Names {
  const { given, starts, middles, surnames, surnamesOfWomen } = culture
  const first = spelled([pick(given[isWoman ? 'women' : 'men'], draws)])
  const ends = isWoman ? (surnamesOfWomen ?? surnames) : surnames
  const last = spelled([pick(starts, draws), pick(middles, draws), pick(ends, draws)])
  return both(first, (locale, name) => `${name} ${last[locale]}`)
}

/** `*` stands for the place. */
type Pattern = Names
const clubs: readonly Pattern[] = [
  { en: '* Rangers', es: '* Rangers', ru: '* Рейнджерс' },
  { en: '* Athletic', es: 'Atlético *', ru: 'Атлетик *' },
  { en: '* Town', es: 'Villa *', ru: '* Таун' },
  { en: 'Sporting *', es: 'Sporting *', ru: 'Спортинг *' },
  { en: 'Dynamic *', es: 'Dinámico *', ru: 'Динамик *' },
  { en: '* Wanderers', es: '* Errantes', ru: '* Уондерерс' },
  { en: '* Harbour', es: 'Puerto *', ru: '* Харбор' },
  { en: '* Union', es: 'Unión *', ru: 'Унион *' },
]
const courts: readonly Pattern[] = [
  { en: '* Hawks', es: 'Halcones de *', ru: '* Хоукс' },
  { en: '* Towers', es: 'Torres de *', ru: '* Тауэрс' },
  { en: '* Comets', es: 'Cometas de *', ru: '* Кометс' },
  { en: '* Foxes', es: 'Zorros de *', ru: '* Фоксес' },
]
const rinks: readonly Pattern[] = [
  { en: '* Icebreakers', es: 'Rompehielos de *', ru: '* Айсбрейкерс' },
  { en: '* Bears', es: 'Osos de *', ru: '* Беарз' },
  { en: '* Frost', es: 'Escarcha de *', ru: '* Фрост' },
  { en: '* Blades', es: 'Filos de *', ru: '* Блейдс' },
]
const squads: readonly Pattern[] = [
  { en: '* Five', es: '* Five', ru: '* Five' },
  { en: 'Team *', es: 'Team *', ru: 'Team *' },
  { en: '* Signal', es: '* Signal', ru: '* Signal' },
  { en: '* Protocol', es: '* Protocol', ru: '* Protocol' },
]
const teamPatterns = { football: clubs, basketball: courts, hockey: rinks, shooter: squads } as const
export type TeamSport = keyof typeof teamPatterns

/** Gives each name once in the whole world, in every language. */
export function namer(draws: Draws) {
  const taken = new Set<string>()
  const once = (make: () => Names): Names => {
    for (;;) {
      const names = make()
      const keys = locales.map((locale) => `${locale}:${names[locale].toLowerCase()}`)
      if (keys.some((key) => taken.has(key))) continue
      for (const key of keys) taken.add(key)
      return names
    }
  }
  const cultureOf = (place?: number) =>
    (place === undefined ? undefined : cultures[place % cultures.length]) ?? pick(cultures, draws)
  return {
    place: (culture?: number) => once(() => placeName(cultureOf(culture), draws)),
    person: (isWoman: boolean) => once(() => personName(cultureOf(), draws, isWoman)),
    team: (sport: TeamSport, culture?: number) =>
      once(() => {
        const place = placeName(cultureOf(culture), draws)
        const pattern = pick(teamPatterns[sport], draws)
        return both(pattern, (locale, text) => text.replace('*', place[locale]))
      }),
  }
}
