import { el, svg } from '../../../stage/dom.ts'
import type { Stage } from '../../../stage/game-client.ts'
import { colourOf, type Spot } from '../spots.ts'
import type { ClothMap, Placed } from './geometry.ts'

/** What is written on a field. */
function fieldText(words: Stage['words'], { kind, numbers }: Spot): string {
  const [first = 0] = numbers
  if (kind === 'straight') return String(first)
  if (kind === 'column') return words('cloth.column')
  if (kind === 'dozen' || kind === 'low' || kind === 'high') return `${first}–${numbers.at(-1)}`
  return words(`cloth.${kind}`)
}

export function placeAt({ style }: HTMLElement, { x, y, width, height }: Placed['touch']) {
  style.left = `${x}px`
  style.top = `${y}px`
  style.width = `${width}px`
  style.height = `${height}px`
}

/** One field: its ground, its colour, its word. */
export function drawField(words: Stage['words'], { spot, touch }: Placed, isTall: boolean): SVGElement[] {
  const { x, y, width, height } = touch
  const isNumber = spot.kind === 'straight'
  const inset = isNumber ? Math.min(5, width * 0.07) : 3
  const colour = isNumber ? colourOf(spot.numbers[0] ?? 0) : 'felt'
  const ground = svg('rect', {
    x: x + inset,
    y: y + inset,
    width: width - inset * 2,
    height: height - inset * 2,
    rx: Math.min(8, height * 0.2),
    class: `ro-field is-${colour}`,
  })
  const [left, top] = [x + width / 2, y + height / 2]
  if (spot.kind === 'red' || spot.kind === 'black') {
    const [a, b] = [Math.min(26, width * 0.36), Math.min(15, height * 0.34)]
    const d = `M${left - a} ${top}L${left} ${top - b}L${left + a} ${top}L${left} ${top + b}Z`
    return [ground, svg('path', { d, class: `ro-diamond is-${spot.kind}` })]
  }
  const word = fieldText(words, spot)
  const room = isTall && !isNumber && height > width * 1.4 ? height : width
  const across = room === width ? height : width
  const size = Math.min(isNumber ? 22 : 15, across * 0.46, (room * 1.5) / Math.max(2, word.length))
  const text = svg('text', {
    class: isNumber ? 'ro-number' : 'ro-word',
    'font-size': size.toFixed(1),
    transform: `translate(${left} ${top})${room === width ? '' : ' rotate(-90)'}`,
  })
  text.textContent = word
  return [ground, text]
}

/** The felt with the lines of its fields, and what is drawn on them. */
export function drawFelt(
  { width, height, outline }: ClothMap,
  fields: readonly Placed[],
  drawn: readonly SVGElement[],
) {
  const lines = fields.map(({ touch: { x, y, width, height } }) =>
    svg('rect', { x, y, width, height, class: 'ro-cell' }),
  )
  const edge = svg('path', { d: `M${outline.map(({ x, y }) => `${x} ${y}`).join('L')}Z`, class: 'ro-felt' })
  const light = svg(
    'radialGradient',
    { id: 'ro-felt', cx: 0.5, cy: 0.3, r: 0.9 },
    svg('stop', { offset: 0, 'stop-color': '#177a5c' }),
    svg('stop', { offset: 0.5, 'stop-color': '#0f5a43' }),
    svg('stop', { offset: 1, 'stop-color': '#0a4030' }),
  )
  return svg('svg', { viewBox: `0 0 ${width} ${height}`, width, height }, light, edge, ...lines, ...drawn)
}

export function drawPile({ x, y }: Placed['stand'], size: number, chip: Element) {
  const pile = el('div', { class: 'ro-pile' }, chip)
  pile.style.left = `${x - size / 2}px`
  pile.style.top = `${y - size / 2}px`
  pile.style.width = `${size}px`
  return pile
}

/** The marker that the croupier puts on the number. */
export const drawDolly = () =>
  svg(
    'svg',
    { viewBox: '0 0 24 30', class: 'ro-dolly', 'aria-hidden': 'true' },
    svg('ellipse', { cx: 12, cy: 27, rx: 8, ry: 2.5, class: 'ro-dolly-shade' }),
    svg('path', { d: 'M5 25C5 19 9 18 9.5 12A5 5 0 1 1 14.5 12C15 18 19 19 19 25Z', class: 'ro-dolly-body' }),
    svg('path', { d: 'M10 7A3 3 0 0 1 12 5', class: 'ro-dolly-light' }),
  )
