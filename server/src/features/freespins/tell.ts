import type { JobContext, Tx } from '../../context.ts'
import { dayText } from '../../day-text.ts'
import { lockPlayer } from '../account/account.ts'
import { findGame } from '../games/games.ts'
import { tellPromotion } from '../limits/limits.ts'
import { claimEndingPacks, playersWithEndingPacks } from './store.ts'

type Told = { playerId: bigint; game: string; count: number; expiresAt: Date }

async function paramsOf(tx: Tx, { game, count, expiresAt }: Told) {
  const name = (await findGame(tx, game))?.name ?? game
  return { game: name, count: String(count), date: dayText(expiresAt) }
}

/** Spins were added while the player was elsewhere. */
export const tellPackReady = async (tx: Tx, pack: Told) =>
  tellPromotion(tx, pack.playerId, 'spinsReady', await paramsOf(tx, pack))

const most = 200

/** Every minute: spins that end in three days, and again in one. */
export async function tellEndingPacks(ctx: Pick<JobContext, 'sql' | 'begin'>): Promise<void> {
  for (const playerId of await playersWithEndingPacks(ctx.sql, most)) {
    await ctx.begin(async (tx) => {
      await lockPlayer(tx, playerId)
      for (const pack of await claimEndingPacks(tx, playerId)) {
        await tellPromotion(tx, playerId, 'spinsEnding', await paramsOf(tx, { ...pack, playerId }))
      }
    })
  }
}
