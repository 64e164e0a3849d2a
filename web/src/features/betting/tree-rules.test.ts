import { expect, test } from 'vitest'
import { laterTree, leaguesShown, topLeagues } from './tree-rules.ts'

const league = (id: number, coming: number) =>
  ({ id, name: `League ${id}`, slug: `league-${id}`, tier: 'A', live: 0, coming }) as const
const treeOf = (seq: number, ...leagues: ReturnType<typeof league>[]) => ({
  ...{ seq, live: 0, today: 0 },
  sports: [
    {
      ...{ sysname: 'football', name: 'Football', live: 0, coming: 9 },
      categories: [{ id: 1, name: 'Land', tournaments: leagues }],
    },
  ],
})

test('of two trees the one counts that knows more', () => {
  const [early, late] = [treeOf(5), treeOf(9)]
  expect(laterTree(early, null)).toBe(early)
  expect(laterTree(early, late)).toBe(late)
  expect(laterTree(late, early)).toBe(late)
})

test('leagues keep their order when their counts change, and one that has gone leaves', () => {
  const shown = topLeagues(treeOf(1, league(1, 4), league(2, 7), league(3, 5)).sports, 2).map(({ id }) => id)
  expect(shown).toEqual([2, 3])
  const now = treeOf(2, league(1, 9), league(2, 1), league(3, 5)).sports
  expect(leaguesShown(now, shown).map(({ id, coming }) => [id, coming])).toEqual([
    [2, 1],
    [3, 5],
  ])
  expect(leaguesShown(treeOf(3, league(3, 5)).sports, shown).map(({ id }) => id)).toEqual([3])
})
