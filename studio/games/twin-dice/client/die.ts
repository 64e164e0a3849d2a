import { el } from '../../../stage/dom.ts'

/** Places of the pips on a face, of a three by three grid. */
const pips: Readonly<Record<number, readonly number[]>> = {
  1: [4],
  2: [2, 6],
  3: [2, 4, 6],
  4: [0, 2, 6, 8],
  5: [0, 2, 4, 6, 8],
  6: [0, 2, 3, 5, 6, 8],
}

/** How the cube is turned when a value looks at the player: around x, then around y. */
const turns: Readonly<Record<number, readonly [number, number]>> = {
  1: [0, 0],
  2: [-90, 0],
  3: [0, -90],
  4: [0, 90],
  5: [90, 0],
  6: [0, 180],
}

const values = [1, 2, 3, 4, 5, 6] as const

/** Rounded faces leave gaps at the corners: a smaller cube with sharp ones fills them. */
const core = (value: number) => el('div', { class: 'td-core', 'data-face': value })

function face(value: number): HTMLElement {
  const marks = Array.from({ length: 9 }, (_, place) =>
    el('i', { class: pips[value]?.includes(place) ? 'td-pip' : 'td-gap' }),
  )
  return el('div', { class: 'td-face', 'data-face': value }, ...marks)
}

const atRest = (x: number, y: number) => `rotateX(${x}deg) rotateY(${y}deg)`

export type Die = {
  element: HTMLElement
  set: (value: number) => void
  /** Tumbles for so long and comes to rest on the value. */
  tumble: (value: number, ms: number) => Promise<void>
}

/** A cube of six faces that the browser turns by itself: only transforms change. */
export function createDie(lean: number): Die {
  const cube = el('div', { class: 'td-cube' }, ...values.map(face), ...values.map(core))
  const hop = el('div', { class: 'td-hop' }, el('div', { class: 'td-tilt' }, cube))
  const shade = el('div', { class: 'td-shade' })
  const element = el('div', { class: 'td-die', 'aria-hidden': 'true' }, shade, hop)
  let [x, y] = [0, 0]

  const rest = (value: number) => {
    const [dx, dy] = turns[value] ?? [0, 0]
    return [Math.round(x / 360) * 360 + dx, Math.round(y / 360) * 360 + dy] as const
  }
  const set = (value: number) => {
    for (const moving of [cube, hop, shade]) for (const animation of moving.getAnimations()) animation.cancel()
    ;[x, y] = rest(value)
    cube.style.transform = atRest(x, y)
    cube.dataset.value = String(value)
  }

  return {
    element,
    set,
    async tumble(value, ms) {
      const from = atRest(x, y)
      delete cube.dataset.value
      const [dx, dy] = turns[value] ?? [0, 0]
      x = Math.round(x / 360) * 360 + 720 * lean + dx
      y = Math.round(y / 360) * 360 + 360 * lean + dy
      const to = atRest(x, y)
      const timing = { duration: ms, fill: 'forwards', easing: 'cubic-bezier(0.18, 0.72, 0.3, 1)' } as const
      const bounce = ['0', '-64%', '0', '-20%', '0', '-5%', '0']
      const hops = bounce.map((height) => ({
        transform: `translateY(${height})`,
        easing: height === '0' ? 'ease-out' : 'ease-in',
      }))
      const offsets = [0, 0.22, 0.46, 0.6, 0.74, 0.84, 1]
      const shades = bounce.map((height, at) => ({
        transform: `scale(${height === '0' ? 1 : height === '-64%' ? 0.62 : 0.86})`,
        offset: offsets[at] ?? 1,
      }))
      hop.animate(
        hops.map((frame, at) => ({ ...frame, offset: offsets[at] ?? 1 })),
        { duration: ms },
      )
      shade.animate(shades, { duration: ms })
      const turning = cube.animate([{ transform: from }, { transform: to }], timing)
      // One that is cancelled by a newer look is over too.
      await turning.finished.catch(() => {})
      cube.style.transform = to
      cube.dataset.value = String(value)
      turning.cancel()
    },
  }
}
