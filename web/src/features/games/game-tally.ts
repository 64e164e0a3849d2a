import { type Currency, fromDecimal, isCurrency, toWire, type WireMoney } from '@croupier/contract/money'

/** What was played since the page was opened, in one currency. */
export type Tally = { currency: Currency; rounds: number; staked: bigint; won: bigint }

const minor = ({ amount }: WireMoney, currency: Currency) => fromDecimal(amount, currency) ?? 0n

type Round = { staked: WireMoney; won: WireMoney; is_free: boolean }

/** Another currency (practice money after real money) begins anew. What the house staked is not the player's. */
export function count(tally: Tally | null, { staked, won, is_free: isFree }: Round): Tally | null {
  const { currency } = staked
  if (!isCurrency(currency)) return tally
  const before = tally?.currency === currency ? tally : { currency, rounds: 0, staked: 0n, won: 0n }
  return {
    currency,
    rounds: before.rounds + 1,
    staked: before.staked + (isFree ? 0n : minor(staked, currency)),
    won: before.won + minor(won, currency),
  }
}

export const sums = ({ currency, staked, won }: Tally) => ({
  staked: toWire(staked, currency),
  won: toWire(won, currency),
  net: toWire(won - staked, currency),
})
