import type { Operations } from '../../context.ts'
import { getCategories, getProviders } from './get-filters.ts'
import { getGames } from './get-games.ts'
import { addLike, getLikes, removeLike } from './likes.ts'
import { getRecent } from './recent.ts'

export { openCatalogue } from './catalogue.ts'
export { exportGames } from './export.ts'
export { cardsOf, type FoundGame, findGame, gamesOfJackpot, listGames, rememberedCards } from './find-game.ts'
export { installGames } from './install-games.ts'
export { type NewGame, putGames, putStudios, removeFilled, type Studio } from './install-store.ts'
export { markRecent } from './recent.ts'
export { hasDemoFor, ownRunner, sportsRunner } from './rules.ts'
export { makeIndex, search as searchIndex } from './search.ts'
export { kindsOf, studioNames } from './store.ts'
export { closeGames, listGameSwitches, lookAtSwitches, openGames, readSwitches } from './switches.ts'

export const gamesMethods = {
  'games.get': getGames,
  'games.getCategories': getCategories,
  'games.getProviders': getProviders,
  'games.getLikes': getLikes,
  'games.addLike': addLike,
  'games.removeLike': removeLike,
  'games.getRecent': getRecent,
} satisfies Partial<Operations>
