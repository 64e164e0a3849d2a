import { el, write } from '../../../stage/dom.ts'

const potLevels = ['grand', 'major', 'minor', 'mini'] as const

type Label = (key: string) => string

/** The bronze cabinet in the dusk, the place above it, and the card that lies over it at times. */
export function buildCabinet(words: Label, hasPot: boolean) {
  const place = el('div', { class: 'cs-canvas' })
  const columns = Array.from({ length: 5 }, () => el('i', { class: 'cs-column' }))
  const reels = el(
    'div',
    { class: 'cs-reels' },
    el('div', { class: 'cs-columns', 'aria-hidden': 'true' }, ...columns),
    place,
    el('i', { class: 'cs-shade', 'aria-hidden': 'true' }),
  )
  const pays = el('span')
  const paysAmount = el('b', { class: 'st-num' })
  const net = el('span')
  const netAmount = el('b', { class: 'st-num' })
  const winBar = el(
    'div',
    { class: 'cs-win', 'aria-hidden': 'true' },
    el('p', {}, pays, paysAmount),
    el('p', { class: 'cs-net' }, net, netAmount),
  )

  const pots = el('ul', { class: 'cs-pots', 'aria-label': words('pot') })
  const potAmounts = potLevels.map((level) => ({ level, amount: el('b', { class: 'st-num' }) }))
  pots.append(
    ...potAmounts.map(({ level, amount }) =>
      el('li', { class: `cs-pot is-${level}` }, el('span', { text: words(`pot.${level}`) }), amount),
    ),
  )
  const freeCount = el('span')
  const freeTotal = el('b', { class: 'st-num' })
  const end = el('button', { type: 'button', class: 'cs-end', text: words('free.end') })
  const free = el('div', { class: 'cs-free' }, freeCount, freeTotal, end)
  free.hidden = true
  pots.hidden = !hasPot
  const top = el('div', { class: 'cs-top' }, pots, free)

  const cardTitle = el('p', { class: 'cs-card-title' })
  const cardFigure = el('p', { class: 'cs-card-figure st-num' })
  const cardText = el('p', { class: 'cs-card-text' })
  const card = el('div', { class: 'cs-card', 'aria-hidden': 'true' }, cardTitle, cardFigure, cardText)

  const cabinet = el('div', { class: 'cs-cabinet' }, reels, winBar, card)
  const ground = el('div', { class: 'cs' }, top, cabinet)

  return {
    ground,
    place,
    end,
    say(text: { pays?: string; amount?: string; net?: string; netAmount?: string }) {
      write(pays, text.pays ?? '')
      write(paysAmount, text.amount ?? '')
      write(net, text.net ?? '')
      write(netAmount, text.netAmount ?? '')
    },
    /** Null: the paid spin. */
    sayFree(text: { count: string; total: string } | null, canEnd = false) {
      ground.classList.toggle('is-free', text !== null)
      document.documentElement.classList.toggle('cs-night', text !== null)
      free.hidden = text === null
      pots.hidden = !hasPot || text !== null
      end.hidden = !canEnd
      write(freeCount, text?.count ?? '')
      write(freeTotal, text?.total ?? '')
    },
    sayPots(amounts: ReadonlyMap<string, string>) {
      for (const { level, amount } of potAmounts) write(amount, amounts.get(level) ?? '')
    },
    fill(reelNumbers: readonly number[]) {
      for (const [reel, column] of columns.entries()) column.classList.toggle('is-full', reelNumbers.includes(reel))
    },
    showCard(text: { title: string; figure: string; text: string } | null) {
      card.classList.toggle('is-shown', text !== null)
      if (!text) return
      write(cardTitle, text.title)
      write(cardFigure, text.figure)
      write(cardText, text.text)
    },
  }
}
