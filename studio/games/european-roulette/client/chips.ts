import { svg } from '../../../stage/dom.ts'
import { chipUnits } from './bets.ts'

/** A chip seen from above: eight spots on its edge, its worth in the middle. Its colour follows what it is worth. */
export function drawChip(units: number, label: string): SVGSVGElement {
  const rung = chipUnits.findLast((worth) => worth <= units) ?? 1
  const spots = Array.from({ length: 8 }, (_, place) =>
    svg('path', {
      d: 'M-6.6 -49.6A50 50 0 0 1 6.6 -49.6L5 -38.6A39 39 0 0 0 -5 -38.6Z',
      class: 'ro-chip-spot',
      transform: `rotate(${place * 45})`,
    }),
  )
  const text = svg('text', { class: `ro-chip-text is-${Math.min(6, label.length)}`, y: 1 })
  text.textContent = label
  return svg(
    'svg',
    { viewBox: '-52 -52 104 110', class: `ro-chip is-${rung}`, 'aria-hidden': 'true' },
    svg('circle', { r: 50, cy: 6, class: 'ro-chip-shade' }),
    svg('circle', { r: 50, class: 'ro-chip-edge' }),
    ...spots,
    svg('circle', { r: 38, class: 'ro-chip-face' }),
    svg('circle', { r: 34, class: 'ro-chip-ring' }),
    text,
  )
}

/** Of an amount as the player reads it only the figures fit on a chip. */
export const figuresOf = (money: string): string => money.replace(/[^\d.,]/g, '').replace(/\.0+$/, '')
