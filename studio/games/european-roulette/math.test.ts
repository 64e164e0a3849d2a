import { describe, expect, test } from 'vitest'
import { type Draws, drawsFrom } from '../../engine/draws.ts'
import { WrongChoice } from '../../engine/game.ts'
import { stakesOf } from '../../engine/stakes.ts'
import { about } from './about.ts'
import { type Bet, chipsOn, exactRtp, maths, mostChips, mostSpots, returns } from './math.ts'
import { colourOf, spotNamed, spots, wheel } from './spots.ts'

const landsOn = (number: number): Draws => ({ below: () => number })
const spin = (bets: readonly Bet[], number: number, stake = BigInt(chipsOn(bets)) * 20n) =>
  maths.play({ stake, choices: [{ bets }] }, landsOn(number))
const pockets = Array.from({ length: 37 }, (_, number) => number)

describe('what a chip pays', () => {
  test.each<[Bet, number, bigint]>([
    [['straight-17', 1], 17, 720n],
    [['straight-17', 1], 18, 0n],
    [['straight-0', 1], 0, 720n],
    [['split-8-11', 1], 11, 360n],
    [['split-8-11', 1], 9, 0n],
    [['split-0-2', 1], 0, 360n],
    [['split-35-36', 1], 36, 360n],
    [['street-13', 1], 15, 240n],
    [['street-13', 1], 16, 0n],
    [['trio-1', 1], 0, 240n],
    [['trio-1', 1], 3, 0n],
    [['trio-2', 1], 3, 240n],
    [['corner-8', 1], 12, 180n],
    [['corner-8', 1], 10, 0n],
    [['four', 1], 0, 180n],
    [['four', 1], 4, 0n],
    [['line-31', 1], 36, 120n],
    [['line-31', 1], 30, 0n],
    [['column-1', 1], 34, 60n],
    [['column-3', 1], 36, 60n],
    [['column-2', 1], 0, 0n],
    [['dozen-2', 1], 13, 60n],
    [['dozen-2', 1], 25, 0n],
    [['red', 1], 32, 40n],
    [['red', 1], 0, 0n],
    [['black', 1], 26, 40n],
    [['odd', 1], 35, 40n],
    [['even', 1], 0, 0n],
    [['low', 1], 18, 40n],
    [['high', 1], 19, 40n],
    [['high', 3], 36, 120n],
  ])('%j returns on %i exactly %s', (bet, number, won) => {
    expect(spin([bet], number).won).toBe(won)
  })

  test('chips on several places are paid one by one', () => {
    const { won, staked, view } = spin(
      [
        ['straight-8', 2],
        ['split-8-11', 1],
        ['black', 5],
        ['dozen-3', 4],
      ],
      8,
    )
    expect(staked).toBe(240n)
    expect(won).toBe(20n * (72n + 18n + 10n))
    expect(view).toEqual({
      bets: [
        ['straight-8', 2],
        ['split-8-11', 1],
        ['black', 5],
        ['dozen-3', 4],
      ],
      number: 8,
      wins: [
        ['straight-8', 72],
        ['split-8-11', 18],
        ['black', 10],
      ],
    })
  })
})

