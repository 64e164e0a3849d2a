import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDrawQueue } from './draw-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function testQueue() {
  const turns: number[] = []
  const queue = createDrawQueue((some, turn) => {
    turns.push(some.length)
    for (const draw of some) draw()
    expect(turn).toBe(turns.length)
  })
  return { turns, queue }
}

const add = ({ add }: { add: (draw: () => void) => void }, count: number) => {
  for (let at = 0; at < count; at += 1) add(() => undefined)
}

test('the first is drawn at once, many a few at a time', () => {
  const { turns, queue } = testQueue()
  add(queue, 1)
  expect(turns).toEqual([1])
  add(queue, 40)
  for (const turn of [1, 2, 3]) {
    queue.drawn(turn)
    vi.advanceTimersByTime(30)
  }
  expect(turns).toEqual([1, 16, 16, 8])
})

test('what is not there yet is waited for, but not for ever', () => {
  const { turns, queue } = testQueue()
  add(queue, 1)
  add(queue, 1)
  vi.advanceTimersByTime(900)
  expect(turns).toEqual([1])
  vi.advanceTimersByTime(100)
  expect(turns).toEqual([1, 1])
})

test('a turn that is over hurries nothing', () => {
  const { turns, queue } = testQueue()
  add(queue, 1)
  add(queue, 20)
  queue.drawn(1)
  vi.advanceTimersByTime(30)
  queue.drawn(1)
  vi.advanceTimersByTime(900)
  expect(turns).toEqual([1, 16])
})

test('one that moves again while it waits is drawn once', () => {
  const { queue } = testQueue()
  const draw = vi.fn()
  add(queue, 1)
  queue.add(draw)
  queue.add(draw)
  queue.drawn(1)
  vi.advanceTimersByTime(5_000)
  expect(draw).toHaveBeenCalledTimes(1)
})

test('after a rest the next one is drawn at once again', () => {
  const { turns, queue } = testQueue()
  add(queue, 1)
  queue.drawn(1)
  vi.advanceTimersByTime(30)
  add(queue, 1)
  expect(turns).toEqual([1, 1])
})
