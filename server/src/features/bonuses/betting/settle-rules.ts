import type { MoveReason } from '@croupier/contract/cashier'
import { shareOf } from '../../funding/funding.ts'
import {
  type BettingBonus,
  bettingMove,
  boostOf,
  isForOne,
  isOpenState,
  least,
  refundFor,
  type SlipLeg,
} from './rules.ts'

/**
 * What a result makes of a bet that a betting bonus is in. Pure. How much a bet returns is the arithmetic of bets; here
 * it is divided, counted and taken back. A bet that is settled anew gets the new result first and gives the old one
 * back then, so that only what is really gone is missing.
 */

/** Won 1,0,1 · lost 0,0,1 · void 0,1,1 · half won 1,1,2 · half lost 0,1,2 · dead heat of n for k places k,0,n. */
export type LegResult = { win: number; back: number; of: number }

export type SlipOutcome =
  | { kind: 'settled'; returned: bigint; legs: readonly LegResult[] }
  | { kind: 'cashed'; returned: bigint }

export type BonusSlip = {
  slip: string
  bonusId: bigint
  stake: bigint
  paid: bigint
  legs: readonly SlipLeg[]
  state: 'open' | 'settled' | 'cashed'
  isVoid: boolean
  returned: bigint
  share: bigint
  prize: bigint
  counted: bigint
  backing: 'bonus' | 'promotions' | 'receivable'
  refundId: bigint | null
}

type SlipPlace = 'main' | 'bonus' | 'hold' | 'book' | 'promotions' | 'receivable'
export type SlipLine = { from: SlipPlace; to: SlipPlace; amount: bigint; reason: MoveReason }

export type SlipStep = {
  bonus: BettingBonus
  slip: BonusSlip
  lines: SlipLine[]
  /** Below zero where it was taken back. */
  notes: { kind: 'counted' | 'taken_back'; counted: bigint }[]
  /** It can be used again, at least for another day. */
  isUsableAgain: boolean
  /** What the lost bet gives as a bonus; and that what it gave before is to be taken back. */
  refund: bigint
  takesRefundBack: boolean
}

const isVoidResult = (outcome: SlipOutcome) =>
  outcome.kind === 'settled' && outcome.legs.every(({ win, back, of }) => win === 0 && back === of)

const only = (...lines: SlipLine[]) => lines.filter(({ amount }) => amount > 0n)

/** Money of a bonus by its state: open in the purse, completed by what may be converted, else back to the house. */
function placed(bonus: BettingBonus, share: bigint): { bonus: BettingBonus; lines: SlipLine[] } {
  if (isOpenState(bonus.state)) {
    const lines = only({ from: 'book', to: 'bonus', amount: share, reason: 'win' })
    return { bonus: { ...bonus, held: bonus.held + share }, lines }
  }
  if (bonus.state !== 'completed') {
    const lines = only({ from: 'book', to: 'promotions', amount: share, reason: 'forfeit' })
    return { bonus: { ...bonus, forfeited: bonus.forfeited + share }, lines }
  }
  const base = bonus.base + share
  const converted = least(base, bonus.maxConversion)
  const forfeited = base - converted
  return {
    bonus: { ...bonus, base, converted, forfeited },
    lines: only(
      { from: 'book', to: 'main', amount: converted - bonus.converted, reason: 'conversion' },
      { from: 'book', to: 'promotions', amount: forfeited - bonus.forfeited, reason: 'forfeit' },
    ),
  }
}

type Purse = { main: bigint }

/** From own money as far as there is some; the rest is the house's to bear, the player never owes. */
function fromMain(purse: Purse, to: 'book' | 'promotions', amount: bigint): SlipLine[] {
  const there = least(amount, purse.main)
  purse.main -= there
  return only(
    { from: 'main', to, amount: there, reason: 'rollback' },
    { from: 'receivable', to, amount: amount - there, reason: 'rollback' },
  )
}

