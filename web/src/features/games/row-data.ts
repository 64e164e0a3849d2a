import type { Call } from '@croupier/contract/contract'
import { type GameCategory, type GameSort, mostGames, rowSize } from '@croupier/contract/games'
import { askGames, type TileGame, tileFields, toTile } from './tile-game.ts'

export type RowKind = 'recent' | 'likes' | 'popular' | 'slots' | 'tables' | 'fast' | 'live' | 'new'

/** A row of the lobby. */
type GameRow = { kind: RowKind; games: TileGame[] }

export type Rows = { rows: GameRow[]; likes: string[] }

const byCategory = ['slots', 'tables', 'fast', 'live'] as const satisfies readonly GameCategory[]

/** So many places are worth a number. */
const ranked = 10

/** The rows of home: what one played and likes, then what the house has. */
export async function loadRows(call: Call, isPlayer: boolean): Promise<Rows> {
  const open = async (options: { category?: GameCategory; sort?: GameSort; count?: number }) =>
    (await askGames(call, { count: rowSize, ...options })).games.filter(({ isOpen }) => isOpen)
  const own = async (name: 'games.getRecent' | 'games.getLikes', count: number) =>
    isPlayer ? (await call(name, { count, fields: tileFields })).items : []
  const [recent, liked, popular, kinds, fresh] = await Promise.all([
    own('games.getRecent', rowSize),
    // All of them: the others stand in the hearts of other rows.
    own('games.getLikes', mostGames),
    open({ sort: 'popular', count: ranked }),
    Promise.all(byCategory.map((category) => open({ category }))),
    open({ category: 'new', sort: 'new' }),
  ])
  const rows: GameRow[] = [
    { kind: 'recent', games: recent.map(toTile) },
    { kind: 'likes', games: liked.slice(0, rowSize).map(toTile) },
    { kind: 'popular', games: popular },
    ...byCategory.map((kind, place) => ({ kind, games: kinds[place] ?? [] })),
    { kind: 'new', games: fresh },
  ]
  const likes = liked.map(({ sysname }) => sysname)
  return { rows: withoutRepeats(rows), likes }
}

/** A row of the house that shows nothing beside what one row above it shows is left out, as is one without games. */
export function withoutRepeats(rows: readonly GameRow[]): GameRow[] {
  const kept: GameRow[] = []
  const isOwn = ({ kind }: GameRow) => kind === 'recent' || kind === 'likes'
  for (const row of rows) {
    const isRepeat = kept.some(({ games }) => {
      const above = new Set(games.map(({ sysname }) => sysname))
      return row.games.every(({ sysname }) => above.has(sysname))
    })
    if (row.games.length > 0 && (isOwn(row) || !isRepeat)) kept.push(row)
  }
  return kept
}
