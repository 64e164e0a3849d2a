import type { Card } from '../../../engine/cards.ts'
import { el } from '../../../stage/dom.ts'
import type { Stage } from '../../../stage/game-client.ts'
import { type HandView, halvesOf, totalOf, type View } from '../math.ts'
import { drawChips } from './chips.ts'
import type { Layout, Seat } from './layout.ts'

/** How the round stands, for what is written beside the cards. */
export type Told = { view: View; stake: bigint; isEnd: boolean }

type Texts = Pick<Stage, 'words' | 'money'>

const moveTo = ({ x, y }: { x: number; y: number }) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`

/** A soft hand has two totals, until it is as good as it can be. */
export function totalText(cards: readonly Card[]): string {
  const { total, isSoft } = totalOf(cards)
  return isSoft && total < 21 ? `${total - 10}/${total}` : String(total)
}

export function totalMark(seat: Seat, cards: readonly Card[], isNow: boolean): HTMLElement[] {
  if (cards.length === 0) return []
  const made = el('b', { class: isNow ? 'bj-total is-now' : 'bj-total', text: totalText(cards) })
  made.style.transform = `${moveTo(seat.total)} translate(-50%, -50%)`
  return [made]
}

/** What a hand came to, for its colour: more than its stake, some of it, nothing. */
export const fateOf = ({ won, stake }: Pick<HandView, 'won' | 'stake'>) =>
  won > stake ? 'is-won' : won > 0 ? 'is-back' : 'is-gone'

/** Chips and what they are worth; at the end what came of them. */
export function stakeMark({ words, money }: Texts, seat: Seat, told: Told | null, at: number): HTMLElement[] {
  const hand = told?.view.hands[at]
  if (!told || !hand) return []
  const result = told.isEnd ? hand.result : null
  const amount = money(halvesOf(told.stake, result && hand.won > 0 ? hand.won : hand.stake))
  const made = el('div', { class: 'bj-stake' })
  if (result) {
    made.classList.add(fateOf(hand))
    made.append(el('span', { text: words(`result.${result}`) }))
    if (hand.won > 0) made.append(el('b', { class: 'st-num', text: amount }))
  } else made.append(drawChips(hand.stake), el('b', { class: 'st-num', text: amount }))
  made.style.transform = `${moveTo(seat.stake)} translate(-50%, -50%)`
  made.style.maxWidth = `${seat.width + 8}px`
  return [made]
}

export function insuranceMark({ words, money }: Texts, { dealer }: Layout, told: Told | null): HTMLElement[] {
  if (told?.view.insurance.state !== 'taken') return []
  const won = told.isEnd ? told.view.insurance.won : 0
  const amount = money(halvesOf(told.stake, won > 0 ? won : 1))
  const made = el(
    'div',
    { class: won > 0 ? 'bj-insurance is-won' : 'bj-insurance' },
    drawChips(1),
    el('span', {}, words('insurance'), el('b', { class: 'st-num', text: amount })),
  )
  const left = dealer.cards[0]?.x ?? 0
  const spot = { x: Math.max(8, left / 2), y: dealer.total.y }
  made.style.transform = `${moveTo(spot)} translate(${left < 90 ? 0 : -50}%, -50%)`
  return [made]
}