/** A share leaves from where it is now. */
function takenShare(bonus: BettingBonus, share: bigint, purse: Purse): { bonus: BettingBonus; lines: SlipLine[] } {
  const gone = (amount: bigint) => only({ from: 'receivable', to: 'book', amount, reason: 'rollback' })
  if (isOpenState(bonus.state)) {
    const there = least(share, bonus.held)
    const lines = only({ from: 'bonus', to: 'book', amount: there, reason: 'rollback' })
    return { bonus: { ...bonus, held: bonus.held - there }, lines: [...lines, ...gone(share - there)] }
  }
  if (bonus.state === 'completed') {
    const base = bonus.base > share ? bonus.base - share : 0n
    const converted = least(base, bonus.maxConversion)
    const forfeited = base - converted
    const back = bonus.forfeited - forfeited
    const own = bonus.converted - converted
    return {
      bonus: { ...bonus, base, converted, forfeited },
      lines: [
        ...only({ from: 'promotions', to: 'book', amount: back, reason: 'rollback' }),
        ...fromMain(purse, 'book', own),
        ...gone(share - back - own),
      ],
    }
  }
  const back = least(share, bonus.forfeited)
  return {
    bonus: { ...bonus, forfeited: bonus.forfeited - back },
    lines: [...only({ from: 'promotions', to: 'book', amount: back, reason: 'rollback' }), ...gone(share - back)],
  }
}

const credit = (lines: readonly SlipLine[]) =>
  lines.reduce((sum, { to, amount }) => (to === 'main' ? sum + amount : sum), 0n)

const fresh = { state: 'open', isVoid: false, returned: 0n, share: 0n, prize: 0n, counted: 0n } as const

/** The bet is open again: its stake stands in the hold, and the bonus is in it as before. */
function opened(bonus: BettingBonus, slip: BonusSlip): { bonus: BettingBonus; slip: BonusSlip; lines: SlipLine[] } {
  const again = { ...slip, ...fresh }
  const hold = (from: SlipPlace): SlipLine[] => only({ from, to: 'hold', amount: slip.stake, reason: 'rollback' })
  const counts = { inSlips: bonus.inSlips + 1, staked: bonus.staked + slip.paid, slip: slip.slip }
  if (!isForOne(bonus)) {
    const progress = bonus.progress - slip.counted
    if (slip.paid === 0n) return { bonus, slip: again, lines: hold('book') }
    const isBack = isOpenState(bonus.state) || bonus.state === 'lost'
    const state = isBack ? bettingMove(bonus.state, 'used') : bonus.state
    return { bonus: { ...bonus, ...counts, progress, state }, slip: again, lines: hold('book') }
  }
  if (!slip.isVoid) {
    if (slip.backing !== 'bonus') return { bonus, slip: again, lines: hold('book') }
    const state = bettingMove(bonus.state, 'used')
    return { bonus: { ...bonus, ...counts, state }, slip: again, lines: hold('book') }
  }
  // It was given back: where it is still to be had it is in this bet again, else this bet goes on without it.
  const isFree = bonus.type === 'free_bet'
  if (slip.backing === 'bonus' && bonus.state === 'active') {
    const next = { ...bonus, ...counts, held: bonus.held - slip.paid, state: bettingMove(bonus.state, 'used') }
    return { bonus: next, slip: again, lines: hold(isFree ? 'bonus' : 'book') }
  }
  const backing = slip.backing === 'bonus' ? whereItIs(bonus, slip.paid) : slip.backing
  const forfeited = isFree && backing === 'promotions' ? bonus.forfeited - slip.paid : bonus.forfeited
  return { bonus: { ...bonus, forfeited }, slip: { ...again, backing }, lines: hold(isFree ? backing : 'book') }
}

/** Money of a free bet that was given back: with the house, or in another bet. */
const whereItIs = ({ state, forfeited }: BettingBonus, paid: bigint) =>
  (state === 'expired' || state === 'removed') && forfeited >= paid ? ('promotions' as const) : ('receivable' as const)

