import { svg } from './dom.ts'

/** Lucide (ISC), as everywhere in the house. */
const paths = {
  minus: 'M5 12h14',
  plus: 'M5 12h14m-7-7v14',
  turn: 'M21 12a9 9 0 1 1-9-9c2.52 0 4.93 1 6.74 2.74L21 8M21 3v5h-5',
  repeat: 'm17 2l4 4l-4 4M3 11v-1a4 4 0 0 1 4-4h14M7 22l-4-4l4-4M21 13v1a4 4 0 0 1-4 4H3',
  zap: 'M15.914 4a1.5 1.5 0 0 0-2.474-1.561l-9 9A1.5 1.5 0 0 0 5.5 14h4.002a.5.5 0 0 1 .471.666L8.086 20a1.5 1.5 0 0 0 2.475 1.56l9-9A1.5 1.5 0 0 0 18.5 10h-3.997a.5.5 0 0 1-.472-.667z',
  loud: 'M11 4.702a.705.705 0 0 0-1.203-.498L6.413 7.587A1.4 1.4 0 0 1 5.416 8H3a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2.416a1.4 1.4 0 0 1 .997.413l3.383 3.384A.705.705 0 0 0 11 19.298zM16 9a5 5 0 0 1 0 6m3.364 3.364a9 9 0 0 0 0-12.728',
  mute: 'M11 4.702a.7.7 0 0 0-1.203-.498L6.413 7.587A1.4 1.4 0 0 1 5.416 8H3a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2.416a1.4 1.4 0 0 1 .997.413l3.383 3.384A.7.7 0 0 0 11 19.298zm5.5 9.798l5-5m-5 0l5 5',
  info: 'M22 12a10 10 0 1 1-20 0a10 10 0 0 1 20 0M12 16v-4m0-4h.01',
  cross: 'M18 6L6 18M6 6l12 12',
  play: 'M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z',
  check: 'M20 6L9 17l-5-5',
  copy: 'M8 10a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2zM4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2',
  stop: 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2',
  offline:
    'M12 20h.01M8.5 16.429a5 5 0 0 1 7 0M5 12.859a10 10 0 0 1 5.17-2.69m8.83 2.69a10 10 0 0 0-2.007-1.523M2 8.82a15 15 0 0 1 4.177-2.643M22 8.82a15 15 0 0 0-11.288-3.764M2 2l20 20',
  skip: 'M5 4l10 8l-10 8zM19 5v14',
  dice: 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2M16 8h.01M8 8h.01M8 16h.01M16 16h.01M12 12h.01',
  cards:
    'M4 4.5L9.5 3a1.5 1.5 0 0 1 1.84 1.06L14.9 17.3a1.5 1.5 0 0 1-1.06 1.84L8.3 20.6a1.5 1.5 0 0 1-1.84-1.06L2.94 6.34A1.5 1.5 0 0 1 4 4.5M15 4h4.5A1.5 1.5 0 0 1 21 5.5v13a1.5 1.5 0 0 1-1.5 1.5H18',
  drop: 'M12 3v14M6 12l6 6l6-6M5 21h14',
  rise: 'M12 19V5M5 12l7-7l7 7',
  rocket:
    'M12 15v5s3.03-.55 4-2c1.08-1.62 0-5 0-5M4.5 16.5c-1.5 1.26-2 5-2 5s3.74-.5 5-2c.71-.84.7-2.13-.09-2.91a2.18 2.18 0 0 0-2.91-.09M9 12a22 22 0 0 1 2-3.95A12.88 12.88 0 0 1 22 2c0 2.72-.78 7.5-6 11a22.4 22.4 0 0 1-4 2zM9 12H4s.55-3.03 2-4c1.62-1.08 5 .05 5 .05',
} as const

export type IconName = keyof typeof paths

/** Beside a word or inside a button with a name: never the only one to say something. */
export function icon(name: IconName, width = 20): SVGSVGElement {
  const path = svg('path', {
    d: paths[name],
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': 2,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  })
  return svg('svg', { viewBox: '0 0 24 24', width, height: width, 'aria-hidden': 'true' }, path)
}

/** Another drawing in the same place. */
export function redraw(button: Element, name: IconName) {
  button.querySelector('path')?.setAttribute('d', paths[name])
}
