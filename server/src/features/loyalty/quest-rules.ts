import { clientReward, isClientStep } from '@croupier/contract/loyalty'
import type { QuestStep, QuestTerms } from '@croupier/contract/loyalty-terms'

/** How far a quest is: facts in, steps out. Pure. */

/** What is known of a player. Games and reports are those since the quest, or its week, began. */
export type QuestFacts = {
  hasContact: boolean
  isProfileFilled: boolean
  isVerified: boolean
  hasTwoFactor: boolean
  hasLimit: boolean
  hasRealityCheck: boolean
  /** Different titles. */
  demoGames: number
  gamesTried: number
  /** `article_read/help`. */
  reports: ReadonlySet<string>
}

export type StepState = { isDone: boolean; done: number; of: number }

/** What a step is about, as a report says it. */
export const stepValue = (step: QuestStep): string => {
  if (step.kind === 'article_read') return step.slug
  return step.kind === 'tour_done' ? step.tour : ''
}

const yes = (isDone: boolean): StepState => ({ isDone, done: isDone ? 1 : 0, of: 1 })
const counted = (count: number, of: number): StepState => ({ isDone: count >= of, done: Math.min(count, of), of })

export function judgeStep(step: QuestStep, facts: QuestFacts): StepState {
  switch (step.kind) {
    case 'contact_confirmed':
      return yes(facts.hasContact)
    case 'profile_filled':
      return yes(facts.isProfileFilled)
    case 'identity_verified':
      return yes(facts.isVerified)
    case 'two_factor_on':
      return yes(facts.hasTwoFactor)
    case 'limit_set':
      return yes(facts.hasLimit)
    case 'reality_check_set':
      return yes(facts.hasRealityCheck)
    case 'demo_games':
      return counted(facts.demoGames, step.count)
    case 'games_tried':
      return counted(facts.gamesTried, step.count)
    default:
      return yes(facts.reports.has(`${step.kind}/${stepValue(step)}`))
  }
}

export const isWhole = (steps: readonly StepState[]): boolean => steps.every(({ isDone }) => isDone)

export const hasClientStep = ({ steps }: Pick<QuestTerms, 'steps'>): boolean =>
  steps.some(({ kind }) => isClientStep(kind))

/** What a browser alone reports is little worth: a week has an end. */
export const hasRoom = (terms: QuestTerms, givenThisWeek: number): boolean =>
  !hasClientStep(terms) || givenThisWeek + terms.reward <= clientReward.week

const dayMs = 86_400_000

/** Monday 00:00 UTC of this moment's week. */
export function weekStart(ms: number): number {
  const midnight = Math.floor(ms / dayMs) * dayMs
  // The first of January 1970 was a Thursday.
  const weekday = (Math.floor(ms / dayMs) + 3) % 7
  return midnight - weekday * dayMs
}

/** `once`, or the Monday: the same period pays once. */
export const periodOf = ({ period }: Pick<QuestTerms, 'period'>, ms: number): string =>
  period === 'once' ? 'once' : new Date(weekStart(ms)).toISOString().slice(0, 10)

export const weekOf = (ms: number): string => periodOf({ period: 'weekly' }, ms)

export type QuestSpan = { period: string; fromMs: number; endsMs: number | null }

const weekSpan = (startMs: number, publishedMs: number): QuestSpan => ({
  period: weekOf(startMs),
  fromMs: Math.max(startMs, publishedMs),
  endsMs: startMs + 7 * dayMs,
})

/** Which facts count for a quest now. */
export const spanOf = ({ period }: Pick<QuestTerms, 'period'>, publishedMs: number, nowMs: number): QuestSpan =>
  period === 'once' ? { period, fromMs: publishedMs, endsMs: null } : weekSpan(weekStart(nowMs), publishedMs)

const dated: readonly string[] = ['demo_games', 'games_tried', 'fairness_checked', 'article_read', 'tour_done']

/** The week before too, where every fact says when it was: what was done on Sunday night is found on Monday. */
export function spansToJudge(terms: QuestTerms, publishedMs: number, nowMs: number): QuestSpan[] {
  const now = spanOf(terms, publishedMs, nowMs)
  if (terms.period === 'once' || !terms.steps.every(({ kind }) => dated.includes(kind))) return [now]
  const before = weekStart(nowMs) - 7 * dayMs
  return before + 7 * dayMs <= publishedMs ? [now] : [weekSpan(before, publishedMs), now]
}

/** A player in care is not sent to games, not for play money either. */
export const isAwayFromGames = ({ steps }: Pick<QuestTerms, 'steps'>): boolean =>
  steps.every(({ kind }) => kind !== 'games_tried' && kind !== 'demo_games')
