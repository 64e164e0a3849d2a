import type { BonusModel } from './model.ts'
import { least, type ModelAction, type ModelBonus, type ModelPack, type ModelTerms, most } from './types.ts'

/** What follows from the list of actions and the list of lines: computed anew each time, nothing of it is kept. */

const standing = (model: BonusModel) => model.actions.filter((action) => !action.isUndone)

const sum = (list: readonly bigint[]) => list.reduce((all, each) => all + each, 0n)

/** S, S_b, W, W_b of a round, and how many of its bets stand. Free spins are not stakes of the player's. */
export function roundSums(model: BonusModel, round: string) {
  const here = standing(model).filter((action) => action.round === round)
  const played = here.filter((action) => action.packId === null)
  return {
    staked: sum(played.map((action) => action.staked)),
    stakedByBonus: sum(played.map((action) => action.paidByBonus)),
    won: sum(played.map((action) => action.won)),
    wonByBonus: sum(played.map((action) => action.toShare)),
    bets: played.filter((action) => action.kind !== 'win').length,
    spins: here.filter((action) => action.kind === 'spin'),
  }
}

/**
 * A round belongs to the first bonus that paid into it.
 * Open question: also when that stake was rolled back since? Chosen: yes, it paid.
 */
export const roundBonusId = (model: BonusModel, round: string): number | null =>
  model.actions.find((action) => action.round === round && action.paidByBonus > 0n)?.payer ?? null

/**
 * The purse that began a round.
 * Open question: does a stake of nothing begin it, and does one that was rolled back? Chosen: neither, but a round that
 * a bonus has paid into stays with it.
 */
export function purseThatBegan(model: BonusModel, round: string): 'main' | 'bonus' | null {
  if (roundBonusId(model, round) !== null) return 'bonus'
  return roundSums(model, round).staked > 0n ? 'main' : null
}

/** Rounds of a bonus with some of its money in them that are not closed. */
export function openRoundsOf(model: BonusModel, bonus: ModelBonus): string[] {
  return [...model.rounds]
    .filter(([, { isClosed }]) => !isClosed)
    .map(([round]) => round)
    .filter((round) => roundBonusId(model, round) === bonus.id && roundSums(model, round).stakedByBonus > 0n)
}

export const inOpenRounds = (model: BonusModel, bonus: ModelBonus) =>
  sum(openRoundsOf(model, bonus).map((round) => roundSums(model, round).stakedByBonus))

/** Progress is the sum over stakes that stand, in every state. */
export const progressOf = (model: BonusModel, bonus: ModelBonus) =>
  sum(
    standing(model)
      .filter((action) => action.countedFor === bonus.id)
      .map((action) => action.counted),
  )

/** By state alone: a bonus whose time is over is open until the job has ended it, but see `isOver`. */
export const openBonus = (model: BonusModel): ModelBonus | null =>
  model.bonuses.find(({ state }) => state === 'active' || state === 'paused') ?? null

const ends = new Set(['completed', 'lost', 'expired', 'removed'])
export const isEnded = ({ state }: ModelBonus) => ends.has(state)

/** Over by the clock, whether or not the job has ended it. */
export function isOver(model: BonusModel, bonus: ModelBonus): boolean {
  if (isEnded(bonus)) return false
  const until = bonus.expiresAt ?? bonus.takeBy
  return until <= model.now
}

/** The open bonus, if its time is not over. */
export function liveBonus(model: BonusModel): ModelBonus | null {
  const open = openBonus(model)
  return open && !isOver(model, open) ? open : null
}

/** The function f of the page. */
export function settle(bonus: ModelBonus, base: bigint) {
  const deducted = bonus.terms.principal === 'stays' ? least(base, bonus.amount) : 0n
  const cap = bonus.terms.maxConversion
  const converted = cap === null ? base - deducted : least(base - deducted, cap)
  return { deducted, converted, cut: base - deducted - converted }
}

/** Never below zero: what a late rollback cannot take is the receivable's. */
export const baseOf = ({ baseChanges }: ModelBonus) => baseChanges.reduce((base, change) => most(0n, base + change), 0n)

/** What went to promotions out of this bonus, less what came back from there. */
export const forfeitedBy = (model: BonusModel, bonus: ModelBonus) =>
  sum(
    model.ledger
      .filter(({ bonusId, why }) => bonusId === bonus.id && why !== 'grant')
      .map(({ from, to, amount }) => (to === 'promotions' ? amount : 0n) - (from === 'promotions' ? amount : 0n)),
  )

/** floor(basis × times), in minor units × 10,000. */
export function requirementOf(terms: ModelTerms, amount: bigint, deposit: bigint): bigint {
  const basis = { bonus: amount, deposit, both: amount + deposit }[terms.basis]
  return ((basis * terms.times) / 100n) * 10_000n
}

/** The bonus of a deposit: percent in parts of 10,000 of what was credited. */
export const bonusOfDeposit = (credited: bigint, percent: bigint, atMost: bigint) =>
  least((credited * percent) / 10_000n, atMost)

export const contributionOf = ({ contributions }: ModelTerms, { sysname, type }: ModelAction['game']) =>
  contributions.games[sysname] ?? contributions.types[type] ?? contributions.default

export const packWon = (model: BonusModel, pack: ModelPack) =>
  sum(
    standing(model)
      .filter((action) => action.packId === pack.id)
      .map((action) => action.won),
  )

export const spinsLeft = (model: BonusModel, pack: ModelPack) =>
  pack.count - standing(model).filter((action) => action.kind === 'spin' && action.packId === pack.id).length

export const bonusOfPack = (model: BonusModel, pack: ModelPack): ModelBonus | null =>
  model.bonuses.find(({ packId }) => packId === pack.id) ?? null

export const canSpin = (model: BonusModel, pack: ModelPack) =>
  spinsLeft(model, pack) > 0 && !pack.isEnded && pack.expiresAt > model.now
