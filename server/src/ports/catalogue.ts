import type { GameCategory, GameSort, GameType } from '@croupier/contract/games'

/** A game as the catalogue knows it. */
export type CatalogueEntry = {
  sysname: string
  name: string
  imageUrl: string
  provider: string
  providerName: string
  /** Who runs it: `studio` in this process, another over the wallet protocol; null: it cannot be played. */
  runner: string | null
  isFilled: boolean
  type: GameType
  categories: readonly GameCategory[]
  rtp: string | null
  volatility: number | null
  /** Null: its title is gone, so it cannot be opened. */
  version: string | null
  hasDemo: boolean
  jackpot: string | null
  popularity: number
  releasedMs: number
}

/** Where each word stands in the list. */
export type WordPlaces = Map<string, number[]>

/** Places are those of the list it was made of; of two that fit equally the earlier one comes first. */
export type SearchIndex = {
  names: readonly (readonly string[])[]
  /** Without spaces: `twindice` is `twin dice`. */
  joined: readonly (readonly { text: string; letters: number }[])[]
  nameWords: WordPlaces
  studioWords: WordPlaces
  isCyrillicKnown: boolean
}

/** An editor's name or picture for a game, in one language. */
export type Override = { sysname: string; name: string; image: string }

export type Titled = CatalogueEntry & { override: Override | null; isOpen: boolean; isPopular: boolean }

/** The catalogue in one language: made once, asked often. */
export type Hall = {
  games: ReadonlyMap<string, Titled>
  providers: readonly { sysname: string; name: string; imageUrl: string }[]
  /** What stands in the hall, in this order. */
  listed: (sort: GameSort) => readonly Titled[]
  /** Over the games in the order `popular`. */
  index: () => SearchIndex
}

/** The games of the house, as this node remembers them. */
export type Catalogue = {
  hall: (locale: string) => Promise<Hall>
}
