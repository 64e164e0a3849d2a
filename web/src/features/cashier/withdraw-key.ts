import type { WireMoney } from '@croupier/contract/money'
import type { openIntent } from '../../forms/intent-key.ts'

export type WithdrawalRequest = {
  method: string
  amount: WireMoney
  requisites?: Record<string, string>
  requisite_id?: number
}

/** What the house asks for on the way. */
export type Yes = { burns?: boolean; password?: string }

/**
 * The key stands for the payout alone, not for what was said yes to: when an answer was lost and the bonuses with it, they
 * are not asked for again, and it is still the same payout.
 */
export function payoutOf({ amount, ...request }: WithdrawalRequest) {
  const payout = { ...request, amount: amount.amount, currency: amount.currency }
  return <T>(
    keyed: ReturnType<typeof openIntent>,
    { burns, password }: Yes,
    send: (body: typeof payout & { key: string; burn_bonuses?: '1'; password?: string }) => Promise<T>,
  ): Promise<T> =>
    keyed(payout, (key) =>
      send({ ...payout, key, ...(burns && { burn_bonuses: '1' }), ...(password !== undefined && { password }) }),
    )
}
