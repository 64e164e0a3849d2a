/** Statistics for the tests of chance: each answers with a p-value, the chance that a fair source looks at least so odd. */

/** ln Γ, by Lanczos. */
function logGamma(x: number): number {
  const parts = [
    76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155, 0.001208650973866179,
    -5.395239384953e-6,
  ]
  const base = x + 5.5 - (x + 0.5) * Math.log(x + 5.5)
  const series = parts.reduce((sum, part, at) => sum + part / (x + 1 + at), 1.000000000190015)
  return -base + Math.log((2.5066282746310002 * series) / x)
}

/** The upper regularised incomplete gamma function: Q(a, x). */
function gammaQ(a: number, x: number): number {
  if (x <= 0) return 1
  const scale = Math.exp(-x + a * Math.log(x) - logGamma(a))
  if (x < a + 1) {
    let term = 1 / a
    let sum = term
    for (let n = 1; n < 10_000 && Math.abs(term) > Math.abs(sum) * 1e-15; n += 1) {
      term *= x / (a + n)
      sum += term
    }
    return 1 - sum * scale
  }
  let b = x + 1 - a
  let c = 1e300
  let d = 1 / b
  let h = d
  for (let n = 1; n < 10_000; n += 1) {
    const an = -n * (n - a)
    b += 2
    d = 1 / (an * d + b || 1e-300)
    c = b + an / c || 1e-300
    const step = d * c
    h *= step
    if (Math.abs(step - 1) < 1e-15) break
  }
  return h * scale
}

/** Both tails of the normal distribution. */
export const normalP = (z: number): number => gammaQ(0.5, (z * z) / 2)

export function chiSquareP(counts: readonly number[], expected: (at: number) => number): number {
  const statistic = counts.reduce((sum, count, at) => sum + (count - expected(at)) ** 2 / expected(at), 0)
  return gammaQ((counts.length - 1) / 2, statistic / 2)
}

export const countsOf = (values: Iterable<number>, limit: number): number[] => {
  const counts = new Array<number>(limit).fill(0)
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

/** Values above and below the middle: how often the side changes. */
export function runsP(values: readonly number[], middle: number): number {
  const sides = values.map((value) => value >= middle)
  const above = sides.filter(Boolean).length
  const below = sides.length - above
  const runs = sides.filter((side, at) => at === 0 || side !== sides[at - 1]).length
  const mean = (2 * above * below) / sides.length + 1
  const variance = ((mean - 1) * (mean - 2)) / (sides.length - 1)
  return normalP((runs - mean) / Math.sqrt(variance))
}

/** How much a value tells about the one `lag` places later. */
export function serialP(values: readonly number[], lag: number): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let together = 0
  let alone = 0
  for (const [at, value] of values.entries()) {
    alone += (value - mean) ** 2
    const later = values[at + lag]
    if (later !== undefined) together += (value - mean) * (later - mean)
  }
  return normalP((together / alone) * Math.sqrt(values.length))
}

/** How many draws it takes until all of `limit` faces were seen: compared with what the coupon collector expects. */
export function couponP(values: readonly number[], limit: number): number {
  const lengths: number[] = []
  let seen = new Set<number>()
  let length = 0
  for (const value of values) {
    seen.add(value)
    length += 1
    if (seen.size < limit) continue
    lengths.push(length)
    seen = new Set()
    length = 0
  }
  const harmonic = Array.from({ length: limit }, (_, at) => limit / (at + 1))
  const mean = harmonic.reduce((sum, part) => sum + part, 0)
  const variance = harmonic.reduce((sum, part) => sum + part * (part - 1), 0)
  const found = lengths.reduce((sum, each) => sum + each, 0) / lengths.length
  return normalP((found - mean) / Math.sqrt(variance / lengths.length))
}

/** Rank of a square matrix of bits, one row per number. */
function rankOf(rows: number[], size: number): number {
  const left = [...rows]
  let rank = 0
  for (let bit = size - 1; bit >= 0; bit -= 1) {
    const pivot = left.findIndex((row, at) => at >= rank && (row >>> bit) & 1)
    if (pivot < 0) continue
    const [a = 0, b = 0] = [left[pivot], left[rank]]
    left[pivot] = b
    left[rank] = a
    for (let at = 0; at < left.length; at += 1) {
      const row = left[at] ?? 0
      if (at !== rank && (row >>> bit) & 1) left[at] = row ^ a
    }
    rank += 1
  }
  return rank
}

/** Ranks of 32 × 32 matrices of bits, as Marsaglia's suite asks. */
export function ranksP(words: readonly number[]): number {
  const counts = [0, 0, 0]
  for (let at = 0; at + 32 <= words.length; at += 32) {
    const rank = rankOf(
      words.slice(at, at + 32).map((word) => word | 0),
      32,
    )
    const place = rank === 32 ? 0 : rank === 31 ? 1 : 2
    counts[place] = (counts[place] ?? 0) + 1
  }
  const total = counts[0] !== undefined ? counts.reduce((sum, count) => sum + count, 0) : 0
  const shares = [0.2887880951538411, 0.5775761901732046, 0.1336357146729543]
  return chiSquareP(counts, (at) => total * (shares[at] ?? 0))
}

/** The four tests of FIPS 140-2 on one block of 20,000 bits. */
export function fipsPasses(block: Uint8Array): boolean {
  const bits = [...block].flatMap((byte) => Array.from({ length: 8 }, (_, at) => (byte >> (7 - at)) & 1))
  const ones = bits.reduce((sum, bit) => sum + bit, 0)
  if (ones <= 9_725 || ones >= 10_275) return false
  const nibbles = countsOf(
    [...block].flatMap((byte) => [byte >> 4, byte & 15]),
    16,
  )
  const poker = (16 / 5_000) * nibbles.reduce((sum, count) => sum + count ** 2, 0) - 5_000
  if (poker <= 2.16 || poker >= 46.17) return false
  const runs = [new Array<number>(7).fill(0), new Array<number>(7).fill(0)]
  let length = 0
  for (const [at, bit] of bits.entries()) {
    length += 1
    if (bits[at + 1] === bit) continue
    if (length >= 26) return false
    const counts = runs[bit]
    if (counts) counts[Math.min(length, 6)] = (counts[Math.min(length, 6)] ?? 0) + 1
    length = 0
  }
  const ranges = [
    [2_315, 2_685],
    [1_114, 1_386],
    [527, 723],
    [240, 384],
    [103, 209],
    [103, 209],
  ] as const
  return runs.every((counts) =>
    ranges.every(([least, most], at) => (counts[at + 1] ?? 0) >= least && (counts[at + 1] ?? 0) <= most),
  )
}