/** The bet, which is open, comes to this end. Completion and loss are looked at afterwards. */
function ended(bonus: BettingBonus, slip: BonusSlip, outcome: SlipOutcome) {
  const isVoid = isVoidResult(outcome)
  const { returned } = outcome
  const done: BonusSlip = { ...slip, state: outcome.kind, isVoid, returned }
  const paidOut = only(
    { from: 'hold', to: 'book', amount: slip.stake, reason: bonus.type === 'free_bet' ? 'freebet' : 'stake' },
    {
      from: 'book',
      to: 'main',
      amount: bonus.type === 'wagering' || bonus.type === 'free_bet' ? 0n : returned,
      reason: isVoid ? 'void' : 'win',
    },
  )
  if (bonus.type === 'wagering') return wagered(bonus, done, { paidOut, outcome })
  return forOne(bonus, done, { paidOut, outcome })
}

type Ending = { paidOut: SlipLine[]; outcome: SlipOutcome }
type Ended = { bonus: BettingBonus; slip: BonusSlip; lines: SlipLine[]; refund: bigint }

function wagered(bonus: BettingBonus, slip: BonusSlip, { paidOut, outcome }: Ending): Ended {
  const { stake, paid, returned } = slip
  const share = shareOf({ staked: stake, byBonus: paid }, returned)
  const own = only({ from: 'book', to: 'main', amount: returned - share, reason: slip.isVoid ? 'void' : 'win' })
  if (paid === 0n) return { bonus, slip, lines: [...paidOut, ...own], refund: 0n }
  const mayCount = outcome.kind === 'settled' && !slip.isVoid && isOpenState(bonus.state) && !bonus.isOver
  const counted = mayCount ? least(paid * 10_000n, bonus.required - bonus.progress) : 0n
  const after = placed(bonus, share)
  const left = after.bonus.inSlips - 1
  const isOpen = isOpenState(bonus.state)
  return {
    bonus: {
      ...after.bonus,
      progress: bonus.progress + counted,
      inSlips: left,
      staked: bonus.staked - paid,
      state: isOpen && left === 0 ? bettingMove(bonus.state, 'active') : bonus.state,
    },
    slip: { ...slip, share, counted },
    lines: [...paidOut, ...own, ...after.lines],
    refund: 0n,
  }
}

/** A free bet, a refund or a boost: it was for this bet, and is done with it unless the bet was void. */
function forOne(bonus: BettingBonus, slip: BonusSlip, { paidOut, outcome }: Ending): Ended {
  const isIn = slip.backing === 'bonus'
  const { stake, paid, returned } = slip
  const out = isIn ? { inSlips: bonus.inSlips - 1, staked: bonus.staked - paid } : {}
  if (slip.isVoid) {
    const isFree = bonus.type === 'free_bet'
    const back = only({ from: 'hold', to: slip.backing, amount: stake, reason: 'freebet' })
    const lines = isFree ? back : paidOut
    const forfeited = isFree && slip.backing === 'promotions' ? bonus.forfeited + paid : bonus.forfeited
    if (!isIn) return { bonus: { ...bonus, forfeited }, slip, lines, refund: 0n }
    const state = bettingMove(bonus.state, 'active')
    return { bonus: { ...bonus, ...out, state, held: bonus.held + paid, slip: null }, slip, lines, refund: 0n }
  }
  const profit = returned > stake ? returned - stake : 0n
  const isLost = outcome.kind === 'settled' && returned === 0n
  let [prize, refund] = [0n, 0n]
  if (bonus.type === 'refund' && isLost && isIn) {
    const amount = refundFor(bonus, stake)
    if (bonus.terms.refund?.gives === 'cash') prize = amount
    else refund = amount
  }
  if (bonus.type === 'combo_boost' && outcome.kind === 'settled' && isIn) {
    const won = outcome.legs.map(({ win, of }) => win === of)
    prize = (profit * BigInt(boostOf(bonus.terms, slip.legs, won))) / 10_000n
  }
  const isFree = bonus.type === 'free_bet'
  const gain = isFree ? profit : prize
  const lines = isFree
    ? only({ from: 'book', to: 'main', amount: profit, reason: 'win' })
    : only({ from: 'promotions', to: 'main', amount: prize, reason: 'conversion' })
  const isGood = bonus.type === 'refund' || gain > 0n
  const state = isIn ? bettingMove(bonus.state, isGood ? 'completed' : 'lost') : bonus.state
  return {
    bonus: { ...bonus, ...out, state, converted: bonus.converted + gain },
    slip: { ...slip, prize },
    lines: [...paidOut, ...lines],
    refund,
  }
}

