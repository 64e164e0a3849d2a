import type { Card } from '../../../engine/cards.ts'
import { el, svg } from '../../../stage/dom.ts'

/** The drawing is 100 × 142. */
const pips: Readonly<Record<string, string>> = {
  H: 'M0 12C-16 0 -14 -13 -6 -13C-2 -13 0 -10 0 -8C0 -10 2 -13 6 -13C14 -13 16 0 0 12Z',
  D: 'M0 -14L11 0L0 14L-11 0Z',
  S: 'M0 -14C10 -4 14 0 12 6C10 11 4 10 2 7L4 14H-4L-2 7C-4 10 -10 11 -12 6C-14 0 -10 -4 0 -14Z',
  C: 'M0 -14a6 6 0 0 1 5 9a6 6 0 1 1 -3 11l2 8h-8l2 -8a6 6 0 1 1 -3 -11a6 6 0 0 1 5 -9Z',
}

/** What the court wears: a plume, a tiara, a crown. */
const courts: Readonly<Record<string, string>> = {
  J: 'M-13 9Q-2 -16 14 -13Q9 2 -6 7M-13 9L-6 7M-4 1L8 -8',
  Q: 'M-15 9L-12 -7L-5 1L0 -11L5 1L12 -7L15 9Z',
  K: 'M-15 9L-17 -9L-7 -1L0 -14L7 -1L17 -9L15 9ZM-14 14H14',
}

const ivory = '#fdfaf2'

const pip = (suit: string, x: number, y: number, scale: number, turn = 0) =>
  svg('path', {
    d: pips[suit] ?? '',
    transform: `translate(${x} ${y}) rotate(${turn}) scale(${scale})`,
    class: 'bj-pip',
  })

/** Columns and rows of the small pips, as on every deck; those below the middle stand on their head. */
const left = 38
const right = 64
const rows: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  '2': [
    [51, 36],
    [51, 106],
  ],
  '3': [
    [51, 36],
    [51, 71],
    [51, 106],
  ],
  '4': [
    [left, 38],
    [right, 38],
    [left, 104],
    [right, 104],
  ],
  '5': [
    [left, 38],
    [right, 38],
    [51, 71],
    [left, 104],
    [right, 104],
  ],
  '6': [
    [left, 38],
    [right, 38],
    [left, 71],
    [right, 71],
    [left, 104],
    [right, 104],
  ],
  '7': [
    [left, 38],
    [right, 38],
    [51, 54],
    [left, 71],
    [right, 71],
    [left, 104],
    [right, 104],
  ],
  '8': [
    [left, 38],
    [right, 38],
    [51, 54],
    [left, 71],
    [right, 71],
    [51, 88],
    [left, 104],
    [right, 104],
  ],
  '9': [
    [left, 34],
    [right, 34],
    [left, 58],
    [right, 58],
    [51, 71],
    [left, 84],
    [right, 84],
    [left, 108],
    [right, 108],
  ],
  T: [
    [left, 34],
    [right, 34],
    [51, 46],
    [left, 58],
    [right, 58],
    [left, 84],
    [right, 84],
    [51, 96],
    [left, 108],
    [right, 108],
  ],
}

function drawMiddle(rank: string, suit: string): SVGElement[] {
  const small = rows[rank]
  if (small) return small.map(([x, y]) => pip(suit, x, y, 0.6, y > 71 ? 180 : 0))
  const court = courts[rank]
  if (!court) return [pip(suit, 50, 74, 2.1)]
  return [
    svg('rect', { x: 27, y: 24, width: 46, height: 94, rx: 5, class: 'bj-frame' }),
    svg('path', { d: court, transform: 'translate(50 52)', class: 'bj-court' }),
    pip(suit, 50, 89, 1.25),
  ]
}

function drawFace(card: Card): SVGSVGElement {
  const [rank, suit] = [card.charAt(0), card.charAt(1)]
  const corner = (turn: number) => {
    const text = svg('text', { x: 13, y: 22, class: rank === 'T' ? 'bj-rank is-ten' : 'bj-rank' })
    text.textContent = rank === 'T' ? '10' : rank
    return svg('g', { transform: turn ? 'rotate(180 50 71)' : '' }, text, pip(suit, 13, 35, 0.46))
  }
  const isRed = suit === 'H' || suit === 'D'
  return svg(
    'svg',
    { viewBox: '0 0 100 142', class: `bj-face ${isRed ? 'is-red' : 'is-black'}`, 'aria-hidden': 'true' },
    svg('rect', { x: 0.75, y: 0.75, width: 98.5, height: 140.5, rx: 8, fill: ivory, class: 'bj-paper' }),
    corner(0),
    corner(180),
    ...drawMiddle(rank, suit),
  )
}

/** Claret with a brass lattice, the same on every card. */
function drawBack(): SVGSVGElement {
  const lattice = Array.from({ length: 11 }, (_, at) => {
    const from = at * 18 - 60
    return `M${from} 8L${from + 126} 134M${from + 100} 8L${from - 26} 134`
  }).join('')
  return svg(
    'svg',
    { viewBox: '0 0 100 142', class: 'bj-back', 'aria-hidden': 'true' },
    svg('rect', { x: 0.75, y: 0.75, width: 98.5, height: 140.5, rx: 8, fill: ivory }),
    svg(
      'svg',
      { x: 7, y: 7, width: 86, height: 128, viewBox: '7 7 86 128' },
      svg('rect', { x: 7, y: 7, width: 86, height: 128, rx: 4, class: 'bj-claret' }),
      svg('path', { d: lattice, class: 'bj-lattice' }),
      svg('path', { d: 'M50 47L72 71L50 95L28 71Z', class: 'bj-medal' }),
      svg('path', { d: pips.S ?? '', transform: 'translate(50 71) scale(.95)', class: 'bj-mark' }),
    ),
  )
}

/**
 * A card on the table, in two layers that the browser turns by itself: where it lies, and which side is up. `onUp` is
 * told when it has been seen to turn.
 */
export function createCard(onUp: () => void) {
  const back = drawBack()
  const turner = el('div', { class: 'bj-turner' }, back)
  const root = el('div', { class: 'bj-card' }, turner)
  let face: SVGSVGElement | null = null
  let isUp = false
  const settle = () => {
    if (face) isUp = true
  }
  turner.addEventListener('transitionend', () => {
    if (!face || isUp) return
    settle()
    onUp()
  })
  const flip = (shown: Card) => {
    if (face) return
    face = drawFace(shown)
    turner.append(face)
    // Drawn first, then turned: a face that arrives turned would not be seen to turn.
    void turner.offsetWidth
    root.classList.add('is-up')
  }
  return {
    root,
    flip,
    /** It lies face up: only then does it count. */
    isUp: () => isUp,
    /** Where no movement is shown, or its end was not heard. */
    settle,
    place(x: number, y: number, scale: number, turn = 0) {
      root.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${turn}deg) scale(${scale.toFixed(3)})`
    },
  }
}

export type CardPiece = ReturnType<typeof createCard>
