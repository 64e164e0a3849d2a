import type { BonusMode, BonusState } from '@croupier/contract/promotions'
import type { Terms } from '../funding/funding.ts'

/**
 * What a bonus pays, gets, counts and becomes. Pure: money is moved by lines between named places, and whoever runs a
 * product says which purse each place is.
 */

/** Parts of 10,000 of a stake that count: by game, else by type, else the rest. */
export type Contributions = {
  games: Readonly<Record<string, number>>
  types: Readonly<Record<string, number>>
  rest: number
  excluded: { games: readonly string[]; types: readonly string[]; providers: readonly string[] }
}

export type Bonus = {
  id: bigint
  playerId: bigint
  state: BonusState
  mode: BonusMode
  currency: string
  /** What was granted. */
  amount: bigint
  /** In minor units × 10,000, so that a percentage never rounds. */
  required: bigint
  progress: bigint
  /** What was in the purse when it was completed, with all that came to it and left it since. */
  base: bigint
  converted: bigint
  forfeited: bigint
  /** Rounds that it paid into and that are not closed. */
  openRounds: number
  /** What of its money is in them. */
  inRounds: bigint
  /** Winnings of free spins that wait until it opens. */
  waiting: bigint
  maxBet: bigint | null
  maxConversion: bigint | null
  minBalance: bigint
  principal: 'converts' | 'stays'
  counts: 'bonus' | 'all'
  asksFirst: boolean
  isStarted: boolean
  /** By the clock, whether or not the job has ended it. */
  isOver: boolean
  contributions: Contributions
}

export type GameKind = { sysname: string; type: string; provider: string }

export const isOpen = ({ state }: Pick<Bonus, 'state'>): boolean => state === 'active' || state === 'paused'

// Who pays a stake

type Payable = Pick<Bonus, 'id' | 'state' | 'mode' | 'isOver'>

/** The round of a stake: whether it began before, and the bonus that paid into it first. */
export type RoundOfStake = { isBegun: boolean; bonusId: bigint | null }

/**
 * The bonus that may pay for a stake of this round, null where own money pays alone. A round belongs to the first bonus
 * that paid into it; one that pays alone stays with the purse that began it, also after a pause.
 */
export function payerOf<B extends Payable>(
  bonus: B | null,
  { isBegun, bonusId }: RoundOfStake,
  held: bigint,
): B | null {
  if (!bonus || !isOpen(bonus) || bonus.isOver || held === 0n) return null
  if (bonusId !== null) return bonusId === bonus.id ? bonus : null
  if (bonus.mode === 'isolated') return isBegun || bonus.state === 'paused' ? null : bonus
  return bonus
}

/** Purses in the order in which they pay. */
export function payersBy(payer: Pick<Bonus, 'mode' | 'id'> | null): Terms {
  if (!payer) return [{ kind: 'main' }]
  const bonus = { kind: 'bonus', bonus: payer.id } as const
  const orders = {
    sticky: [bonus, { kind: 'main' }],
    non_sticky: [{ kind: 'main' }, bonus],
    isolated: [bonus],
  } as const satisfies Record<BonusMode, Terms>
  return orders[payer.mode]
}

export type BonusStake = {
  stake: bigint
  main: bigint
  /** Stakes of the round that stand already. */
  roundStaked: bigint
  /** A double or a split of our own titles belongs to the right way to play: only the opening stake is measured. */
  isAdded: boolean
  game: GameKind
}

/** Whether bonus money could be in this stake, so that the rules of the bonus hold for it. */
const isGoverned = ({ mode }: Bonus, { stake, main }: BonusStake) => mode !== 'non_sticky' || main < stake

/** The first rule of the bonus that forbids this stake; null is a yes. */
export function forbids(
  payer: Bonus | null,
  asked: BonusStake,
): 'BONUS_GAME_EXCLUDED' | 'BONUS_MAX_BET' | 'BONUS_START' | null {
  if (!payer || !isGoverned(payer, asked)) return null
  if (isExcluded(payer.contributions, asked.game)) return 'BONUS_GAME_EXCLUDED'
  if (payer.maxBet !== null && !asked.isAdded && asked.roundStaked + asked.stake > payer.maxBet) return 'BONUS_MAX_BET'
  return payer.asksFirst && payer.mode === 'non_sticky' && !payer.isStarted ? 'BONUS_START' : null
}

const isExcluded = ({ excluded: { games, types, providers } }: Contributions, game: GameKind) =>
  games.includes(game.sysname) || types.includes(game.type) || providers.includes(game.provider)

export const rateOf = ({ games, types, rest }: Contributions, { sysname, type }: GameKind): number =>
  games[sysname] ?? types[type] ?? rest

/** What a stake counts for the open bonus, never more than is missing. */
export function countedBy(
  bonus: Bonus | null,
  { stake, paid, game }: { stake: bigint; paid: bigint; game: GameKind },
): bigint {
  if (!bonus || !isOpen(bonus) || bonus.isOver) return 0n
  const part = bonus.counts === 'bonus' ? paid : bonus.state === 'active' ? atMost(stake, bonus.maxBet) : paid
  const counted = part * BigInt(rateOf(bonus.contributions, game))
  return atMost(counted, bonus.required - bonus.progress)
}

const atMost = (amount: bigint, most: bigint | null) => (most !== null && amount > most ? most : amount)

