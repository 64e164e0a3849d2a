import { svg } from '../../../stage/dom.ts'
import type { Stage } from '../../../stage/game-client.ts'
import type { Layout, Seat } from './layout.ts'

const stop = (offset: number, colour: string, opacity = 1) =>
  svg('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity })

/** A lamp of brass and green glass. */
function drawLamp(x: number, scale: number): SVGElement {
  return svg(
    'g',
    { transform: `translate(${x} 0) scale(${scale})` },
    svg('ellipse', { cx: 0, cy: 60, rx: 120, ry: 90, class: 'bj-glow' }),
    svg('path', { d: 'M-1.5 -30H1.5V14H-1.5Z', class: 'bj-brass' }),
    svg('path', { d: 'M-40 40Q-36 14 0 12Q36 14 40 40Z', class: 'bj-shade' }),
    svg('path', { d: 'M-30 36Q-26 20 -6 17', class: 'bj-shine' }),
    svg('path', { d: 'M-41 39H41V43H-41Z', class: 'bj-brass' }),
    svg('ellipse', { cx: 0, cy: 43, rx: 30, ry: 4, class: 'bj-bulb' }),
  )
}

/** Where cards will lie, stitched into the felt. */
function drawPlace({ total, cards: [first] }: Seat, { width, height }: Layout['card']): SVGElement {
  return svg('rect', {
    x: total.x - width * 0.74,
    y: first?.y ?? 0,
    width: width * 1.48,
    height,
    rx: 12,
    class: 'bj-place',
  })
}

const radial = (id: string, stops: readonly SVGElement[], place: Record<string, string | number> = {}) =>
  svg('radialGradient', { id, ...place }, ...stops)

/** The table: felt in the light of its lamps, a walnut rail, the rules in brass letters on an arc. */
export function drawScene(stage: Stage, width: number, height: number, layout: Layout): SVGSVGElement {
  const middle = width / 2
  const isRoomy = width >= 560
  const [rx, ry, cy] = [width * (isRoomy ? 0.74 : 0.86), height * 0.8, height * 0.2]
  const word = (key: string, y: number, most: number, id: string) => {
    const text = stage.words(key)
    const reach = width * 0.44
    const size = Math.min(most, (reach * 3.1) / text.length)
    const path = svg('textPath', { href: `#${id}`, startOffset: '50%' })
    path.textContent = text
    const bow = reach * 0.07
    return [
      svg('path', {
        id,
        d: `M${middle - reach} ${y - bow}Q${middle} ${y + bow} ${middle + reach} ${y - bow}`,
        fill: 'none',
      }),
      svg('text', { class: 'bj-arc', 'font-size': size.toFixed(1) }, path),
    ]
  }
  return svg(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, width, height, class: 'bj-scene', 'aria-hidden': 'true' },
    svg(
      'defs',
      {},
      radial('bj-felt', [stop(0, '#2b8760'), stop(0.42, '#14573f'), stop(1, '#072a1f')], {
        gradientUnits: 'userSpaceOnUse',
        cx: middle,
        cy: height * 0.2,
        r: Math.max(width * 0.7, height * 0.85),
      }),
      radial('bj-light', [stop(0, '#ffe2a3', 0.34), stop(0.5, '#ffe2a3', 0.1), stop(1, '#ffe2a3', 0)]),
      svg(
        'linearGradient',
        { id: 'bj-walnut', x1: 0, y1: 0, x2: 0, y2: 1 },
        stop(0, '#3a2115'),
        stop(0.9, '#74482a'),
        stop(1, '#3a2013'),
      ),
    ),
    svg('ellipse', { cx: middle, cy, rx, ry, class: 'bj-rail' }),
    svg('ellipse', { cx: middle, cy, rx: rx - 10, ry: ry - 10, class: 'bj-felt' }),
    svg('ellipse', { cx: middle, cy, rx: rx - 17, ry: ry - 17, class: 'bj-inlay' }),
    ...(isRoomy ? [drawLamp(width * 0.17, 0.95), drawLamp(width * 0.83, 0.95)] : [drawLamp(width * 0.13, 0.62)]),
    drawPlace(layout.dealer, layout.card),
    ...layout.hands.map((seat) => drawPlace(seat, layout.card)),
    ...word('table.pays', layout.arcY - 3, isRoomy ? 18 : 14, 'bj-arc-1'),
    ...word('table.dealer', layout.arcY + (isRoomy ? 18 : 12), isRoomy ? 13 : 10.5, 'bj-arc-2'),
  )
}

/** The shoe that the cards come from. */
export function drawShoe(): SVGSVGElement {
  return svg(
    'svg',
    { viewBox: '0 0 64 48', class: 'bj-shoe', 'aria-hidden': 'true' },
    svg('path', { d: 'M14 8L60 2V40L14 46Z', class: 'bj-shoe-side' }),
    svg('path', { d: 'M4 16L14 8V46L4 44Z', class: 'bj-shoe-front' }),
    svg('path', { d: 'M6 22L13 16V42L6 41Z', class: 'bj-shoe-card' }),
    svg('path', { d: 'M14 8L60 2', class: 'bj-shoe-line' }),
  )
}
