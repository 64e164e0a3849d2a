import { describe, expect, test } from 'vitest'
import { type Card, deck, pipsOf } from '../../engine/cards.ts'
import { type Draws, drawsFrom, shuffled } from '../../engine/draws.ts'
import { WrongChoice } from '../../engine/game.ts'
import { type MoveName, maths, totalOf, type View } from './math.ts'
import { strategy } from './strategy.ts'

/** The draws that make the shuffle give this order: each step swaps the wanted card to its place from the end. */
function drawsOf(order: readonly number[]): Draws {
  const now = Array.from({ length: order.length }, (_, place) => place)
  const wanted: number[] = []
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = now.indexOf(order[last] ?? -1)
    wanted.push(other)
    const [a = 0, b = 0] = [now[last], now[other]]
    now[last] = b
    now[other] = a
  }
  let next = 0
  return { below: () => wanted[next++] ?? 0 }
}

/** A shoe whose first cards are these: to player, dealer, player, dealer, and then as they are asked for. */
function shoe(words: string): number[] {
  const left = Array.from({ length: 312 }, (_, place) => place)
  const top = words.split(' ').map((word) => {
    const at = left.findIndex((place) => deck[place % 52] === (word.length === 2 ? word : `${word}S`))
    if (at < 0) throw new Error(`no ${word}`)
    return left.splice(at, 1)[0] ?? 0
  })
  return [...top, ...left]
}

const moves = (words: string): { move: string }[] => (words === '' ? [] : words.split(' ').map((move) => ({ move })))
const play = (cards: string, words = '', stake = 20n) =>
  maths.play({ stake, choices: [{}, ...moves(words)] }, drawsOf(shoe(cards)))
const names = (view: View) => view.moves.map(({ move }) => move).join(' ')

describe('a hand by hand', () => {
  test.each<[string, string, string, bigint, bigint]>([
    // what happens, cards (player, dealer, player, hole, draws), moves, staked, won
    ['a natural pays three to two', 'A 9 K 7', '', 20n, 50n],
    ['two naturals are a push', 'A T K A', '', 20n, 20n],
    ['a dealer’s natural under a ten ends it at once', '9 K 9 A', '', 20n, 0n],
    ['twenty beats nineteen', 'T 9 K T', 'stand', 20n, 40n],
    ['nineteen loses to twenty', 'T T 9 K', 'stand', 20n, 0n],
    ['equal totals are a push', 'T 9 9 T', 'stand', 20n, 20n],
    ['a bust loses though the dealer would bust too', 'T 6 6 T K T', 'hit', 20n, 0n],
    ['the dealer busts', 'T 6 3 T K', 'stand', 20n, 40n],
    ['the dealer draws to 16', 'T 6 8 T 5', 'stand', 20n, 0n],
    ['the dealer stands on soft 17', 'T 6 8 A 5', 'stand', 20n, 40n],
    ['the dealer stands on 17 with three cards', 'T 2 8 T 5 4', 'stand', 20n, 40n],
    ['21 in three cards stands by itself and pays one to one', '7 9 7 T 7', 'hit', 20n, 40n],
    ['21 in three cards against 21 of the dealer is a push', '7 9 7 2 7 T', 'hit', 20n, 20n],
    ['21 of three cards loses to a natural without insurance', '7 A 7 K', 'decline', 20n, 0n],
    ['a double that wins', '6 6 5 T 9 T', 'double', 40n, 80n],
    ['a double takes one card only', '6 6 5 T 2 2', 'double', 40n, 0n],
    ['a double that is a push', '6 9 5 T 8', 'double', 40n, 40n],
    ['a doubled bust', 'T 6 6 T K', 'double', 40n, 0n],
    ['insurance pays two to one', 'T A 9 K', 'insure', 30n, 30n],
    ['insurance is lost when there is no natural', 'T A 9 8', 'insure stand', 30n, 20n],
    ['insured natural against natural: the stake once over', 'A A K K', 'insure', 30n, 50n],
    ['insured natural against none', 'A A K 9', 'insure', 30n, 50n],
    ['a natural against an ace that is not insured', 'A A K 9', 'decline', 20n, 50n],
    ['two naturals, not insured', 'A A K K', 'decline', 20n, 20n],
    ['a split wins and loses', '8 6 8 T T 2 K', 'split stand stand', 40n, 80n],
    ['21 after a split is no natural', 'A 6 A T T K T', 'split', 40n, 80n],
    ['split aces take one card each', 'A 9 A T 5 6', 'split', 40n, 0n],
    ['a pair of aces after a split is not split again', 'A 7 A T A A', 'split', 40n, 0n],
    ['four hands, the most', '8 6 8 T 8 8 T T T T T', 'split split stand stand split stand stand', 80n, 160n],
    ['double after a split', '8 6 8 T 3 2 T T T', 'split double double', 80n, 160n],
    ['tens of different faces are a pair', 'T 6 K T T T T', 'split stand stand', 40n, 80n],
  ])('%s', (_, cards, words, staked, won) => {
    const standing = play(cards, words)
    expect(standing.isOver).toBe(true)
    expect([standing.staked, standing.won]).toEqual([staked, won])
  })
})

