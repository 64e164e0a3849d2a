import { expect, test, vi } from 'vitest'
import { sweepLines } from './line-feed.ts'

/** Players 1 to 700, of whom some cannot be worked in. */
function feedOf(broken: (id: bigint) => boolean) {
  const all = Array.from({ length: 700 }, (_, at) => BigInt(at + 1))
  const done = new Set<bigint>()
  const error = vi.fn()
  const log = { error, warn: vi.fn() }
  const reader = {
    name: 'test',
    behind: async ({ after, count }: { after: bigint; count: number }) =>
      all.filter((id) => id > after).slice(0, count),
    workIn: vi.fn(async (ids: readonly bigint[]) => {
      if (ids.some(broken)) throw new Error('odd lines')
      for (const id of ids) done.add(id)
    }),
  }
  return { done, error, reader, sweep: () => sweepLines({ log }, reader) }
}

test('a player whose lines cannot be worked in is named, and keeps no other from it', async () => {
  const { done, error, reader, sweep } = feedOf((id) => id === 1n || id === 333n)
  await sweep()
  expect(done.size).toBe(698)
  expect(error.mock.calls).toEqual([
    [{ feed: 'test', player: '1', fault: 'odd lines' }, 'lines of a player cannot be worked in'],
    [{ feed: 'test', player: '333', fault: 'odd lines' }, 'lines of a player cannot be worked in'],
  ])
  expect(reader.workIn.mock.calls.length).toBeLessThan(50)
})

test('where nobody can be worked in it is given up soon, and all are looked at again', async () => {
  const { error, reader, sweep } = feedOf(() => true)
  await expect(sweep()).rejects.toThrow('odd lines')
  expect(error).not.toHaveBeenCalled()
  expect(reader.workIn.mock.calls.length).toBeLessThan(60)
})
