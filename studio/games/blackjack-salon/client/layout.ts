/** Where cards lie on the table, for any size of the board and any number of hands. All in pixels. */

type Spot = { x: number; y: number; scale: number }
export type Seat = {
  cards: readonly Spot[]
  /** The pill with the total: its middle. */
  total: { x: number; y: number }
  /** Chips and amount: their middle. */
  stake: { x: number; y: number }
  /** The room that the hand has. */
  left: number
  width: number
}
export type Layout = { card: { width: number; height: number }; dealer: Seat; hands: readonly Seat[]; arcY: number }

const ratio = 1.42
const pill = 26
const stakeRow = 30
const arc = 42
const edge = 9

/** How far apart the cards of one hand lie, in card widths. */
const spread = (count: number, room: number, width: number, most: number) =>
  count < 2 ? 0 : Math.min(most, Math.max(0.08, (room - width) / width / (count - 1)))

function seatOf(
  count: number,
  middle: number,
  top: number,
  room: number,
  card: Layout['card'],
  scale: number,
  most: number,
): Seat {
  const width = card.width * scale
  const step = spread(count, room, width, most) * width
  const left = middle - (width + step * Math.max(0, count - 1)) / 2
  const bottom = top + card.height * scale
  return {
    cards: Array.from({ length: count }, (_, at) => ({ x: left + step * at, y: top, scale })),
    total: { x: middle, y: bottom },
    stake: { x: middle, y: bottom + pill / 2 + stakeRow / 2 },
    left: middle - room / 2,
    width: room,
  }
}

export function arrange(width: number, height: number, dealerCards: number, hands: readonly number[]): Layout {
  const rows = edge * 2 + 8 + pill + arc + stakeRow
  const tall = Math.max(48, Math.min((height - rows) / 2, 184, width * 0.4))
  const card = { height: tall, width: tall / ratio }
  const middle = width / 2
  // What is left over goes between dealer and players, so that both keep to their edge of a tall board.
  const spare = Math.max(0, height - rows - tall * 2)
  const dealer = seatOf(dealerCards, middle, edge + spare * 0.25, width - 120, card, 1, 0.58)
  const slot = Math.min(width - edge * 2, hands.length * card.width * 2.1) / Math.max(1, hands.length)
  const room = slot - 10
  // Two cards and a bit must show in each place.
  const scale = Math.min(1, room / (card.width * 1.75))
  const bottom = height - edge - 8 - stakeRow - pill / 2 - spare * 0.15
  const seats = hands.map((count, at) =>
    seatOf(count, middle + (at - (hands.length - 1) / 2) * slot, bottom - tall * scale, room, card, scale, 0.42),
  )
  const arcY = (dealer.total.y + pill / 2 + bottom - tall) / 2
  return { card, dealer, hands: seats, arcY }
}
