import { describe, expect, test } from 'vitest'
import { endDue } from './end-due.ts'

/** Players with something due, and what ends it, in memory. */
function world(count: number, isBad: (playerId: bigint) => boolean = () => false) {
  const due = new Set(Array.from({ length: count }, (_, at) => BigInt(at + 1)))
  const pages: number[] = []
  return {
    due,
    pages,
    find: async ({ most, except }: { most: number; except: readonly bigint[] }) =>
      [...due].filter((playerId) => !except.includes(playerId)).slice(0, most),
    end: async (playerIds: readonly bigint[]) => {
      pages.push(playerIds.length)
      if (playerIds.some(isBad)) throw new Error('this player cannot be ended')
      for (const playerId of playerIds) due.delete(playerId)
    },
  }
}

describe('what is over', () => {
  test('ends for all, a page at a time', async () => {
    const all = world(1_234)
    await endDue(all)
    expect(all.due.size).toBe(0)
    expect(Math.max(...all.pages)).toBe(50)
    expect(all.pages.length).toBeLessThan(30)
  })

  test('ends for everyone but those who fail, and the fault is told', async () => {
    const isBad = (playerId: bigint) => playerId <= 300n && playerId % 3n === 0n
    const all = world(1_000, isBad)
    await expect(endDue(all)).rejects.toThrow('this player cannot be ended')
    expect(all.due.size).toBe(100)
    expect([...all.due].every(isBad)).toBe(true)
  })

  test('and what stays due without a fault keeps neither the clock nor what comes behind it', async () => {
    const all = world(1_000)
    const isStuck = (id: bigint) => id <= 400n
    await endDue({ ...all, end: (ids) => all.end(ids.filter((id) => !isStuck(id))) })
    expect(all.due.size).toBe(400)
    expect([...all.due].every(isStuck)).toBe(true)
  })
})
