import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { currencies, isCurrency } from '@croupier/contract/money'
import { describe, expect, test } from 'vitest'
import { noChoice, type SlipChoice, shapeOf } from './slip-rules.ts'
import {
  addStake,
  boostStep,
  freeBetPossible,
  leastTotal,
  possibleOf,
  readSingles,
  readStake,
  shareOf,
  singlesPossible,
  stakeMinor,
  stakeSteps,
  totalText,
} from './slip-sums.ts'

/** What is published for the code of others. */
type VectorLeg = { price: number; result: readonly number[] }
const vectors: {
  bets: (Record<'n' | 'bet' | 'stake' | 'return', string> & {
    sizes: number[]
    bankers: VectorLeg[]
    legs: VectorLeg[]
    combinations: number
  })[]
  boosts: { n: number; stake: string; legs: VectorLeg[]; percent: number; return: string; boost: string }[]
} = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs/betting-vectors.json'), 'utf8'))

const picksOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    pick: `${at + 1}/result/ft/-/1`,
    marketId: at + 1,
    event: { id: at + 1 },
    isBuildable: false,
  }))

const shape = (count: number, choice: Partial<SlipChoice> = {}) => shapeOf({ ...noChoice, ...choice }, picksOf(count))
const pricesOf = (legs: readonly { price: number }[]) => legs.map(({ price }) => price)
const isWon = ({ result, ...rest }: VectorLeg) => result.join() === '1,0,1' && Object.keys(rest).length === 1

describe('what the slip says is what the house pays', () => {
  const all = vectors.bets.filter(({ legs, bankers }) => [...legs, ...bankers].every(isWon))
  test('most kinds are among the published bets', () => expect(all.length).toBeGreaterThanOrEqual(14))

  test.each(all)('$n $bet of $stake: $return', ({ stake, sizes, bankers, legs, combinations, ...said }) => {
    const kind = legs.length === 1 ? 'singles' : sizes.join() === String(legs.length) ? 'multiple' : 'system'
    const pinned = picksOf(bankers.length).map(({ pick }) => pick)
    const bet = shape(legs.length + bankers.length, { kind, sizes, bankers: pinned })
    expect(bet.combinations).toBe(combinations)
    expect(bet.slip.sizes).toEqual(sizes)
    const prices = pricesOf([...bankers, ...legs])
    expect(possibleOf(bet, prices, BigInt(stake)).returned).toBe(BigInt(said.return))
  })

  test.each(vectors.boosts.filter(({ legs }) => legs.every(isWon)))(
    '$n a boost of $percent percent: $boost',
    ({ stake, legs, percent, boost, ...said }) => {
      expect(possibleOf(shape(legs.length), pricesOf(legs), BigInt(stake))).toMatchObject({
        returned: BigInt(said.return),
        boost: BigInt(boost),
        percent,
      })
    },
  )

  test('the treble of the design returns 55.98, and its boost is told apart', () => {
    const prices = [2100, 1720, 1550]
    expect(possibleOf(shape(3), prices, 1_000n)).toEqual({ returned: 5_598n, boost: 137n, percent: 3, oneLost: null })
    expect(totalText(prices)).toBe('5.598')
  })

  test('a Trixie says what it returns when one of them loses', () => {
    const trixie = shape(3, { kind: 'system', sizes: [2, 3] })
    expect(possibleOf(trixie, [1490, 2100, 1550], 1_000n)).toEqual({
      returned: 3_385n,
      boost: 0n,
      percent: 0,
      oneLost: [577n, 813n],
    })
    // Vector 28: the third one lost.
    expect(possibleOf(trixie, [2000, 3000, 4000], 400n).oneLost).toEqual([600n, 1_200n])
  })

  test('a banker that loses takes everything', () => {
    const pinned = shape(4, { kind: 'system', sizes: [2], bankers: [picksOf(1)[0]?.pick ?? ''] })
    expect(possibleOf(pinned, [2000, 2000, 2000, 2000], 300n)).toMatchObject({ returned: 2_400n, oneLost: [0n, 800n] })
  })

  test('of singles each return is cut by itself, and one without a stake returns nothing', () => {
    // 639.61, 637.695 and nothing.
    const said = singlesPossible([1915, 1915, 1915], [334n, 333n, null])
    expect(said).toEqual({ returned: 639n + 637n, boost: 0n, percent: 0, oneLost: null })
  })

  test('of a bet that the house stakes only the profit is paid', () => {
    const trixie = shape(3, { kind: 'system', sizes: [2, 3] })
    const said = freeBetPossible(possibleOf(trixie, [1490, 2100, 1550], 1_000n), 1_000n)
    expect(said).toMatchObject({ returned: 2_385n, oneLost: [0n, 0n] })
  })

  test('order of the picks changes nothing, and more stake never returns less', () => {
    const prices = [1500, 2310, 1080, 4400, 12_500]
    for (const choice of [
      { kind: 'multiple' },
      { kind: 'system', sizes: [3] },
      { kind: 'system', sizes: [2, 3, 4, 5] },
    ] as const) {
      const bet = shape(5, choice)
      const forth = possibleOf(bet, prices, 12_345n)
      expect(possibleOf(bet, prices.toReversed(), 12_345n)).toEqual(forth)
      for (const more of [12_346n, 20_000n]) expect(possibleOf(bet, prices, more).returned >= forth.returned).toBe(true)
    }
  })
})

