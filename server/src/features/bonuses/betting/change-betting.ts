import { randomUUID } from 'node:crypto'
import type { WireBettingBonus } from '@croupier/contract/methods/bonuses'
import { wrongField } from '@croupier/contract/refusals'
import type { Operation, PlayerContext, Tx } from '../../../context.ts'
import { lockPlayer } from '../../account/account.ts'
import { gate } from '../../limits/limits.ts'
import { findAnswer, move } from '../../wallet/wallet.ts'
import { wireAllBetting } from './get-betting.ts'
import { activateBetting, endBetting } from './machine.ts'
import { isLivingState } from './rules.ts'
import { type BettingRow, readOwnBetting } from './store.ts'
import { isRemovable } from './wire-betting.ts'

/** What a player does to a betting bonus: yes and no. The same key does it once and gets the same answer. */

type Asked = { bonus_id: string; key?: string | undefined }

async function change(
  ctx: PlayerContext,
  name: string,
  { bonus_id, key = randomUUID() }: Asked,
  act: (tx: Tx, bonus: BettingRow) => Promise<void>,
): Promise<WireBettingBonus> {
  const call = { scope: `betting-call:${ctx.player.id}`, key, body: { name, bonus_id } }
  const id = BigInt(bonus_id)
  return ctx.begin(async (tx) => {
    await lockPlayer(tx, ctx.player.id)
    const known = await findAnswer(tx, call)
    if (known?.kind === 'conflict') throw wrongField('KEY_CONFLICT', 'key', 'This key was for something else')
    if (known) return readAnswer(known.answer)
    const bonus = await readOwnBetting(tx, ctx.player.id, id)
    if (!bonus) throw wrongField('UNKNOWN_BONUS', 'bonus_id', 'No such bonus')
    if (!isLivingState(bonus.state) || bonus.isOver) throw wrongField('BONUS_OVER', 'bonus_id', 'This bonus is over')
    await act(tx, bonus)
    const after = await readOwnBetting(tx, ctx.player.id, id)
    const [wire] = after ? await wireAllBetting(ctx, [after]) : []
    if (!wire) throw new Error('a betting bonus is gone')
    await move(tx, { ...call, playerId: null, transfers: [], answer: () => wire })
    return wire
  })
}

/** Written by us, in the same form. */
const readAnswer = (text: string): WireBettingBonus => JSON.parse(text)

export const activateBettingBonus: Operation<'BettingBonuses.activate'> = (ctx, input) =>
  change(ctx, 'activate', input, async (tx, bonus) => {
    await gate(tx, { playerId: bonus.playerId, want: 'offer', jurisdiction: ctx.config.jurisdiction })
    if (bonus.currency !== ctx.player.standing.currency) {
      throw wrongField('BONUS_CURRENCY', 'bonus_id', 'It is in another currency than the account')
    }
    // Twice is once.
    if (bonus.state === 'issued') await activateBetting(tx, bonus)
  })

export const removeBettingBonus: Operation<'BettingBonuses.remove'> = (ctx, input) =>
  change(ctx, 'remove', input, async (tx, bonus) => {
    if (!isRemovable(bonus)) throw wrongField('BONUS_IN_SLIP', 'bonus_id', 'All of it is in an open bet')
    await endBetting(tx, bonus, { state: 'removed', reason: 'player' })
  })
