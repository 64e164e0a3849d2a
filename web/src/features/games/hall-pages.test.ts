import { describe, expect, test } from 'vitest'
import { gameAt, missingPages, openBook } from './hall-pages.ts'
import { type TileGame, toTile } from './tile-game.ts'

const tile = (at: number): TileGame => ({
  sysname: `game-${at}`,
  name: `Game ${at}`,
  images: [],
  studio: { sysname: 'orbit', name: 'Orbit' },
  type: 'fast',
  rtp: null,
  isNew: false,
  hasDemo: true,
  isOpen: true,
  jackpot: null,
})
const tiles = (from: number, count: number) => Array.from({ length: count }, (_, at) => tile(from + at))

describe('pages of the hall', () => {
  test('only what is in view and not fetched yet is asked for', () => {
    const book = openBook('only', 5000, tiles(0, 36))
    expect(missingPages(book, 0, 24)).toEqual([0])
    expect(missingPages(book, 290, 310)).toEqual([0, 1])
    book.asked.add(0)
    book.pages.set(1, tiles(300, 300))
    expect(missingPages(book, 290, 310)).toEqual([])
    expect(missingPages(book, 4990, 5020)).toEqual([16])
    expect(missingPages(openBook('empty', 0, []), 0, 0)).toEqual([])
  })

  test('a place is found on its page', () => {
    const book = openBook('place', 700, tiles(0, 36))
    book.pages.set(2, tiles(600, 100))
    expect(gameAt(book, 650)?.sysname).toBe('game-650')
    expect(gameAt(book, 10)).toBeUndefined()
  })

  test('going back finds what was fetched; a hall that has changed is fetched anew', () => {
    const book = openBook('back', 700, tiles(0, 36))
    book.pages.set(0, tiles(0, 300))
    expect(openBook('back', 700, tiles(0, 36))).toBe(book)
    expect(openBook('back', 700, tiles(1, 36))).not.toBe(book)
    const next = openBook('back', 701, tiles(0, 36))
    expect(next.pages.size).toBe(0)
  })

  test('only the last filters are kept', () => {
    const first = openBook('old', 10, [])
    for (let at = 0; at < 10; at += 1) openBook(`newer ${at}`, 10, [])
    expect(openBook('old', 10, [])).not.toBe(first)
  })
})

describe('a tile', () => {
  const game = {
    sysname: 'liftoff',
    name: 'Liftoff',
    image_url: '/art/liftoff.webp',
    provider: { sysname: 'orbit', name: 'Orbit' },
    type: 'fast' as const,
    description: {},
    rtp: null,
    is_new: false,
    has_demo: true,
    is_open: true,
    jackpot: null,
  }

  test('wears the editor’s name and picture, and falls back to what was there before', () => {
    const tile = toTile({ ...game, description: { name: 'Up', img_288_192: 'https://cms.example/up.png' } })
    expect(tile.name).toBe('Up')
    expect(tile.images).toEqual(['https://cms.example/up.png', '/art/liftoff.webp'])
  })

  test('behind an outside picture stands our own drawing; behind our own nothing is guessed', () => {
    expect(toTile({ ...game, image_url: 'https://cdn.example/a.png' }).images).toEqual([
      'https://cdn.example/a.png',
      '/art/liftoff.webp',
    ])
    expect(toTile({ ...game, image_url: '/art/other.webp' }).images).toEqual(['/art/other.webp'])
    expect(toTile({ ...game, image_url: '' }).images).toEqual([])
    expect(toTile({ ...game, image_url: '/art/fallback.webp' }).images).toEqual([])
  })
})
