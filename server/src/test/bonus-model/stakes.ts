import { contributionOf, liveBonus, progressOf, purseThatBegan, roundBonusId, roundSums } from './books.ts'
import type { BonusModel } from './model.ts'
import { least, type ModelBonus, type ModelGame, type ModelNo, no } from './types.ts'

/** Who pays a stake, by which rules, and what of it counts. */

type Stake = { round: string; game: ModelGame; amount: bigint }

/** The bonus that could pay for this stake, or none: then main pays alone, and no rule of a bonus is asked. */
function governing(model: BonusModel, { round, amount }: Stake): ModelBonus | null {
  const bonus = liveBonus(model)
  // The first row of the table: also in isolated mode, also in a round that the bonus began.
  if (!bonus || model.purse('bonus') === 0n) return null
  const owner = roundBonusId(model, round)
  if (owner !== null && owner !== bonus.id) return null
  switch (bonus.mode) {
    case 'sticky':
      return bonus
    case 'non_sticky':
      return model.purse('main') < amount ? bonus : null
    case 'isolated': {
      const purse = purseThatBegan(model, round) ?? (bonus.state === 'active' ? 'bonus' : 'main')
      return purse === 'bonus' ? bonus : null
    }
    default:
      throw new Error('an open bonus has a mode')
  }
}

/** Rules of a stake that a bonus governs, the first that fails. A stake of nothing is a stake: literally "always". */
function brokenRule(model: BonusModel, bonus: ModelBonus, { round, game, amount }: Stake): ModelNo | null {
  const { excluded, maxBet, asksFirst } = bonus.terms
  const isExcluded =
    excluded.games.includes(game.sysname) ||
    excluded.types.includes(game.type) ||
    excluded.studios.includes(game.studio)
  if (isExcluded) {
    return no('BONUS_GAME_EXCLUDED', { bonus_id: bonus.id, available_amount: model.purse('main') })
  }
  const before = roundSums(model, round)
  // The opening stake of a title of the house is the one before which no bet of its round stands.
  const isMeasured = !game.isOwnTitle || before.bets === 0
  if (maxBet !== null && isMeasured && before.staked + amount > maxBet) {
    // Open question: all that is allowed in a round, or what is left of it? Chosen: all, as example 12 has it.
    return no('BONUS_MAX_BET', { bonus_id: bonus.id, max_amount: maxBet })
  }
  if (asksFirst && bonus.mode === 'non_sticky' && bonus.startedAt === null) {
    return no('BONUS_START', { bonus_id: bonus.id })
  }
  return null
}

export type Payment = {
  main: bigint
  bonus: bigint
  payer: ModelBonus | null
  counted: bigint
  countedFor: ModelBonus | null
}

export function payStake(model: BonusModel, stake: Stake): ModelNo | Payment {
  const [main, held] = [model.purse('main'), model.purse('bonus')]
  const payer = governing(model, stake)
  if (!payer) {
    if (stake.amount > main) return no('INSUFFICIENT_FUNDS', { available_amount: main })
    return { main: stake.amount, bonus: 0n, payer: null, ...counts(model, stake, 0n) }
  }
  const broken = brokenRule(model, payer, stake)
  if (broken) return broken
  const available = payer.mode === 'isolated' ? held : main + held
  if (stake.amount > available) return no('INSUFFICIENT_FUNDS', { available_amount: available })
  const bonus = {
    sticky: least(held, stake.amount),
    non_sticky: stake.amount - main,
    isolated: stake.amount,
  }[payer.mode ?? 'sticky']
  return { main: stake.amount - bonus, bonus, payer, ...counts(model, stake, bonus) }
}

/**
 * What counts, and for which bonus. `counts: all` takes the whole stake while the bonus is active, whatever paid, also
 * in a game where bonus money may not be staked and in a round of an earlier bonus.
 * Open question: a paused bonus with `counts: all` that pays in a round it began. Chosen: its own part counts.
 */
function counts(model: BonusModel, { game, amount }: Stake, paidByBonus: bigint) {
  const bonus = liveBonus(model)
  if (!bonus) return { counted: 0n, countedFor: null }
  const { counts, maxBet } = bonus.terms
  const isWhole = counts === 'all' && bonus.state === 'active'
  const part = isWhole ? least(amount, maxBet ?? amount) : paidByBonus
  const counted = least(part * contributionOf(bonus.terms, game), bonus.required - progressOf(model, bonus))
  return counted > 0n ? { counted, countedFor: bonus } : { counted: 0n, countedFor: null }
}
