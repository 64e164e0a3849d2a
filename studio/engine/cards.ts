/** The ten is a T, so that every card is two letters. */
const ranks = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'] as const
const suits = ['S', 'H', 'D', 'C'] as const

export type Rank = (typeof ranks)[number]
export type Suit = (typeof suits)[number]
export type Card = `${Rank}${Suit}`

/** Fifty-two cards as they come out of their box: spades from the ace to the king, hearts, diamonds, clubs. */
export const deck: readonly Card[] = suits.flatMap((suit) => ranks.map((rank) => `${rank}${suit}` as const))

/** The card at a place of so many decks laid one on the other. */
export function cardAt(place: number): Card {
  const card = deck[place % deck.length]
  if (card === undefined) throw new RangeError('no card at this place')
  return card
}

/** An ace counts one here; whether it may count eleven is the game's matter. */
export function pipsOf(card: Card): number {
  const rank = card.charAt(0)
  if (rank === 'A') return 1
  return rank >= '2' && rank <= '9' ? Number(rank) : 10
}
