import type { Card } from '../../../engine/cards.ts'
import type { Stage } from '../../../stage/game-client.ts'
import { type HandView, halvesOf, type View } from '../math.ts'

type Words = Stage['words']

/** `8 of hearts`. Figures speak for themselves; the others have a word. */
export function cardName(words: Words, card: Card): string {
  const [rank, suit] = [card.charAt(0), card.charAt(1)]
  const named = rank >= '2' && rank <= '9' ? rank : words(`rank.${rank}`)
  return words('card', { rank: named, suit: words(`suit.${suit}`) })
}

/** `soft 17` while an ace may still count one. */
export const totalText = (words: Words, { total, isSoft }: Pick<HandView, 'total' | 'isSoft'>): string =>
  isSoft && total < 21 ? words('soft', { total }) : String(total)

/** What a player hears at the end, the dealer first. */
function endText({ words, money }: Pick<Stage, 'words' | 'money'>, view: View, stake: bigint): string {
  const { dealer, hands, insurance } = view
  const [only] = hands
  const isNatural = dealer.cards.length === 2 && dealer.total === 21
  const lines = [
    words(isNatural ? 'dealer.natural' : dealer.total > 21 ? 'dealer.bust' : 'dealer.has', { total: dealer.total }),
  ]
  if (hands.length === 1 && only) lines.push(words(`result.${only.result}.said`, { total: only.total }))
  // What each hand made stands beside it; the line only has room for the row of them.
  else lines.push(words('results', { list: hands.map(({ result }) => words(`result.${result}`)).join(' · ') }))
  if (insurance.won > 0) lines.push(words('insurance.paid', { amount: money(halvesOf(stake, insurance.won)) }))
  return lines.join(' ')
}

/** The line above the bar: how it stands, and what was dealt last. */
export function lineFor(stage: Pick<Stage, 'words' | 'money'>, view: View, stake: bigint, drawn: Card | null): string {
  const { words } = stage
  const [up] = view.dealer.cards
  if (view.hands[0]?.result) return endText(stage, view, stake)
  if (!up) return ''
  if (view.insurance.state === 'offered') {
    const [hand] = view.hands
    return words('insurance.offer', { total: hand ? totalText(words, hand) : '' })
  }
  const hand = view.active === null ? undefined : view.hands[view.active]
  if (!hand) return ''
  const total = totalText(words, hand)
  const lines: string[] = []
  if (drawn) lines.push(`${cardName(words, drawn)}.`)
  if (view.hands.length > 1) {
    lines.push(words('hand.now', { place: (view.active ?? 0) + 1, count: view.hands.length, total }))
  } else lines.push(words(drawn ? 'have' : 'have.against', { total, card: cardName(words, up) }))
  return lines.join(' ')
}

/** The whole table in words, for a player who wants to read it again. */
export function tableText({ words }: Pick<Stage, 'words'>, view: View): readonly string[] {
  const list = (cards: readonly Card[]) => cards.map((card) => cardName(words, card)).join(', ')
  return [
    words('read.dealer', { cards: list(view.dealer.cards), total: totalText(words, view.dealer) }),
    ...view.hands.map((hand, at) =>
      words('read.hand', { place: at + 1, cards: list(hand.cards), total: totalText(words, hand) }),
    ),
  ]
}
