import { describe, expect, test } from 'vitest'
import { deck } from '../../../engine/cards.ts'
import { sayWith } from '../../../stage/words.ts'
import type { HandView, View } from '../math.ts'
import en from '../words/en.json' with { type: 'json' }
import es from '../words/es.json' with { type: 'json' }
import ru from '../words/ru.json' with { type: 'json' }
import { cardName, lineFor, tableText } from './speech.ts'

const money = (minor: bigint) => `€${minor}`
const english = { words: sayWith(en), money }

const hand = (change: Partial<HandView> = {}): HandView => ({
  cards: ['TS', '6H'],
  total: 16,
  isSoft: false,
  stake: 2,
  isDoubled: false,
  result: null,
  won: 0,
  ...change,
})
const view = (change: Partial<View> = {}): View => ({
  dealer: { cards: ['9C'], total: 9, isSoft: false, isOpen: false },
  hands: [hand()],
  active: 0,
  insurance: { state: 'none', won: 0 },
  moves: [],
  ...change,
})

test('the line says what the player has and what the dealer shows', () => {
  expect(lineFor(english, view(), 100n, null)).toBe('You have 16. Dealer: 9 of clubs.')
  expect(lineFor(english, view(), 100n, '6H')).toBe('6 of hearts. You have 16.')
  expect(lineFor(english, view({ hands: [hand({ total: 17, isSoft: true })] }), 100n, null)).toContain('soft 17')
  expect(lineFor(english, view({ hands: [hand(), hand()], active: 1 }), 100n, null)).toBe('Hand 2 of 2: 16.')
})

test('an ace asks before it is anybody’s turn', () => {
  const offered = view({ active: null, insurance: { state: 'offered', won: 0 } })
  expect(lineFor(english, offered, 100n, null)).toBe('You have 16. The dealer shows an ace.')
})

test('at the end the dealer comes first, then every hand, then the insurance', () => {
  const dealer: View['dealer'] = { cards: ['AC', 'KD'], total: 21, isSoft: true, isOpen: true }
  const over = view({
    dealer,
    active: null,
    hands: [hand({ result: 'lose' })],
    insurance: { state: 'taken', won: 3 },
  })
  expect(lineFor(english, over, 100n, null)).toBe('The dealer has blackjack. 16 does not win. Insurance returns €150.')
  const split = view({
    dealer: { cards: ['9C', 'TD', '5S'], total: 24, isSoft: false, isOpen: true },
    active: null,
    hands: [hand({ result: 'win', won: 4 }), hand({ result: 'bust', total: 26 })],
  })
  expect(lineFor(english, split, 100n, null)).toBe('The dealer has 24, over 21. Your hands: Win · Bust.')
})

describe.each([
  ['en', en],
  ['es', es],
  ['ru', ru],
])('in %s', (_, set) => {
  const words = sayWith(set)

  test('every card has a name of its own', () => {
    const names = deck.map((card) => cardName(words, card))
    expect(new Set(names).size).toBe(52)
    expect(names.filter((name) => /\{|rank\.|suit\.|card/.test(name))).toEqual([])
  })

  test('the table can be read in words, and no word is missing', () => {
    const lines = [
      ...tableText({ words }, view()),
      ...(['blackjack', 'win', 'push', 'lose', 'bust'] as const).map((result) =>
        lineFor(
          { words, money },
          view({
            dealer: { cards: ['9C', 'TD'], total: 19, isSoft: false, isOpen: true },
            hands: [hand({ result })],
          }),
          100n,
          null,
        ),
      ),
    ]
    expect(lines.filter((line) => /\{|\b(read|result|dealer|have)\.\w/.test(line))).toEqual([])
  })
})
