import type { Operation } from '../../context.ts'
import type { SearchIndex } from '../../ports/catalogue.ts'
import type { BookTournament, BookView, EventHead, SportsBook } from '../../ports/sports-book.ts'
import { makeIndex, searchIndex } from '../games/games.ts'
import { cardOf, nameOf, wireTournament } from './card-rules.ts'

/** Names in every language are found, whichever the page speaks; the league stands behind as a studio does with games. */
const all = (names: Readonly<Record<string, string>>) => Object.values(names)

type Found = {
  atMs: number
  listed: readonly EventHead[]
  leagues: readonly BookTournament[]
  events: SearchIndex
  tournaments: SearchIndex
}

/** Fixtures of a week change seldom, and an index of them takes longer to make than to ask. */
const keptMs = 5_000
const indexes = new WeakMap<SportsBook, Found>()

function indexOf(book: SportsBook, { listed, nowMs }: BookView): Found {
  const known = indexes.get(book)
  if (known && nowMs - known.atMs < keptMs) return known
  const leagues = [...new Map(listed.map(({ tournament }) => [tournament.id, tournament])).values()]
  const made = {
    ...{ atMs: nowMs, listed, leagues },
    events: makeIndex(listed.map(findableEvent)),
    tournaments: makeIndex(leagues.map(findableLeague)),
  }
  indexes.set(book, made)
  return made
}

export const searchSports: Operation<'sports.search'> = async ({ book, locale }, { search, count }) => {
  const view = await book.see()
  const { listed, leagues, events, tournaments } = indexOf(book, view)
  const ids = searchIndex(events, search).flatMap((at) => listed[at]?.id ?? [])
  const found = searchIndex(tournaments, search).flatMap((at) => leagues[at] ?? [])
  return {
    seq: view.seq,
    events: (await view.read(ids.slice(0, count), 'main')).map((event) =>
      cardOf(event, { locale, row: 'main', producers: view.producers }),
    ),
    tournaments: found.slice(0, count).map((league) => {
      const { id, name, slug } = wireTournament(league, locale)
      return { id, name, slug, sport: league.sport.sysname, category: nameOf(league.category.names, locale) }
    }),
  }
}

const findableEvent = ({ home, away, tournament }: EventHead) => ({
  names: [...all(home.names), ...all(away.names), `${home.names.en} ${away.names.en}`],
  studio: tournament.names.en ?? '',
})

const findableLeague = ({ names, category }: BookTournament) => ({
  names: [...all(names), ...all(names).map((name) => `${category.names.en} ${name}`)],
  studio: category.names.en ?? '',
})
