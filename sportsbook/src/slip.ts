/** A single has one leg, a multiple needs all of its legs, a system is many multiples of some of them. */
export const betKinds = ['single', 'multiple', 'system'] as const
export type BetKind = (typeof betKinds)[number]

/** `bankers` are places in the list of picks; `sizes` is how many of the others stand in one combination. */
export type Slip = { kind: BetKind; picks: number; bankers: readonly number[]; sizes: readonly number[] }

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** Systems that have a name, by the number of their legs. */
export const systems = {
  trixie: { legs: 3, sizes: upTo(2, 3) },
  patent: { legs: 3, sizes: upTo(1, 3) },
  yankee: { legs: 4, sizes: upTo(2, 4) },
  lucky_15: { legs: 4, sizes: upTo(1, 4) },
  canadian: { legs: 5, sizes: upTo(2, 5) },
  lucky_31: { legs: 5, sizes: upTo(1, 5) },
  heinz: { legs: 6, sizes: upTo(2, 6) },
  lucky_63: { legs: 6, sizes: upTo(1, 6) },
  super_heinz: { legs: 7, sizes: upTo(2, 7) },
  goliath: { legs: 8, sizes: upTo(2, 8) },
} as const satisfies Record<string, { legs: number; sizes: readonly number[] }>

export const slipLimits = { multiple: 20, system: 12, combinations: 4095, bets: 20 } as const

/** How many ways there are to choose `size` of `from`. */
export function choose(from: number, size: number): number {
  let ways = size < 0 || size > from ? 0 : 1
  for (let at = 1; at <= size; at++) ways = (ways * (from - size + at)) / at
  return ways
}

export const othersOf = ({ picks, bankers }: Slip): number => picks - bankers.length

export const combinationsOf = (slip: Slip): number =>
  slip.sizes.reduce((sum, size) => sum + choose(othersOf(slip), size), 0)

export const singleSlip: Slip = { kind: 'single', picks: 1, bankers: [], sizes: [1] }

export const multipleSlip = (picks: number): Slip => ({ kind: 'multiple', picks, bankers: [], sizes: [picks] })

/** The name of a system; `3/5` and `2,3/4` where it has none. Bankers are told beside it. */
export function systemName(slip: Slip): string {
  const others = othersOf(slip)
  const same = Object.entries(systems).find(
    ([, { legs, sizes }]) => legs === others && sizes.join() === slip.sizes.join(),
  )
  return same?.[0] ?? `${slip.sizes.join(',')}/${others}`
}

const areRising = (numbers: readonly number[], from: number, to: number) =>
  numbers.every((each, at) => Number.isInteger(each) && each >= (at === 0 ? from : (numbers[at - 1] ?? to) + 1)) &&
  (numbers.at(-1) ?? from) <= to

export type SlipFault = { reason: 'LEG_COUNT'; min: number; max: number } | { reason: 'SYSTEM_INVALID' }

const legsOf = {
  single: { min: 1, max: 1 },
  multiple: { min: 2, max: slipLimits.multiple },
  system: { min: 3, max: slipLimits.system },
}

/** What is wrong with the shape of a bet; null where nothing is. A system of one combination is a multiple. */
export function slipFault(slip: Slip): SlipFault | null {
  const { min, max } = legsOf[slip.kind]
  if (!Number.isInteger(slip.picks) || slip.picks < min || slip.picks > max) return { reason: 'LEG_COUNT', min, max }
  const isSound =
    slip.kind === 'system'
      ? slip.sizes.length > 0 &&
        areRising(slip.bankers, 0, slip.picks - 1) &&
        areRising(slip.sizes, 1, othersOf(slip)) &&
        combinationsOf(slip) > 1 &&
        combinationsOf(slip) <= slipLimits.combinations
      : slip.bankers.length === 0 && slip.sizes.join() === String(slip.picks)
  return isSound ? null : { reason: 'SYSTEM_INVALID' }
}

/** A combination's stake is an exact share that is only shown, but none may be less than one minor unit. */
export const leastStake = (slip: Slip): bigint => BigInt(combinationsOf(slip))

/** A stake that was entered for each combination. */
export const totalStake = (slip: Slip, each: bigint): bigint => each * BigInt(combinationsOf(slip))

/** Two places meet where some combination has both: bankers meet everyone, the others from size two. */
export function doMeet({ bankers, sizes }: Slip, one: number, other: number): boolean {
  const needed = Number(!bankers.includes(one)) + Number(!bankers.includes(other))
  return one !== other && sizes.some((size) => size >= needed)
}
