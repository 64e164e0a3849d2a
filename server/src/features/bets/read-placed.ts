import type { Db } from '../../context.ts'
import { gatherOn } from '../../gather.ts'
import { balancesOfAll } from '../wallet/wallet.ts'
import { type BetRow, readBetsByIds } from './read-store.ts'
import { type AboutBets, readAbout } from './wire-bet.ts'

type Asked = { playerId: bigint; ids: readonly bigint[] }
export type Placed = {
  bets: readonly BetRow[]
  about: AboutBets
  purses: readonly { kind: string; currency: string; balance: bigint }[]
}

/** How a player's bets and purses stand; for those whose bets were taken together, with one question of each kind. */
export const readPlaced = gatherOn(async (db: Db, asked: readonly Asked[]): Promise<Placed[]> => {
  const [rows, purses] = await Promise.all([
    readBetsByIds(db, [...new Set(asked.flatMap(({ ids }) => ids))]),
    balancesOfAll(db, [...new Set(asked.map(({ playerId }) => playerId))]),
  ])
  const about = await readAbout(db, rows)
  const byPlayer = Map.groupBy(rows, ({ playerId }) => playerId)
  return asked.map(({ playerId, ids }) => ({
    // Always with the player: a number alone opens nothing.
    bets: (byPlayer.get(playerId) ?? []).filter(({ id }) => ids.includes(id)),
    ...{ about, purses: purses.get(playerId) ?? [] },
  }))
})
