import { Refusal } from '@croupier/contract/refusals'
import { boostOf } from '@croupier/sportsbook/settle'
import { maxPayouts, riskUnits, type Tier } from '@croupier/sportsbook/stated'
import { describe, expect, test } from 'vitest'
import { chanceFrom } from '../../test/purses.ts'
import { oddsForBonus } from './bonus-bets.ts'
import {
  type BetFacts,
  boostAtBest,
  decideBet,
  decideWaiting,
  exposureOf,
  fullRoom,
  mostStake,
  possibleOf,
  type SeenLeg,
  type SeenPart,
  slipOf,
} from './decide.ts'
import { isStillQuoted, judgePrice } from './price-rules.ts'

const part = (at: number, more: Partial<SeenPart> = {}): SeenPart => ({
  ...{ pick: `${at}/result/ft/-/1`, eventId: BigInt(at), marketId: BigInt(at), outcome: '1', sport: 'football' },
  ...{ tier: 'A', state: 'open', cause: null, price: 2000, version: 3, stops: 0, isPlayed: false, delaySeconds: 6 },
  ...{ win: 475_000_000, back: 0, rules: 'football/1', isSilent: false, room: 10n ** 15n },
  ...more,
})
const leg = (at: number, more: Partial<SeenPart> = {}, askedPrice = more.price ?? 2000): SeenLeg => {
  const seen = part(at, more)
  return { askedPrice, price: seen.price, version: seen.version, parts: [seen], builder: null }
}
const legs = (prices: readonly number[], more: Partial<SeenPart> = {}) =>
  prices.map((price, at) => leg(at + 1, { price, ...more }))

type Shape = Parameters<typeof decideBet>[0]
const askedOf = (kind: Shape['kind'], of: readonly unknown[], more: Partial<Shape> = {}): Shape => ({
  ...{ kind, sizes: [of.length], bankers: [], policy: 'better' },
  picks: of.map((_, at) => ({ pick: `${at + 1}/result/ft/-/1`, price: 2000, version: 3 })),
  ...more,
})
const facts = (seen: readonly (SeenLeg | null)[], more: Partial<BetFacts> = {}): BetFacts => ({
  ...{ legs: seen, nowMs: 1_000, closed: null, gate: null, currency: 'EUR', stake: 1_000n, available: 100_000n },
  ...{ isFreeBet: false, factorBp: 10_000 },
  ...more,
})
const reasonOf = (said: unknown) => (said instanceof Refusal ? said.reason : 'taken')

describe('a bet', () => {
  test('is refused by the gravest of all that is wrong with it', () => {
    const wrong = leg(1, { state: 'closed', isSilent: true, price: 1900, room: 0n }, 2000)
    const all = facts([wrong, null], {
      gate: new Refusal('InvalidParameter:SELF_EXCLUDED'),
      closed: 'a pause',
      available: 0n,
    })
    const two = askedOf('multiple', [1, 2])
    expect(reasonOf(decideBet(two, all))).toBe('SELF_EXCLUDED')
    expect(reasonOf(decideBet(two, { ...all, gate: null }))).toBe('GAME_CLOSED')
    const open = { ...all, gate: null, closed: null }
    expect(reasonOf(decideBet({ ...two, sizes: [1] }, open))).toBe('SYSTEM_INVALID')
    expect(reasonOf(decideBet(two, open))).toBe('PICK_UNKNOWN')
    const one = (seen: SeenLeg) => reasonOf(decideBet(askedOf('single', [1]), { ...open, legs: [seen] }))
    expect(one(wrong)).toBe('MARKET_CLOSED')
    expect(one(leg(1, { isSilent: true, state: 'suspended', price: 1900 }, 2000))).toBe('FEED_STALE')
    expect(one(leg(1, { state: 'suspended', price: 1900 }, 2000))).toBe('MARKET_SUSPENDED')
    expect(one(leg(1, { price: 1900, room: 0n }, 2000))).toBe('ODDS_CHANGED')
    expect(one(leg(1, { room: 0n }))).toBe('STAKE_LIMIT')
    expect(one(leg(1))).toBe('INSUFFICIENT_FUNDS')
  })

  test('on two picks that decide each other is refused where they meet, through a system too', () => {
    const same = [leg(1), { ...leg(1), parts: [part(1, { marketId: 9n })] }, leg(2)]
    const system = askedOf('system', same)
    expect(reasonOf(decideBet({ ...system, sizes: [2] }, facts(same)))).toBe('LEGS_RELATED')
    expect(reasonOf(decideBet({ ...system, sizes: [1] }, facts(same)))).toBe('taken')
    expect(reasonOf(decideBet({ ...system, sizes: [1], bankers: [0] }, facts(same)))).toBe('LEGS_RELATED')
  })

  test('waits as long as the slowest leg that is played', () => {
    const mixed = [leg(1), leg(2, { isPlayed: true, delaySeconds: 4 }), leg(3, { isPlayed: true, delaySeconds: 5 })]
    expect(decideBet(askedOf('multiple', mixed), facts(mixed))).toMatchObject({ delaySeconds: 5 })
    expect(decideBet(askedOf('multiple', [1]), facts([leg(1)]))).toBeInstanceOf(Refusal)
    expect(decideBet(askedOf('single', [1]), facts([leg(1)]))).toMatchObject({ delaySeconds: 0, possible: 2_000n })
  })

  test('that the house stakes gives its profit alone', () => {
    const free = decideBet(askedOf('single', [1]), facts([leg(1, { price: 2180 })], { isFreeBet: true }))
    expect(free).toMatchObject({ possible: 1_180n })
  })

  test('that waited ends alike on every side when its market was stopped, before anything else is looked at', () => {
    const stops = new Map([['1/result/ft/-/1', 0]])
    const single = askedOf('single', [1])
    for (const more of [{}, { state: 'closed' }, { price: 5000 }, { price: 1100 }, { isSilent: true }] as const) {
      const seen = [leg(1, { stops: 1, ...more }, 2000)]
      expect(reasonOf(decideWaiting(single, { ...facts(seen), legs: seen }, stops))).toBe('MARKET_SUSPENDED')
    }
    const still = [leg(1, { price: 2100 }, 2000)]
    expect(decideWaiting(single, { ...facts(still), legs: still }, stops)).toMatchObject({ possible: 2_100n })
  })
})

