import type { Call, Output } from '@croupier/contract/contract'
import type { GameType } from '@croupier/contract/games'
import type { GameOptions } from '@croupier/contract/methods/games'

/** What a tile knows of its game. */
export type TileGame = {
  sysname: string
  name: string
  /** The best picture first, then what stands in for it. */
  images: readonly string[]
  studio: { sysname: string; name: string }
  type: GameType
  rtp: string | null
  isNew: boolean
  hasDemo: boolean
  isOpen: boolean
  jackpot: string | null
}

/** Asked of every list of games: nothing else travels. */
export const tileFields = 'sysname,name,image_url,description,provider,type,rtp,is_new,has_demo,is_open,jackpot'

const plain = '/art/fallback.webp'

/** The editor's words and picture go first; behind an outside picture stands our own drawing of that name. */
export function toTile(game: Output<'games.get', typeof tileFields>['items'][number]): TileGame {
  const { sysname, name, image_url: image, description, provider, type } = game
  // The plain picture is no picture of a game: without one the name is written on it.
  const given = [description.img_288_192 ?? '', image].filter((each) => each !== '' && each !== plain)
  const drawn = `/art/${sysname}.webp`
  const isOutside = given.some((each) => !each.startsWith('/'))
  return {
    sysname,
    name: description.name || name,
    images: isOutside && !given.includes(drawn) ? [...given, drawn] : given,
    studio: provider,
    type,
    rtp: game.rtp,
    isNew: game.is_new,
    hasDemo: game.has_demo,
    isOpen: game.is_open,
    jackpot: game.jackpot,
  }
}

/** One JSON string, as it travels from the browser; loaders ask in the same way. */
export async function askGames(call: Call, options: GameOptions): Promise<{ games: TileGame[]; total: number }> {
  const { items, total } = await call('games.get', { options: JSON.stringify(options), fields: tileFields })
  return { games: items.map(toTile), total }
}