describe('the cloth', () => {
  test('has 157 places, none twice', () => {
    expect(spots).toHaveLength(157)
    expect(new Set(spots.map(({ numbers }) => numbers.join())).size).toBe(157)
    const counts = Object.groupBy(spots, ({ kind }) => kind)
    expect(counts.straight).toHaveLength(37)
    expect(counts.split).toHaveLength(60)
    expect(counts.street).toHaveLength(12)
    expect(counts.corner).toHaveLength(22)
    expect(counts.line).toHaveLength(11)
  })

  test('every place is worth the same 36/37, counted pocket by pocket', () => {
    for (const { name, numbers, pays } of spots) {
      expect(numbers.length * (pays + 1), name).toBe(36)
      expect(
        pockets.reduce((sum, number) => sum + returns([name, 1], number), 0),
        name,
      ).toBe(36)
    }
    expect((exactRtp() * 100).toFixed(2)).toBe(about.rtp)
  })

  test('neighbours on the cloth touch: splits differ by one or three, corners are a square', () => {
    for (const { kind, numbers } of spots) {
      const [first = 0, second = 0] = numbers
      if (kind === 'split' && first > 0) expect([1, 3]).toContain(second - first)
      if (kind === 'corner') expect(numbers).toEqual([first, first + 1, first + 3, first + 4])
    }
  })

  test('eighteen are red, eighteen black, and both sum up with odd, even, low and high', () => {
    const size = (name: string) => spotNamed(name)?.numbers.length
    for (const name of ['red', 'black', 'odd', 'even', 'low', 'high']) expect(size(name), name).toBe(18)
    expect(pockets.filter((number) => colourOf(number) === 'green')).toEqual([0])
  })

  test('the wheel has every pocket once, and red and black take turns', () => {
    expect(wheel.toSorted((a, b) => a - b)).toEqual(pockets)
    expect(wheel[0]).toBe(0)
    wheel.forEach((number, place) => {
      const next = wheel[(place + 1) % wheel.length] ?? -1
      if (number > 0 && next > 0) expect(colourOf(number), `${number} ${next}`).not.toBe(colourOf(next))
    })
  })
})

describe('what the croupier does not take', () => {
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['words', 'red'],
    ['no list', { bets: 'red' }],
    ['an empty cloth', { bets: [] }],
    ['a place that is not there', { bets: [['straight-37', 1]] }],
    ['a name of the prototype', { bets: [['constructor', 1]] }],
    ['numbers that do not touch', { bets: [['split-1-5', 1]] }],
    ['no chip', { bets: [['red', 0]] }],
    ['a chip taken away', { bets: [['red', -1]] }],
    ['half a chip', { bets: [['red', 0.5]] }],
    ['chips as words', { bets: [['red', '1']] }],
    ['more than bets', { bets: [['red', 1]], note: 'kept for ever' }],
    ['three words for a bet', { bets: [['red', 1, 1]] }],
    [
      'a place twice',
      {
        bets: [
          ['red', 1],
          ['red', 1],
        ],
      },
    ],
    ['too much on one place', { bets: [['red', mostChips + 1]] }],
    [
      'too much on the cloth',
      {
        bets: [
          ['red', mostChips],
          ['odd', 1],
        ],
      },
    ],
    ['too many places', { bets: spots.slice(0, mostSpots + 1).map(({ name }) => [name, 1]) }],
  ])('%s', (_, choice) => {
    expect(() => maths.play({ stake: 20n, choices: [choice] }, landsOn(1))).toThrow(WrongChoice)
  })

  test('a stake that its chips do not divide, and a second choice', () => {
    expect(() => spin([['red', 3]], 1, 20n)).toThrow(WrongChoice)
    expect(() =>
      maths.play({ stake: 20n, choices: [{ bets: [['red', 1]] }, { bets: [['red', 1]] }] }, landsOn(1)),
    ).toThrow(WrongChoice)
  })

  test('sixty places at once are fine', () => {
    expect(
      spin(
        spots.slice(0, mostSpots).map(({ name }): Bet => [name, 1]),
        5,
      ).staked,
    ).toBe(1200n)
  })
})

describe('money', () => {
  test('is what the chips say, in every currency and for any cloth', () => {
    let state = 7
    const draws = drawsFrom(() => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return state >>> 24
    })
    for (const currency of ['EUR', 'BRL', 'UAH', 'JPY', 'USDT', 'FUN']) {
      const unit = stakesOf(currency, about.mostUnits).step
      for (let round = 0; round < 300; round += 1) {
        const places = new Set(Array.from({ length: 1 + draws.below(12) }, () => draws.below(spots.length)))
        const bets = [...places].map((place): Bet => [spots[place]?.name ?? '', 1 + draws.below(30)])
        const stake = unit * BigInt(chipsOn(bets))
        const { staked, won, isOver, view } = maths.play({ stake, choices: [{ bets }] }, draws)
        expect(isOver).toBe(true)
        expect(staked).toBe(stake)
        const back = bets.reduce((sum, bet) => sum + returns(bet, view.number), 0)
        expect(won).toBe(unit * BigInt(back))
        expect(won >= 0n).toBe(true)
        expect(JSON.parse(JSON.stringify(view))).toEqual(view)
      }
    }
  })
})
