import type { Card } from '../../../engine/cards.ts'
import { el } from '../../../stage/dom.ts'
import type { Stage } from '../../../stage/game-client.ts'
import { turboPart } from '../../../stage/pace.ts'
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

/** What counts: a card that is on its way, or still turning, tells nothing yet. */
const cardsOf = (list: readonly Laid[]): Card[] =>
  list.flatMap(({ card, piece }) => (card && piece.isUp() ? [card] : []))

type OnTable = {
  width: number
  height: number
  dealer: Laid[]
  hands: Laid[][]
  leaving: Laid[]
  /** How the round stands, for what is written beside the cards. */
  told: Told | null
}

const layoutOf = ({ width, height, dealer, hands }: OnTable): Layout =>
  arrange(width, height, Math.max(2, dealer.length), hands.length === 0 ? [2] : hands.map(({ length }) => length))

/** Moves every card to where it belongs now, and writes what stands beside them. */
function drawCards(stage: Stage, { root, marks }: { root: HTMLElement; marks: HTMLElement }, laid: OnTable) {
  const { dealer, hands, told } = laid
  root.classList.toggle('has-cards', hands.length > 0)
  if (laid.width === 0) return
  const now = layoutOf(laid)
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

type Dealt = { list: Laid[]; card: Card | null; isMoving: boolean; place: () => void }

/** A card comes out of the shoe and is turned on its way, unless it comes face down. */
function layCard(
  { root, pieces }: { root: HTMLElement; pieces: HTMLElement },
  laid: OnTable,
  { list, card, isMoving, place }: Dealt,
) {
  const piece = createCard(place)
  const { card: size } = layoutOf(laid)
  root.style.setProperty('--card', `${size.width.toFixed(2)}px`)
  list.push({ piece, card })
  piece.root.classList.toggle('is-still', !isMoving)
  piece.place(laid.width - size.width * 0.75, -size.height * 0.3, 0.5, 24)
  pieces.append(piece.root)
  void piece.root.offsetWidth
  if (card) piece.flip(card)
  if (!isMoving) piece.settle()
  place()
}

/** Everything that lies on the table. It knows where; when and why is told by `blackjack.ts`. */
export function createTable(stage: Stage) {
  const scene = el('div', { class: 'bj-ground' })
  const pieces = el('div', { class: 'bj-pieces', 'aria-hidden': 'true' })
  const marks = el('div', { class: 'bj-marks', 'aria-hidden': 'true' })
  const read = el('ul', { class: 'st-hidden', 'aria-label': stage.words('read') })
  const shoe = el('div', { class: 'bj-source', 'aria-hidden': 'true' }, drawShoe())
  const root = el('div', { class: 'bj' }, scene, shoe, pieces, marks, read)

  const laid: OnTable = { width: 0, height: 0, dealer: [], hands: [], leaving: [], told: null }
  const place = () => drawCards(stage, { root, marks }, laid)

  const lay = (list: Laid[], card: Card | null, isMoving: boolean) =>
    layCard({ root, pieces }, laid, { list, card, isMoving, place })

  /** Everything as it stands, when all of it was seen. */
  function write(view: View, stake: bigint, isEnd: boolean) {
    laid.told = { view, stake, isEnd }
    for (const { piece } of [...laid.dealer, ...laid.hands.flat()]) piece.settle()
    read.replaceChildren(...tableText(stage, view).map((text) => el('li', { text })))
    place()
  }

  function clear() {
    for (const { piece } of [...laid.leaving, ...laid.dealer, ...laid.hands.flat()]) piece.root.remove()
    Object.assign(laid, { dealer: [], hands: [], leaving: [], told: null })
    read.replaceChildren()
    place()
  }

  return {
    root,
    clear,
    resize(width: number, height: number) {
      Object.assign(laid, { width, height })
      scene.replaceChildren(drawScene(stage, width, height, arrange(width, height, 2, [2])))
      place()
    },
    tell: write,
    /** The chips, before the cards: nothing of the cards is told. */
    bet(view: View, stake: bigint) {
      root.style.setProperty('--pace', String(stage.isTurbo() ? turboPart : 1))
      laid.told = { view, stake, isEnd: false }
      place()
    },
    /** The cards of the last round leave to the side, and are gone when the next ones come. */
    sweep() {
      for (const { piece } of laid.leaving) piece.root.remove()
      const leaving = [...laid.dealer, ...laid.hands.flat()]
      for (const { piece } of leaving) {
        piece.root.classList.add('is-leaving')
        piece.place(-160, -60, 0.6, -30)
      }
      Object.assign(laid, { dealer: [], hands: [], leaving, told: null })
      read.replaceChildren()
      place()
    },
    dealTo(hand: number, card: Card) {
      while (laid.hands.length <= hand) laid.hands.push([])
      const list = laid.hands[hand]
      if (list) lay(list, card, true)
    },
    dealDealer: (card: Card | null) => lay(laid.dealer, card, true),
    /** The hole card is turned. */
    open(card: Card) {
      const hole = laid.dealer.find((each) => each.card === null)
      if (!hole) return
      hole.card = card
      hole.piece.flip(card)
      place()
    },
    split(hand: number) {
      const [first, second] = laid.hands[hand] ?? []
      if (first && second) laid.hands.splice(hand, 1, [first], [second])
      place()
    },
    counts: () => ({ dealer: laid.dealer.length, hands: laid.hands.map(({ length }) => length) }),
    /** All of it as it stands, without movement. */
    rebuild(view: View, stake: bigint) {
      clear()
      for (const card of view.dealer.cards) lay(laid.dealer, card, false)
      if (!view.dealer.isOpen) lay(laid.dealer, null, false)
      for (const { cards } of view.hands) {
        const list: Laid[] = []
        laid.hands.push(list)
        for (const card of cards) lay(list, card, false)
      }
      write(view, stake, view.dealer.isOpen)
    },
  }
}
