import type { JobContext } from '../../context.ts'
import { endDue } from '../../end-due.ts'
import type { Happenings } from '../../happenings.ts'
import { lockPlayer } from '../account/account.ts'
import { issueBonus, machineOf, readBonus, takeBonus } from '../bonuses/bonuses.ts'
import { packsOwed, readPack, setPackBonus } from '../freespins/freespins.ts'
import { hasOpenRound } from './batch/store.ts'

/** What the spins of a pack won becomes a bonus, which the player has said yes to by spinning. */
export async function packEnded(ctx: JobContext, { packId }: Happenings['pack.ended']): Promise<void> {
  const found = await readPack(ctx.sql, BigInt(packId))
  if (!found) throw new Error('an unknown pack ended')
  const options = await machineOf(ctx)
  await ctx.begin(async (tx) => {
    await lockPlayer(tx, found.playerId)
    const pack = await readPack(tx, found.id)
    if (pack?.winnings !== 'bonus' || pack.bonusId !== null || pack.status === 'active' || pack.won === 0n) return
    // The last of them tells again when it is closed.
    if (await hasOpenRound(tx, pack.id)) return
    const { playerId, currency, won, maxWin, template, terms, offer, version } = pack
    const issued = await issueBonus(tx, {
      ...{ playerId, source: 'pack', sourceKey: `pack:${pack.id}`, template: template ?? '', terms, currency },
      amount: maxWin !== null && won > maxWin ? maxWin : won,
      waiting: won,
      maxWin,
      ...(offer !== null && { offer }),
      ...(version !== null && { version }),
    })
    if (!issued) throw new Error('winnings of free spins in a currency without terms')
    await setPackBonus(tx, pack.id, issued.id)
    const bonus = await readBonus(tx, issued.id)
    if (bonus) await takeBonus(tx, bonus, options)
  })
}

/** Every minute: packs whose time is over with something won, and those whose news was lost. */
export const settlePacks = (ctx: JobContext): Promise<void> =>
  endDue({
    find: (page) => packsOwed(ctx.sql, page),
    end: async (ids) => {
      for (const id of ids) await packEnded(ctx, { packId: String(id) })
    },
  })
