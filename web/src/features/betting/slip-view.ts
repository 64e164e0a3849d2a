import type { StakeLimitCause } from '@croupier/contract/bets'
import { type Currency, fromDecimal, isCurrency } from '@croupier/contract/money'
import { delays } from '@croupier/sportsbook/stated'
import { useMemo } from 'react'
import { useBalances } from '../../session/balance.ts'
import { useShell } from '../../shell.ts'
import { useBuilders } from './builder-store.ts'
import { underwayOf } from './place-rules.ts'
import { usePlacing } from './place-store.ts'
import type { BetQuote } from './quote-keeper.ts'
import { useQuotes } from './quote-store.ts'
import { betsOf, type SlipBet, type WantedBets } from './slip-bets.ts'
import { type SlipBonus, useSlipBonuses } from './slip-bonuses.ts'
import { useSlipBook } from './slip-book.tsx'
import { type BuilderQuotes, formOf, legPrices } from './slip-legs.ts'
import { offeredNows } from './slip-offers.ts'
import { mustAsk, type PickNow, pickNow } from './slip-prices.ts'
import type { SlipShape } from './slip-rules.ts'
import { type SlipPick, useSlip } from './slip-store.ts'
import {
  boostStep,
  freeBetPossible,
  possibleOf,
  readSingles,
  readStake,
  type StakeFault,
  type StakeRead,
  singlesPossible,
  totalText,
} from './slip-sums.ts'
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

/** What has to be done before anything can be asked for. */
export type SlipBlock = 'RELATED' | 'UNPRICED' | 'CLOSED' | 'PAUSED' | StakeFault

/** A bonus pays for one bet, never for several at once. */
const bonusFor = (shape: SlipShape, bonus: SlipBonus | null) => (shape.bets === 1 ? bonus : null)

function stakeOf(slip: SlipState, shape: SlipShape, currency: Currency, bonus: SlipBonus | null): StakeRead {
  if (bonus?.type === 'free_bet') return readStake(bonus.amount.amount, 'total', shape, currency)
  if (shape.bets === 1) return readStake(slip.stake, shape.combinations > 1 ? slip.entry : 'total', shape, currency)
  const typed = slip.picks.map(({ pick }) => slip.stakes[pick]?.trim() || slip.stake)
  return readSingles(typed, shape, currency)
}

/** Everything that the slip shows, from what was chosen and what the book says now. */
export function slipViewOf(
  slip: SlipState,
  nows: ReadonlyMap<string, PickNow>,
  currency: Currency,
  quotes: BuilderQuotes = new Map(),
  chosen: SlipBonus | null = null,
) {
  const { picks, choice, policy } = slip
  const lines = picks.map((pick): SlipLine => ({ pick, now: nows.get(pick.pick) ?? pickNow(pick, undefined, false) }))
  const { shape, legs, builders, pairs } = formOf(choice, picks, quotes)
  const bonus = bonusFor(shape, chosen)
  const closed = lines.filter(({ now }) => now.state === 'closed').map(({ pick }) => pick)
  // Where there is one bet only, both ways to enter a stake are the same; singles have one each.
  const entry = shape.bets > 1 ? 'each' : shape.combinations > 1 ? slip.entry : 'total'
  const stake = stakeOf(slip, shape, currency, bonus)
  const prices = legPrices(legs, (pick) => lines.find((line) => line.pick === pick)?.now.price ?? pick.price)
  const isTogether = picks.length > 0 && (closed.length === 0 || shape.bets > 1) && pairs.length === 0
  const sold = isTogether ? prices : null
  const returnsOf = (total: bigint) => {
    if (!sold) return null
    if (shape.kind === 'singles')
      return singlesPossible(
        sold,
        stake.shares.map((share, at) => (lines[at]?.now.state === 'closed' ? null : share)),
      )
    return possibleOf(shape, sold, total)
  }
  const possible = stake.total === null ? null : returnsOf(stake.total)
  const isFree = bonus?.type === 'free_bet'
  const wanted: WantedBets = {
    ...{ picks, shape, stake, currency, policy, closed: closed.map(({ pick }) => pick) },
    ...{ builders, isDemo: slip.purse === 'fun', bonus: bonus?.id ?? null },
  }
  /** The same bets with something else about them. */
  const betsWith = (more: Partial<WantedBets>) => (sold ? betsOf({ ...wanted, ...more }) : [])
  const bets = betsWith({})
  const isWholeBuilder = builders.length > 0 && legs.length === 1
  const isPart = (pick: SlipPick) => builders.some(({ parts }) => parts.includes(pick))
  return {
    currency,
    lines,
    shape,
    entry,
    stake,
    closed,
    pairs,
    builders,
    bonus,
    bets,
    betsWith,
    isWholeBuilder,
    /** A part of a builder has no price of its own in the bet. */
    isPart,
    /** How many have to win: the parts of a builder are one. */
    legs: legs.length,
    /** Where each leg stands in the bet, by the pick that stands for it. */
    places: new Map(legs.map(({ lead }, place) => [lead.pick, place])),
    asks: lines.filter(
      ({ pick, now }) => !isPart(pick) && now.state === 'open' && mustAsk(policy, pick.price, now.price),
    ),
    delay: delayOf(lines),
    totalPrice: sold && shape.kind === 'multiple' ? totalText(sold) : null,
    boost: sold && shape.kind === 'multiple' && !isWholeBuilder ? boostStep(sold) : null,
    possible: possible && isFree && stake.total !== null ? freeBetPossible(possible, stake.total) : possible,
    block: blockOf(lines, { isRelated: pairs.length > 0, isPriced: prices !== null, bets, stake, closed, shape }),
  }
}

