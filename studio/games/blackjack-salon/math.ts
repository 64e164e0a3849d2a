import { type Card, cardAt, pipsOf } from '../../engine/cards.ts'
import { shuffled } from '../../engine/draws.ts'
import { type Maths, WrongChoice } from '../../engine/game.ts'

const moveNames = ['hit', 'stand', 'double', 'split', 'insure', 'decline'] as const
export type MoveName = (typeof moveNames)[number]

type Result = 'blackjack' | 'win' | 'push' | 'lose' | 'bust'

/** All money of the view counts halves of the opening stake: an insurance is one half, a doubled hand four. */
export type HandView = {
  cards: readonly Card[]
  total: number
  /** An ace in it counts eleven. */
  isSoft: boolean
  stake: number
  isDoubled: boolean
  /** Null until the dealer is done. */
  result: Result | null
  /** Comes back, the stake included. */
  won: number
}

export type View = {
  dealer: {
    /** The up card only, until the hole card is turned. */
    cards: readonly Card[]
    total: number
    isSoft: boolean
    isOpen: boolean
  }
  hands: readonly HandView[]
  /** The hand that waits for a move, or null. */
  active: number | null
  insurance: { state: 'none' | 'offered' | 'declined' | 'taken'; won: number }
  /** What may be done now, and what each adds to the stake. */
  moves: readonly { move: MoveName; stake: number }[]
}

const decks = 6
const mostHands = 4
const best = 21
const dealerStands = 17

export function totalOf(cards: readonly Card[]): { total: number; isSoft: boolean } {
  const low = cards.reduce((sum, card) => sum + pipsOf(card), 0)
  const isSoft = low <= best - 10 && cards.some((card) => pipsOf(card) === 1)
  return { total: isSoft ? low + 10 : low, isSoft }
}

type Hand = { cards: Card[]; stake: number; isDoubled: boolean; isDone: boolean; isOfSplit: boolean }

type Table = {
  take: () => Card
  hands: Hand[]
  active: number
  /** Up card first, then the hole card. */
  dealer: Card[]
  insurance: View['insurance']['state']
  /** Nobody has a move left, and the dealer has drawn. */
  isOver: boolean
}

const isNatural = (hand: Hand) => !hand.isOfSplit && hand.cards.length === 2 && totalOf(hand.cards).total === best
const hasBlackjack = (cards: readonly Card[]) => cards.length === 2 && totalOf(cards).total === best

/** The cards come in the order that was shuffled before the first was dealt: to player, dealer, player, dealer. */
function deal(order: readonly number[]): Table {
  let next = 0
  const take = () => {
    const place = order[next]
    if (place === undefined) throw new Error('a shoe without cards')
    next += 1
    return cardAt(place)
  }
  const [first, up, second, hole] = [take(), take(), take(), take()]
  const hand: Hand = { cards: [first, second], stake: 2, isDoubled: false, isDone: false, isOfSplit: false }
  return {
    take,
    hands: [hand],
    active: 0,
    dealer: [up, hole],
    insurance: pipsOf(up) === 1 ? 'offered' : 'none',
    isOver: false,
  }
}

const activeHand = (table: Table): Hand => {
  const hand = table.hands[table.active]
  if (!hand) throw new WrongChoice('no hand waits')
  return hand
}

const mayDouble = ({ cards }: Hand) => cards.length === 2
const maySplit = ({ hands }: Table, { cards: [first, second, ...more] }: Hand) =>
  first !== undefined &&
  second !== undefined &&
  more.length === 0 &&
  pipsOf(first) === pipsOf(second) &&
  hands.length < mostHands

/** Aces that were split are done with their second card, so they never come here again. */
function movesNow(table: Table): View['moves'] {
  if (table.isOver) return []
  if (table.insurance === 'offered')
    return [
      { move: 'insure', stake: 1 },
      { move: 'decline', stake: 0 },
    ]
  const hand = activeHand(table)
  const moves: { move: MoveName; stake: number }[] = [
    { move: 'hit', stake: 0 },
    { move: 'stand', stake: 0 },
  ]
  if (mayDouble(hand)) moves.push({ move: 'double', stake: 2 })
  if (maySplit(table, hand)) moves.push({ move: 'split', stake: 2 })
  return moves
}

function split(table: Table, hand: Hand) {
  const [first, second] = hand.cards
  if (first === undefined || second === undefined) throw new WrongChoice('nothing to split')
  const isOfAces = pipsOf(first) === 1
  const part = (card: Card): Hand => ({
    cards: [card, table.take()],
    stake: 2,
    isDoubled: false,
    isDone: isOfAces,
    isOfSplit: true,
  })
  table.hands.splice(table.active, 1, part(first), part(second))
}

