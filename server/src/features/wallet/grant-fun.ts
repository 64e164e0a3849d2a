import type { Tx } from '../../context.ts'
import { move } from './move.ts'

/** 10,000.00 to play with for nothing. */
const funMinor = 1_000_000n

/** Once per player, however often it is asked. */
export async function grantFun(tx: Tx, playerId: bigint): Promise<void> {
  const key = `fun:${playerId}`
  await move(tx, {
    scope: 'fun',
    key,
    playerId,
    body: { playerId, amount: funMinor },
    transfers: [
      {
        from: { playerId: null, owner: 'house', kind: 'fun', currency: 'FUN' },
        to: { playerId, kind: 'fun', currency: 'FUN' },
        amount: funMinor,
        reason: 'fun',
        ref: key,
      },
    ],
    answer: () => null,
  })
}
