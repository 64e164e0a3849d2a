import { currencies } from '@croupier/contract/money'

/** `12.50`: how often the stake came back, rounded down; a free spin staked nothing. */
export function multipleOf({ staked, won }: { staked: bigint; won: bigint }): string {
  if (staked <= 0n) return '0.00'
  const hundredths = (won * 100n) / staked
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
}

/**
 * What a minor unit of each currency is worth in the base currency. Only for comparing: rates are the house's own, and
 * no money is ever changed by them.
 */
export function worthOf(rates: Readonly<Record<string, string>>, base: string): Record<string, number> {
  const worth: Record<string, number> = {}
  for (const [code, { decimals }] of Object.entries(currencies) satisfies [string, { decimals: number }][]) {
    const rate = code === base ? 1 : Number(rates[code])
    if (code !== 'FUN' && rate > 0) worth[code] = 1 / rate / 10 ** decimals
  }
  return worth
}

export const periodDays = { day: 1, week: 7, month: 30 } as const satisfies Record<string, number>
