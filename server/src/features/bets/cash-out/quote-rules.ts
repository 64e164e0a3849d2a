import { cashOutSeconds } from '@croupier/contract/bets'
import type { Output } from '@croupier/contract/contract'
import { currencyOf, toWire } from '@croupier/contract/money'
import { cashOutShares } from '@croupier/sportsbook/cash-out'
import { minimumStake } from '@croupier/sportsbook/stated'
import type { Secrets } from '../../../secrets.ts'
import { signQuote } from '../sign-quote.ts'
import type { RunningRow } from './cash-out-store.ts'
import type { Worth } from './worth-rules.ts'

type Offered = Output<'bets.getCashouts'>['items'][number]

/** The smallest stake that may run on beside a part. */
export const leastOf = (bet: Pick<RunningRow, 'currency' | 'combinations'>): bigint =>
  minimumStake(currencyOf(bet), bet.combinations)

/** What the house gives for a bet, signed for a short time; a text and no row, because few of them are taken. */
export function offerOf(
  { keys }: { keys: Pick<Secrets, 'quoteKey'> },
  bet: Pick<RunningRow, 'id' | 'steps' | 'currency' | 'combinations' | 'stakeOpen'>,
  { worth, nowMs }: { worth: Worth; nowMs: number },
): Offered {
  const id = String(bet.id)
  const nothing = { value: null, quote: null, most_part: null, expires_at: null }
  if ('cause' in worth) return { id, ...nothing, share_bp: cashOutShares.before, delay_seconds: 0, cause: worth.cause }
  const { value, shareBp, delaySeconds, isLive } = worth
  const currency = currencyOf(bet)
  const most = bet.stakeOpen - leastOf(bet)
  const expiresMs = nowMs + cashOutSeconds[isLive ? 'live' : 'before'] * 1_000
  return {
    id,
    value: toWire(value, currency),
    quote: signQuote(keys.quoteKey, {
      ...{ kind: 'cash-out', bet: id, steps: bet.steps, value: String(value), worth: worth.made, expiresMs },
    }),
    ...{ share_bp: shareBp, delay_seconds: delaySeconds, cause: null },
    most_part: most >= 1n ? toWire(most, currency) : null,
    expires_at: new Date(expiresMs).toISOString(),
  }
}
