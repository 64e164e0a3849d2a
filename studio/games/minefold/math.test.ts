import { describe, expect, test } from 'vitest'
import { WrongChoice } from '../../engine/game.ts'
import { seededDraws } from '../../simulator/generator.ts'
import { about } from './about.ts'
import { cells, choose, lastCell, maths, multiplierAt, rtpOf, type View } from './math.ts'
import { exactRtp } from './strategy.ts'

const stake = 10_000n
const allMines = Array.from({ length: 24 }, (_, at) => at + 1)

/** A shuffle that leaves every place as it is: the mines are the first cells. */
const still = { below: (limit: number) => limit - 1 }
const play = (mines: number, ...steps: unknown[]) => maths.play({ stake, choices: [{ mines }, ...steps] }, still)
const open = (...list: number[]) => list.map((cell) => ({ cell }))
const cash = { cash: true }

const withoutMap = (view: View) => ({ ...view, map: null, hit: null })

describe('Minefold', () => {
  test('cells are counted exactly', () => {
    expect([choose(25, 0), choose(25, 1), choose(25, 12), choose(5, 6)]).toEqual([1n, 25n, 5_200_300n, 0n])
  })

  test('three mines pay what they are known to pay', () => {
    expect([1, 2, 3, 4, 5].map((opened) => multiplierAt(3, opened))).toEqual([112, 128, 147, 171, 199])
    expect(multiplierAt(24, 1)).toBe(2_475)
    expect(multiplierAt(1, 24)).toBe(2_475)
  })

  test('a player who stops anywhere gets back between 98.28 and 99.00 percent', () => {
    const all = allMines.flatMap((mines) => Array.from({ length: lastCell(mines) }, (_, at) => rtpOf(mines, at + 1)))
    expect(all.length).toBe(248)
    expect(Math.max(...all)).toBeLessThanOrEqual(0.99 + 1e-12)
    expect(exactRtp()).toBe(Math.min(...all))
    expect((exactRtp() * 100).toFixed(2)).toBe(about.rtp)
  })

  test('a sheet is complete before it would pay more than 5,000 stakes, and not sooner', () => {
    for (const mines of allMines) {
      const last = lastCell(mines)
      expect(multiplierAt(mines, last)).toBeLessThanOrEqual(500_000)
      if (last < cells - mines) {
        const after = (99n * choose(cells, last + 1)) / choose(cells - mines, last + 1)
        expect(after).toBeGreaterThan(500_000n)
      }
      const safe = Array.from({ length: last }, (_, at) => cells - 1 - at)
      const done = play(mines, ...open(...safe))
      expect(done).toMatchObject({ isOver: true, won: (stake * BigInt(multiplierAt(mines, last))) / 100n })
      expect(() => play(mines, ...open(...safe), cash)).toThrow(WrongChoice)
    }
  })

  test('cashing out pays the multiplier of the open cells', () => {
    expect(play(3, ...open(10, 20), cash)).toMatchObject({ isOver: true, won: 12_800n, view: { multiplier: 128 } })
  })

  test('a mine ends it, and all of them are shown', () => {
    const over = play(3, ...open(10, 1))
    expect(over).toMatchObject({ isOver: true, won: 0n, staked: stake })
    expect(over.view).toEqual({ mines: 3, opened: [10], multiplier: 112, next: null, hit: 1, map: [0, 1, 2] })
    expect(() => play(3, ...open(10, 1, 11))).toThrow(WrongChoice)
  })

  test('nothing is paid and nothing is told while it is open', () => {
    expect(play(3)).toMatchObject({ isOver: false, won: 0n })
    expect(play(3).view).toEqual({ mines: 3, opened: [], multiplier: 0, next: 112, hit: null, map: null })
  })

  test('two sheets that look alike so far tell the same, wherever their mines are', () => {
    // Whatever could tell one map from another would differ here.
    const looks = new Map<string, number>()
    const maps = new Set<string>()
    for (let seed = 1; seed <= 400; seed += 1) {
      const choices: unknown[] = [{ mines: 5 }]
      const draws = seededDraws(seed)
      const back = draws.mark()
      let standing = maths.play({ stake, choices }, draws)
      for (const cell of [3, 17]) {
        if (standing.isOver) break
        choices.push({ cell })
        back()
        standing = maths.play({ stake, choices }, draws)
      }
      if (standing.isOver) continue
      const look = JSON.stringify({ ...standing, staked: '', won: '' })
      looks.set(look, (looks.get(look) ?? 0) + 1)
      back()
      maps.add(JSON.stringify(maths.play({ stake, choices: [...choices, cash] }, draws).view.map))
    }
    expect(looks.size).toBe(1)
    expect(maps.size).toBeGreaterThan(100)
  })

  test('no choice moves a mine: every way through the same sheet meets the same ones', () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const found = new Set<string>()
      for (let first = 0; first < cells; first += 1) {
        const draws = seededDraws(seed)
        const back = draws.mark()
        const standing = maths.play({ stake, choices: [{ mines: 8 }, { cell: first }] }, draws)
        back()
        const { view } = standing.isOver
          ? standing
          : maths.play({ stake, choices: [{ mines: 8 }, { cell: first }, cash] }, draws)
        expect(withoutMap(view).opened).toEqual(standing.isOver ? [] : [first])
        found.add(JSON.stringify(view.map))
      }
      expect(found.size).toBe(1)
    }
  })

  test.each([
    [[{ mines: 0 }]],
    [[{ mines: 25 }]],
    [[{ mines: 2.5 }]],
    [[{ mines: '3' }]],
    [[{ mines: 3, cell: 1 }]],
    [[null]],
    [[{ mines: 3 }, cash]],
    [[{ mines: 3 }, { cell: 25 }]],
    [[{ mines: 3 }, { cell: -1 }]],
    [[{ mines: 3 }, { cell: 10 }, { cell: 10 }]],
    [[{ mines: 3 }, { cell: 10, cash: true }]],
    [[{ mines: 3 }, { cash: false }]],
    [[{ mines: 3 }, { cell: 10 }, cash, cash]],
  ])('%j is not allowed', (choices) => expect(() => maths.play({ stake, choices }, still)).toThrow(WrongChoice))
})