/** What the old result gave is given back. */
function takenBack(bonus: BettingBonus, old: BonusSlip, purse: Purse): { bonus: BettingBonus; lines: SlipLine[] } {
  const { stake, returned, share, prize } = old
  if (bonus.type === 'wagering') {
    const own = fromMain(purse, 'book', returned - share)
    const taken = takenShare(bonus, share, purse)
    return { bonus: taken.bonus, lines: [...own, ...taken.lines] }
  }
  const isFree = bonus.type === 'free_bet'
  const won = !isFree ? returned : old.isVoid || returned <= stake ? 0n : returned - stake
  const gain = isFree ? won : prize
  return {
    bonus: { ...bonus, converted: bonus.converted - gain },
    lines: [...fromMain(purse, 'book', won), ...fromMain(purse, 'promotions', prize)],
  }
}

/** Completion first, then the loss of a bonus that has nothing left. */
function judged(bonus: BettingBonus): { bonus: BettingBonus; lines: SlipLine[] } {
  if (bonus.type !== 'wagering' || !isOpenState(bonus.state) || bonus.isOver) return { bonus, lines: [] }
  if (bonus.progress >= bonus.required) {
    const base = bonus.held
    const converted = least(base, bonus.maxConversion)
    const state = bettingMove(bettingMove(bonus.state, 'used'), 'completed')
    return {
      bonus: { ...bonus, state, held: 0n, base, converted, forfeited: base - converted },
      lines: only(
        { from: 'bonus', to: 'main', amount: converted, reason: 'conversion' },
        { from: 'bonus', to: 'promotions', amount: base - converted, reason: 'forfeit' },
      ),
    }
  }
  const isLost = bonus.held === 0n && bonus.inSlips === 0
  return {
    bonus: isLost ? { ...bonus, state: bettingMove(bettingMove(bonus.state, 'used'), 'lost') } : bonus,
    lines: [],
  }
}

const notesOf = (old: bigint, counted: bigint): SlipStep['notes'] => [
  ...(old > 0n ? [{ kind: 'taken_back' as const, counted: -old }] : []),
  ...(counted > 0n ? [{ kind: 'counted' as const, counted }] : []),
]

const wasGiven = ({ refundId }: BonusSlip) => refundId !== null

/** The bet gets this result, for the first time or instead of another. */
export function settledSlip(before: BettingBonus, slip: BonusSlip, outcome: SlipOutcome, main: bigint): SlipStep {
  const isAnew = slip.state !== 'open'
  const start = isAnew ? opened(before, slip) : { bonus: before, slip, lines: [] }
  const end = ended(start.bonus, start.slip, outcome)
  const purse = { main: main + credit(end.lines) }
  const taken = isAnew ? takenBack(end.bonus, slip, purse) : { bonus: end.bonus, lines: [] }
  const last = judged(taken.bonus)
  return {
    bonus: last.bonus,
    slip: end.slip,
    lines: [...start.lines, ...end.lines, ...taken.lines, ...last.lines],
    notes: notesOf(slip.counted, end.slip.counted),
    isUsableAgain: end.slip.isVoid && isForOne(before) && end.slip.backing === 'bonus',
    // What it gave before stays given.
    refund: end.refund > 0n && !wasGiven(slip) ? end.refund : 0n,
    takesRefundBack: wasGiven(slip) && end.refund === 0n,
  }
}

/** The result is taken back, and none stands in its place. */
export function reversedSlip(before: BettingBonus, slip: BonusSlip, main: bigint): SlipStep {
  const start = opened(before, slip)
  const taken = takenBack(start.bonus, slip, { main })
  return {
    bonus: taken.bonus,
    slip: start.slip,
    lines: [...start.lines, ...taken.lines],
    notes: notesOf(slip.counted, 0n),
    isUsableAgain: false,
    refund: 0n,
    takesRefundBack: wasGiven(slip),
  }
}
