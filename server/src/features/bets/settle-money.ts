import type { MoveReason } from '@croupier/contract/cashier'
import type { BetStanding, JudgedBet } from './settle-rules.ts'

/** Where the money of a bet goes when it is settled, settled anew or open again. Pure. */

/** `own` is the purse that paid, `book` the house's for bets. */
type BetPlace = 'own' | 'hold' | 'book' | 'promotions' | 'receivable'
export type BetLine = { from: BetPlace; to: BetPlace; amount: bigint; reason: MoveReason }

export type MoneyStep = {
  lines: readonly BetLine[]
  /** What was to be taken back and was gone; below zero where the player's next win paid it. */
  shortfall: bigint
}

type Paid = Pick<BetStanding, 'returned' | 'boost'>
type Decided = Extract<JudgedBet, { kind: 'decided' }>

const only = (...lines: BetLine[]) => lines.filter(({ amount }) => amount > 0n)
const least = (one: bigint, other: bigint) => (one < other ? one : other)
const above = (amount: bigint) => (amount > 0n ? amount : 0n)

/** `owed`: what earlier corrections of this bet could not take back. It comes out of what the bet gives later. */
export function settlingLines(
  stake: bigint,
  { returned, boost, isVoid }: Pick<Decided, 'returned' | 'boost' | 'isVoid'>,
  owed: bigint,
): MoneyStep {
  const lines = only(
    { from: 'hold', to: 'own', amount: least(stake, returned), reason: isVoid ? 'void' : 'win' },
    { from: 'hold', to: 'book', amount: above(stake - returned), reason: 'lost' },
    { from: 'book', to: 'own', amount: above(returned - stake), reason: 'win' },
    { from: 'promotions', to: 'own', amount: boost, reason: 'boost' },
  )
  return paidBack(lines, owed)
}

/** A part of the stake that is bought back is neither won nor lost. */
export const cashOutLines = (part: bigint, value: bigint, owed: bigint): MoneyStep =>
  paidBack(
    only(
      { from: 'hold', to: 'own', amount: least(part, value), reason: 'cashout' },
      { from: 'hold', to: 'book', amount: above(part - value), reason: 'cashout' },
      { from: 'book', to: 'own', amount: above(value - part), reason: 'cashout' },
    ),
    owed,
  )

/** The difference alone. What is taken back is taken as far as it is there: the player never owes. */
export function correctingLines(
  before: Paid,
  now: Pick<Decided, 'returned' | 'boost'>,
  { owed, main }: { owed: bigint; main: bigint },
): MoneyStep {
  const up = only(
    { from: 'book', to: 'own', amount: above(now.returned - before.returned), reason: 'correction' },
    { from: 'promotions', to: 'own', amount: above(now.boost - before.boost), reason: 'correction' },
  )
  const { lines: given, shortfall: repaid } = paidBack(up, owed)
  let there = main + sumTo(given, 'own')
  let missing = 0n
  const taken = (to: 'book' | 'promotions', amount: bigint): BetLine[] => {
    const own = least(amount, there)
    there -= own
    missing += amount - own
    return only(
      { from: 'own', to, amount: own, reason: 'correction' },
      { from: 'receivable', to, amount: amount - own, reason: 'correction' },
    )
  }
  const down = [
    ...taken('book', above(before.returned - now.returned)),
    ...taken('promotions', above(before.boost - now.boost)),
  ]
  return { lines: [...given, ...down], shortfall: repaid + missing }
}

/** It had given nothing, so the house has the stake. */
export const reopeningLines = (stake: bigint): MoneyStep => ({
  lines: only({ from: 'book', to: 'hold', amount: stake, reason: 'rollback' }),
  shortfall: 0n,
})

const sumTo = (lines: readonly BetLine[], place: BetPlace) =>
  lines.reduce((sum, { to, amount }) => (to === place ? sum + amount : sum), 0n)

/** The first of what goes to the player pays what the house bore for it. */
function paidBack(lines: readonly BetLine[], owed: bigint): MoneyStep {
  let left = owed
  const split = lines.flatMap((line) => {
    if (line.to !== 'own' || left === 0n) return [line]
    const back = least(left, line.amount)
    left -= back
    return only(
      { ...line, to: 'receivable', amount: back, reason: 'correction' },
      { ...line, amount: line.amount - back },
    )
  })
  return { lines: split, shortfall: left - owed }
}

/** What the player's own limits count of a bet: its stake, unless all of it came back, and what it gave. */
type Counted = { stake: bigint; returned: bigint }

export type UseChange = {
  /** Counts that go: of the stake, of what the last step gave. */
  dropsStake: boolean
  dropsReturn: boolean
  /** Counts that come. */
  stake: bigint
  returned: bigint
}

const nothing: Counted = { stake: 0n, returned: 0n }

/** `isWhole`: no part of it was cashed out, so a stake that comes back was never risked. */
export const countedOf = (
  bet: { stake: bigint; isWhole: boolean },
  { returned, boost, isVoid }: Paid & { isVoid: boolean },
): Counted => (isVoid && bet.isWhole ? nothing : { stake: bet.stake, returned: returned + boost })

export const useChange = (before: Counted, now: Counted): UseChange => ({
  dropsStake: before.stake > 0n && now.stake === 0n,
  dropsReturn: before.returned > 0n,
  stake: before.stake === 0n ? now.stake : 0n,
  returned: now.returned,
})
