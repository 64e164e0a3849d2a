import { describe, expect, test } from 'vitest'
import { foldName, readRecent, type SearchGroup, searchGroups, step, studiosFor, withRecent } from './search-rules.ts'
import type { TileGame } from './tile-game.ts'

const game = (sysname: string): TileGame => ({
  sysname,
  name: sysname,
  images: [],
  studio: { sysname: 'orbit', name: 'Orbit' },
  type: 'fast',
  rtp: null,
  isNew: false,
  hasDemo: true,
  isOpen: true,
  jackpot: null,
})
const studios = [
  { sysname: 'red-baize', name: 'Red Baize', count: 3 },
  { sysname: 'orbit', name: 'Órbit', count: 4 },
]
const nothing = { text: '', recent: [], suggested: [], found: null, studios, popular: [], isBetting: false }
const shape = (groups: SearchGroup[]) => groups.map(({ name, options }) => [name, options.map(({ id }) => id)])

describe('the lines of the search', () => {
  test('before anything is typed: what was searched, then what others search', () => {
    expect(shape(searchGroups({ ...nothing, recent: ['wolf'], suggested: ['wolf', 'liftoff'] }))).toEqual([
      ['recent', ['recent-wolf']],
      ['suggested', ['word-liftoff']],
    ])
    expect(searchGroups(nothing)).toEqual([])
  })

  test('games first, then studios; more than fit lead to the hall', () => {
    const groups = searchGroups({ ...nothing, text: ' red ', found: { games: [game('red-1')], total: 40, sports: [] } })
    expect(shape(groups)).toEqual([
      ['games', ['game-red-1', 'all']],
      ['studios', ['studio-red-baize']],
    ])
    expect(groups[0]?.options[1]).toMatchObject({ count: 40, to: '/gamehall?search=red' })
  })

  test('matches stand behind games, and before them on betting pages', () => {
    const sports = [{ kind: 'league', id: 'league-17', name: 'Red League', category: '', to: '/x' }] as const
    const asked = { ...nothing, studios: [], text: 'red', found: { games: [game('red-1')], total: 1, sports } }
    expect(shape(searchGroups(asked)).map(([name]) => name)).toEqual(['games', 'sports'])
    expect(shape(searchGroups({ ...asked, isBetting: true })).map(([name]) => name)).toEqual(['sports', 'games'])
    expect(
      shape(searchGroups({ ...asked, found: { games: [], total: 0, sports }, popular: [game('liftoff')] })),
    ).toEqual([['sports', ['league-17']]])
  })

  test('when nothing fits, what others play; but not while the answer is on its way', () => {
    const asked = { ...nothing, text: 'zzz', popular: [game('liftoff')] }
    expect(shape(searchGroups({ ...asked, found: { games: [], total: 0, sports: [] } }))).toEqual([
      ['popular', ['game-liftoff']],
    ])
    expect(searchGroups(asked)).toEqual([])
  })

  test('a studio is found by the beginning of any of its words, without accents', () => {
    expect(studiosFor('BAI', studios).map(({ sysname }) => sysname)).toEqual(['red-baize'])
    expect(studiosFor('orb', studios).map(({ sysname }) => sysname)).toEqual(['orbit'])
    expect(studiosFor('aize', studios)).toEqual([])
    expect(foldName(' Ёлка ')).toBe('елка')
  })
})

describe('searches of before', () => {
  test('the newest is first, each stands once, five are kept, a single letter is none', () => {
    expect(withRecent(['liftoff', 'wolf'], 'Wolf ')).toEqual(['Wolf', 'liftoff'])
    expect(withRecent(['a1', 'a2', 'a3', 'a4', 'a5'], 'new')).toEqual(['new', 'a1', 'a2', 'a3', 'a4'])
    expect(withRecent(['wolf'], 'w')).toEqual(['wolf'])
  })

  test('a broken note is no note', () => {
    expect(readRecent(null)).toEqual([])
    expect(readRecent('{')).toEqual([])
    expect(readRecent('{"a":1}')).toEqual([])
    expect(readRecent('["wolf",3,""]')).toEqual(['wolf'])
  })
})

test('arrows go around, by way of the field unless a line is chosen by itself', () => {
  const round = (hasField: boolean, by: 1 | -1) => [-1, 0, 1, 2].map((at) => step(at, by, 3, hasField))
  expect(round(true, 1)).toEqual([0, 1, 2, -1])
  expect(round(true, -1)).toEqual([2, -1, 0, 1])
  expect(round(false, 1).slice(1)).toEqual([1, 2, 0])
  expect(round(false, -1).slice(1)).toEqual([2, 0, 1])
  expect(step(-1, 1, 0, true)).toBe(-1)
})
