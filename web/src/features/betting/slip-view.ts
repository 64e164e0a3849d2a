import { type Currency, isCurrency } from '@croupier/contract/money'
import { delays } from '@croupier/sportsbook/stated'
import { useMemo } from 'react'
import { useShell } from '../../shell.ts'
import { type BuilderNow, builderKey } from './builder-keeper.ts'
import { useBuilders } from './builder-store.ts'
import { useSlipBook } from './slip-book.tsx'
import { mustAsk, type PickNow, pickNow } from './slip-prices.ts'
import { buildersOf, pairsOf, shapeOf } from './slip-rules.ts'
import { type SlipPick, useSlip } from './slip-store.ts'
import { boostStep, builderPossible, possibleOf, readStake, totalText } from './slip-sums.ts'
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

/** Picks of one match that could be one bet, and what the house says of it. */
export type SlipBuilder = { parts: readonly SlipPick[]; now: BuilderNow | null }
export type BuilderQuotes = ReadonlyMap<string, { now: BuilderNow }>

const quotedIn = (quotes: BuilderQuotes, parts: readonly SlipPick[]): SlipBuilder => ({
  parts,
  now: quotes.get(builderKey(parts.map(({ pick }) => pick)))?.now ?? null,
})

/** Everything that the slip shows, from what was chosen and what the book says now. */
export function slipViewOf(
  slip: SlipState,
  nows: ReadonlyMap<string, PickNow>,
  currency: Currency,
  quotes: BuilderQuotes = new Map(),
) {
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
  const builders = pairs.length > 0 ? buildersOf(picks).map((parts) => quotedIn(quotes, parts)) : []
  const isBuilt = ([one]: readonly SlipPick[]) => builders.some(({ parts }) => parts.some((part) => part === one))
  // All picks are parts of one builder: then that is the bet.
  const whole = builders.find(({ parts }) => parts.length === picks.length)
  const price = whole?.now?.state === 'priced' && closed.length === 0 ? whole.now.price : null
  const isMultiple = canReturn && shape.kind === 'multiple'
  const returnsOf = (total: bigint) => {
    if (canReturn) return possibleOf(shape, prices, total)
    return price === null ? null : builderPossible(price, total)
  }
  return {
    currency,
    lines,
    shape,
    entry,
    stake,
    closed,
    pairs,
    builders,
    isWholeBuilder: whole !== undefined,
    /** Those that no builder has: they cannot stand in one bet. */
    apart: pairs.filter((pair) => !isBuilt(pair)),
    asks: lines.filter(({ pick, now }) => now.state === 'open' && mustAsk(policy, pick.price, now.price)),
    delay: delayOf(lines),
    totalPrice: isMultiple ? totalText(prices) : price === null ? null : totalText([price]),
    boost: isMultiple ? boostStep(prices) : null,
    possible: stake.total === null ? null : returnsOf(stake.total),
  }
}

export type SlipView = ReturnType<typeof useSlipView>

/** Guests count in the currency of the house until they have chosen one. */
export function useSlipView() {
  const slip = useSlip()
  const { nows } = useSlipBook()
  const quotes = useBuilders()
  const { account, sportsbook } = useShell()
  const isTaking = sportsbook?.isOpen ?? false
  const currency = account && isCurrency(account.currency) ? account.currency : 'EUR'
  return useMemo(
    () => ({ slip, account, isTaking, ...slipViewOf(slip, nows, currency, quotes) }),
    [slip, nows, quotes, account, isTaking, currency],
  )
}
