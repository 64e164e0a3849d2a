import { describe, expect, test } from 'vitest'
import { arrange } from './layout.ts'

const boards = [
  [320, 302],
  [375, 397],
  [664, 341],
  [1080, 538],
  [768, 900],
] as const
const tables = [[2], [2, 2], [5], [8, 2, 3, 6], [3, 3, 3]] as const

describe.each(boards)('a board of %i × %i', (width, height) => {
  test.each(tables.map((hands) => [hands.join(' '), hands] as const))('holds hands of %s cards', (_, hands) => {
    for (const dealerCards of [2, 4, 7]) {
      const { card, dealer, hands: seats } = arrange(width, height, dealerCards, hands)
      for (const seat of [dealer, ...seats]) {
        for (const { x, y, scale } of seat.cards) {
          expect(x).toBeGreaterThanOrEqual(0)
          expect(y).toBeGreaterThanOrEqual(0)
          expect(x + card.width * scale).toBeLessThanOrEqual(width)
          expect(y + card.height * scale).toBeLessThanOrEqual(height)
        }
      }
      for (const seat of seats) expect(seat.stake.y).toBeLessThan(height)
    }
  })

  test('keeps hands apart, and the dealer above them', () => {
    const { card, dealer, hands } = arrange(width, height, 3, [3, 3, 3, 3])
    hands.forEach(({ cards }, at) => {
      const right = Math.max(...cards.map(({ x, scale }) => x + card.width * scale))
      const next = hands[at + 1]?.cards[0]?.x ?? width
      expect(right).toBeLessThanOrEqual(next)
    })
    const lowest = dealer.total.y + 12
    expect(lowest).toBeLessThanOrEqual(Math.min(...hands.flatMap(({ cards }) => cards.map(({ y }) => y))) + 1)
  })
})
