import type { Context, Tx } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { issueBonus, machineOf, readBonus, takeBonus } from '../bonuses/bonuses.ts'
import { type Movement, move } from '../wallet/wallet.ts'
import { type CashbackRow, type ClosedState, writeBonus, writePaid } from './store.ts'

/** Paying what is owed, once: the state, the key of the movement and the key of the bonus each refuse a second time. */

export type PayContext = Pick<Context, 'content' | 'announce' | 'config'>

type Owed = Pick<
  CashbackRow,
  'id' | 'playerId' | 'currency' | 'amount' | 'template' | 'bonusTerms' | 'bonusVersion' | 'scheme'
>

export const paymentOf = ({ id, playerId, currency, amount }: Owed): Movement => ({
  scope: 'cashback',
  key: `cashback:${id}`,
  playerId,
  body: { playerId, amount, currency },
  transfers: [
    {
      from: { playerId: null, owner: 'promotions', kind: 'main', currency },
      to: { playerId, kind: 'main', currency },
      amount,
      reason: 'cashback',
      ref: `cashback:${id}`,
    },
  ],
  answer: () => ({}),
})

async function payCash(tx: Tx, owed: Owed): Promise<void> {
  const outcome = await move(tx, paymentOf(owed))
  if (outcome.kind !== 'moved') throw new Error(`a cashback was not paid: ${outcome.kind}`)
}

/** Issued, for the player to take; `isTaken`: by a claim, which is a yes. */
export async function payBonus(tx: Tx, owed: Owed, isTaken = false): Promise<bigint> {
  const { id, playerId, currency, amount, template, bonusTerms, bonusVersion } = owed
  if (template === null) throw new Error('a cashback as a bonus without its template')
  const issued = await issueBonus(tx, {
    ...{ playerId, source: 'cashback', sourceKey: `cashback:${id}`, template, terms: bonusTerms, currency, amount },
    ...(bonusVersion !== null && { version: bonusVersion }),
    isTaken,
  })
  if (!issued) throw new Error('the template of a cashback is not offered in its currency')
  await writeBonus(tx, id, issued.id)
  return issued.id
}

type Paying = { as: 'main' | 'bonus'; from: readonly ClosedState[] }

/** Whoever calls it holds the player's lock. A player who claims a bonus has said yes to it. */
export async function payOut(ctx: PayContext, tx: Tx, owed: Owed, { as, from }: Paying): Promise<void> {
  if (!(await writePaid(tx, owed.id, from))) throw new Error('a cashback changed under the lock of its player')
  if (as === 'main') await payCash(tx, owed)
  else {
    const bonus = await readBonus(tx, await payBonus(tx, owed, true))
    if (bonus) await takeBonus(tx, bonus, { ...(await machineOf(ctx)), isPresent: true })
  }
  await tellPlayer(tx, owed.playerId, 'bonuses')
}
