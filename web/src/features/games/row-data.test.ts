import { expect, test } from 'vitest'
import { type RowKind, withoutRepeats } from './row-data.ts'
import type { TileGame } from './tile-game.ts'

const tile = (sysname: string): TileGame => ({
  ...{ sysname, name: sysname, images: [], studio: { sysname: 'p', name: 'P' }, type: 'slot', rtp: null },
  ...{ isNew: false, hasDemo: true, isOpen: true, jackpot: null },
})
const row = (kind: RowKind, games: string) => ({ kind, games: [...games].map(tile) })
const shown = (rows: ReturnType<typeof row>[]) =>
  withoutRepeats(rows).map(({ kind, games }) => `${kind} ${games.map(({ sysname }) => sysname).join('')}`)

test('a category whose games all stand in one row above is left out', () => {
  expect(shown([row('popular', 'abcd'), row('slots', 'ca'), row('tables', 'bx'), row('new', 'dcba')])).toEqual([
    'popular abcd',
    'tables bx',
  ])
})

test('games that are spread over several rows above still make a row', () => {
  expect(shown([row('recent', 'a'), row('popular', 'bc'), row('slots', 'ab')])).toEqual([
    'recent a',
    'popular bc',
    'slots ab',
  ])
})

test('what the player likes stays beside what was played, and a row without games is not there', () => {
  expect(shown([row('recent', 'ab'), row('likes', 'a'), row('popular', 'abc'), row('live', '')])).toEqual([
    'recent ab',
    'likes a',
    'popular abc',
  ])
})
