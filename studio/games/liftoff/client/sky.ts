import { el, svg, write } from '../../../stage/dom.ts'
import { endMsOf, heightAt, msOf } from '../math.ts'
import { timesText } from './heights.ts'
import { type Plot, plotAt, type Room } from './plot.ts'
import rocketUrl from './rocket.svg'

const mostRows = 8
const sparks = 12

/** What the sky shows; everything else follows from the time. */
export type Scene =
  | { kind: 'wait'; caption: string }
  | { kind: 'count'; caption: string; leftMs: number; ofMs: number }
  | { kind: 'fly'; flownMs: number }
  | { kind: 'over'; point: number; caption: string }

type SkyOptions = { isCalm: () => boolean; locale: string }

const px = (value: number) => `${value.toFixed(1)}px`

/** Everything in the sky, from the stars behind to the words in front. */
function buildSky() {
  const far = el('div', { class: 'lo-stars is-far' })
  const near = el('div', { class: 'lo-stars is-near' })
  const rows = Array.from({ length: mostRows }, () => ({ line: svg('path', { class: 'lo-grid' }), text: svg('text') }))
  const columns = Array.from({ length: mostRows }, () => svg('text', { class: 'lo-time' }))
  const area = svg('path', { class: 'lo-area' })
  const line = svg('path', { class: 'lo-line' })
  const mark = svg('g', { class: 'lo-mark' }, svg('circle', { r: 6 }), svg('text', { y: -14 }))
  const plot = svg(
    'svg',
    { class: 'lo-plot' },
    ...rows.flatMap(({ line, text }) => [line, text]),
    ...columns,
    area,
    line,
    mark,
  )
  const rocket = el('img', { class: 'lo-rocket', src: rocketUrl, alt: '', draggable: 'false' })
  const burst = el('div', { class: 'lo-burst' }, ...Array.from({ length: sparks }, () => el('i')))
  const big = el('b', { class: 'lo-big st-num' })
  const caption = el('span', { class: 'lo-caption' })
  const rest = el('span', { class: 'lo-rest' }, el('i'))
  const words = el('div', { class: 'lo-words' }, big, rest, caption)
  const root = el('div', { class: 'lo-sky', 'aria-hidden': 'true' }, far, near, plot, rocket, burst, words)
  return { root, plot, far, near, rows, columns, area, line, mark, rocket, burst, big, caption, rest }
}

type SkyParts = ReturnType<typeof buildSky>

/** Heights at the start, seconds below; what has no room is hidden. */
function drawAxes({ rows, columns }: Pick<SkyParts, 'rows' | 'columns'>, drawn: Plot, seconds: Intl.NumberFormat) {
  for (const [at, { line: grid, text }] of rows.entries()) {
    const row = drawn.rows[at]
    const isOff = row === undefined || row.y < 8
    grid.style.display = isOff ? 'none' : ''
    text.style.display = isOff ? 'none' : ''
    if (isOff) continue
    grid.setAttribute('d', `M${drawn.left} ${row.y.toFixed(1)}H${drawn.right}`)
    text.setAttribute('x', String(drawn.left - 8))
    text.setAttribute('y', (row.y + 4).toFixed(1))
    write(text, `×${row.times}`)
  }
  for (const [at, text] of columns.entries()) {
    const column = drawn.columns[at]
    text.style.display = column ? '' : 'none'
    if (!column) continue
    text.setAttribute('x', column.x.toFixed(1))
    text.setAttribute('y', String(drawn.floor + 18))
    write(text, seconds.format(column.seconds))
  }
}

export function createSky({ isCalm, locale }: SkyOptions) {
  const seconds = new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'narrow' })
  const parts = buildSky()
  const { root, plot, far, near, area, line, mark, rocket, burst, big, caption, rest } = parts
  let room: Room = { width: 0, height: 0 }
  let scene: Scene = { kind: 'wait', caption: '' }
  let marked: number | null = null

  function drawFlight(flownMs: number) {
    const drawn = plotAt(room, flownMs)
    drawAxes(parts, drawn, seconds)
    line.setAttribute('d', drawn.line)
    area.setAttribute('d', drawn.area)
    const turn = isCalm() ? 0 : 45 - drawn.slope
    // Before the start it stands on the ground, right of the numbers.
    const place = flownMs === 0 ? 'translate(10%, -88%)' : 'translate(-50%, -50%)'
    rocket.style.transform = `translate(${px(drawn.tip.x)}, ${px(drawn.tip.y)}) ${place} rotate(${turn.toFixed(1)}deg)`
    burst.style.transform = `translate(${px(drawn.tip.x)}, ${px(drawn.tip.y)})`
    mark.style.display = marked === null ? 'none' : ''
    if (marked !== null) {
      const spot = drawn.spotOf(msOf(marked))
      mark.setAttribute('transform', `translate(${spot.x.toFixed(1)} ${spot.y.toFixed(1)})`)
      const text = mark.querySelector('text')
      if (text) write(text, timesText(marked))
    }
    if (isCalm()) return
    // The sky goes by the faster, the higher.
    const way = Math.log2(heightAt(flownMs) / 100) * 60
    far.style.transform = `translate(${px(-way % 240)}, ${px((way * 0.6) % 240)})`
    near.style.transform = `translate(${px((-way * 2.2) % 320)}, ${px((way * 1.3) % 320)})`
  }

  function draw() {
    if (room.width === 0) return
    root.dataset.scene = scene.kind
    write(caption, 'caption' in scene ? scene.caption : '')
    if (scene.kind === 'fly') {
      drawFlight(scene.flownMs)
      write(big, timesText(heightAt(scene.flownMs)))
      return
    }
    if (scene.kind === 'over') {
      drawFlight(Math.max(0, endMsOf(scene.point) - 1))
      write(big, timesText(scene.point))
      return
    }
    drawFlight(0)
    write(big, scene.kind === 'count' ? (Math.max(0, scene.leftMs) / 1_000).toFixed(1) : '')
    const left = scene.kind === 'count' ? Math.max(0, Math.min(1, scene.leftMs / scene.ofMs)) : 0
    const bar = rest.firstElementChild
    if (bar instanceof HTMLElement) bar.style.transform = `scaleX(${left.toFixed(3)})`
  }

  return {
    root,
    resize(width: number, height: number) {
      room = { width, height }
      plot.setAttribute('viewBox', `0 0 ${width} ${height}`)
      draw()
    },
    show(next: Scene) {
      scene = next
      draw()
    },
    /** Where the player got off; null takes it away. */
    mark(height: number | null) {
      marked = height
      draw()
    },
  }
}

export type Sky = ReturnType<typeof createSky>
