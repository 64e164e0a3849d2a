import { describe, expect, test } from 'vitest'
import { chanceFrom } from '../../test/purses.ts'
import type { PurseName } from '../wallet/wallet.ts'
import {
  fundStake,
  ownTerms,
  type Part,
  playable,
  riskedIn,
  type StakePurse,
  shareOf,
  type Terms,
  transfersFrom,
  transfersTo,
} from './funding.ts'

/** A second purse, as a bonus will have one: only its terms are new. */
const modes = {
  none: [{ kind: 'main' }],
  sticky: [{ kind: 'bonus' }, { kind: 'main' }],
  nonSticky: [{ kind: 'main' }, { kind: 'bonus' }],
  isolated: [{ kind: 'bonus' }],
  paused: [{ kind: 'main' }],
} as const satisfies Record<string, Terms>

const balances = (main: bigint, bonus: bigint) => (kind: StakePurse) =>
  kind === 'main' ? main : kind === 'bonus' ? bonus : 0n

const amounts = (parts: readonly Part[]) => ({
  main: parts.reduce((sum, { kind, amount }) => sum + (kind === 'main' ? amount : 0n), 0n),
  bonus: parts.reduce((sum, { kind, amount }) => sum + (kind === 'bonus' ? amount : 0n), 0n),
})

function funded(stake: bigint, main: bigint, bonus: bigint, terms: Terms): Part[] {
  const funding = fundStake(stake, balances(main, bonus), terms)
  if (funding.kind === 'short') throw new Error('short')
  return funding.parts
}

describe('who pays a stake', () => {
  test.each([
    ['none', 500n, 600n, 3_000n, { main: 500n, bonus: 0n }],
    ['sticky', 500n, 6_000n, 300n, { main: 200n, bonus: 300n }],
    ['sticky', 200n, 6_000n, 300n, { main: 0n, bonus: 200n }],
    ['nonSticky', 500n, 200n, 3_000n, { main: 200n, bonus: 300n }],
    ['nonSticky', 2_000n, 5_000n, 3_000n, { main: 2_000n, bonus: 0n }],
    ['nonSticky', 400n, 150n, 2_000n, { main: 150n, bonus: 250n }],
    ['isolated', 500n, 6_000n, 3_000n, { main: 0n, bonus: 500n }],
    ['paused', 300n, 400n, 3_000n, { main: 300n, bonus: 0n }],
  ] as const)('%s: %s of main %s and bonus %s', (mode, stake, main, bonus, parts) => {
    expect(amounts(funded(stake, main, bonus, modes[mode]))).toEqual(parts)
  })

  test.each([
    ['none', 500n, 499n, 3_000n, 499n],
    ['sticky', 500n, 100n, 300n, 400n],
    ['nonSticky', 500n, 100n, 300n, 400n],
    ['isolated', 500n, 6_000n, 300n, 300n],
    ['paused', 500n, 400n, 3_000n, 400n],
  ] as const)('%s: %s is too much for main %s and bonus %s', (mode, stake, main, bonus, available) => {
    expect(fundStake(stake, balances(main, bonus), modes[mode])).toEqual({ kind: 'short', available })
    expect(playable(modes[mode], balances(main, bonus))).toBe(available)
  })

  test('the house pays for a free spin whatever the player has, and the player risks nothing', () => {
    const parts = fundStake(100n, balances(0n, 0n), [{ kind: 'promotions', pack: 7n }])
    expect(parts).toEqual({ kind: 'funded', parts: [{ kind: 'promotions', pack: 7n, amount: 100n }] })
    expect(parts.kind === 'funded' && riskedIn(parts.parts)).toBe(0n)
  })

  test('a demo is paid with play money; a stake of nothing has no parts', () => {
    expect(fundStake(5n, (kind) => (kind === 'fun' ? 5n : 0n), ownTerms('demo'))).toEqual({
      kind: 'funded',
      parts: [{ kind: 'fun', amount: 5n }],
    })
    expect(fundStake(0n, balances(0n, 0n), ownTerms('real'))).toEqual({ kind: 'funded', parts: [] })
  })
})

/** Where a win goes, by the stakes that stand. */
function returned(parts: readonly Part[], amount: bigint, before?: { amount: bigint; share: bigint }) {
  const { main, bonus } = amounts(parts)
  const share = shareOf({ staked: main + bonus, byBonus: bonus }, amount, before)
  return { main: amount - share, bonus: share }
}