describe('what may be done', () => {
  test('two cards may be hit, stood on or doubled, a pair split', () => {
    expect(names(play('9 6 7 T').view)).toBe('hit stand double')
    expect(names(play('8 6 8 T').view)).toBe('hit stand double split')
    expect(play('8 6 8 T').view.moves.map(({ stake }) => stake)).toEqual([0, 0, 2, 2])
  })

  test('after a third card neither double nor split', () => {
    expect(names(play('2 6 2 T 2', 'hit').view)).toBe('hit stand')
  })

  test('an ace asks about insurance before anything else, for half the stake', () => {
    const { view } = play('9 A 7 T')
    expect(view.moves).toEqual([
      { move: 'insure', stake: 1 },
      { move: 'decline', stake: 0 },
    ])
    expect(view.active).toBeNull()
  })

  test('no insurance against a ten', () => {
    expect(names(play('9 T 7 T').view)).toBe('hit stand double')
  })

  test('a fourth hand is the last: the pair in it cannot be split', () => {
    expect(names(play('8 6 8 T 8 8 8 8 8H 8H', 'split split split').view)).toBe('hit stand double')
  })

  test('a hand of 21 after a split is passed over', () => {
    const { view } = play('T 6 T T A 5 9', 'split')
    expect(view.active).toBe(1)
    expect(view.hands.map(({ total }) => total)).toEqual([21, 15])
  })

  test.each<[string, unknown[]]>([
    ['no choice at all', []],
    ['an opening that says something', [{ move: 'hit' }]],
    ['a list for an opening', [[]]],
    ['a move that no table knows', [{}, { move: 'surrender' }]],
    ['a move with more than itself', [{}, { move: 'hit', note: 'kept for ever' }]],
    ['a move that is no word', [{}, { move: 1 }]],
    ['a move that is nothing', [{}, null]],
    ['a split without a pair', [{}, { move: 'split' }]],
    ['insurance that was not offered', [{}, { move: 'insure' }]],
    ['a move after the end', [{}, { move: 'stand' }, { move: 'hit' }]],
    ['a double after a hit', [{}, { move: 'hit' }, { move: 'double' }]],
  ])('%s is refused', (_, choices) => {
    expect(() => maths.play({ stake: 20n, choices }, drawsOf(shoe('5 6 4 T 2')))).toThrow(WrongChoice)
  })

  test('playing on before the word about insurance is refused', () => {
    expect(() => play('9 A 7 T', 'hit')).toThrow(WrongChoice)
    expect(() => play('9 A 7 9', 'decline insure')).toThrow(WrongChoice)
  })
})

test('aces count eleven while they can', () => {
  const total = (...cards: Card[]) => totalOf(cards)
  expect(total('AS', 'KH')).toEqual({ total: 21, isSoft: true })
  expect(total('AS', 'AH')).toEqual({ total: 12, isSoft: true })
  expect(total('AS', '9H', 'AD')).toEqual({ total: 21, isSoft: true })
  expect(total('AS', '9H', '5D')).toEqual({ total: 15, isSoft: false })
  expect(total('TS', '6H', 'AC', '5D')).toEqual({ total: 22, isSoft: false })
})

test('half of an odd stake is rounded down, and so is what it pays', () => {
  expect([play('T A 9 K', 'insure', 5n).staked, play('T A 9 K', 'insure', 5n).won]).toEqual([7n, 6n])
  expect(play('A 9 K 7', '', 5n).won).toBe(12n)
})

/** A source of tests: the same numbers each time. */
function seeded(seed: number): Draws {
  let state = seed
  return drawsFrom(() => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 11) & 255
  })
}

/** Random play, with all that chance allows, to the end. */
function walk(order: readonly number[], chance: Draws) {
  const choices: unknown[] = [{}]
  const steps = [maths.play({ stake: 20n, choices }, drawsOf(order))]
  for (let now = steps[0]; now && !now.isOver; now = steps.at(-1)) {
    const { moves } = now.view
    choices.push({ move: moves[chance.below(moves.length)]?.move })
    steps.push(maths.play({ stake: 20n, choices: [...choices] }, drawsOf(order)))
  }
  return { choices, steps }
}

const seenIn = ({ dealer, hands }: View) =>
  dealer.cards.length + hands.reduce((sum, { cards }) => sum + cards.length, 0)

