import type { Call } from '@croupier/contract/contract'
import type { GameCategory } from '@croupier/contract/games'
import type { GamesAmong } from '@croupier/contract/methods/games'
import { askLikes, askPotSums } from './game-data.ts'
import { type HallQuery, hallOptions, typeOfHall } from './hall-query.ts'
import { askGames } from './tile-game.ts'

export type Studio = { sysname: string; name: string; count: number }
export type Tab = { sysname: GameCategory; count: number }

type LoadOptions = { isPlayer: boolean; count: number; report: (fault: unknown) => void }

/** The first view of the hall and everything to choose from. */
export async function loadHall(call: Call, query: HallQuery, { isPlayer, count, report }: LoadOptions) {
  const [found, categories, providers, likes, pots] = await Promise.all([
    askGames(call, { ...hallOptions(query), count }),
    call('games.getCategories', {}),
    askStudios(call, { types: typeOfHall(query) }),
    askLikes(call, isPlayer),
    askPotSums(call, report),
  ])
  const tabs: Tab[] = categories.items.filter(({ count: games }) => games > 0)
  // A search that finds nothing leads to what others play.
  const popular = found.total === 0 ? (await askGames(call, { sort: 'popular', count: 3 })).games : []
  return { query, ...found, tabs, studios: providers, likes, pots, popular }
}

export type HallData = Awaited<ReturnType<typeof loadHall>>

type Among = { types?: string; any_of?: GamesAmong }

/** With how many games of theirs are among those that are asked about. */
export async function askStudios(call: Call, { types, any_of: named }: Among = {}): Promise<Studio[]> {
  const any_of = named && JSON.stringify(named)
  return (await call('games.getProviders', { fields: 'sysname,name,count', types, any_of })).items
}
