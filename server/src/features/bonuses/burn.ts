import type { Output } from '@croupier/contract/contract'
import { currencyOf, toWire } from '@croupier/contract/money'
import type { PlayerContext, Tx } from '../../context.ts'
import { bettingTitles } from './betting/get-betting.ts'
import { readLivingBetting } from './betting/store.ts'
import { endLivingBetting, isBurningBetting } from './betting/upkeep.ts'
import { lostBy } from './betting/wire-betting.ts'
import { titlesOf } from './get-bonuses.ts'
import { machineOf } from './jobs.ts'
import { endBonus, heldBy } from './machine.ts'
import { isOpen } from './rules.ts'
import { type BonusRow, readLiving } from './store.ts'

export type WireBurn = Output<'cashier.getwithdrawsettings'>['burns'][number]

const isBurning = ({ onWithdrawal, isOver }: BonusRow) => onWithdrawal === 'forfeit' && !isOver

type BurnContext = Pick<PlayerContext, 'sql' | 'player' | 'content' | 'locale'>

/** What a payout would cost in bonuses, those that wait included. */
export async function readBurns(ctx: BurnContext): Promise<WireBurn[]> {
  const [casino, betting] = await Promise.all([casinoBurns(ctx), bettingBurns(ctx)])
  return [...casino, ...betting]
}

async function casinoBurns(ctx: BurnContext): Promise<WireBurn[]> {
  const burning = (await readLiving(ctx.sql, ctx.player.id)).filter(isBurning)
  if (burning.length === 0) return []
  const titles = await titlesOf(ctx)
  return Promise.all(
    burning.map(async (bonus) => {
      const currency = currencyOf(bonus)
      const amount = isOpen(bonus) ? await heldBy(ctx.sql, bonus.playerId, currency) : bonus.amount
      return {
        title: titles.get(bonus.template) ?? bonus.template,
        amount: toWire(amount, currency),
        bonus_id: String(bonus.id),
        kind: isOpen(bonus) ? ('bonus' as const) : ('queued' as const),
        in_open_rounds: toWire(bonus.inRounds, currency),
      }
    }),
  )
}

async function bettingBurns(ctx: BurnContext): Promise<WireBurn[]> {
  const burning = (await readLivingBetting(ctx.sql, ctx.player.id)).filter(isBurningBetting)
  if (burning.length === 0) return []
  const titles = await bettingTitles(ctx)
  return burning.map((bonus) => {
    const currency = currencyOf(bonus)
    return {
      title: titles.get(bonus.template) ?? bonus.template,
      amount: toWire(lostBy(bonus), currency),
      bonus_id: String(bonus.id),
      kind: 'betting_bonus' as const,
      in_open_rounds: toWire(bonus.staked, currency),
    }
  })
}

/** In the transaction that holds the payout: each of them ends, also if the payout is cancelled later. */
export async function burnBonuses(
  ctx: Pick<PlayerContext, 'content' | 'announce' | 'config'>,
  tx: Tx,
  playerId: bigint,
): Promise<void> {
  await endLivingBetting(tx, playerId, 'withdrawal', isBurningBetting)
  const burning = (await readLiving(tx, playerId)).filter(isBurning)
  if (burning.length === 0) return
  const options = await machineOf(ctx)
  for (const bonus of burning) await endBonus(tx, bonus, { state: 'removed', reason: 'withdrawal' }, options)
}