describe('where a win goes', () => {
  test.each([
    // The worked examples 6, 7 and 9: stake, main, bonus, win, to main, to bonus.
    ['nonSticky', 500n, 200n, 3_000n, 1_200n, 480n, 720n],
    ['nonSticky', 40n, 7n, 3_000n, 50n, 9n, 41n],
    ['sticky', 500n, 6_000n, 300n, 800n, 320n, 480n],
    ['none', 500n, 600n, 3_000n, 800n, 800n, 0n],
    ['isolated', 500n, 600n, 3_000n, 900n, 0n, 900n],
  ] as const)('%s: stake %s of main %s and bonus %s wins %s', (mode, stake, main, bonus, win, toMain, toBonus) => {
    const parts = funded(stake, main, bonus, modes[mode])
    expect(returned(parts, win)).toEqual({ main: toMain, bonus: toBonus })
  })

  test('cut into two calls it comes to the same (example 8), also with a stake added in between (example 28)', () => {
    const parts = funded(40n, 7n, 3_000n, modes.nonSticky)
    const first = returned(parts, 20n)
    expect(first).toEqual({ main: 4n, bonus: 16n })
    expect(returned(parts, 30n, { amount: 20n, share: first.bonus })).toEqual({ main: 5n, bonus: 25n })
    const added = [...funded(300n, 0n, 1_000n, modes.nonSticky), ...funded(300n, 2_000n, 700n, modes.nonSticky)]
    expect(returned(added, 1_200n)).toEqual({ main: 600n, bonus: 600n })
  })

  /** Chance that repeats: small sums, large ones and nothing, under every terms. */
  function* worlds(count: number) {
    const below = chanceFrom(20_261_115)
    const money = () =>
      [0n, BigInt(below(50)), BigInt(below(100_000)), BigInt(below(2 ** 31)) * 1_000_003n][below(4)] ?? 0n
    const all = Object.values(modes)
    for (let at = 0; at < count; at += 1) yield { below, money, paying: all[at % all.length] ?? modes.none }
  }

  test('no order of stakes and wins makes or loses money, and nothing given is taken back', () => {
    for (const { below, money, paying } of worlds(5_000)) {
      const [main, bonus] = [money(), money()]
      const purse = { main, bonus, game: 0n }
      const parts: Part[] = []
      const given = { amount: 0n, share: 0n }
      for (let step = below(12); step > 0; step -= 1) {
        const [isStake, amount] = [below(2) === 0, money()]
        const funding = isStake ? fundStake(amount, balances(purse.main, purse.bonus), paying) : null
        if (funding?.kind === 'short') expect(funding.available).toBeLessThan(amount)
        if (funding?.kind === 'funded') {
          const paid = amounts(funding.parts)
          expect(paid.main + paid.bonus).toBe(amount)
          purse.main -= paid.main
          purse.bonus -= paid.bonus
          purse.game += amount
          parts.push(...funding.parts)
        }
        if (isStake || parts.length === 0) continue
        const got = returned(parts, amount, given)
        expect(got.main >= 0n && got.bonus >= 0n && got.main + got.bonus === amount).toBe(true)
        purse.main += got.main
        purse.bonus += got.bonus
        purse.game -= amount
        given.amount += amount
        given.share += got.bonus
      }
      expect(purse.main >= 0n && purse.bonus >= 0n).toBe(true)
      expect(purse.main + purse.bonus + purse.game).toBe(main + bonus)
    }
  })

  test('however a win is cut, the share of the whole is the same', () => {
    for (const { below, money, paying } of worlds(5_000)) {
      const funding = fundStake(money(), balances(money(), money()), paying)
      if (funding.kind === 'short') continue
      const cuts = Array.from({ length: 1 + below(5) }, money)
      const given = { amount: 0n, share: 0n }
      for (const cut of cuts) {
        given.share += returned(funding.parts, cut, given).bonus
        given.amount += cut
      }
      expect(given.share).toBe(returned(funding.parts, given.amount).bonus)
    }
  })
})

describe('transfers', () => {
  const owner = { playerId: 5n, currency: 'EUR' }
  const hold: PurseName = { ...owner, kind: 'slip_hold' }
  const about = { reason: 'stake', ref: 'bet:1' } as const

  test('a bet goes from main to its hold and back by its parts', () => {
    const parts = funded(500n, 200n, 3_000n, modes.nonSticky)
    const out = transfersFrom(parts, owner, { ...about, to: hold })
    expect(out.map(({ from, to, amount }) => [from.kind, to.kind, amount])).toEqual([
      ['main', 'slip_hold', 200n],
      ['bonus', 'slip_hold', 300n],
    ])
    const back = transfersTo(parts, owner, { reason: 'release', ref: 'bet:1', from: hold })
    expect(back.map(({ from, to, amount }) => [from.kind, to.kind, amount])).toEqual([
      ['slip_hold', 'main', 200n],
      ['slip_hold', 'bonus', 300n],
    ])
  })
})
