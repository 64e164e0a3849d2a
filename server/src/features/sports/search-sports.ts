import type { Operation } from '../../context.ts'
import type { BookTournament, EventHead } from '../../ports/sports-book.ts'
import { makeIndex, searchIndex } from '../games/games.ts'
import { cardOf, nameOf, wireTournament } from './card-rules.ts'

/** Names in every language are found, whichever the page speaks; the league stands behind as a studio does with games. */
const all = (names: Readonly<Record<string, string>>) => Object.values(names)

export const searchSports: Operation<'sports.search'> = async ({ book, locale }, { search, count }) => {
  const { seq, producers, listed, read } = await book.see()
  const leagues = [...new Map(listed.map(({ tournament }) => [tournament.id, tournament])).values()]
  const found = (places: readonly number[]) => places.slice(0, count)
  const events = found(searchIndex(makeIndex(listed.map(findableEvent)), search)).flatMap((at) => listed[at]?.id ?? [])
  const tournaments = found(searchIndex(makeIndex(leagues.map(findableLeague)), search))
  return {
    seq,
    events: (await read(events)).map((event) => cardOf(event, { locale, row: 'main', producers })),
    tournaments: tournaments.flatMap((at) => {
      const league = leagues[at]
      if (!league) return []
      const { id, name, slug } = wireTournament(league, locale)
      return [{ id, name, slug, sport: league.sport.sysname, category: nameOf(league.category.names, locale) }]
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
