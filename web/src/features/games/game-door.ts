import type { Mode } from './game-head.tsx'

type Door = {
  mode: Mode | null
  isPlayer: boolean
  /** As the house set it. */
  isZeroBalanceAllowed: boolean
  type: string
  hasMoney: boolean
  /** The game has said something since it was opened. */
  isBegun: boolean
}

/** A slot is not opened for money without any. One that is open stays: its last stake may be all that there was. */
export const isDepositFirst = ({ mode, isPlayer, isZeroBalanceAllowed, type, hasMoney, isBegun }: Door): boolean =>
  mode === 'real' && isPlayer && type === 'slot' && !isZeroBalanceAllowed && !hasMoney && !isBegun
