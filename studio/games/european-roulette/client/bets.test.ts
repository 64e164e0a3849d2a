import { expect, test } from 'vitest'
import { chipsOn, mostSpots } from '../math.ts'
import { spots } from '../spots.ts'
import { chipFor, clear, double, emptyCloth, lay, put, takeOff, trayOf, undo } from './bets.ts'

const most = 500
const laid = (...list: readonly (readonly [string, number])[]) =>
  list.reduce((cloth, [spot, count]) => put(cloth, spot, count, most) ?? cloth, emptyCloth)

test('chips on the same place add up', () => {
  expect(laid(['red', 5], ['straight-7', 1], ['red', 25]).bets).toEqual([
    ['red', 30],
    ['straight-7', 1],
  ])
})

test('undo goes back touch by touch, over a double and a clear, to the empty cloth', () => {
  const two = laid(['red', 5], ['odd', 1])
  const doubled = double(two, most)
  if (!doubled) throw new Error('did not double')
  const cleared = clear(doubled)
  expect(cleared.bets).toEqual([])
  expect(undo(cleared).bets).toEqual(doubled.bets)
  expect(undo(undo(cleared)).bets).toEqual(two.bets)
  expect(undo(undo(undo(undo(cleared)))).bets).toEqual([])
  expect(undo(emptyCloth)).toEqual(emptyCloth)
})

test('taking off leaves the other places, and nothing to undo where nothing stood', () => {
  const two = laid(['red', 5], ['odd', 1])
  expect(takeOff(two, 'red').bets).toEqual([['odd', 1]])
  expect(takeOff(two, 'even')).toBe(two)
  expect(clear(emptyCloth)).toBe(emptyCloth)
})

test('the cloth takes no more than its limit, by touch or by double', () => {
  const full = laid(['red', 450])
  expect(put(full, 'black', 51, most)).toBeNull()
  expect(put(full, 'black', 50, most)?.bets).toHaveLength(2)
  expect(double(full, most)).toBeNull()
})

test('no more places than the rules allow, though more chips on one of them', () => {
  const wide = laid(...spots.slice(0, mostSpots).map(({ name }) => [name, 1] as const))
  expect(put(wide, 'high', 1, most)).toBeNull()
  expect(put(wide, 'straight-0', 1, most)?.bets).toHaveLength(mostSpots)
})

test('the last bet can be laid again as it was', () => {
  const last = laid(['split-8-11', 5], ['line-31', 25]).bets
  expect(lay(emptyCloth, last).bets).toEqual(last)
  expect(chipsOn(last)).toBe(30)
})

test('again lays the last spin on an empty cloth, and doubles what lies there as far as the cloth goes', () => {
  const last = laid(['red', 5]).bets
  expect(trayOf(emptyCloth, [], most)).toEqual({ isEmpty: true, canUndo: false, canAgain: false })
  expect(trayOf(emptyCloth, last, most).canAgain).toBe(true)
  expect(trayOf(laid(['red', 250]), last, most)).toEqual({ isEmpty: false, canUndo: true, canAgain: true })
  expect(trayOf(laid(['red', 251]), last, most).canAgain).toBe(false)
})

test('the chip of the last time is taken again, or the greatest that is worth no more', () => {
  expect([20n, 100n, 120n, 500n, 2_000n, 9_000n, 0n].map((worth) => chipFor(worth, 20n))).toEqual([0, 1, 1, 2, 3, 3, 0])
})