type Blocking = {
  isRelated: boolean
  isPriced: boolean
  bets: readonly SlipBet[]
  stake: StakeRead
  closed: readonly SlipPick[]
  shape: SlipShape
}

function blockOf(lines: readonly SlipLine[], slip: Blocking): SlipBlock | null {
  const { isRelated, isPriced, bets, stake, closed, shape } = slip
  if (isRelated) return 'RELATED'
  if (lines.length === 0 || (closed.length > 0 && shape.bets === 1)) return 'CLOSED'
  if (!isPriced) return 'UNPRICED'
  if (stake.fault) return stake.fault
  if (bets.length === 0) return 'CLOSED'
  // Singles are answered one by one: those that can be taken are.
  const isPaused = ({ picks }: SlipBet) =>
    picks.some((pick) => lines.find((line) => line.pick.pick === pick.pick)?.now.state === 'paused')
  return bets.every(isPaused) ? 'PAUSED' : null
}

export type StakeOver = { at: number; max: bigint; cause: StakeLimitCause }

/** Which bets are more than the house takes, and what it would take. */
export const oversOf = (bets: readonly SlipBet[], quotes: readonly BetQuote[], currency: Currency): StakeOver[] =>
  bets.flatMap(({ stake }, at) => {
    const quote = quotes[at]
    const max = quote && quote.combinations > 0 ? fromDecimal(quote.max_stake.amount, currency) : null
    return quote && max !== null && stake > max ? [{ at, max, cause: quote.max_cause }] : []
  })

export type SlipView = ReturnType<typeof useSlipView>

/** What a bonus pays beside own money; null where it pays for all of the bet. */
export function besideOwn(bonus: SlipBonus | null, currency: Currency): bigint | null {
  if (bonus?.type === 'free_bet') return null
  return bonus?.type === 'wagering' ? fromDecimal(bonus.balance.amount, currency) : 0n
}

/** Guests count in the currency of the house until they have chosen one. */
export function useSlipView() {
  const slip = useSlip()
  const { nows } = useSlipBook()
  const builders = useBuilders()
  const tries = usePlacing()
  const quotes = useQuotes()
  const bonuses = useSlipBonuses()
  const balances = useBalances()
  const { account, sportsbook } = useShell()
  const isTaking = sportsbook?.isOpen ?? false
  const accountCurrency = account && isCurrency(account.currency) ? account.currency : 'EUR'
  const isDemo = account !== null && slip.purse === 'fun'
  const currency = isDemo ? 'FUN' : accountCurrency
  return useMemo(() => {
    const bonus = (!isDemo && bonuses.find(({ id }) => id === slip.purse)) || null
    const purse = isDemo ? 'fun' : (bonus?.id ?? 'main')
    // While a bet is decided the slip shows what it is made of, whatever is tapped meanwhile.
    const asked = underwayOf(tries).flatMap(({ picks }) => picks)
    const shown = { ...slip, purse, ...(asked.length > 0 && { picks: asked }) }
    const view = slipViewOf(shown, offeredNows(nows, tries), currency, builders, bonus)
    const money = isDemo ? balances?.balance_fun : balances?.balance_main
    const beside = besideOwn(view.bonus, currency)
    const main = money ? fromDecimal(money.amount, currency) : null
    const own = main !== null && beside !== null ? main + beside : null
    // A player who never had play money is given some with the first bet.
    const has = isDemo && own === 0n ? null : own
    const missing = has !== null && view.stake.total !== null && view.stake.total > has ? view.stake.total - has : null
    return {
      ...{ slip, account, isTaking, tries, quotes, bonuses, money: money ?? null, purse, ...view },
      overs: oversOf(view.bets, quotes, currency),
      delay: quotes.length > 0 ? Math.max(...quotes.map(({ delay_seconds }) => delay_seconds)) : view.delay,
      /** What the purse lacks; null where it is not known, or nothing. */
      missing: account ? missing : null,
    }
  }, [slip, nows, builders, tries, quotes, bonuses, balances, account, isTaking, currency, isDemo])
}
