import { describe, expect, test } from 'vitest'
import { WrongChoice } from '../../engine/game.ts'
import { windowOf } from '../../engine/reels.ts'
import { stakesOf } from '../../engine/stakes.ts'
import { seededDraws } from '../../simulator/generator.ts'
import { about } from './about.ts'
import {
  exactParts,
  exactRtp,
  type Face,
  freeEvery,
  lines,
  maths,
  mostMultiple,
  mostSpins,
  pays,
  scatterSpins,
  spinOf,
  strips,
} from './math.ts'

const reels = strips.length

/** A stop of a reel whose window looks like this; `?` is anything but skull and compass. */
function stopOf(reel: number, window: readonly (Face | '?')[], except: readonly Face[] = ['skull', 'compass']): number {
  const strip = strips[reel] ?? []
  const stop = strip.findIndex((_, place) => {
    const shown = windowOf(strip, place, 3)
    return window.every((wanted, row) => {
      const symbol = shown[row]
      return symbol !== undefined && (wanted === '?' ? !except.includes(symbol) : symbol === wanted)
    })
  })
  if (stop < 0) throw new Error(`reel ${reel} never shows ${window.join()}`)
  return stop
}

const queue = (spins: readonly number[][]) => {
  const left = spins.flat()
  return {
    below() {
      const drawn = left.shift()
      if (drawn === undefined) throw new Error('more draws than expected')
      return drawn
    },
    left,
  }
}

const middle = (symbol: Face, reel: number) => stopOf(reel, ['?', symbol, '?'])
const compassAt = (reel: number) => stopOf(reel, ['?', 'compass', '?'], ['skull'])
/** No compass, and nothing that pays: the second reel shows none of the first. */
const nothing = (() => {
  for (let a = 0; a < 30; a += 1) {
    for (let b = 0; b < 30; b += 1) {
      const stops = [a, b, 5, 5, 10]
      const spin = spinOf(stops, true, 0)
      if (spin.times === 0 && !spin.grid.flat().includes('compass')) return stops
    }
  }
  throw new Error('every spin pays')
})()
const compasses = (count: number) => nothing.map((stop, reel) => (reel < count ? compassAt(reel) : stop))

describe('lines', () => {
  test('five crowns on the middle line pay 1,000 stakes of it', () => {
    const stops = Array.from({ length: reels }, (_, reel) => middle('crown', reel))
    expect(spinOf(stops, false, 0).wins).toContainEqual({ line: 1, symbol: 'crown', count: 5, times: 1000 })
  })

  test('three anchors pay when the fourth is another, and only from the left', () => {
    const stops = ['anchor', 'anchor', 'anchor', 'coin', 'anchor'] as const
    const spin = spinOf(
      stops.map((symbol, reel) => middle(symbol, reel)),
      false,
      0,
    )
    expect(spin.wins.find(({ line }) => line === 1)).toEqual({ line: 1, symbol: 'anchor', count: 3, times: 15 })
    const right = ['coin', 'anchor', 'anchor', 'anchor', 'anchor'] as const
    const other = spinOf(
      right.map((symbol, reel) => middle(symbol, reel)),
      false,
      0,
    )
    expect(other.wins.find(({ line }) => line === 1)).toBeUndefined()
  })

  test('a skull stands for the first symbol of the line', () => {
    const stops = [middle('fish', 0), middle('skull', 1), middle('fish', 2), middle('skull', 3), middle('coin', 4)]
    expect(spinOf(stops, false, 0).wins.find(({ line }) => line === 1)).toEqual({
      line: 1,
      symbol: 'fish',
      count: 4,
      times: 30,
    })
  })

  test('skulls alone carry a line to its end', () => {
    const stops = [middle('crown', 0), middle('skull', 1), middle('skull', 2), middle('skull', 3), middle('skull', 4)]
    expect(spinOf(stops, false, 0).wins.find(({ line }) => line === 1)).toEqual({
      line: 1,
      symbol: 'crown',
      count: 5,
      times: 1000,
    })
  })

  test('a skull does not stand for a compass', () => {
    const stops = [compassAt(0), middle('skull', 1), compassAt(2), middle('coin', 3), middle('fish', 4)]
    const spin = spinOf(stops, false, mostSpins)
    expect(spin.scatter).toBeNull()
    expect(spin.wins.find(({ line }) => line === 1)).toBeUndefined()
  })

  test('the twenty lines are all different and stay in the window', () => {
    expect(lines).toHaveLength(20)
    expect(new Set(lines.map((line) => line.join())).size).toBe(20)
    expect(lines.flat().every((row) => row >= 0 && row <= 2)).toBe(true)
    expect(lines[13]).toEqual([2, 1, 0, 1, 1])
  })

  test('more of a symbol pays more, and a better symbol pays no less', () => {
    const tables = Object.values(pays)
    for (const [place, table] of tables.entries()) {
      expect((table[3] ?? 0) < (table[4] ?? 0) && (table[4] ?? 0) < (table[5] ?? 0)).toBe(true)
      const next = tables[place + 1]
      for (const count of [3, 4, 5]) expect(table[count]).toBeGreaterThanOrEqual(next?.[count] ?? 0)
    }
  })
})

