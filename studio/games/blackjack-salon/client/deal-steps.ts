import type { Card } from '../../../engine/cards.ts'
import type { View } from '../math.ts'

/** One thing that happens at the table. `card` null is face down; `isLate`: the dealer draws after the hole card. */
export type DealStep =
  | { kind: 'player'; hand: number; card: Card }
  | { kind: 'dealer'; card: Card | null; isLate: boolean }
  | { kind: 'split'; hand: number }
  | { kind: 'turn'; card: Card }

type Cards = Pick<View, 'hands' | 'dealer'>

/** To player, dealer, player, dealer: the last one face down. */
export function openingSteps({ dealer, hands: [hand] }: Cards): DealStep[] {
  const [up] = dealer.cards
  const [first, second] = hand?.cards ?? []
  if (!up || !first || !second) return []
  return [
    { kind: 'player', hand: 0, card: first },
    { kind: 'dealer', card: up, isLate: false },
    { kind: 'player', hand: 0, card: second },
    { kind: 'dealer', card: null, isLate: false },
  ]
}

/** What a move brought: hands parted, cards for each hand. */
export function moveSteps(view: Pick<View, 'hands'>, before: Pick<View, 'hands' | 'active'>): DealStep[] {
  const steps: DealStep[] = []
  const counts = before.hands.map(({ cards }) => cards.length)
  if (view.hands.length > before.hands.length && before.active !== null) {
    counts.splice(before.active, 1, 1, 1)
    steps.push({ kind: 'split', hand: before.active })
  }
  for (const [hand, { cards }] of view.hands.entries()) {
    for (const card of cards.slice(counts[hand] ?? 0)) steps.push({ kind: 'player', hand, card })
  }
  return steps
}

/** The hole card, and what the dealer draws. */
export function dealerSteps({ dealer }: Pick<View, 'dealer'>): DealStep[] {
  const [, hole, ...more] = dealer.cards
  if (!dealer.isOpen || !hole) return []
  return [{ kind: 'turn', card: hole }, ...more.map((card): DealStep => ({ kind: 'dealer', card, isLate: true }))]
}

/** True where the table shows what the round showed last: only then can what follows be dealt onto it. */
export const isAsLaid = ({ hands }: Pick<View, 'hands'>, laid: { dealer: number; hands: readonly number[] }) =>
  laid.dealer === 2 && hands.every(({ cards }, at) => cards.length === laid.hands[at])

/** The card that the active hand drew by the last move. */
export function drawnIn(view: Pick<View, 'hands' | 'active'>, before: Pick<View, 'hands'> | null): Card | null {
  if (!before || view.active === null || view.hands.length !== before.hands.length) return null
  const cards = view.hands[view.active]?.cards ?? []
  return cards.length > (before.hands[view.active]?.cards.length ?? 0) ? (cards.at(-1) ?? null) : null
}
