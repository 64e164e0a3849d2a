/** Points, levels, characters, the shop and quests: the closed lists both sides use. */

export const productKinds = ['freespins', 'bonus', 'free_bet', 'cash', 'ticket', 'goods'] as const
export type ProductKind = (typeof productKinds)[number]

/** What is played: nothing of it is sold to a player in care. */
export const isPlayed = (kind: ProductKind): boolean => kind !== 'cash' && kind !== 'goods'

/** What is not in this table cannot happen. Only goods are sent; all else is done when it is bought. */
export const orderMoves = {
  ordered: ['sent', 'returned'],
  sent: ['done', 'returned'],
  done: [],
  returned: [],
} as const
export const orderStatuses = [
  'ordered',
  'sent',
  'done',
  'returned',
] as const satisfies readonly (keyof typeof orderMoves)[]
export type OrderStatus = keyof typeof orderMoves

/** Why a product cannot be bought now; the text is the message `loyalty.reasons.{reason}`. */
export const productReasons = [
  'NOT_AVAILABLE',
  'PRODUCT_CLOSED',
  'SOLD_OUT',
  'LEVEL_NEEDED',
  'LIMIT_REACHED',
  'NOT_ENOUGH_POINTS',
] as const
export type ProductReason = (typeof productReasons)[number]

export const noticeTriggers = ['quest', 'register', 'profile', 'confirm', 'product', 'level'] as const
export type NoticeTrigger = (typeof noticeTriggers)[number]

export const questPeriods = ['once', 'weekly'] as const
export type QuestPeriod = (typeof questPeriods)[number]

/** What the house knows by itself. There is no step for deposits, stakes, wins, losses or days in a row. */
export const serverSteps = [
  'contact_confirmed',
  'profile_filled',
  'identity_verified',
  'two_factor_on',
  'limit_set',
  'reality_check_set',
  'demo_games',
  'games_tried',
] as const

/** What a browser reports: it pays points alone, and little. */
export const clientSteps = ['fairness_checked', 'article_read', 'tour_done'] as const
export type ClientStep = (typeof clientSteps)[number]

export const questSteps = [...serverSteps, ...clientSteps] as const
export type QuestStepKind = (typeof questSteps)[number]

export const isClientStep = (kind: string): kind is ClientStep => clientSteps.some((step) => step === kind)

export const questStates = ['open', 'done'] as const

/** A player may change its dealer again after so long. */
export const characterDays = 30

/** Client-reported steps give at most so many points for a quest, and in a week. */
export const clientReward = { quest: 150, week: 300 } as const

type Range = { minValue: number; maxValue: number | null; expCount: number }

/** How far a level is, in parts of 10,000, rounded down; the last one has no end and is whole. */
export function levelProgress({ minValue, maxValue, expCount }: Range): number {
  if (maxValue === null || maxValue <= minValue) return 10_000
  const part = Math.floor(((expCount - minValue) * 10_000) / (maxValue - minValue))
  return Math.min(10_000, Math.max(0, part))
}
