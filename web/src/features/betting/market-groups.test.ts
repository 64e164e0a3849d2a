import type { SportsEventMarket } from '@croupier/contract/methods/sports'
import { describe, expect, test } from 'vitest'
import { evenMarket, foldLines, marketGroups, shownOutcomes, verdictOf } from './market-groups.ts'

let lastId = 0
function market(text: string, prices: readonly number[], more: Partial<SportsEventMarket> = {}): SportsEventMarket {
  const [type = '', period = '', line = null] = text.split('/')
  lastId += 1
  return {
    ...{ id: lastId, type, period, line, prices: [...prices], state: 'open', cause: null, version: 1, is_live: true },
    ...{ outcomes: prices.map((_, at) => String(at + 1)), group: 'main', is_buildable: true, payout_bp: 9500 },
    ...{ results: null, void_reason: null, revision: 0 },
    ...more,
  }
}

const totals = [
  market('total/ft/3.5', [3100, 1350], { group: 'totals' }),
  market('total/ft/1.5', [1250, 3900], { group: 'totals' }),
  market('total/ft/2.5', [1920, 1900], { group: 'totals' }),
  market('total/ft/10.5', [0, 0], { group: 'totals' }),
]

describe('questions', () => {
  test('lines of one question stand together by their size, and the even one leads', () => {
    const [group] = marketGroups(totals)
    const [question, ...others] = group?.questions ?? []
    expect(others).toEqual([])
    expect(question?.markets.map(({ line }) => line)).toEqual(['1.5', '2.5', '3.5', '10.5'])
    expect(question?.lead.line).toBe('2.5')
  })

  test('each side, each period and each goal is a question of its own', () => {
    const list = ['team_total/ft/1:1.5', 'team_total/ft/1:2.5', 'team_total/ft/2:1.5', 'total/h1/1.5', 'next_goal/ft/3']
    const keys = marketGroups([...list, 'next_goal/ft/4'].map((text) => market(text, [1900, 1900])))
    expect(keys.flatMap(({ questions }) => questions.map(({ key }) => key))).toEqual([
      ...['team_total/ft/1', 'team_total/ft/2', 'total/h1/', 'next_goal/ft/3', 'next_goal/ft/4'],
    ])
  })

  test('groups come in the order of the page, and what was taken off is not shown', () => {
    const list = [
      market('odd_even/ft', [1900, 1900], { group: 'specials' }),
      market('result/ft', [2000, 3000, 4000]),
      market('correct_score/ft', [9000], { group: 'scores', state: 'off' }),
    ]
    expect(marketGroups(list).map(({ name }) => name)).toEqual(['main', 'specials'])
  })
})

describe('lines', () => {
  const lines = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id }))
  const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id)

  test.each([
    [1, [1, 2, 3, 4], [5, 6, 7]],
    [4, [3, 4, 5, 6], [1, 2, 7]],
    [7, [4, 5, 6, 7], [1, 2, 3]],
    [99, [1, 2, 3, 4], [5, 6, 7]],
  ])('around %i', (even, near, far) => {
    const folded = foldLines(lines, even)
    expect([ids(folded.near), ids(folded.far)]).toEqual([near, far])
  })

  test('few lines are all shown', () => expect(foldLines(lines.slice(0, 3), 2).far).toEqual([]))

  test('without a price the middle one counts as even, and one for sale before one that is over', () => {
    const [one, two, three] = [1, 2, 3].map((at) => market(`total/ft/${at}`, [0, 0], { state: 'closed' }))
    if (!one || !two || !three) throw new Error('three were made')
    expect(evenMarket([one, two, three])).toBe(two)
    expect(evenMarket([one, two, { ...three, state: 'open' }])?.line).toBe('3')
  })
})

test('a long list shows what is offered, a short one and one that is over show all', () => {
  const list = market('correct_score/ft', [0, 5000, 0, 7000])
  expect(shownOutcomes(list)).toEqual(['2', '4'])
  expect(shownOutcomes({ ...list, state: 'resulted' })).toHaveLength(4)
  expect(shownOutcomes({ ...list, prices: [0, 0, 0, 0] })).toHaveLength(4)
  expect(shownOutcomes(market('result/ft', [0, 3000, 4000]))).toEqual(['1', '2', '3'])
})

test.each([
  [[1, 0, 1], 'won'],
  [[0, 0, 1], 'lost'],
  [[0, 1, 1], 'void'],
  [[1, 1, 2], 'halfWon'],
  [[0, 1, 2], 'halfLost'],
  [[1, 0, 2], 'part'],
] as const)('%j is %s', (result, verdict) => expect(verdictOf(result)).toBe(verdict))