// What becomes of its money

/** What of `base` the player keeps, and what goes back: completion, and the difference that everything later makes. */
function settlementOf(
  { principal, amount, maxConversion }: Pick<Bonus, 'principal' | 'amount' | 'maxConversion'>,
  base: bigint,
) {
  const deducted = principal === 'stays' ? atMost(base, amount) : 0n
  const converted = atMost(base - deducted, maxConversion)
  return { converted, forfeited: base - converted }
}

/** `packs` is where winnings of free spins wait to become a bonus: owed to players, so apart from the budget. */
export type BonusPlace = 'main' | 'bonus' | 'promotions' | 'packs' | 'game' | 'receivable'
export type BonusLine = {
  from: BonusPlace
  to: BonusPlace
  amount: bigint
  reason: 'conversion' | 'forfeit'
}

/** Where a share of a win went; without a bonus it is what a pack of free spins won before it became one. */
export type Gain = { kind: 'main' | 'bonus' | 'promotions' | 'packs'; amount: bigint; bonus?: bigint }

const isWaiting = ({ state }: Pick<Bonus, 'state'>) => state === 'issued' || state === 'queued'

type Placed = {
  bonus: Bonus
  gains: Gain[] /** A bonus that was lost gets money again: a new one is made of it. */
  late: bigint
}

/** A share of a win, or the part of a stake that comes back, goes where the state of its bonus says. */
export function placeShare(bonus: Bonus, share: bigint): Placed {
  if (share === 0n) return { bonus, gains: [], late: 0n }
  const gain = (kind: Gain['kind'], amount: bigint): Gain[] => (amount > 0n ? [{ kind, amount, bonus: bonus.id }] : [])
  if (isOpen(bonus)) return { bonus, gains: gain('bonus', share), late: 0n }
  if (isWaiting(bonus)) {
    return { bonus: { ...bonus, waiting: bonus.waiting + share }, gains: gain('packs', share), late: 0n }
  }
  if (bonus.state === 'completed') {
    const base = bonus.base + share
    const { converted, forfeited } = settlementOf(bonus, base)
    const gains = [...gain('main', converted - bonus.converted), ...gain('promotions', forfeited - bonus.forfeited)]
    return { bonus: { ...bonus, base, converted, forfeited }, gains, late: 0n }
  }
  const late = bonus.state === 'lost' ? share : 0n
  const forfeited = bonus.state === 'lost' ? bonus.forfeited : bonus.forfeited + share
  return { bonus: { ...bonus, forfeited }, gains: gain('promotions', share), late }
}

type Taken = { bonus: Bonus; main: bigint; held: bigint; packs: bigint; promotions: bigint; gone: bigint }

/** A share that is taken back leaves from where it is now; what is gone is the provider's to collect. */
export function takeShare(bonus: Bonus, share: bigint, purses: { main: bigint; held: bigint }): Taken {
  const nothing = { bonus, main: 0n, held: 0n, packs: 0n, promotions: 0n, gone: 0n }
  if (share === 0n) return nothing
  if (isOpen(bonus)) {
    const held = atMost(share, purses.held)
    return { ...nothing, held, gone: share - held }
  }
  if (isWaiting(bonus)) {
    const packs = atMost(share, bonus.waiting)
    return { ...nothing, bonus: { ...bonus, waiting: bonus.waiting - packs }, packs, gone: share - packs }
  }
  if (bonus.state === 'completed') {
    const base = bonus.base > share ? bonus.base - share : 0n
    const { converted, forfeited } = settlementOf(bonus, base)
    const main = atMost(bonus.converted - converted, purses.main)
    const promotions = bonus.forfeited - forfeited
    return {
      ...nothing,
      bonus: { ...bonus, base, converted, forfeited },
      main,
      promotions,
      gone: share - main - promotions,
    }
  }
  const promotions = bonus.state === 'lost' ? 0n : atMost(share, bonus.forfeited)
  const after = { ...bonus, forfeited: bonus.forfeited - promotions }
  return { ...nothing, bonus: after, promotions, gone: share - promotions }
}

/** What a call leaves behind: completion first, then the loss of a bonus that has nothing left to play with. */
export function afterCall(bonus: Bonus, held: bigint): { bonus: Bonus; lines: BonusLine[] } {
  if (!isOpen(bonus) || bonus.isOver) return { bonus, lines: [] }
  if (bonus.progress >= bonus.required) {
    const { converted, forfeited } = settlementOf(bonus, held)
    return {
      bonus: { ...bonus, state: 'completed', base: held, converted, forfeited: bonus.forfeited + forfeited },
      lines: [
        ...line({ from: 'bonus', to: 'main', amount: converted, reason: 'conversion' }),
        ...line({ from: 'bonus', to: 'promotions', amount: forfeited, reason: 'forfeit' }),
      ],
    }
  }
  if (held >= bonus.minBalance || bonus.openRounds > 0) return { bonus, lines: [] }
  return {
    bonus: { ...bonus, state: 'lost', forfeited: bonus.forfeited + held },
    lines: line({ from: 'bonus', to: 'promotions', amount: held, reason: 'forfeit' }),
  }
}

const line = (wanted: BonusLine): BonusLine[] => (wanted.amount > 0n ? [wanted] : [])