describe('the boost', () => {
  test.each([
    [[2000], 0, { more: 2, percent: 3 }],
    [[2000, 2000], 0, { more: 1, percent: 3 }],
    [[2000, 2000, 1200], 3, { more: 1, percent: 5 }],
    [[2000, 2000, 1195], 0, { more: 1, percent: 3 }],
    [Array(11).fill(1500), 35, { more: 1, percent: 40 }],
    [Array(12).fill(1500), 40, null],
    [Array(20).fill(1500), 40, null],
  ])('of %s is %s percent', (prices, percent, next) => expect(boostStep(prices)).toEqual({ percent, next }))
})

describe('the stake', () => {
  test.each([
    ['10', 'EUR', 1_000n],
    ['10.5', 'EUR', 1_050n],
    ['10.', 'EUR', 1_000n],
    ['1 000', 'EUR', 100_000n],
    ['10,5', 'EUR', 1_050n],
    ['10,50', 'EUR', 1_050n],
    ['1,000', 'EUR', null],
    ['1,000', 'USDT', null],
    ['10.555', 'EUR', null],
    ['1.5', 'JPY', null],
    ['1,5', 'JPY', null],
    ['333', 'JPY', 333n],
    ['0.000001', 'USDT', 1n],
    ['1.000001', 'USDT', 1_000_001n],
    ['-5', 'EUR', null],
    ['1e3', 'EUR', null],
    ['.5', 'EUR', null],
    ['', 'EUR', null],
    ['9007199254740993', 'EUR', 900_719_925_474_099_300n],
  ] as const)('%s in %s is %s', (typed, currency, minor) => expect(stakeMinor(typed, currency)).toBe(minor))

  test('is the whole, or of each bet', () => {
    const trixie = shape(3, { kind: 'system', sizes: [2, 3] })
    expect(readStake('10', 'total', trixie, 'EUR')).toEqual({ total: 1_000n, shares: [1_000n], fault: null })
    expect(readStake('2.5', 'each', trixie, 'EUR')).toMatchObject({ total: 1_000n, fault: null })
  })

  test('of singles is one for each, and those without one are left out', () => {
    const singles = shape(3, { kind: 'singles' })
    const read = (...typed: string[]) => readSingles(typed, singles, 'EUR')
    expect(read('2', '2', '3.50')).toEqual({ total: 750n, shares: [200n, 200n, 350n], fault: null })
    expect(read('2', '', '')).toEqual({ total: 200n, shares: [200n, null, null], fault: null })
    expect(read('', ' ', '')).toMatchObject({ total: null, fault: 'EMPTY' })
    expect(read('2', 'x', '')).toMatchObject({ total: null, fault: 'FORMAT' })
    expect(read('2', '0.19', '')).toMatchObject({ total: null, fault: 'TOO_SMALL' })
  })

  test('is at least what the house takes, and a unit for each bet in it', () => {
    const trixie = shape(3, { kind: 'system', sizes: [2, 3] })
    expect(leastTotal(trixie, 'JPY')).toBe(20n)
    expect(leastTotal(shape(6, { kind: 'system', sizes: [2, 3, 4, 5, 6] }), 'EUR')).toBe(57n)
    expect(leastTotal(shape(3, { kind: 'singles' }), 'EUR')).toBe(20n)
    expect(readStake('19', 'total', trixie, 'JPY')).toMatchObject({ total: null, fault: 'TOO_SMALL' })
    expect(readStake('20', 'total', trixie, 'JPY')).toMatchObject({ total: 20n, fault: null })
    expect(readStake('0', 'total', shape(2), 'EUR')).toMatchObject({ fault: 'TOO_SMALL' })
    expect(readStake(' ', 'total', trixie, 'JPY')).toMatchObject({ fault: 'EMPTY' })
    expect(readStake('x', 'total', trixie, 'JPY')).toMatchObject({ fault: 'FORMAT' })
  })

  test('of one bet is shown cut, and told where it is not even', () => {
    expect(shareOf(1_000n, 4)).toEqual({ minor: 250n, isExact: true })
    expect(shareOf(1_000n, 11)).toEqual({ minor: 90n, isExact: false })
  })

  test('grows by a press, in every currency, and what cannot be read begins anew', () => {
    expect(addStake('', stakeSteps('EUR')[0], 'EUR')).toBe('5')
    expect(addStake('2.50', stakeSteps('EUR')[1], 'EUR')).toBe('12.50')
    expect(addStake('oops', stakeSteps('JPY')[1], 'JPY')).toBe('1000')
    expect(addStake('0.000001', stakeSteps('USDT')[0], 'USDT')).toBe('5.000001')
    for (const currency of Object.keys(currencies))
      if (isCurrency(currency)) expect(addStake('', stakeSteps(currency)[1], currency)).toMatch(/^[1-9]\d{1,3}$/)
  })
})
