import { describe, expect, test } from 'vitest'
import { type Body, bodyHash, linkHash, type Purse, type PurseName, plan, purseKey, type Transfer } from './rules.ts'

const main: PurseName = { playerId: 7n, kind: 'main', currency: 'EUR' }
const hold: PurseName = { playerId: 7n, kind: 'withdrawal_hold', currency: 'EUR' }
const house: PurseName = { playerId: null, owner: 'house', kind: 'fees', currency: 'EUR' }

const purse = (id: bigint, name: PurseName, balance: bigint): [string, Purse] => [
  purseKey(name),
  { id, isPlayers: name.playerId !== null, balance, seq: 0n, head: Buffer.alloc(32), movedMs: 0n },
]
const purses = () => new Map([purse(1n, main, 100n), purse(2n, hold, 0n), purse(3n, house, 0n)])
const transfer = (from: PurseName, to: PurseName, amount: bigint): Transfer => ({
  from,
  to,
  amount,
  reason: 'stake',
  ref: 'r',
})
const movement = (...transfers: Transfer[]) => ({ scope: 's', key: 'k', transfers })

describe('a plan', () => {
  test('moves through several purses in order, each line following the last of its purse', () => {
    const known = purses()
    const planned = plan(known, movement(transfer(main, hold, 60n), transfer(hold, house, 60n)), 5n)
    expect(planned).toMatchObject({
      kind: 'planned',
      rows: [
        { fromPurse: 1n, fromSeq: 1n, toPurse: 2n, toSeq: 1n, fromBalance: 40n, toBalance: 60n, part: 0 },
        { fromPurse: 2n, fromSeq: 2n, toPurse: 3n, toSeq: 1n, fromBalance: 0n, toBalance: 60n, part: 1 },
      ],
    })
    expect([...known.values()].map(({ balance, seq }) => [balance, seq])).toEqual([
      [40n, 1n],
      [0n, 2n],
      [60n, 1n],
    ])
  })

  test('that fails at its end has changed nothing', () => {
    const known = purses()
    expect(plan(known, movement(transfer(main, house, 60n), transfer(main, house, 41n)), 5n)).toEqual({ kind: 'short' })
    expect(known).toEqual(purses())
  })

  test('lets the house owe, and no player', () => {
    expect(plan(purses(), movement(transfer(house, main, 1n)), 5n)).toMatchObject({ kind: 'planned' })
    expect(plan(purses(), movement(transfer(hold, main, 1n)), 5n)).toEqual({ kind: 'short' })
  })
})

describe('hashes', () => {
  const link = {
    purse: 1n,
    seq: 2n,
    amount: -3n,
    balance: 4n,
    other: 5n,
    scope: 's',
    key: 'k',
    part: 0,
    reason: 'stake',
    ref: 'r',
    atMs: 6n,
  }

  test('a link is another when anything it says is', () => {
    const first = Buffer.alloc(32)
    const before = linkHash(first, link).toString('hex')
    // Written down, because players keep statements: a change of the formula would make all of them wrong.
    expect(before).toBe('4491f3b135cfa6c91155b91106300001aeea8ba7886638bbf40459b5f47e51eb')
    const others = Object.keys(link).map((name) =>
      linkHash(first, { ...link, [name]: name === 'part' ? 1 : 'other' }).toString('hex'),
    )
    expect(new Set([before, ...others, linkHash(Buffer.alloc(32, 1), link).toString('hex')]).size).toBe(13)
    // Moving a sign from one field to the next is another text too.
    expect(linkHash(first, { ...link, scope: 'sk', key: '' })).not.toEqual(
      linkHash(first, { ...link, scope: 's', key: 'k' }),
    )
  })

  test('a body is the same in any order, and another with another type', () => {
    const hash = (body: Body) => bodyHash(body).toString('hex')
    expect(hash({ a: 1n, b: 'x' })).toBe(hash({ b: 'x', a: 1n }))
    const all: Body[] = [
      { a: 1n },
      { a: 1 },
      { a: '1' },
      { a: true },
      { a: 'true' },
      { a: null },
      { a: 'null' },
      {},
      { b: 1n },
    ]
    expect(new Set(all.map(hash)).size).toBe(all.length)
  })
})
