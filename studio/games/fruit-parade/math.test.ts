import { describe, expect, test } from 'vitest'
import { drawsFrom } from '../../engine/draws.ts'
import { WrongChoice } from '../../engine/game.ts'
import { stakesOf } from '../../engine/stakes.ts'
import { about } from './about.ts'
import { everyView, exactRtp, type Fruit, lines, maths, pays, strips, viewOf } from './math.ts'

/** Chance that gives these numbers, in this order. */
const fixed = (...numbers: number[]) => {
  const left = [...numbers]
  return {
    below(limit: number) {
      const drawn = left.shift()
      if (drawn === undefined || drawn >= limit) throw new Error('not the draws that were expected')
      return drawn
    },
  }
}

/** Stops that put this symbol into this row of each reel. */
const stopsFor = (symbol: Fruit, row: number) =>
  strips.map((strip) => (strip.indexOf(symbol) - row + strip.length) % strip.length)

describe('what I see', () => {
  test('a reel shows its stop in the upper row and goes round its end', () => {
    const { grid } = viewOf([31, 0, 1])
    expect(grid[0]).toEqual(['lemon', 'seven', 'grapes'])
    expect(grid[1]).toEqual(['seven', 'cherry', 'lemon'])
    expect(grid[2]).toEqual(['lemon', 'grapes', 'bell'])
  })

  test('reels stop from the left, one draw each', () => {
    expect(maths.play({ stake: 20n, choices: [{}] }, fixed(3, 7, 30)).view.stops).toEqual([3, 7, 30])
  })
})

describe('what I win', () => {
  test.each([
    [0, 2],
    [1, 1],
    [2, 3],
  ])('three sevens in row %i pay 2,500 stakes of line %i', (row, line) => {
    const view = viewOf(stopsFor('seven', row))
    expect(view.wins).toContainEqual({ line, symbol: 'seven', count: 3, times: 2500 })
    const { won } = maths.play({ stake: 100n, choices: [{}] }, fixed(...view.stops))
    expect(won).toBe(BigInt(view.times) * 20n)
  })

  test('a diagonal pays, both ways', () => {
    const down = strips.map((strip, reel) => (strip.indexOf('seven') - reel + strip.length) % strip.length)
    expect(viewOf(down).wins).toContainEqual({ line: 4, symbol: 'seven', count: 3, times: 2500 })
    const up = strips.map((strip, reel) => (strip.indexOf('seven') - (2 - reel) + strip.length) % strip.length)
    expect(viewOf(up).wins).toContainEqual({ line: 5, symbol: 'seven', count: 3, times: 2500 })
  })

  test('cherries pay from two, on the first two reels only', () => {
    for (const view of everyView()) {
      const line = view.wins.find((win) => win.line === 1)
      const [first, second, third] = view.grid.map((reel) => reel[1])
      if (first === 'cherry' && second === 'cherry' && third !== 'cherry') {
        expect(line).toEqual({ line: 1, symbol: 'cherry', count: 2, times: 2 })
      } else if (first !== second || second !== third) {
        expect(line).toBeUndefined()
      }
    }
  })

  test('two of anything else pay nothing', () => {
    const others = Object.entries(pays).filter(([symbol]) => symbol !== 'cherry')
    expect(others.map(([, table]) => Object.keys(table))).toEqual(others.map(() => ['3']))
  })

  test('several lines pay together', () => {
    const most = [...everyView()].reduce((best, view) => (view.times > best.times ? view : best))
    expect(most.times).toBe(2502)
    expect(most.wins.length).toBeGreaterThan(1)
  })
})

describe('what I stake', () => {
  test('every stake of every currency is shared evenly by the lines', () => {
    for (const currency of ['EUR', 'USD', 'BRL', 'UAH', 'JPY', 'USDT', 'FUN']) {
      const { ladder, min, max } = stakesOf(currency, about.mostUnits)
      for (const stake of [...ladder, min, max]) {
        const { won, staked, view } = maths.play({ stake, choices: [{}] }, fixed(...stopsFor('bell', 1)))
        expect(staked).toBe(stake)
        expect(won * BigInt(lines.length)).toBe(BigInt(view.times) * stake)
      }
    }
  })

  test.each([[21n], [0n], [-20n]])('a stake of %i cannot be shared', (stake) => {
    expect(() => maths.play({ stake, choices: [{}] }, fixed(0, 0, 0))).toThrow(WrongChoice)
  })

  test.each([[[]], [[{}, {}]], [[null]], [['spin']], [[{ stops: [0, 0, 0] }]]])(
    'there is nothing to choose: %j is refused',
    (choices) => {
      expect(() => maths.play({ stake: 20n, choices }, fixed(0, 0, 0))).toThrow(WrongChoice)
    },
  )
})

describe('what comes back', () => {
  test('as it is told: by hand from the symbols of each reel', () => {
    const count = (symbol: Fruit) => strips.map((strip) => strip.filter((each) => each === symbol).length)
    const all = strips.reduce((product, strip) => product * strip.length, 1)
    const three = Object.entries({ seven: 2500, bar: 175, bell: 50, grapes: 20, cherry: 10, lemon: 8 } as const)
    const symbols = ['seven', 'bar', 'bell', 'grapes', 'cherry', 'lemon'] as const
    const threes = symbols.reduce((sum, symbol, place) => {
      const [a = 0, b = 0, c = 0] = count(symbol)
      return sum + a * b * c * (three[place]?.[1] ?? 0)
    }, 0)
    const [a = 0, b = 0, c = 0] = count('cherry')
    const twos = a * b * (32 - c) * 2
    expect(exactRtp()).toBeCloseTo((threes + twos) / all, 12)
    expect((exactRtp() * 100).toFixed(2)).toBe(about.rtp)
  })

  test('the same bytes give the same spin', () => {
    const play = () => {
      let byte = 0
      return maths.play(
        { stake: 40n, choices: [{}] },
        drawsFrom(() => {
          byte = (byte + 37) % 256
          return byte
        }),
      )
    }
    expect(play()).toEqual(play())
  })

  test('version 1 has these strips; others need another version', () => {
    expect(maths.version).toBe('1')
    expect(strips.map((strip) => strip.map((symbol) => symbol.at(0)).join(''))).toEqual([
      'sgcblbglcblgclbbclgclbcglbclgbcl',
      'sclbgcblcglbcglbclgblcglbcglbclg',
      'slgbclbglcblgclbblcglbclgblcbglc',
    ])
  })
})
