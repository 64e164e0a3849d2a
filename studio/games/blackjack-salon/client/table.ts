import type { Card } from '../../../engine/cards.ts'
import { el } from '../../../stage/dom.ts'
import type { Stage } from '../../../stage/game-client.ts'
import { halvesOf, totalOf, type View } from '../math.ts'
import { type CardPiece, createCard } from './cards.ts'
import { drawChips } from './chips.ts'
import { arrange, type Layout, type Seat } from './layout.ts'
import { drawScene, drawShoe } from './scene.ts'
import { tableText } from './speech.ts'

/** A card as it lies: the hole card has no face yet. */
type Laid = { piece: CardPiece; card: Card | null }

/** Everything that lies on the table. It knows where; when and why is told by `blackjack.ts`. */
export function createTable(stage: Stage) {
  const { words, money } = stage
  const scene = el('div', { class: 'bj-ground' })
  const pieces = el('div', { class: 'bj-pieces', 'aria-hidden': 'true' })
  const marks = el('div', { class: 'bj-marks', 'aria-hidden': 'true' })
  const read = el('ul', { class: 'st-hidden', 'aria-label': words('read') })
  const shoe = el('div', { class: 'bj-source', 'aria-hidden': 'true' }, drawShoe())
  const root = el('div', { class: 'bj' }, scene, shoe, pieces, marks, read)

  let [width, height] = [0, 0]
  let dealer: Laid[] = []
  let hands: Laid[][] = []
  let leaving: Laid[] = []
  /** How the round stands, for what is written beside the cards. */
  let told: { view: View; stake: bigint; isEnd: boolean } | null = null

  const layout = (): Layout =>
    arrange(width, height, Math.max(2, dealer.length), hands.length === 0 ? [2] : hands.map(({ length }) => length))

  const cardsOf = (list: readonly Laid[]): Card[] => list.flatMap(({ card }) => (card ? [card] : []))

  function pill(seat: Seat, list: readonly Laid[], isNow: boolean): HTMLElement[] {
    const cards = cardsOf(list)
    if (cards.length === 0) return []
    const { total, isSoft } = totalOf(cards)
    const made = el('b', {
      class: isNow ? 'bj-total is-now' : 'bj-total',
      text: isSoft && total < 21 ? `${total - 10}/${total}` : String(total),
    })
    made.style.transform = `translate(${seat.total.x.toFixed(1)}px, ${seat.total.y.toFixed(1)}px) translate(-50%, -50%)`
    return [made]
  }

  /** Chips and what they are worth; at the end what came of them. */
  function stakeMark(seat: Seat, at: number): HTMLElement[] {
    const hand = told?.view.hands[at]
    if (!told || !hand) return []
    const { stake, isEnd } = told
    const result = isEnd ? hand.result : null
    const amount = money(halvesOf(stake, result && hand.won > 0 ? hand.won : hand.stake))
    const made = el('div', { class: 'bj-stake' })
    if (result) {
      made.classList.add(hand.won > hand.stake ? 'is-won' : hand.won > 0 ? 'is-back' : 'is-gone')
      made.append(el('span', { text: words(`result.${result}`) }))
      if (hand.won > 0) made.append(el('b', { class: 'st-num', text: amount }))
    } else made.append(drawChips(hand.stake), el('b', { class: 'st-num', text: amount }))
    made.style.transform = `translate(${seat.stake.x.toFixed(1)}px, ${seat.stake.y.toFixed(1)}px) translate(-50%, -50%)`
    made.style.maxWidth = `${seat.width + 8}px`
    return [made]
  }

  function insuranceMark({ dealer: seat }: Layout): HTMLElement[] {
    if (told?.view.insurance.state !== 'taken') return []
    const { stake, isEnd, view } = told
    const won = isEnd ? view.insurance.won : 0
    const made = el(
      'div',
      { class: won > 0 ? 'bj-insurance is-won' : 'bj-insurance' },
      drawChips(1),
      el('span', {}, words('insurance'), el('b', { class: 'st-num', text: money(halvesOf(stake, won > 0 ? won : 1)) })),
    )
    const first = seat.cards[0]
    made.style.transform = `translate(${Math.max(8, (first?.x ?? 0) / 2).toFixed(1)}px, ${seat.total.y.toFixed(1)}px) translate(${(first?.x ?? 0) < 90 ? 0 : -50}%, -50%)`
    return [made]
  }

  /** Moves every card to where it belongs now, and writes what stands beside them. */
  function place() {
    root.classList.toggle('has-cards', hands.length > 0)
    if (width === 0) return
    const now = layout()
    root.style.setProperty('--card', `${now.card.width.toFixed(2)}px`)
    const active = told && !told.isEnd ? told.view.active : null
    const put = (list: readonly Laid[], seat: Seat | undefined, isDim: boolean) => {
      for (const [at, { piece }] of list.entries()) {
        const spot = seat?.cards[at]
        if (spot) piece.place(spot.x, spot.y, spot.scale)
        piece.root.classList.toggle('is-dim', isDim)
      }
    }
    put(dealer, now.dealer, false)
    for (const [at, list] of hands.entries()) {
      put(list, now.hands[at], hands.length > 1 && active !== null && active !== at)
    }
    marks.replaceChildren(
      ...pill(now.dealer, dealer, false),
      ...hands.flatMap((list, at) => {
        const seat = now.hands[at]
        return seat ? [...pill(seat, list, active === at && hands.length > 1), ...stakeMark(seat, at)] : []
      }),
      ...insuranceMark(now),
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
    tell(view: View, stake: bigint, isEnd: boolean) {
      told = { view, stake, isEnd }
      read.replaceChildren(...tableText(stage, view).map((text) => el('li', { text })))
      place()
    },
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
      told = { view, stake, isEnd: view.dealer.isOpen }
      read.replaceChildren(...tableText(stage, view).map((text) => el('li', { text })))
      place()
    },
  }
}
