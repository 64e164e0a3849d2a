import { choose, slipFault, systems } from '@croupier/sportsbook/slip'
import { describe, expect, test } from 'vitest'
import {
  buildersOf,
  kindOf,
  mayBe,
  mayPin,
  mostPicks,
  noChoice,
  pairsOf,
  type SlipChoice,
  shapeOf,
  slipKinds,
  systemsOf,
} from './slip-rules.ts'

/** Picks of events by their numbers, each of a market of its own. */
const picksOf = (...events: readonly number[]) =>
  events.map((id, at) => ({
    pick: `${id}/total/ft/2.5/o${at}`,
    marketId: 100 + at,
    event: { id },
    isBuildable: true,
  }))

const apart = (count: number) => picksOf(...Array.from({ length: count }, (_, at) => at + 1))
const system = (sizes: readonly number[], bankers: readonly string[] = []): SlipChoice => ({
  kind: 'system',
  sizes,
  bankers,
})

describe('kinds', () => {
  test.each([
    [0, []],
    [1, ['singles']],
    [2, ['singles', 'multiple']],
    [3, ['singles', 'multiple', 'system']],
    [12, ['singles', 'multiple', 'system']],
    [13, ['singles', 'multiple']],
    [20, ['singles', 'multiple']],
    [21, ['singles']],
  ])('of %s picks', (picks, kinds) => expect(slipKinds.filter((kind) => mayBe(kind, picks))).toEqual(kinds))

  test('without a word of the player two picks are one bet, and a choice that does not fit is not lost', () => {
    expect([1, 2, 3].map((picks) => kindOf(noChoice, picks))).toEqual(['singles', 'multiple', 'multiple'])
    expect([1, 2, 3].map((picks) => kindOf(system([2]), picks))).toEqual(['singles', 'multiple', 'system'])
    expect(kindOf({ ...noChoice, kind: 'singles' }, 5)).toBe('singles')
  })

  test('a slip holds what a multiple can', () => expect(mostPicks).toBe(20))
})

describe('systems', () => {
  test('of three picks are those of the trade', () => {
    expect(systemsOf(3, 0).map(({ name, combinations }) => [name, combinations])).toEqual([
      ['2/3', 3],
      ['trixie', 4],
      ['patent', 7],
    ])
    expect(systemsOf(3, 0)[2]?.made).toEqual([
      { size: 1, count: 3 },
      { size: 2, count: 3 },
      { size: 3, count: 1 },
    ])
  })

  test('with a banker one of the others is enough, and the others have the name', () => {
    expect(systemsOf(4, 1).map(({ name, combinations }) => [name, combinations])).toEqual([
      ['1/3', 3],
      ['2/3', 3],
      ['trixie', 4],
      ['patent', 7],
    ])
    expect(systemsOf(3, 1).map(({ name }) => name)).toEqual(['1/2'])
    expect(systemsOf(3, 2)).toEqual([])
  })

  test('every one that is offered can be bet on, and each name stands with its picks alone', () => {
    for (let picks = 1; picks <= 14; picks++)
      for (let bankers = 0; bankers < picks; bankers++)
        for (const { name, sizes, combinations, made } of systemsOf(picks, bankers)) {
          const places = Array.from({ length: bankers }, (_, at) => at)
          expect(slipFault({ kind: 'system', picks, bankers: places, sizes })).toBeNull()
          expect(made.reduce((sum, { count }) => sum + count, 0)).toBe(combinations)
          if (name in systems)
            expect(Object.entries(systems).find(([key]) => key === name)?.[1].legs).toBe(picks - bankers)
        }
    expect(systemsOf(2, 0)).toEqual([])
    expect(systemsOf(13, 0)).toEqual([])
    expect(systemsOf(12, 0).at(-1)).toMatchObject({ name: '11/12', combinations: choose(12, 11) })
  })
})

describe('shape', () => {
  test('singles are as many bets as picks, all else is one', () => {
    expect(shapeOf({ ...noChoice, kind: 'singles' }, apart(4))).toMatchObject({ bets: 4, combinations: 4 })
    expect(shapeOf(noChoice, apart(4))).toMatchObject({ kind: 'multiple', bets: 1, combinations: 1 })
    expect(shapeOf(system([2, 3]), apart(3))).toMatchObject({ bets: 1, combinations: 4, system: { name: 'trixie' } })
  })

  test('a system goes on as the one most like it', () => {
    const nameFor = (sizes: readonly number[], picks: number) => shapeOf(system(sizes), apart(picks)).system?.name
    expect(nameFor([2, 3], 4)).toBe('yankee')
    expect(nameFor([1, 2, 3], 4)).toBe('lucky_15')
    expect(nameFor([2], 5)).toBe('2/5')
    expect(nameFor([4], 3)).toBe('2/3')
    expect(nameFor([], 3)).toBe('2/3')
  })

  test('pins are places of the picks that are there; two picks stay free', () => {
    const picks = apart(4)
    const named = picks.map(({ pick }) => pick)
    const one = shapeOf(system([2], [named[2] ?? '', 'gone']), picks)
    expect(one.slip).toMatchObject({ bankers: [2], sizes: [2] })
    expect([one.combinations, mayPin(one)]).toEqual([3, true])
    const all = shapeOf(system([1], named), picks)
    expect(all.slip.bankers).toEqual([0, 1])
    expect([all.system?.name, all.combinations, mayPin(all)]).toEqual(['1/2', 2, false])
  })

  test('whatever was chosen, the bet that comes of it can be placed', () => {
    for (let picks = 2; picks <= 20; picks++)
      for (const kind of slipKinds)
        for (const sizes of [[], [1], [2], [2, 3], [1, 2, 3], [19]])
          for (const pinned of [0, 1, 3, 20]) {
            const list = apart(picks)
            const bankers = list.slice(0, pinned).map(({ pick }) => pick)
            const shape = shapeOf({ kind, sizes, bankers }, list)
            expect(slipFault(shape.slip)).toBeNull()
          }
  })
})

describe('picks of one event', () => {
  const [first, second, third] = picksOf(7, 8, 7)
  const three = picksOf(7, 8, 7)

  test('do not meet in a multiple, and the pair is named', () => {
    expect(pairsOf(shapeOf(noChoice, three), three)).toEqual([[first, third]])
    expect(pairsOf(shapeOf(noChoice, apart(3)), apart(3))).toEqual([])
  })

  test('may be singles', () => {
    expect(pairsOf(shapeOf({ ...noChoice, kind: 'singles' }, three), three)).toEqual([])
  })

  test('do not meet in a system either, but stand in one with a banker whose bets have one of the others', () => {
    expect(pairsOf(shapeOf(system([2]), three), three)).toHaveLength(1)
    const pinned = (pick: string | undefined) => shapeOf(system([1], [pick ?? '']), three)
    expect(pairsOf(pinned(second?.pick), three)).toEqual([])
    expect(pairsOf(pinned(first?.pick), three)).toEqual([[first, third]])
  })

  test('can be a builder where all of them are fit for it', () => {
    expect(buildersOf(three)).toEqual([[first, third]])
    expect(buildersOf(three.map((pick) => ({ ...pick, isBuildable: pick !== three[0] })))).toEqual([])
    expect(buildersOf(three.map((pick) => ({ ...pick, marketId: 5 })))).toEqual([])
    expect(buildersOf(picksOf(7, 7, 7, 7, 7, 7, 7))).toEqual([])
    expect(buildersOf(picksOf(7, 7, 7, 7, 7, 7))).toHaveLength(1)
  })
})
