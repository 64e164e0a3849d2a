import type { RefusalName } from './refusals.ts'

/** Every no of `/wallet/v1` beside those of the gate. Games show or handle them by name, so the list is closed. */
export const walletReasons = [
  'KEY_CONFLICT',
  'INSUFFICIENT_FUNDS',
  'BONUS_GAME_EXCLUDED',
  'BONUS_MAX_BET',
  'BONUS_START',
  'AMOUNT_TOO_LARGE',
  'ROUND_MISMATCH',
  'ROUND_CLOSED',
  'ROLLED_BACK',
  'SESSION_MISMATCH',
  'SESSION_EXPIRED',
  'GAME_CLOSED',
  'NO_BET',
  'NOT_ROLLABLE',
  'PACK_UNKNOWN',
  'PACK_USED',
  'PACK_EXPIRED',
] as const
export type WalletReason = (typeof walletReasons)[number]

export const walletRefusals = [
  'Authorization:SIGNATURE',
  'Authorization:TIMESTAMP',
  ...walletReasons.map((reason) => `InvalidParameter:${reason}` as const),
] as const satisfies readonly RefusalName[]
