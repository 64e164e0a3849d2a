/** Tournaments: the closed lists both sides use. `tournament-score.ts` has the rules of scores. */

/** Kinds over settled bets; the others are over rounds of games. */
const bettingKinds = ['odds_best', 'slips_won'] as const

/** What makes a score; the text is the message `tournaments.kinds.{kind}`. */
export const tournamentKinds = [
  'multiplier_best',
  'multiplier_sum',
  'multiplier_run',
  'streak',
  'stake',
  'win',
  ...bettingKinds,
] as const
export type TournamentKind = (typeof tournamentKinds)[number]

export const isBettingKind = (kind: TournamentKind): boolean => bettingKinds.some((each) => each === kind)

/** A score in hundredths is a multiple of the stake; units are those of the stakes' ladder. */
export const scoreUnits = {
  multiplier_best: 'hundredths',
  multiplier_sum: 'hundredths',
  multiplier_run: 'hundredths',
  streak: 'rounds',
  stake: 'units',
  win: 'units',
  odds_best: 'hundredths',
  slips_won: 'slips',
} as const satisfies Record<TournamentKind, string>

export const tournamentRepeats = ['day', 'week', 'month'] as const
export type TournamentRepeat = (typeof tournamentRepeats)[number]

/** Follows from the clock until it is finished or cancelled. Settling: it is over, the last rounds are looked at. */
export const tournamentStatuses = ['future', 'active', 'settling', 'finished', 'cancelled'] as const
export type TournamentStatus = (typeof tournamentStatuses)[number]

/** Goods are of the shop: an order is made of them. */
export const prizeKinds = ['cash', 'bonus', 'freespins', 'points', 'goods'] as const
export type PrizeKind = (typeof prizeKinds)[number]

/** Withheld: what invites to play is not given to a player who is shut out. */
export const prizeStates = ['owed', 'paid', 'withheld'] as const
export type PrizeState = (typeof prizeStates)[number]

/**
 * Why a round did not make the score, the first that applies; the text is the message `tournaments.reasons.{reason}`.
 * `NOT_BEST` is no fault: it counted, and the score stands on better ones.
 */
export const countReasons = [
  'DEMO',
  'FREE_SPIN',
  'FREE_BET',
  'GAME_NOT_LISTED',
  'BEFORE_JOINING',
  'BEFORE_START',
  'AFTER_END',
  'CASHED_OUT',
  'ROUND_OPEN',
  'ROLLED_BACK',
  'BONUS_MONEY',
  'STAKE_TOO_SMALL',
  'BEFORE_CASHOUT',
  'MOST_ROUNDS',
  'MOST_PER_DAY',
  'NOT_BEST',
] as const
export type CountReason = (typeof countReasons)[number]

/** Why a player cannot join; the text is the message `tournaments.joinReasons.{reason}`. */
export const joinReasons = [
  'CLOSED',
  'LEFT',
  'OUT',
  'FULL',
  'COUNTRY',
  'CURRENCY',
  'NEED_DEPOSIT',
  'NEED_CONTACT',
  'NEED_PROFILE',
  'NEED_VERIFICATION',
  'LEVEL',
  'SEGMENT',
  'TICKET_NEEDED',
  'NOT_ENOUGH_POINTS',
  'NOT_AVAILABLE',
] as const
export type JoinReason = (typeof joinReasons)[number]