function apply(table: Table, move: MoveName) {
  if (!movesNow(table).some((allowed) => allowed.move === move)) throw new WrongChoice('not now')
  if (move === 'insure') table.insurance = 'taken'
  if (move === 'decline') table.insurance = 'declined'
  if (move === 'insure' || move === 'decline') return
  const hand = activeHand(table)
  if (move === 'split') return split(table, hand)
  if (move === 'hit' || move === 'double') hand.cards.push(table.take())
  if (move === 'double') {
    hand.stake *= 2
    hand.isDoubled = true
  }
  if (move !== 'hit') hand.isDone = true
}

/** Everything that needs no word of the player: the look at the hole card, hands that are full, the dealer's own. */
function goOn(table: Table) {
  if (table.isOver || table.insurance === 'offered') return
  const [only] = table.hands
  if (hasBlackjack(table.dealer) || (only && isNatural(only))) {
    table.isOver = true
    return
  }
  for (const hand of table.hands) if (totalOf(hand.cards).total >= best) hand.isDone = true
  table.active = table.hands.findIndex(({ isDone }) => !isDone)
  if (table.active >= 0) return
  table.isOver = true
  if (table.hands.every(({ cards }) => totalOf(cards).total > best)) return
  while (totalOf(table.dealer).total < dealerStands) table.dealer.push(table.take())
}

function settle(hand: Hand, dealer: readonly Card[]): { result: Result; won: number } {
  const own = totalOf(hand.cards).total
  if (own > best) return { result: 'bust', won: 0 }
  const isDealerNatural = hasBlackjack(dealer)
  if (isNatural(hand) && !isDealerNatural) return { result: 'blackjack', won: hand.stake + (hand.stake * 3) / 2 }
  if (isDealerNatural && !isNatural(hand)) return { result: 'lose', won: 0 }
  const other = totalOf(dealer).total
  if (other > best || own > other) return { result: 'win', won: hand.stake * 2 }
  return own === other ? { result: 'push', won: hand.stake } : { result: 'lose', won: 0 }
}

function look(table: Table): View {
  const { dealer, hands, isOver, insurance } = table
  const seen = isOver ? dealer : dealer.slice(0, 1)
  return {
    dealer: { cards: [...seen], ...totalOf(seen), isOpen: isOver },
    hands: hands.map((hand) => ({
      cards: [...hand.cards],
      ...totalOf(hand.cards),
      stake: hand.stake,
      isDoubled: hand.isDoubled,
      ...(isOver ? settle(hand, dealer) : { result: null, won: 0 }),
    })),
    active: isOver || insurance === 'offered' ? null : table.active,
    insurance: { state: insurance, won: isOver && insurance === 'taken' && hasBlackjack(dealer) ? 3 : 0 },
    moves: movesNow(table),
  }
}

const isOpening = (choice: unknown) =>
  typeof choice === 'object' && choice !== null && !Array.isArray(choice) && Object.keys(choice).length === 0

function readMove(choice: unknown): MoveName {
  const wish = typeof choice === 'object' && choice !== null && 'move' in choice ? choice.move : undefined
  const move = moveNames.find((name) => name === wish)
  if (!move || Object.keys(Object(choice)).length > 1) throw new WrongChoice('no such move')
  return move
}

/** Halves of the opening stake as money; a half of an odd amount is rounded down. */
export const halvesOf = (stake: bigint, halves: number): bigint => (stake * BigInt(halves)) / 2n

export const maths: Maths<View> = {
  version: '1',
  play({ stake, choices: [opening, ...moves] }, draws) {
    if (!isOpening(opening)) throw new WrongChoice('the opening choice is empty')
    const table = deal(shuffled(decks * 52, draws))
    goOn(table)
    for (const choice of moves) {
      apply(table, readMove(choice))
      goOn(table)
    }
    const view = look(table)
    const sum = (read: (hand: HandView) => number) =>
      view.hands.reduce((money, hand) => money + halvesOf(stake, read(hand)), 0n)
    const insured = view.insurance.state === 'taken' ? halvesOf(stake, 1) : 0n
    return {
      staked: sum((hand) => hand.stake) + insured,
      won: sum((hand) => hand.won) + (view.insurance.won > 0 ? insured * 3n : 0n),
      isOver: table.isOver,
      view,
    }
  },
}
