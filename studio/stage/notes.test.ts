import type { GameNote } from '@croupier/contract/game-notes'
import { expect, test } from 'vitest'
import { tellTouches } from './notes.ts'

test('the page hears that the player is there, at most once a second', () => {
  const told: GameNote[] = []
  const page = new EventTarget()
  tellTouches({ tell: (note) => told.push(note) }, page)
  const touch = (type: string, at: number) => {
    page.dispatchEvent(Object.defineProperty(new Event(type), 'timeStamp', { value: at }))
    return told.length
  }
  expect(touch('pointermove', 0)).toBe(0)
  expect(touch('pointerdown', 10)).toBe(1)
  expect(touch('keydown', 900)).toBe(1)
  expect(touch('keydown', 1_010)).toBe(2)
  expect(touch('wheel', 3_000)).toBe(3)
  expect(touch('touchmove', 5_000)).toBe(4)
  expect(new Set(told.map(({ type }) => type))).toEqual(new Set(['active']))
})
