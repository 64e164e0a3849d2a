/** The mathematics of the two games. Amounts are whole minor units; factors are in hundredths. */

/** Six hours on fifty fields. Each pays so that 48 of 50 come back: 96 %, whatever is picked. */
export const hours = [
  { name: 'I', fields: 24, factor: 2n },
  { name: 'II', fields: 12, factor: 4n },
  { name: 'IV', fields: 6, factor: 8n },
  { name: 'VI', fields: 4, factor: 12n },
  { name: 'VIII', fields: 3, factor: 16n },
  { name: 'XII', fields: 1, factor: 48n },
] as const

export const fieldCount = 50

/** Which hour every field shows: the rare ones are spread, so that none is beside its like while that can be helped. */
export const wheel: readonly number[] = spread()

function spread(): number[] {
  const places: (number | null)[] = Array.from({ length: fieldCount }, () => null)
  const rarest = hours.map(({ fields }, hour) => ({ fields, hour })).reverse()
  for (const { fields, hour } of rarest) {
    for (let i = 0; i < fields; i += 1) {
      let at = Math.floor((i * fieldCount) / fields + hour * 9) % fieldCount
      while (places[at] !== null) at = (at + 1) % fieldCount
      places[at] = hour
    }
  }
  return places.map((hour) => hour ?? 0)
}

export const wheelWin = (stake: bigint, pick: number, field: number): bigint => {
  const hour = hours[wheel[field] ?? -1]
  return hour && wheel[field] === pick ? stake * hour.factor : 0n
}

/** Three corners, and the keeper flies to one of them: two kicks of three are goals. What k goals are worth. */
export const cornerCount = 3
export const ladder = [145n, 218n, 327n, 491n, 736n] as const

export const streakWin = (stake: bigint, goals: number): bigint => (stake * (ladder[goals - 1] ?? 0n)) / 100n

/** Whole hundreds, so that every factor leaves whole units. */
const units: Readonly<Record<string, { decimals: number; unit: bigint; symbol: string }>> = {
  EUR: { decimals: 2, unit: 100n, symbol: '€' },
  USD: { decimals: 2, unit: 100n, symbol: '$' },
  GBP: { decimals: 2, unit: 100n, symbol: '£' },
  BRL: { decimals: 2, unit: 500n, symbol: 'R$' },
  UAH: { decimals: 2, unit: 4000n, symbol: '₴' },
  JPY: { decimals: 0, unit: 100n, symbol: '¥' },
  USDT: { decimals: 6, unit: 1_000_000n, symbol: '₮' },
  FUN: { decimals: 2, unit: 100n, symbol: 'FUN' },
}

const steps = [1n, 2n, 5n, 10n, 25n]

export const stakesOf = (currency: string): bigint[] => {
  const known = units[currency]
  return known ? steps.map((step) => step * known.unit) : []
}

/** How a currency is written. */
export const signOf = (currency: string) => ({
  symbol: units[currency]?.symbol ?? currency,
  decimals: units[currency]?.decimals ?? 0,
})

export function toText(minor: bigint, currency: string): string {
  const decimals = units[currency]?.decimals ?? 0
  const digits = minor.toString().padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

export function fromText(text: string, currency: string): bigint {
  const decimals = units[currency]?.decimals ?? 0
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals))
}
