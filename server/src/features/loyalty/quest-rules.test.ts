import { expect, test } from 'vitest'
import {
  hasRoom,
  isWhole,
  judgeStep,
  periodOf,
  type QuestFacts,
  spanOf,
  spansToJudge,
  weekStart,
} from './quest-rules.ts'

const nothing: QuestFacts = {
  hasContact: false,
  isProfileFilled: false,
  isVerified: false,
  hasTwoFactor: false,
  hasLimit: false,
  hasRealityCheck: false,
  demoGames: 0,
  gamesTried: 0,
  reports: new Set(),
}

test.each([
  [{ kind: 'contact_confirmed' }, { hasContact: true }],
  [{ kind: 'profile_filled' }, { isProfileFilled: true }],
  [{ kind: 'identity_verified' }, { isVerified: true }],
  [{ kind: 'two_factor_on' }, { hasTwoFactor: true }],
  [{ kind: 'limit_set' }, { hasLimit: true }],
  [{ kind: 'reality_check_set' }, { hasRealityCheck: true }],
  [{ kind: 'demo_games', count: 3 }, { demoGames: 3 }],
  [{ kind: 'games_tried', count: 2 }, { gamesTried: 4 }],
  [{ kind: 'fairness_checked' }, { reports: new Set(['fairness_checked/']) }],
  [{ kind: 'article_read', slug: 'help' }, { reports: new Set(['article_read/help']) }],
  [{ kind: 'tour_done', tour: 'lobby' }, { reports: new Set(['tour_done/lobby']) }],
] as const)('the step $kind is done by its own fact and no other', (step, facts) => {
  expect(judgeStep(step, nothing).isDone).toBe(false)
  expect(judgeStep(step, { ...nothing, ...facts }).isDone).toBe(true)
})

test('games are counted as far as they are asked for', () => {
  expect(judgeStep({ kind: 'demo_games', count: 3 }, { ...nothing, demoGames: 2 })).toEqual({
    isDone: false,
    done: 2,
    of: 3,
  })
  expect(judgeStep({ kind: 'demo_games', count: 3 }, { ...nothing, demoGames: 9 })).toEqual({
    isDone: true,
    done: 3,
    of: 3,
  })
})

test('another article is another fact', () => {
  const read = { ...nothing, reports: new Set(['article_read/help']) }
  expect(judgeStep({ kind: 'article_read', slug: 'about' }, read).isDone).toBe(false)
})

test('a quest is whole when every step is', () => {
  expect(
    isWhole([
      { isDone: true, done: 1, of: 1 },
      { isDone: false, done: 0, of: 1 },
    ]),
  ).toBe(false)
})

const at = (text: string) => Date.parse(text)

test.each([
  ['2026-11-15T23:59:59.999Z', '2026-11-09'],
  ['2026-11-16T00:00:00Z', '2026-11-16'],
  ['2026-11-22T12:00:00Z', '2026-11-16'],
])('the week of %s began on Monday %s', (moment, monday) => {
  expect(periodOf({ period: 'weekly' }, at(moment))).toBe(monday)
  expect(new Date(weekStart(at(moment))).toISOString().slice(0, 10)).toBe(monday)
})

test('once is once', () => {
  expect(periodOf({ period: 'once' }, at('2026-11-16T00:00:00Z'))).toBe('once')
  expect(spanOf({ period: 'once' }, 5, 100)).toEqual({ period: 'once', fromMs: 5, endsMs: null })
})

const weekly = { period: 'weekly', steps: [{ kind: 'demo_games', count: 3 }], reward: 50, conditions: {} } as const
const monday = at('2026-11-16T00:00:10Z')

test('what was done on Sunday night is found on Monday, in its own week', () => {
  const spans = spansToJudge({ ...weekly, steps: [...weekly.steps] }, 0, monday)
  expect(spans.map(({ period }) => period)).toEqual(['2026-11-09', '2026-11-16'])
  expect(spans[0]?.endsMs).toBe(spans[1]?.fromMs)
})

test('a quest of this week has no week before it, nor one whose facts have no date', () => {
  expect(spansToJudge({ ...weekly, steps: [...weekly.steps] }, monday, monday)).toHaveLength(1)
  expect(spansToJudge({ ...weekly, steps: [{ kind: 'limit_set' }] }, 0, monday)).toHaveLength(1)
})

test('reports of browsers give at most 300 points in a week', () => {
  const told = { ...weekly, steps: [{ kind: 'fairness_checked' as const }], reward: 120 }
  expect([hasRoom(told, 180), hasRoom(told, 181)]).toEqual([true, false])
  expect(hasRoom({ ...weekly, steps: [...weekly.steps], reward: 300 }, 1_000)).toBe(true)
})
