/** An exact number; `den` is above zero. Not brought to lowest terms: nothing compares its parts. */
export type Fraction = { num: bigint; den: bigint }

export function fraction(num: bigint | number, den: bigint | number = 1n): Fraction {
  const exact = { num: BigInt(num), den: BigInt(den) }
  if (exact.den <= 0n) throw new Error('a fraction without a denominator')
  return exact
}

export const one: Fraction = { num: 1n, den: 1n }

export const plus = (a: Fraction, b: Fraction): Fraction => ({ num: a.num * b.den + b.num * a.den, den: a.den * b.den })

export const times = (a: Fraction, b: Fraction): Fraction => ({ num: a.num * b.num, den: a.den * b.den })

export const product = (factors: readonly Fraction[]): Fraction => factors.reduce(times, one)

export const isLess = (a: Fraction, b: Fraction): boolean => a.num * b.den < b.num * a.den

/** Down, also below zero. */
export function floor({ num, den }: Fraction): bigint {
  const cut = num / den
  return num < 0n && cut * den !== num ? cut - 1n : cut
}
