import { type Currency, isCurrency } from '@croupier/contract/money'
import { delays } from '@croupier/sportsbook/stated'
import { useMemo } from 'react'
import { useShell } from '../../shell.ts'
import { useSlipBook } from './slip-book.tsx'
import { mustAsk, type PickNow, pickNow } from './slip-prices.ts'
import { buildersOf, pairsOf, shapeOf } from './slip-rules.ts'
import { type SlipPick, useSlip } from './slip-store.ts'
import { boostStep, possibleOf, readStake, totalText } from './slip-sums.ts'
import type { SlipState } from './slip-text.ts'

/** A pick beside what the book says of it. */
export type SlipLine = { pick: SlipPick; now: PickNow }

/** Seconds between a press and its decision: the longest of what is live. */
const delayOf = (lines: readonly SlipLine[]): number =>
  Math.max(
    0,
    ...lines
      .filter(({ now }) => now.isLive)
      .map(({ pick }) => Object.entries(delays).find(([sport]) => sport === pick.event.sport)?.[1] ?? 0),
  )

/** Everything that the slip shows, from what was chosen and what the book says now. */
export function slipViewOf(slip: SlipState, nows: ReadonlyMap<string, PickNow>, currency: Currency) {
  const { picks, choice, policy } = slip
  const lines = picks.map((pick): SlipLine => ({ pick, now: nows.get(pick.pick) ?? pickNow(pick, undefined, false) }))
  const shape = shapeOf(choice, picks)
  const prices = lines.map(({ now }) => now.price)
  const closed = lines.filter(({ now }) => now.state === 'closed').map(({ pick }) => pick)
  const pairs = pairsOf(shape, picks)
  // Where there is one bet only, both ways to enter a stake are the same.
  const entry = shape.combinations > 1 ? slip.entry : 'total'
  const stake = readStake(slip.stake, entry, shape, currency)
  const canReturn = picks.length > 0 && closed.length === 0 && pairs.length === 0
  return {
    currency,
    lines,
    shape,
    entry,
    stake,
    closed,
    pairs,
    builders: pairs.length > 0 ? buildersOf(picks) : [],
    asks: lines.filter(({ pick, now }) => now.state === 'open' && mustAsk(policy, pick.price, now.price)),
    delay: delayOf(lines),
    totalPrice: canReturn && shape.kind === 'multiple' ? totalText(prices) : null,
    boost: canReturn && shape.kind === 'multiple' ? boostStep(prices) : null,
    possible: canReturn && stake.total !== null ? possibleOf(shape, prices, stake.total) : null,
  }
}

export type SlipView = ReturnType<typeof useSlipView>

/** Guests count in the currency of the house until they have chosen one. */
export function useSlipView() {
  const slip = useSlip()
  const { nows } = useSlipBook()
  const { account, sportsbook } = useShell()
  const isTaking = sportsbook?.isOpen ?? false
  const currency = account && isCurrency(account.currency) ? account.currency : 'EUR'
  return useMemo(
    () => ({ slip, account, isTaking, ...slipViewOf(slip, nows, currency) }),
    [slip, nows, account, isTaking, currency],
  )
}
