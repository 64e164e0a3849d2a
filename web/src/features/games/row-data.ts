import type { Call } from '@croupier/contract/contract'
import { type GameCategory, type GameSort, rowSize } from '@croupier/contract/games'
import { askLikes, askPotSums, type Pots } from './game-data.ts'
import { askGames, type TileGame, tileFields, toTile } from './tile-game.ts'

export type RowKind = 'recent' | 'likes' | 'popular' | 'slots' | 'tables' | 'fast' | 'live' | 'new'

/** A row of the lobby. */
type GameRow = { kind: RowKind; games: TileGame[] }

export type Rows = { rows: GameRow[]; likes: string[]; pots: Pots }

const byCategory = ['slots', 'tables', 'fast', 'live'] as const satisfies readonly GameCategory[]

/** So many places are worth a number. */
const ranked = 10

type LoadOptions = { isPlayer: boolean; report: (fault: unknown) => void }

/** The rows of home: what one played and likes, then what the house has. A row without games is not there. */
export async function loadRows(call: Call, { isPlayer, report }: LoadOptions): Promise<Rows> {
  const open = async (options: { category?: GameCategory; sort?: GameSort; count?: number }) =>
    (await askGames(call, { count: rowSize, ...options })).games.filter(({ isOpen }) => isOpen)
  const own = async (name: 'games.getRecent' | 'games.getLikes') =>
    isPlayer ? (await call(name, { count: rowSize, fields: tileFields })).items.map(toTile) : []
  const [recent, liked, popular, kinds, fresh, likes, pots] = await Promise.all([
    own('games.getRecent'),
    own('games.getLikes'),
    open({ sort: 'popular', count: ranked }),
    Promise.all(byCategory.map((category) => open({ category }))),
    open({ category: 'new', sort: 'new' }),
    askLikes(call, isPlayer),
    askPotSums(call, report),
  ])
  const rows: GameRow[] = [
    { kind: 'recent', games: recent },
    { kind: 'likes', games: liked },
    { kind: 'popular', games: popular },
    ...byCategory.map((kind, place) => ({ kind, games: kinds[place] ?? [] })),
    { kind: 'new', games: fresh },
  ]
  return { rows: rows.filter(({ games }) => games.length > 0), likes, pots }
}
