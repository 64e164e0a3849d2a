import { randomUUID } from 'node:crypto'
import type { WireBonus } from '@croupier/contract/methods/bonuses'
import { currencyOf, fromDecimal, toWire } from '@croupier/contract/money'
import { Refusal, wrongField } from '@croupier/contract/refusals'
import type { Operation, PlayerContext, Tx } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { lockPlayer } from '../account/account.ts'
import { gate } from '../limits/limits.ts'
import { findAnswer, move } from '../wallet/wallet.ts'
import { wireOwnBonus } from './get-bonuses.ts'
import { machineOf } from './jobs.ts'
import { checkMove, endBonus, heldBy, type MachineContext, takeBonus } from './machine.ts'
import { isOpen } from './rules.ts'
import * as store from './store.ts'

/** What a player does to a bonus: yes, wait, no. The same key does it once and gets the same answer. */

type Change = (tx: Tx, bonus: store.BonusRow, options: MachineContext) => Promise<void>
type Asked = { bonus_id: string; key?: string | undefined; expected_amount?: string | undefined }

async function change(ctx: PlayerContext, name: string, { key, ...asked }: Asked, act: Change): Promise<WireBonus> {
  const scope = `bonus-call:${ctx.player.id}`
  const call = {
    scope,
    key: key ?? randomUUID(),
    body: { name, ...asked, expected_amount: asked.expected_amount ?? '' },
  }
  const machine = await machineOf(ctx)
  return ctx.begin(async (tx) => {
    await lockPlayer(tx, ctx.player.id)
    const known = await findAnswer(tx, call)
    if (known?.kind === 'conflict') throw wrongField('KEY_CONFLICT', 'key', 'This key was for something else')
    if (known) return readAnswer(known.answer)
    const bonus = await store.readOwnBonus(tx, ctx.player.id, BigInt(asked.bonus_id))
    if (!bonus) throw wrongField('UNKNOWN_BONUS', 'bonus_id', 'No such bonus')
    await act(tx, bonus, { ...machine, isPresent: true })
    const wire = await wireOwnBonus({ ...ctx, sql: tx }, bonus.id)
    await move(tx, { ...call, playerId: null, transfers: [], answer: () => wire })
    await tellPlayer(tx, ctx.player.id, 'bonuses')
    return wire
  })
}

/** Written by us, in the same form. */
const readAnswer = (text: string): WireBonus => JSON.parse(text)

const over = () => wrongField('BONUS_OVER', 'bonus_id', 'This bonus is over')
const isLiving = ({ endedAt, isOver }: store.BonusRow) => endedAt === null && !isOver

export const activateBonus: Operation<'bonuses.activate'> = (ctx, input) =>
  change(ctx, 'activate', input, async (tx, bonus, options) => {
    const { id, state, currency, asksFirst } = bonus
    // A bonus that the player said yes to stays, whatever may be offered now.
    const want = state === 'issued' ? 'offer' : 'standing'
    await gate(tx, { playerId: bonus.playerId, want, jurisdiction: ctx.config.jurisdiction })
    if (!isLiving(bonus)) throw over()
    if (currency !== ctx.player.standing.currency) {
      throw wrongField('BONUS_CURRENCY', 'bonus_id', 'It is in another currency than the account')
    }
    if (state === 'issued') await takeBonus(tx, bonus, options)
    if (state === 'paused') {
      checkMove(state, 'active')
      await store.writeState(tx, id, 'active')
    }
    if (state === 'active' && asksFirst) await store.writeStarted(tx, id)
  })

export const deactivateBonus: Operation<'bonuses.deactivate'> = (ctx, input) =>
  change(ctx, 'deactivate', input, async (tx, bonus) => {
    if (!isOpen(bonus) || bonus.mode !== 'isolated') {
      throw bonus.endedAt !== null && bonus.mode === 'isolated'
        ? over()
        : wrongField('BONUS_NOT_ISOLATED', 'bonus_id', 'Only a bonus that pays alone can wait')
    }
    if (!isLiving(bonus)) throw over()
    if (bonus.state === 'paused') return
    checkMove(bonus.state, 'paused')
    await store.writeState(tx, bonus.id, 'paused')
  })

export const removeBonus: Operation<'bonuses.remove'> = (ctx, input) =>
  change(ctx, 'remove', input, async (tx, bonus, options) => {
    if (!isLiving(bonus)) throw over()
    const currency = currencyOf(bonus)
    const lost = isOpen(bonus) ? await heldBy(tx, bonus.playerId, currency) : bonus.amount
    if (input.expected_amount !== undefined && fromDecimal(input.expected_amount, currency) !== lost) {
      throw new Refusal('InvalidParameter:BONUS_CHANGED', {
        message: 'What would be lost has changed',
        fields: { expected_amount: ['BONUS_CHANGED'] },
        data: { amount: toWire(lost, currency), in_open_rounds: toWire(bonus.inRounds, currency) },
      })
    }
    await endBonus(tx, bonus, { state: 'removed', reason: 'player' }, options)
  })
