import { describe, expect, test } from 'vitest'
import { connectionShare, connectionsFor, fullShare, leastConnections } from './connections.ts'

const opened = ({ plain, pipelined, tables }: typeof fullShare) => plain + 2 * pipelined + tables + 1

describe('the connections of several processes', () => {
  test('an embedded database gives each its full share, however many there are', () => {
    for (let workers = 1; workers <= 64; workers += 1)
      expect(connectionShare(connectionsFor(workers), workers), `${workers}`).toEqual(fullShare)
    expect(connectionsFor(1)).toBe(200)
  })

  test('all together never ask for more than the database allows, and leave twenty for others', () => {
    for (let workers = 1; workers <= 64; workers += 1)
      for (let allowed = 10; allowed <= 2500; allowed += 7) {
        const share = connectionShare(allowed, workers)
        if (share) expect(workers * opened(share), `${workers} of ${allowed}`).toBeLessThanOrEqual(allowed - 20)
      }
  })

  test('none gets too few to work with', () => {
    expect(connectionShare(leastConnections(3) - 1, 3)).toBeNull()
    expect(connectionShare(leastConnections(3), 3)).toEqual({ plain: 8, pipelined: 3, tables: 3 })
    // What a PostgreSQL of the operator's allows by default.
    expect(connectionShare(97, 4)).toMatchObject({ plain: 9 })
    expect(connectionShare(97, 5)).toBeNull()
  })
})
