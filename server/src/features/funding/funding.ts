import type { MoveReason } from '@croupier/contract/cashier'
import type { PlayerPurse, PurseName, Transfer } from '../wallet/wallet.ts'

/**
 * Who pays for a stake, and where what it gives goes. Pure, and the same for every product: rounds, bonuses and bets
 * differ only in their terms, that is in which purses may pay and in which order.
 */

export type PlayMode = 'real' | 'demo'

/** Purses of a player that a stake may be paid from. */
export const stakePurses = ['main', 'bonus', 'betting_bonus', 'fun'] as const satisfies readonly PlayerPurse[]
export type StakePurse = (typeof stakePurses)[number]

/** One of the player's purses, or the house's budget for promotions. */
type PayerKind = StakePurse | 'promotions'

/** Who may pay: each as far as its money goes, in the order of the list. The house's budget has no bottom. */
type Payer = {
  kind: PayerKind
  /** The pack of free spins that it pays for. */
  pack?: bigint
  /** The bonus whose money it is, or for which a stake of own money counts. */
  bonus?: bigint
}
export type Terms = readonly Payer[]

/** Which payer paid how much of a stake. It is kept with the stake, and decides where a return goes. */
export type Part = Payer & {
  amount: bigint
  /** What it counts for its bonus, in minor units × 10,000. */
  counted?: bigint
}

/** The player's own money. */
export const ownPurse = (mode: PlayMode): 'main' | 'fun' => (mode === 'demo' ? 'fun' : 'main')

/** Where no bonus and no free spin pays. */
export const ownTerms = (mode: PlayMode): Terms => [{ kind: ownPurse(mode) }]

/** Whether the player risks anything by these terms: what the house stakes alone is no risk. */
export const isRisk = (terms: Terms): boolean => terms.some(({ kind }) => kind !== 'promotions')

/** What of a stake the player risked: all of it but what the house staked. */
export const riskedIn = (parts: readonly Part[]): bigint => sumOf(parts.filter(({ kind }) => kind !== 'promotions'))

/** What of a stake was the player's own money. */
export const ownIn = (parts: readonly Part[]): bigint =>
  sumOf(parts.filter(({ kind }) => kind === 'main' || kind === 'fun'))

const sumOf = (parts: readonly { amount: bigint }[]) => parts.reduce((sum, { amount }) => sum + amount, 0n)

type BalanceOf = (kind: StakePurse) => bigint

/** What may be staked by these terms: the sum over the player's purses in them. */
export const playable = (terms: Terms, balanceOf: BalanceOf): bigint =>
  sumOf(terms.map(({ kind }) => ({ amount: kind === 'promotions' ? 0n : balanceOf(kind) })))

type Funding = { kind: 'funded'; parts: Part[] } | { kind: 'short'; available: bigint }

/** Divides a stake over its payers. A stake of nothing has no parts. */
export function fundStake(stake: bigint, balanceOf: BalanceOf, terms: Terms): Funding {
  const parts: Part[] = []
  let left = stake
  for (const payer of terms) {
    let amount = left
    if (payer.kind !== 'promotions' && balanceOf(payer.kind) < left) amount = balanceOf(payer.kind)
    if (amount > 0n) parts.push({ ...payer, amount })
    left -= amount
  }
  return left > 0n ? { kind: 'short', available: playable(terms, balanceOf) } : { kind: 'funded', parts }
}

/** Stakes of a round or a bet that stand, and what of them a bonus paid. */
export type StandingStakes = { staked: bigint; byBonus: bigint }

/** What a round or a bet gave before: all of it, and what of that went to the bonus that paid into it. */
export type Returned = { amount: bigint; share: bigint }

const nothingYet: Returned = { amount: 0n, share: 0n }

/**
 * What of a win, or of a part of a stake that comes back, belongs to the bonus that paid into it; the rest, with the
 * remainder of the division, is the player's own money. Running totals make the result independent of how a win is cut
 * into calls, and nothing that was given is taken back by a later division.
 */
export function shareOf({ staked, byBonus }: StandingStakes, amount: bigint, before: Returned = nothingYet): bigint {
  if (byBonus === 0n) return 0n
  const target = ((before.amount + amount) * byBonus) / staked - before.share
  if (target < 0n) return 0n
  return target > amount ? amount : target
}

type PurseOwner = { playerId: bigint; currency: string }

export const payerPurse = ({ playerId, currency }: PurseOwner, kind: PayerKind): PurseName =>
  kind === 'promotions' ? { playerId: null, owner: 'promotions', kind: 'main', currency } : { playerId, kind, currency }

type About = { reason: MoveReason; ref: string }

/** The parts of a stake into the purse that takes it: a game's, or the player's own hold of a bet. */
export const transfersFrom = (
  parts: readonly Part[],
  owner: PurseOwner,
  { to, ...about }: About & { to: PurseName },
): Transfer[] => parts.map(({ kind, amount }) => ({ from: payerPurse(owner, kind), to, amount, ...about }))

/** Parts back to those who paid them, or a win to where it belongs. */
export const transfersTo = (
  parts: readonly Part[],
  owner: PurseOwner,
  { from, ...about }: About & { from: PurseName },
): Transfer[] => parts.map(({ kind, amount }) => ({ from, to: payerPurse(owner, kind), amount, ...about }))
