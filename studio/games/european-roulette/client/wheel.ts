import { el, svg } from '../../../stage/dom.ts'
import { colourOf, wheel } from '../spots.ts'
import { angleOf, type Moment, momentAt, restFor } from './motion.ts'

/** The drawing is 400 wide with its middle at 0; everything scales with its box. */
const size = 400
const track = 171
const bed = 104

const polar = (radius: number, degrees: number): string => {
  const angle = ((degrees - 90) * Math.PI) / 180
  return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`
}

/** A piece of a ring between two radii. */
const wedge = (inner: number, outer: number, from: number, to: number) =>
  `M${polar(outer, from)}A${outer} ${outer} 0 0 1 ${polar(outer, to)}L${polar(inner, to)}A${inner} ${inner} 0 0 0 ${polar(inner, from)}Z`

const canvas = (className: string, ...children: readonly Node[]) =>
  svg(
    'svg',
    { viewBox: `${-size / 2} ${-size / 2} ${size} ${size}`, class: className, 'aria-hidden': 'true' },
    ...children,
  )

const circle = (r: number, className: string) => svg('circle', { r, class: className })

const gradient = (id: string, stops: readonly (readonly [offset: number, colour: string])[]) =>
  svg(
    'radialGradient',
    { id, gradientUnits: 'userSpaceOnUse', cx: 0, cy: 0, r: size / 2 },
    ...stops.map(([offset, colour]) => svg('stop', { offset, 'stop-color': colour })),
  )

function drawRim() {
  const deflectors = Array.from({ length: 8 }, (_, place) =>
    svg('path', {
      d: place % 2 ? 'M0 -6L13 0L0 6L-13 0Z' : 'M0 -11L6 0L0 11L-6 0Z',
      class: 'ro-brass',
      transform: `rotate(${place * 45 + 22.5}) translate(0 -162)`,
    }),
  )
  return canvas(
    'ro-rim',
    svg(
      'defs',
      {},
      gradient('ro-wood', [
        [0.74, '#2c120a'],
        [0.8, '#5c2917'],
        [0.88, '#7d3d22'],
        [0.94, '#65301b'],
        [1, '#31150c'],
      ]),
      gradient('ro-bowl', [
        [0.7, '#1c0b06'],
        [0.86, '#4b2314'],
        [0.92, '#6b3820'],
      ]),
    ),
    circle(199, 'ro-wood'),
    circle(186, 'ro-bowl'),
    circle(198, 'ro-line is-strong'),
    circle(186, 'ro-line'),
    circle(152, 'ro-line'),
    ...deflectors,
  )
}

function drawRotor() {
  const step = 360 / wheel.length
  const pockets = wheel.flatMap((number) => {
    const middle = angleOf(number)
    const [from, to] = [middle - step / 2, middle + step / 2]
    const colour = colourOf(number)
    const text = svg('text', { class: 'ro-figure', transform: `rotate(${middle}) translate(0 -129)` })
    text.textContent = String(number)
    return [
      svg('path', { d: wedge(118, 149, from, to), class: `ro-pocket is-${colour}` }),
      svg('path', { d: wedge(88, 118, from, to), class: `ro-pocket is-${colour} is-deep` }),
      text,
    ]
  })
  const frets = wheel.map((_, place) =>
    svg('path', { d: `M${polar(88, (place + 0.5) * step)}L${polar(149, (place + 0.5) * step)}`, class: 'ro-fret' }),
  )
  const arms = [0, 90, 180, 270].map((turn) =>
    svg('path', { d: 'M-5 -12L-3 -50A6 6 0 1 1 3 -50L5 -12Z', class: 'ro-brass', transform: `rotate(${turn})` }),
  )
  return canvas(
    'ro-rotor',
    svg(
      'defs',
      {},
      gradient('ro-cone', [
        [0, '#a2603a'],
        [0.2, '#74391f'],
        [0.44, '#3b1a0f'],
      ]),
      gradient('ro-turret', [
        [0, '#fff3cf'],
        [0.05, '#e3bd6b'],
        [0.11, '#8f6527'],
      ]),
    ),
    circle(150, 'ro-line is-strong'),
    ...pockets,
    ...frets,
    circle(149, 'ro-line'),
    circle(118, 'ro-line'),
    circle(88, 'ro-cone'),
    circle(72, 'ro-line is-faint'),
    ...arms,
    circle(20, 'ro-turret'),
    circle(9, 'ro-knob'),
  )
}

/** The wheel as a box of three layers, each of which the browser can turn without drawing it again. */
export function createWheel() {
  const rotor = drawRotor()
  const ball = el('div', { class: 'ro-ball' })
  const root = el('div', { class: 'ro-wheel', 'aria-hidden': 'true' }, drawRim(), rotor, ball)
  let now: Moment = restFor(0)
  let width = size
  let running: Animation[] = []

  const transforms = ({ rotor, ball, height }: Moment) => ({
    rotor: `rotate(${rotor.toFixed(3)}deg)`,
    ball: `rotate(${ball.toFixed(3)}deg) translateY(${((-(bed + (track - bed) * height) * width) / size).toFixed(2)}px)`,
  })

  const place = () => {
    const { rotor: turn, ball: stand } = transforms(now)
    rotor.style.transform = turn
    ball.style.transform = stand
  }

  const settle = (number: number) => {
    for (const animation of running) animation.cancel()
    running = []
    now = restFor(number)
    ball.classList.add('is-there')
    place()
  }

  return {
    root,
    settle,
    resize(next: number) {
      width = next
      root.style.width = `${next}px`
      root.style.height = `${next}px`
      ball.style.width = `${next * 0.042}px`
      ball.style.height = `${next * 0.042}px`
      place()
    },
    /** Begins to turn; the caller says when it is over, with `settle`. */
    spin(number: number, durationMs: number) {
      const from = now.rotor
      const frames = Array.from({ length: 121 }, (_, step) => transforms(momentAt(number, from, step / 120)))
      ball.classList.add('is-there')
      const timing = { duration: durationMs, easing: 'linear', fill: 'forwards' } as const
      running = [
        rotor.animate(
          frames.map((frame) => ({ transform: frame.rotor })),
          timing,
        ),
        ball.animate(
          frames.map((frame) => ({ transform: frame.ball })),
          timing,
        ),
      ]
    },
  }
}
