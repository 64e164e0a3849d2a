import { expect, test, vi } from 'vitest'
import { createLikes, likedWith, noWishes } from './likes.ts'

const settled = () => Promise.resolve()

test('before the first press it says what the server drew the page with, so that it is not drawn again', () => {
  expect(createLikes(settled).now()).toBe(noWishes)
})

test('a heart is pressed at once, sent once, and then what the server says counts', async () => {
  const send = vi.fn(settled)
  const reload = vi.fn(settled)
  const likes = createLikes(send)
  const done = likes.wish('liftoff', true, reload)
  expect(likes.now().get('liftoff')).toBe(true)
  await done
  expect(send.mock.calls).toEqual([['liftoff', true]])
  expect(reload).toHaveBeenCalledTimes(1)
  expect(likes.now().size).toBe(0)
})

test('of many quick presses the last one counts, and the page is read once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const send = vi.fn(() => promise)
  const reload = vi.fn(settled)
  const likes = createLikes(send)
  const first = likes.wish('liftoff', true, reload)
  await likes.wish('liftoff', false, reload)
  await likes.wish('liftoff', true, reload)
  await likes.wish('liftoff', false, reload)
  expect(likes.now().get('liftoff')).toBe(false)
  resolve()
  await first
  expect(send.mock.calls).toEqual([
    ['liftoff', true],
    ['liftoff', false],
  ])
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a press while the page is read again is not lost', async () => {
  const send = vi.fn(settled)
  const likes = createLikes(send)
  let times = 0
  const reload = async () => {
    times += 1
    if (times === 1) await likes.wish('plinth', false, reload)
  }
  await likes.wish('plinth', true, reload)
  expect(send.mock.calls).toEqual([
    ['plinth', true],
    ['plinth', false],
  ])
  expect(times).toBe(2)
})

test('a refused heart is as it was before, and the next press is sent again', async () => {
  let refuses = true
  const likes = createLikes(async () => {
    if (refuses) throw new Error('offline')
  })
  await expect(likes.wish('minefold', true, settled)).rejects.toThrow('offline')
  expect(likes.now().size).toBe(0)
  refuses = false
  const reload = vi.fn(settled)
  await likes.wish('minefold', true, reload)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('what is wished lies over what is known', () => {
  const liked = likedWith(
    ['a', 'b'],
    new Map([
      ['b', false],
      ['c', true],
    ]),
  )
  expect([...liked]).toEqual(['a', 'c'])
})