describe('compasses and free spins', () => {
  test.each([
    [3, 2, 8],
    [4, 10, 12],
    [5, 50, 20],
  ])('%i compasses anywhere pay %i stakes and bring %i free spins', (count, stakes, spins) => {
    const draws = queue([compasses(count), ...Array.from({ length: spins }, () => nothing)])
    const { won, view, isOver } = maths.play({ stake: 200n, choices: [{}] }, draws)
    expect(view.spins[0]?.scatter).toEqual({ count, times: stakes * 20, spins })
    expect(view.spins).toHaveLength(1 + spins)
    expect(draws.left).toEqual([])
    expect(isOver).toBe(true)
    expect(won).toBe(BigInt(view.spins[0]?.times ?? 0) * 10n)
  })

  test('two compasses bring nothing', () => {
    expect(maths.play({ stake: 20n, choices: [{}] }, queue([compasses(2)])).view.spins).toHaveLength(1)
  })

  test('compasses count in any row', () => {
    const rows = [['compass', '?', '?'] as const, ['?', 'compass', '?'] as const, ['?', '?', 'compass'] as const]
    const stops = nothing.map((stop, reel) => (rows[reel] ? stopOf(reel, rows[reel], ['skull']) : stop))
    expect(spinOf(stops, false, mostSpins).scatter?.count).toBe(3)
  })

  test('in a free spin a skull fills its reel and wins count twice', () => {
    const stops = [middle('gem', 0), stopOf(1, ['skull', '?', '?']), middle('gem', 2), middle('turtle', 3), 0]
    const paid = spinOf(stops, false, 0)
    const free = spinOf(stops, true, 0)
    expect(paid.wins.find(({ line }) => line === 1)).toBeUndefined()
    expect(paid.filled).toEqual([])
    expect(free.filled).toEqual([1])
    expect(free.wins.find(({ line }) => line === 1)).toEqual({ line: 1, symbol: 'gem', count: 3, times: 80 })
    expect(free.grid).toEqual(paid.grid)
  })

  test('compasses in free spins bring more, never above the bound of a round', () => {
    const draws = queue(Array.from({ length: 1 + mostSpins }, () => compasses(3)))
    const { view } = maths.play({ stake: 20n, choices: [{}] }, draws)
    expect(view.spins).toHaveLength(1 + mostSpins)
    expect(view.spins.reduce((sum, spin) => sum + (spin.scatter?.spins ?? 0), 0)).toBe(mostSpins)
    expect(draws.left).toEqual([])
    // Eight at a time: the eighth time only four are left to give, then none.
    expect(view.spins.slice(6, 9).map((spin) => spin.scatter?.spins)).toEqual([8, 4, 0])
  })

  test('no window shows a skull and a compass, so a filled reel hides none', () => {
    for (const strip of strips) {
      for (let stop = 0; stop < strip.length; stop += 1) {
        const window = windowOf(strip, stop, 3)
        expect(window.includes('skull') && window.includes('compass')).toBe(false)
        expect(window.filter((symbol) => symbol === 'compass').length).toBeLessThan(2)
      }
    }
    expect(strips.map((strip) => strip.filter((symbol) => symbol === 'skull').length)).toEqual([0, 1, 2, 1, 2])
  })

  test('a round that wins the most ends there', () => {
    const best = [8, 10, 9, 9, 3]
    const draws = queue([compasses(5), ...Array.from({ length: 20 }, () => best)])
    const { won, view } = maths.play({ stake: 20n, choices: [{}] }, draws)
    expect(spinOf(best, true, 0).times).toBe(998 * 20)
    expect(won).toBe(BigInt(mostMultiple) * 20n)
    expect(view.isFull).toBe(true)
    // 50 stakes of the compasses, then five times 998: the fifth is above the most.
    expect(view.spins).toHaveLength(6)
  })
})

describe('what I stake', () => {
  test('every stake of every currency is shared evenly by twenty lines', () => {
    for (const currency of ['EUR', 'USD', 'BRL', 'UAH', 'JPY', 'USDT', 'FUN']) {
      const { ladder, min, max } = stakesOf(currency, about.mostUnits)
      for (const stake of [...ladder, min, max]) {
        expect(stake % 20n).toBe(0n)
        const { won, view } = maths.play({ stake, choices: [{}] }, seededDraws(7))
        expect(won * 20n).toBe(BigInt(view.times) * stake)
      }
    }
  })

  test.each([[10n], [0n], [21n]])('a stake of %i cannot be shared', (stake) => {
    expect(() => maths.play({ stake, choices: [{}] }, seededDraws(1))).toThrow(WrongChoice)
  })

  test('there is nothing to choose', () => {
    for (const choices of [[], [{}, {}], ['spin'], [{ spins: 20 }]]) {
      expect(() => maths.play({ stake: 20n, choices }, seededDraws(1))).toThrow(WrongChoice)
    }
  })
})

describe('what comes back', () => {
  test('the sum of its parts is what is told, and its version', () => {
    const { lines: byLines, compasses: byCompasses, freeSpins } = exactParts()
    expect(exactRtp()).toBeCloseTo(byLines + byCompasses + freeSpins, 12)
    expect((exactRtp() * 100).toFixed(2)).toBe(about.rtp)
    expect(maths.version).toBe('1')
  })

  test('rounds with free spins come as often as told', () => {
    const draws = seededDraws(11)
    const rounds = 60_000
    let free = 0
    let spins = 0
    for (let round = 0; round < rounds; round += 1) {
      const { view } = maths.play({ stake: 20n, choices: [{}] }, draws)
      if (view.spins.length > 1) free += 1
      spins += view.spins.length - 1
    }
    const parts = exactParts()
    expect(Math.round(parts.every)).toBe(freeEvery)
    const chance = 1 / parts.every
    expect(Math.abs(free / rounds - chance)).toBeLessThan(4 * Math.sqrt((chance * (1 - chance)) / rounds))
    expect(Math.abs(spins / free - parts.spins * parts.every)).toBeLessThan(0.5)
    expect(Object.values(scatterSpins)).toEqual([8, 12, 20])
  })
})
