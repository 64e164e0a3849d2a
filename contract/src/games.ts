/** What the catalogue, the lobby and the game pages agree on. */

export const gameTypes = ['casino', 'slot', 'live', 'fast'] as const
export type GameType = (typeof gameTypes)[number]
export const isGameType = (word: string): word is GameType => gameTypes.some((type) => type === word)

/** The sportsbook stands in the catalogue under this name: found by it, closed by it, and no tile of the hall. */
export const sportsGame = 'dgt_sportsbook'

export const gameModes = ['real', 'demo'] as const
export type GameMode = (typeof gameModes)[number]

/** `popular` is the house's order; a search without a wish for another order sorts by how well it fits. */
export const gameSorts = ['popular', 'new', 'name', 'rtp'] as const
export type GameSort = (typeof gameSorts)[number]

/** Tabs of the hall beside the types; their words are messages `games.categories.{sysname}`. */
export const gameCategories = ['slots', 'tables', 'fast', 'live', 'new', 'popular', 'jackpots'] as const
export type GameCategory = (typeof gameCategories)[number]

/** Tiles that a row of the lobby asks for, and the most that one call gives. */
export const rowSize = 18
export const mostGames = 300

/** Whose lines stand in a file of the history. */
export const historyProducts = ['games', 'sports'] as const
export type HistoryProduct = (typeof historyProducts)[number]

export const exportStatuses = ['queued', 'ready', 'failed', 'expired'] as const

export const jackpotLevels = ['mini', 'minor', 'major', 'grand'] as const
export type JackpotLevel = (typeof jackpotLevels)[number]

export const packStatuses = ['active', 'used', 'expired', 'removed'] as const

/** The ids of rounds are made by the game before its first try, so that a retry is the same round. */
export const roundId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** What players type as their part of the chance: printable, short, and never the colon that separates the parts. */
export const clientSeed = (text: string): string | null => (/^[\w .-]{1,64}$/.test(text) ? null : 'INVALID')
