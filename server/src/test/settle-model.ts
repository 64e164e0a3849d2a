/**
 * Bets and what becomes of them, written a second time and differently: combinations one by one, totals instead of
 * transfers. Only for plain bets; what a bonus does has a model of its own.
 */

type Share = readonly [win: number, back: number, of: number]
export type Word = Share | null

type ModelLeg = { market: number; price: number; outcome: 'over' | 'under' }
export type ModelBet = {
  player: number
  stake: bigint
  legs: readonly ModelLeg[]
  sizes: readonly number[]
  bankers: readonly number[]
  isMultiple: boolean
  hasBoost: boolean
}

type Settled = { returned: bigint; boost: bigint; words: readonly Word[] }
type BetState = ModelBet & {
  state: 'open' | 'settled' | 'cashed'
  last: Settled | null
  isUnderReview: boolean
  steps: number
  /** What the house bore for the player because of this bet. */
  owed: bigint
  /** Hours since it was settled for the first time; null before. */
  age: number | null
  /** Nothing of its stake was cashed out. */
  isWhole: boolean
  rulings: Map<number, Share>
  /** Markets that it was taken too late on. */
  late: Set<number>
}

const boosts = [0, 0, 0, 3, 5, 8, 11, 15, 20, 25, 30, 35, 40]

const isSame = (one: Word, other: Word) =>
  one === null || other === null
    ? one === other
    : one[0] * other[2] === other[0] * one[2] && one[1] * other[2] === other[1] * one[2]

/** Every choice of so many out of these. */
function choices(from: readonly number[], size: number): number[][] {
  if (size === 0) return [[]]
  return from.flatMap((first, at) => choices(from.slice(at + 1), size - 1).map((rest) => [first, ...rest]))
}

function judged(
  { legs, sizes, bankers, stake, isMultiple, hasBoost }: ModelBet,
  words: readonly Word[],
): Settled | null {
  const others = legs.map((_, at) => at).filter((at) => !bankers.includes(at))
  const combinations = sizes.flatMap((size) => choices(others, size)).map((chosen) => [...bankers, ...chosen])
  const isLost = (at: number) => words[at]?.[0] === 0 && words[at]?.[1] === 0
  const areAllLost = combinations.every((combination) => combination.some(isLost))
  if (words.includes(null) && !areAllLost) return null
  // Over one denominator that every leg divides.
  const scale = legs.reduce((all, _, at) => all * 1_000n * BigInt(words[at]?.[2] ?? 1), 1n)
  let sum = 0n
  for (const combination of combinations) {
    let worth = scale
    for (const at of combination) {
      const [win, back, of] = words[at] ?? [0, 0, 1]
      worth = (worth * BigInt(win * (legs[at]?.price ?? 0) + back * 1_000)) / (1_000n * BigInt(of))
    }
    sum += worth
  }
  const returned = (stake * sum) / (scale * BigInt(combinations.length))
  const full = legs.filter(({ price }, at) => price >= 1_200 && words[at]?.[0] === words[at]?.[2]).length
  const percent = isMultiple && hasBoost ? BigInt(boosts[Math.min(full, 12)] ?? 0) : 0n
  return { returned, boost: returned > stake ? ((returned - stake) * percent) / 100n : 0n, words }
}

const least = (one: bigint, other: bigint) => (one < other ? one : other)
const above = (amount: bigint) => (amount > 0n ? amount : 0n)