describe('prices', () => {
  test('are judged by the policy, and any price has a floor of ten percent', () => {
    expect(judgePrice('none', 2000, 2010)).toBe('ask')
    expect(judgePrice('better', 2000, 2010)).toBe('take')
    expect(judgePrice('better', 2000, 1990)).toBe('ask')
    expect(judgePrice('any', 2000, 1800)).toBe('take')
    expect(judgePrice('any', 2000, 1799)).toBe('ask')
    expect(judgePrice('any', 2185, 1966)).toBe('ask')
  })

  test('of a builder stand while each part is as likely as it was, within two percent', () => {
    expect(isStillQuoted([500_000_000, 100_000_000], [510_000_000, 98_000_000])).toBe(true)
    expect(isStillQuoted([500_000_000, 100_000_000], [500_000_000, 97_999_999])).toBe(false)
    expect(isStillQuoted([500_000_000], [510_000_001])).toBe(false)
    expect(isStillQuoted([500_000_000, 100_000_000], [500_000_000])).toBe(false)
  })

  test('of a system are for a bonus those of its least combination', () => {
    const three = legs([1500, 3000, 2000])
    const shape = (sizes: number[], bankers: number[] = []) => ({ kind: 'system' as const, picks: 3, sizes, bankers })
    expect(oddsForBonus(shape([2, 3]), three).odds).toBe(3000)
    expect(oddsForBonus(shape([1], [1]), three).odds).toBe(4500)
    expect(oddsForBonus({ kind: 'multiple', picks: 3, sizes: [3], bankers: [] }, three).odds).toBe(9000)
    const wide = legs(Array(20).fill(501_000))
    expect(oddsForBonus({ kind: 'multiple', picks: 20, sizes: [20], bankers: [] }, wide).odds).toBe(2 ** 53 - 1)
  })
})

describe('the most that may be staked', () => {
  const most = (seen: readonly SeenLeg[], more: Partial<BetFacts> = {}) =>
    mostStake(slipOf({ ...askedOf(seen.length > 1 ? 'multiple' : 'single', seen) }), seen, facts(seen, more))

  test('is what the house may lose on each outcome, by its own price', () => {
    const room = fullRoom('A', false)
    expect(most(legs([2180], { room }))).toEqual({ amount: 4_237_288n, cause: 'MARKET' })
    expect(exposureOf(4_237_288n, 2180, 'EUR')).toBeLessThanOrEqual(room)
    expect(most(legs([2180], { room }), { currency: 'JPY' })).toEqual({ amount: 4_237_288n, cause: 'MARKET' })
    expect(most(legs([2180], { room: -1n }))).toEqual({ amount: 0n, cause: 'MARKET' })
    expect([fullRoom('B', true), fullRoom('C', false)]).toEqual([600_000n, 400_000n])
  })

  test('is less by the word of the operator, but never less than ten units', () => {
    const own = (factorBp: number) => most(legs([2000], { room: 100_000n }), { factorBp })
    expect(own(10_000)).toEqual({ amount: 100_000n, cause: 'MARKET' })
    expect(own(5_000)).toEqual({ amount: 50_000n, cause: 'PLAYER' })
    expect(own(0)).toEqual({ amount: 1_000n, cause: 'PLAYER' })
    expect(most(legs([2000], { room: 900n }), { factorBp: 0 })).toEqual({ amount: 900n, cause: 'MARKET' })
  })

  test('never lets a bet return more than the cap of its lowest league, boost and all, and one unit more would', () => {
    const tiers: Tier[] = ['A', 'B', 'C']
    const currencies = ['EUR', 'JPY', 'USDT', 'UAH'] as const
    const below = chanceFrom(7)
    for (let trial = 0; trial < 2_000; trial += 1) {
      const prices = Array.from({ length: 1 + below(12) }, () => 1_010 + below(below(2) === 0 ? 2_000 : 499_990))
      const tier = tiers[below(3)] ?? 'A'
      const currency = currencies[below(4)] ?? 'EUR'
      const seen = [...legs(prices.slice(1)), ...legs(prices.slice(0, 1), { tier, pick: '99', eventId: 99n })]
      const slip = slipOf(askedOf(seen.length > 1 ? 'multiple' : 'single', seen))
      const { amount, cause } = mostStake(slip, seen, { currency, factorBp: 10_000 })
      const paid = (stake: bigint) => {
        const returned = possibleOf(slip, seen, { stake, isFreeBet: false })
        return returned + boostOf(stake, returned, boostAtBest(slip, seen))
      }
      const cap = BigInt(maxPayouts[tier]) * BigInt(riskUnits[currency])
      expect(paid(amount)).toBeLessThanOrEqual(cap)
      // Return and boost are rounded apart, so the next unit may just fit.
      if (cause === 'PAYOUT') expect(paid(amount + 1n)).toBeGreaterThanOrEqual(cap)
    }
  })
})
