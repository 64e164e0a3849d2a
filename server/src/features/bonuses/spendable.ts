import type { Db } from '../../context.ts'
import { ownPurse, type PlayMode, playable } from '../funding/funding.ts'
import { balancesOf } from '../wallet/wallet.ts'
import { isOpen, payerOf, payersBy } from './rules.ts'
import { readLiving } from './store.ts'

/** What a new round could be staked with, and what of it is bonus money; null without an open bonus. */
export type Spendable = { balance: bigint; bonus: bigint | null }

type Asked = { playerId: bigint; mode: PlayMode; currency: string }

/** Outside of a batch, for pages and questions. Who has no bonus money is not asked about bonuses. */
export async function spendableOf(db: Db, { playerId, mode, currency }: Asked): Promise<Spendable> {
  const purses = await balancesOf(db, playerId)
  const of = (kind: string) => purses.find((purse) => purse.kind === kind && purse.currency === currency)?.balance ?? 0n
  const held = mode === 'real' ? of('bonus') : 0n
  if (held === 0n) return { balance: of(ownPurse(mode)), bonus: null }
  const open = (await readLiving(db, playerId)).find((bonus) => isOpen(bonus) && bonus.currency === currency)
  if (!open || open.isOver) return { balance: of('main'), bonus: null }
  const payer = payerOf(open, { isBegun: false, bonusId: null }, held)
  return { balance: playable(payersBy(payer), of), bonus: payer ? held : 0n }
}
