/** The unit of all stakes, in minor units of each currency: divisible by 20, so that lines and halves stay whole. */
const units: Readonly<Record<string, bigint>> = {
  EUR: 20n,
  USD: 20n,
  GBP: 20n,
  BRL: 100n,
  UAH: 1000n,
  JPY: 20n,
  USDT: 200_000n,
  FUN: 20n,
}

const rungs = [1n, 2n, 3n, 4n, 5n, 10n, 15n, 20n, 25n, 50n, 100n, 150n, 250n, 500n, 1000n]

export type Stakes = { min: bigint; max: bigint; step: bigint; ladder: bigint[] }

/** The unit alone: what amounts of different currencies are compared by. */
export function stakeUnit(currency: string): bigint {
  const unit = units[currency]
  if (unit === undefined) throw new Error('a currency without a unit')
  return unit
}

/** What may be staked on a game in this currency; any whole number of units, the ladder is what its buttons offer. */
export function stakesOf(currency: string, mostUnits: number): Stakes {
  const unit = stakeUnit(currency)
  const most = BigInt(mostUnits)
  return {
    min: unit,
    max: unit * most,
    step: unit,
    ladder: rungs.filter((rung) => rung <= most).map((rung) => rung * unit),
  }
}
