import type { WireCashback } from '@croupier/contract/methods/cashbacks'
import { wrongField } from '@croupier/contract/refusals'
import type { JobContext, Operation, PlayerContext, Tx } from '../../context.ts'
import { tellPlayer, tellPlayers } from '../../db/announce.ts'
import { endDue } from '../../end-due.ts'
import { lockPlayer, lockPlayers, readStanding } from '../account/account.ts'
import { payOut } from './pay.ts'
import { type CashbackRow, playersWithDueCashback, readDueCashbacks, readOwnCashback, writeEnd } from './store.ts'
import { titlesOfSchemes, wireCashback } from './wire.ts'

/** What becomes of a cashback that can be claimed: yes, no, or its time is over. Each under the player's lock. */

type Change = (tx: Tx, row: CashbackRow) => Promise<void>

async function change(ctx: PlayerContext, id: string, act: Change): Promise<WireCashback> {
  const { player } = ctx
  const titles = await titlesOfSchemes(ctx)
  return ctx.begin(async (tx) => {
    await lockPlayer(tx, player.id)
    const row = await readOwnCashback(tx, player.id, BigInt(id))
    if (!row) throw wrongField('UNKNOWN_CASHBACK', 'id', 'No such cashback')
    await act(tx, row)
    const changed = await readOwnCashback(tx, player.id, row.id)
    if (!changed) throw new Error('a cashback is gone')
    return wireCashback(changed, titles)
  })
}

const over = () => wrongField('CASHBACK_OVER', 'id', 'This cashback cannot be claimed any more')
const isClaimable = ({ state, isOver }: CashbackRow) => state === 'active' && !isOver

/** The id is the key: a repeat finds it paid and gets it as it is. */
export const payoutCashback: Operation<'cashbacks.payout'> = (ctx, { id }) =>
  change(ctx, id, async (tx, row) => {
    if (row.state === 'paid_out') return
    if (!isClaimable(row)) throw over()
    // Excluded while the claim waited for the lock: what is owed is paid, and as money, as it would be by itself.
    const { isExcluded } = await readStanding(tx, row.playerId)
    await payOut(ctx, tx, row, { as: isExcluded ? 'main' : row.pays, from: ['active'] })
  })

export const removeCashback: Operation<'cashbacks.remove'> = (ctx, { id }) =>
  change(ctx, id, async (tx, row) => {
    if (row.state === 'declined') return
    if (!isClaimable(row)) throw over()
    await writeEnd(tx, row.id, 'declined')
    await tellPlayer(tx, row.playerId, 'bonuses')
  })

/** Every minute: what was not claimed ends. A player who is excluded cannot claim, so what is owed is paid as cash. */
export const endDueCashbacks = (ctx: JobContext): Promise<void> =>
  endDue({
    find: (page) => playersWithDueCashback(ctx.sql, page),
    end: (playerIds) =>
      ctx.begin(async (tx) => {
        for (const { playerId, isExcluded } of await lockPlayers(tx, playerIds)) {
          for (const row of await readDueCashbacks(tx, playerId)) {
            if (isExcluded) await payOut(ctx, tx, row, { as: 'main', from: ['active'] })
            else await writeEnd(tx, row.id, 'expired')
          }
        }
        await tellPlayers(tx, playerIds, 'bonuses')
      }),
  })
