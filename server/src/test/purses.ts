import { begin, type Database } from '../db/db.ts'
import { type Movement, move, type PurseName } from '../features/wallet/wallet.ts'

/** What tests of the wallet share: purses, money from outside, and chance that repeats. */

export const mainOf = (playerId: bigint, currency = 'EUR'): PurseName => ({ playerId, kind: 'main', currency })
export const ownPurse = (owner: string, currency = 'EUR'): PurseName => ({
  playerId: null,
  owner,
  kind: 'main',
  currency,
})

type Wanted = { from: PurseName; to: PurseName; amount: bigint; key: string; scope?: string; about?: PurseName }

/** One transfer; the body is what it says, and the answer is the balance of `about`, or of the payer, after it. */
export const oneMove = ({ from, to, amount, key, scope = 'test', about = from }: Wanted): Movement => ({
  scope,
  key,
  playerId: from.playerId ?? to.playerId,
  body: { amount, from: JSON.stringify(from, asText), to: JSON.stringify(to, asText) },
  transfers: [{ from, to, amount, reason: 'correction', ref: `test:${key}` }],
  reads: [about],
  answer: (balanceOf) => ({ key, balance: String(balanceOf(about)) }),
})

const asText = (_name: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

/** Money from outside. */
export async function payIn(db: Database, playerId: bigint, amount: bigint, currency = 'EUR'): Promise<void> {
  const [from, to] = [ownPurse('payment:sandbox', currency), mainOf(playerId, currency)]
  const key = `pay-in:${playerId}:${amount}:${payIns++}`
  const outcome = await begin(db, (tx) => move(tx, oneMove({ from, to, amount, key, about: to })))
  if (outcome.kind !== 'moved') throw new Error(`paying in ended as ${outcome.kind}`)
}
let payIns = 0

/** mulberry32: the same seed tells the same story. */
export function chanceFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
