import type { Context, Db } from '../../context.ts'
import type { CatalogueEntry, Titled } from '../../ports/catalogue.ts'
import { imageOf, shownName } from './hall.ts'
import { closedFor, isLaunchable } from './rules.ts'
import { findEntries, readEntries, readSwitchRows } from './store.ts'

/** A game as it is now, by the database and not by the memory of this node: what decides asks here. */
export type FoundGame = Omit<CatalogueEntry, 'isFilled'> & {
  /** It has a runner and no switch closes it. */
  isOpen: boolean
  closedFor: string | null
}

export async function findGame(db: Db, sysname: string): Promise<FoundGame | null> {
  const [entry] = await findEntries(db, [sysname])
  if (!entry) return null
  const { isFilled: _isFilled, ...found } = entry
  const reason = closedFor(await readSwitchRows(db), entry)
  return { ...found, isOpen: isLaunchable(entry) && reason === null, closedFor: reason }
}

/** Every game with how it stands, for the operator. */
export async function listGames(db: Db) {
  const switches = await readSwitchRows(db)
  const entries = await readEntries(db)
  return entries
    .sort((a, b) => b.popularity - a.popularity || (a.sysname < b.sysname ? -1 : 1))
    .map((entry) => ({ ...entry, isLaunchable: isLaunchable(entry), closedFor: closedFor(switches, entry) }))
}

export type GameCard = { sysname: string; name: string; image_url: string }

/** Names and pictures of games as they are shown in this language, also of games that left the hall. */
export async function cardsOf(
  { sql, content, locale }: Pick<Context, 'sql' | 'content' | 'locale'>,
  sysnames: readonly string[],
): Promise<Map<string, GameCard>> {
  const entries = await findEntries(sql, [...new Set(sysnames)])
  const { overrides } = (await content.config(locale)).games
  return new Map(
    entries.map((entry) => {
      const override = overrides.find(({ sysname }) => sysname === entry.sysname) ?? null
      return [entry.sysname, cardOf({ ...entry, override })]
    }),
  )
}

const cardOf = (game: Pick<Titled, 'sysname' | 'name' | 'imageUrl' | 'override'>): GameCard => ({
  sysname: game.sysname,
  name: shownName(game),
  image_url: imageOf(game),
})

/** The same as this node remembers them: for lists that name many games and are asked for often. */
export async function rememberedCards(
  { catalogue, locale }: Pick<Context, 'catalogue' | 'locale'>,
  sysnames: readonly string[],
): Promise<Map<string, GameCard>> {
  if (sysnames.length === 0) return new Map()
  const { games } = await catalogue.hall(locale)
  const found = [...new Set(sysnames)].flatMap((sysname) => games.get(sysname) ?? [])
  return new Map(found.map((game) => [game.sysname, cardOf(game)]))
}

/** The games that fill a pot, as this node remembers them, the most popular first. */
export async function gamesOfJackpot(
  { catalogue, locale }: Pick<Context, 'catalogue' | 'locale'>,
  jackpot: string,
): Promise<string[]> {
  const { games } = await catalogue.hall(locale)
  const found = [...games.values()].filter((game) => game.jackpot === jackpot)
  found.sort((a, b) => b.popularity - a.popularity || (a.sysname < b.sysname ? -1 : 1))
  return found.map(({ sysname }) => sysname)
}
