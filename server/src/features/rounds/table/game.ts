import type { StudioGame } from '@croupier/studio/engine/game'
import { studioGame } from '@croupier/studio/games'
import { drawsOf } from '../own/seeds.ts'
import type { ChanceKey } from '../sealed-chance.ts'
import { linkAt } from './chain.ts'
import type { Shared } from './store.ts'

/** A title whose round all players play together. */
export type TableGame = Required<StudioGame>

/** Null: no such game of the studio. */
export function tableGame(sysname: string): TableGame | null {
  const game = studioGame(sysname)
  return game?.flight ? { ...game, flight: game.flight } : null
}

/** Where this flight ends. A secret until it has ended: nothing of it may be told or logged before. */
export async function secretOf({ flight }: Pick<TableGame, 'flight'>, { chain, place }: Shared, keys: ChanceKey) {
  if (chain.salt === null) throw new Error('a flight without a salt')
  const link = await linkAt(chain, place, keys)
  return { link, point: flight.pointOf(drawsOf(link, chain.salt, BigInt(place))) }
}
