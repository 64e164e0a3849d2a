import { expect, test } from 'vitest'
import { heightAt, msOf } from '../math.ts'
import { cashOutOf, endLine, labelOf, sceneOf, spokenAt, takesStakes } from './flight.ts'

const words = (key: string, values: Record<string, string | number> = {}) => [key, ...Object.values(values)].join(' ')
const round = { phase: 'open', starts_at: 10_000, opens_at: null, point: null, is_interrupted: false } as const
const view = { auto: null, cashedAt: null, point: null, isReturned: false }

test('the sky waits, counts, flies and ends', () => {
  expect(sceneOf(null, 0, words)).toEqual({ kind: 'wait', caption: 'resting' })
  expect(sceneOf({ ...round, starts_at: null }, 0, words)).toEqual({ kind: 'wait', caption: 'first' })
  expect(sceneOf(round, 7_000, words)).toMatchObject({ kind: 'count', caption: 'starts', leftMs: 3_000 })
  expect(sceneOf({ ...round, phase: 'running' }, 12_000, words)).toEqual({ kind: 'fly', flownMs: 2_000 })
  const over = { ...round, phase: 'over', point: 250, opens_at: 20_000 } as const
  expect(sceneOf(over, 19_000, words)).toEqual({ kind: 'over', point: 250, caption: 'ended' })
  expect(sceneOf({ ...over, is_interrupted: true }, 19_000, words)).toMatchObject({ caption: 'interrupted' })
  expect(sceneOf(over, 22_001, words)).toEqual({ kind: 'wait', caption: 'resting' })
})

test('stakes are taken until just before the start, and while the first one is awaited', () => {
  expect([null, 151, 150, -1].map((left) => takesStakes(round, left))).toEqual([true, true, false, false])
  expect(takesStakes({ phase: 'running' }, null)).toBe(false)
  expect(takesStakes(null, null)).toBe(false)
})

test('the button gives what the height is worth, never beyond the height that was set', () => {
  const ms = msOf(200)
  const free = cashOutOf({ stake: 500n, view }, { isUp: true, flownMs: ms, leftMs: null })
  expect(free).toEqual({ amount: (500n * BigInt(heightAt(ms))) / 100n, startsIn: null, isOff: false })
  const set = cashOutOf({ stake: 500n, view: { ...view, auto: 150 } }, { isUp: true, flownMs: ms, leftMs: null })
  expect(set).toMatchObject({ amount: 750n, isOff: true })
})

test('before the start the button counts and is off', () => {
  const early = cashOutOf({ stake: 500n, view }, { isUp: false, flownMs: 0, leftMs: 2_100 })
  expect(early).toEqual({ amount: null, startsIn: 3, isOff: true })
  expect(labelOf({ words, money: String }, early)).toBe('offIn 3')
  expect(labelOf({ words, money: String }, { ...early, startsIn: null })).toBe('offNone')
  expect(labelOf({ words, money: String }, { ...early, amount: 750n })).toBe('off 750')
})

test('heights are spoken in steps', () => {
  expect([spokenAt(0), spokenAt(msOf(160)), spokenAt(msOf(320))]).toEqual([0, 150, 300])
})

test('the end is told by how I got off', () => {
  expect(endLine(words, { ...view, cashedAt: 250 })).toContain('said.off')
  expect(endLine(words, { ...view, isReturned: true })).toBe('said.back')
  expect(endLine(words, { ...view, point: 300 })).toContain('said.end')
})
