import { afterEach, expect, test, vi } from 'vitest'
import { drawable, overscanOf, selectRowPx } from './scroller.ts'

afterEach(() => vi.restoreAllMocks())

test('two hundred pixels beyond each edge stand ready, whatever the height of a row', () => {
  for (const rowPx of [1, 36, 44, 150, 199, 200, 201, 400]) {
    expect(overscanOf(rowPx) * rowPx).toBeGreaterThanOrEqual(200)
    expect((overscanOf(rowPx) - 1) * rowPx).toBeLessThan(200)
  }
  expect(selectRowPx).toBe(36)
})

test('what a screen holds is drawn as it is, without a word', () => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue()
  const items = Array.from({ length: 1000 }, (_, key) => ({ key }))
  expect(drawable(items, ({ key }) => key)).toBe(items)
  expect(logged).not.toHaveBeenCalled()
})

test('a scroller that would draw everything stops at a thousand and says so once; so does one whose item has no key', () => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue()
  const many = Array.from({ length: 1001 }, (_, key) => ({ key }))
  expect(drawable(many, ({ key }) => key)).toHaveLength(1000)
  expect(drawable(many, ({ key }) => key)).toHaveLength(1000)
  const keyless = [{ key: 'a' }, { key: undefined }, { key: '' }, { key: 'b' }]
  expect(drawable(keyless, ({ key }) => key)).toEqual([{ key: 'a' }, { key: 'b' }])
  expect(logged.mock.calls.map(([, error]) => String(error))).toEqual([
    'Error: Rendered items limit reached',
    'Error: Key is undefined on item',
  ])
})
