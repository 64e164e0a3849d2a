import type { Card } from '../../../engine/cards.ts'
import { el } from '../../../stage/dom.ts'
import type { Stage } from '../../../stage/game-client.ts'
import type { View } from '../math.ts'
import { type CardPiece, createCard } from './cards.ts'
import { arrange, type Layout, type Seat } from './layout.ts'
import { insuranceMark, stakeMark, type Told, totalMark } from './marks.ts'
import { drawScene, drawShoe } from './scene.ts'
import { tableText } from './speech.ts'

/** A card as it lies: the hole card has no face yet. */
type Laid = { piece: CardPiece; card: Card | null }

function put(list: readonly Laid[], seat: Seat | undefined, isDim: boolean) {
  for (const [at, { piece }] of list.entries()) {
    const spot = seat?.cards[at]
    if (spot) piece.place(spot.x, spot.y, spot.scale)
    piece.root.classList.toggle('is-dim', isDim)
  }
}

const cardsOf = (list: readonly Laid[]): Card[] => list.flatMap(({ card }) => (card ? [card] : []))

/** Everything that lies on the table. It knows where; when and why is told by `blackjack.ts`. */
export function createTable(stage: Stage) {
  const scene = el('div', { class: 'bj-ground' })
  const pieces = el('div', { class: 'bj-pieces', 'aria-hidden': 'true' })
  const marks = el('div', { class: 'bj-marks', 'aria-hidden': 'true' })
  const read = el('ul', { class: 'st-hidden', 'aria-label': stage.words('read') })
  const shoe = el('div', { class: 'bj-source', 'aria-hidden': 'true' }, drawShoe())
  const root = el('div', { class: 'bj' }, scene, shoe, pieces, marks, read)

  let [width, height] = [0, 0]
  let dealer: Laid[] = []
  let hands: Laid[][] = []
  let leaving: Laid[] = []
  /** How the round stands, for what is written beside the cards. */
  let told: Told | null = null

  const layout = (): Layout =>
    arrange(width, height, Math.max(2, dealer.length), hands.length === 0 ? [2] : hands.map(({ length }) => length))

  /** Moves every card to where it belongs now, and writes what stands beside them. */
  function place() {
    root.classList.toggle('has-cards', hands.length > 0)
    if (width === 0) return
    const now = layout()
    root.style.setProperty('--card', `${now.card.width.toFixed(2)}px`)
    const active = told && !told.isEnd ? told.view.active : null
    put(dealer, now.dealer, false)
    for (const [at, list] of hands.entries()) {
      put(list, now.hands[at], hands.length > 1 && active !== null && active !== at)
    }
    marks.replaceChildren(
      ...totalMark(now.dealer, cardsOf(dealer), false),
      ...hands.flatMap((list, at) => {
        const seat = now.hands[at]
        if (!seat) return []
        const isNow = active === at && hands.length > 1
        return [...totalMark(seat, cardsOf(list), isNow), ...stakeMark(stage, seat, told, at)]
      }),
      ...insuranceMark(stage, now, told),
    )
  }

  function lay(list: Laid[], card: Card | null, isMoving: boolean): Laid {
    const laid = { piece: createCard(null), card }
    const { card: size } = layout()
    root.style.setProperty('--card', `${size.width.toFixed(2)}px`)
    list.push(laid)
    laid.piece.root.classList.toggle('is-still', !isMoving)
    laid.piece.place(width - size.width * 0.75, -size.height * 0.3, 0.5, 24)
    pieces.append(laid.piece.root)
    void laid.piece.root.offsetWidth
    if (card) laid.piece.flip(card)
    place()
    return laid
  }

  function write(view: View, stake: bigint, isEnd: boolean) {
    told = { view, stake, isEnd }
    read.replaceChildren(...tableText(stage, view).map((text) => el('li', { text })))
    place()
  }

  function clear() {
    for (const { piece } of [...leaving, ...dealer, ...hands.flat()]) piece.root.remove()
    dealer = []
    hands = []
    leaving = []
    told = null
    place()
  }

  return {
    root,
    clear,
    resize(nextWidth: number, nextHeight: number) {
      width = nextWidth
      height = nextHeight
      scene.replaceChildren(drawScene(stage, width, height, arrange(width, height, 2, [2])))
      place()
    },
    tell: write,
    /** The cards of the last round leave to the side, and are gone when the next ones come. */
    sweep() {
      for (const { piece } of leaving) piece.root.remove()
      leaving = [...dealer, ...hands.flat()]
      for (const { piece } of leaving) {
        piece.root.classList.add('is-leaving')
        piece.place(-160, -60, 0.6, -30)
      }
      dealer = []
      hands = []
      told = null
      place()
    },
    dealTo(hand: number, card: Card) {
      while (hands.length <= hand) hands.push([])
      const list = hands[hand]
      if (list) lay(list, card, true)
    },
    dealDealer: (card: Card | null) => lay(dealer, card, true),
    /** The hole card is turned. */
    open(card: Card) {
      const hole = dealer.find((laid) => laid.card === null)
      if (!hole) return
      hole.card = card
      hole.piece.flip(card)
      place()
    },
    split(hand: number) {
      const [first, second] = hands[hand] ?? []
      if (first && second) hands.splice(hand, 1, [first], [second])
      place()
    },
    counts: () => ({ dealer: dealer.length, hands: hands.map(({ length }) => length) }),
    /** All of it as it stands, without movement. */
    rebuild(view: View, stake: bigint) {
      clear()
      for (const card of view.dealer.cards) lay(dealer, card, false)
      if (!view.dealer.isOpen) lay(dealer, null, false)
      for (const { cards } of view.hands) {
        const list: Laid[] = []
        hands.push(list)
        for (const card of cards) lay(list, card, false)
      }
      write(view, stake, view.dealer.isOpen)
    },
  }
}