export function settleModel(players: number, main: bigint) {
  const mains = Array.from({ length: players }, () => main)
  const holds = Array.from({ length: players }, () => 0n)
  const markets = new Map<number, { over: Word; under: Word }>()
  const bets: BetState[] = []

  const wordOf = (bet: BetState, at: number): Word => {
    const leg = bet.legs[at]
    if (!leg) return null
    const ruled = bet.rulings.get(at)
    if (ruled) return ruled
    return bet.late.has(leg.market) ? [0, 1, 1] : (markets.get(leg.market)?.[leg.outcome] ?? null)
  }
  const give = (bet: BetState, amount: bigint) => {
    const back = least(bet.owed, amount)
    bet.owed -= back
    mains[bet.player] = (mains[bet.player] ?? 0n) + amount - back
  }
  const take = (bet: BetState, amount: bigint) => {
    const there = least(mains[bet.player] ?? 0n, amount)
    mains[bet.player] = (mains[bet.player] ?? 0n) - there
    bet.owed += amount - there
  }
  const hold = (bet: BetState, amount: bigint) => {
    holds[bet.player] = (holds[bet.player] ?? 0n) + amount
  }

  function look(bet: BetState): void {
    const now = judged(
      bet,
      bet.legs.map((_, at) => wordOf(bet, at)),
    )
    const { last } = bet
    if (bet.state === 'cashed') return
    if (bet.state === 'open') {
      if (!now) return
      hold(bet, -bet.stake)
      give(bet, now.returned + now.boost)
      Object.assign(bet, { state: 'settled', last: now, steps: bet.steps + 1, age: bet.age ?? 0 })
      return
    }
    if (!last) return
    if (!now) {
      if (last.returned + last.boost > 0n) bet.isUnderReview = true
      else {
        hold(bet, bet.stake)
        Object.assign(bet, { state: 'open', last: null, steps: bet.steps + 1 })
      }
      return
    }
    bet.isUnderReview = false
    const isMoney = now.returned !== last.returned || now.boost !== last.boost
    const isLeg = last.words.some((word, at) => word !== null && !isSame(word, now.words[at] ?? null))
    const difference = now.returned + now.boost - last.returned - last.boost
    if ((!isMoney && !isLeg) || (difference < 0n && (bet.age ?? 0) > 72)) return
    give(bet, above(now.returned - last.returned) + above(now.boost - last.boost))
    take(bet, above(last.returned - now.returned) + above(last.boost - now.boost))
    Object.assign(bet, { last: now, steps: bet.steps + 1 })
  }

  /** Its first end, which is not that its whole stake is given back. */
  const isPlainEnd = (bet: BetState): boolean => {
    const words = bet.legs.map((_, at) => wordOf(bet, at))
    const isVoid = words.every((word) => word !== null && isSame(word, [0, 1, 1]))
    return bet.state === 'open' && judged(bet, words) !== null && !(isVoid && bet.isWhole)
  }
  /** What one word ends plainly goes before what it corrects: a player may have that to give it back from. */
  const lookAt = (isConcerned: (bet: BetState) => boolean) => {
    const concerned = bets.filter(isConcerned)
    const plain = new Set(concerned.filter(isPlainEnd))
    for (const bet of plain) look(bet)
    for (const bet of concerned) if (!plain.has(bet)) look(bet)
  }
  const on = (market: number) => (bet: BetState) => bet.legs.some((leg) => leg.market === market)

  return {
    main: (player: number) => mains[player] ?? 0n,
    hold: (player: number) => holds[player] ?? 0n,
    bet: (at: number) => bets[at],
    count: () => bets.length,
    place(bet: ModelBet) {
      mains[bet.player] = (mains[bet.player] ?? 0n) - bet.stake
      holds[bet.player] = (holds[bet.player] ?? 0n) + bet.stake
      const fresh = {
        state: 'open',
        last: null,
        isUnderReview: false,
        steps: 1,
        owed: 0n,
        age: null,
        isWhole: true,
      } as const
      bets.push({ ...bet, ...fresh, rulings: new Map(), late: new Set() })
    },
    /** So much of its stake ends for that; what is left is the bet from then on. */
    cash(at: number, part: bigint, value: bigint) {
      const bet = bets[at]
      if (!bet) return
      hold(bet, -part)
      give(bet, value)
      const isFull = part === bet.stake
      Object.assign(bet, {
        steps: bet.steps + 1,
        stake: bet.stake - part,
        isWhole: false,
        ...(isFull && { state: 'cashed' }),
      })
    },

    spend(player: number, amount: bigint) {
      mains[player] = (mains[player] ?? 0n) - amount
    },
    say(market: number, word: { over: Word; under: Word }) {
      markets.set(market, word)
      lookAt(on(market))
    },
    rule(at: number, leg: number, word: Share | null) {
      const bet = bets[at]
      if (!bet) return
      if (word) bet.rulings.set(leg, word)
      else bet.rulings.delete(leg)
      look(bet)
    },
    /** Every bet until now was taken too late on this market, or was not after all. */
    cancel(market: number, isLate: boolean) {
      for (const bet of bets) {
        if (isLate) bet.late.add(market)
        else bet.late.delete(market)
      }
      lookAt(on(market))
    },
    grow(hours: number) {
      for (const bet of bets) if (bet.age !== null) bet.age += hours
    },
  }
}
