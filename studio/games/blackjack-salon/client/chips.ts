import { svg } from '../../../stage/dom.ts'

const thick = 6

/** A stack seen from the side: four discs for each opening stake, half of them for an insurance. */
export function drawChips(halves: number): SVGSVGElement {
  const stacks = Math.max(1, Math.floor(halves / 2))
  const discs = halves < 2 ? 2 : 4
  const width = stacks * 28 + 6
  const pieces = Array.from({ length: stacks }, (_, stack) =>
    Array.from({ length: discs }, (_, disc) => {
      const y = 30 - disc * thick
      return svg(
        'g',
        { transform: `translate(${stack * 28 + 17} ${y})`, class: disc % 2 ? 'bj-disc is-light' : 'bj-disc' },
        svg('path', {
          d: `M-13 0V${-thick + 1}A13 5 0 0 1 13 ${-thick + 1}V0A13 5 0 0 1 -13 0Z`,
          class: 'bj-disc-side',
        }),
        svg('ellipse', { cy: -thick + 1, rx: 13, ry: 5, class: 'bj-disc-top' }),
        svg('ellipse', { cy: -thick + 1, rx: 8, ry: 2.8, class: 'bj-disc-ring' }),
      )
    }),
  ).flat()
  return svg('svg', { viewBox: `0 0 ${width} 38`, class: 'bj-chips', 'aria-hidden': 'true' }, ...pieces)
}