describe('no player sees what lies face down', () => {
  test('two shoes that differ only in unseen cards look the same', () => {
    const chance = seeded(41)
    let openViews = 0
    for (let round = 0; round < 250; round += 1) {
      const order = shuffled(312, chance)
      const { choices, steps } = walk(order, chance)
      steps.forEach((step, at) => {
        if (step.isOver) return
        openViews += 1
        // The hole card is at the fourth place; whatever was dealt to the player lies before `dealt`.
        const dealt = seenIn(step.view) + 1
        const unseen = [3, ...Array.from({ length: 312 - dealt }, (_, place) => dealt + place)]
        const other = [...order]
        const turned = shuffled(unseen.length, chance)
        unseen.forEach((place, index) => {
          other[place] = order[unseen[turned[index] ?? 0] ?? 0] ?? 0
        })
        const up = pipsOf(step.view.dealer.cards[0] ?? 'AS')
        const hole = pipsOf(deck[(other[3] ?? 0) % 52] ?? 'AS')
        // After the dealer's look the player knows that it is no blackjack: such a shoe is not the same to the eye.
        const wasLooked = step.view.insurance.state !== 'offered'
        if (wasLooked && up + hole === 11 && (up === 1 || hole === 1)) return
        const twin = maths.play({ stake: 20n, choices: choices.slice(0, at + 1) }, drawsOf(other))
        expect(twin).toEqual(step)
      })
    }
    expect(openViews).toBeGreaterThan(250)
  })

  test('before the end the dealer shows one card and nothing has a result', () => {
    const chance = seeded(42)
    for (let round = 0; round < 200; round += 1) {
      for (const { view, isOver, won } of walk(shuffled(312, chance), chance).steps) {
        expect(view.dealer.isOpen).toBe(isOver)
        if (isOver) continue
        expect(won).toBe(0n)
        expect(view.dealer.cards).toHaveLength(1)
        expect(view.hands.every(({ result, won }) => result === null && won === 0)).toBe(true)
        expect(view.insurance.won).toBe(0)
        expect(view.moves.length).toBeGreaterThan(0)
      }
    }
  })
})

test('money only grows with a move that says so, and hands add up to what was staked', () => {
  const chance = seeded(43)
  for (let round = 0; round < 400; round += 1) {
    const { choices, steps } = walk(shuffled(312, chance), chance)
    steps.forEach((step, at) => {
      const halves =
        step.view.hands.reduce((sum, { stake }) => sum + stake, 0) + (step.view.insurance.state === 'taken' ? 1 : 0)
      expect(step.staked).toBe(BigInt(halves) * 10n)
      expect(step.won >= 0n).toBe(true)
      expect(step.won <= 2n * step.staked + step.staked / 2n).toBe(true)
      expect(step.view.hands.length).toBeLessThanOrEqual(4)
      expect(JSON.parse(JSON.stringify(step.view))).toEqual(step.view)
      const before = steps[at - 1]
      if (!before) return
      const choice = choices[at]
      const cost = before.view.moves.find(
        ({ move }) => typeof choice === 'object' && choice !== null && 'move' in choice && choice.move === move,
      )
      expect(step.staked - before.staked).toBe(BigInt(cost?.stake ?? -1) * 10n)
    })
    const end = steps.at(-1)
    const back = (end?.view.hands ?? []).reduce((sum, hand) => sum + hand.won, 0) + (end?.view.insurance.won ?? 0)
    expect(end?.won).toBe(BigInt(back) * 10n)
  }
})

describe('basic strategy', () => {
  const advice = (cards: string, words = ''): MoveName => strategy(play(cards, words).view).move

  test.each<[string, MoveName]>([
    ['T 6 6 T', 'stand'],
    ['T 7 6 T', 'hit'],
    ['T 3 2 T', 'hit'],
    ['T 4 2 T', 'stand'],
    ['6 T 5 T', 'double'],
    ['6 9 4 T', 'double'],
    ['5 T 5 T', 'hit'],
    ['5 2 4 T', 'hit'],
    ['5 3 4 T', 'double'],
    ['5 6 3 T', 'hit'],
    ['A 2 7 T', 'stand'],
    ['A 3 7 T', 'double'],
    ['A 9 7 T', 'hit'],
    ['A 8 7 T', 'stand'],
    ['A 6 8 T', 'stand'],
    ['A 5 2 T', 'double'],
    ['A 4 2 T', 'hit'],
    ['8 T 8 T', 'split'],
    ['A 6 A T', 'split'],
    ['9 7 9 T', 'stand'],
    ['9 8 9 T', 'split'],
    ['T 6 T T', 'stand'],
    ['4 5 4 T', 'split'],
    ['4 4 4 T', 'hit'],
    ['2 7 2 T', 'split'],
    ['2 8 2 T', 'hit'],
    ['7 8 7 T', 'hit'],
    ['6 2 6 T', 'split'],
  ])('%s: %s', (cards, move) => {
    expect(advice(cards)).toBe(move)
  })

  test('declines insurance, and hits eleven against an ace', () => {
    expect(advice('6 A 5 9')).toBe('decline')
    expect(advice('6 A 5 9', 'decline')).toBe('hit')
  })

  test('stands on a soft 18 of three cards that it would have doubled', () => {
    expect(advice('A 6 2 T 5', 'hit')).toBe('stand')
  })

  test('always says something that is allowed', () => {
    const chance = seeded(44)
    for (let round = 0; round < 300; round += 1) {
      for (const { view, isOver } of walk(shuffled(312, chance), chance).steps) {
        if (!isOver) expect(view.moves.map(({ move }) => move)).toContain(strategy(view).move)
      }
    }
  })
})
