import { Container, Graphics, ImageSource, Rectangle, Sprite, Texture } from 'pixi.js'
import { createPicture } from './pixi.ts'

export type ReelsLook<Face extends string> = {
  /** The address of a picture with a square per symbol: sharp ones above, the same in motion below. */
  sheet: string
  /** Which symbols it shows, from the left. */
  faces: readonly Face[]
  strips: readonly (readonly Face[])[]
  rows: number
  /** Pixels between two reels. */
  gap: number
  /** How far a reel runs past its stop, in cells, before it springs back. */
  bounce: number
  /** Symbols that pass in a second. */
  speed: number
  /** `isThrough`: lines begin at the edge, and end there where they pay to the last reel. */
  line: { colour: number; edge: number; isThrough: boolean }
  glow: number
  isCalm: () => boolean
}

export type Cell = readonly [reel: number, row: number]
/** Cells from left to right that a line joins. */
export type Trace = readonly Cell[]

export type Reels<Face extends string> = {
  resize: (width: number, height: number) => void
  /** Stands at once. */
  set: (stops: readonly number[]) => void
  /** All reels begin to turn; nothing where they do already. */
  start: () => void
  /** Each reel stops where it is told, so many milliseconds from now. Resolves when the last one stands. */
  stop: (stops: readonly number[], afterMs: readonly number[], onStop: (reel: number) => void) => Promise<void>
  /** What is still turning stops now. */
  hurry: () => void
  /** These stand out and the others step back; null: all as usual. */
  light: (cells: readonly Cell[] | null) => void
  trace: (lines: readonly Trace[]) => void
  /** These reels show one symbol in every row until they turn again. */
  cover: (reels: readonly number[], face: Face) => void
  /** This reel alone is lit, while it turns on; null: none. */
  heat: (reel: number | null) => void
}

const sheetFill = 0.86
const symbolPart = 0.84
const backMs = 70
const rampMs = 150
const settleMs = 340
const traceMs = 260
const lightMs = 70
const dimmed = 0.42
const lit = 1.12

type Reel = {
  /** The place of the strip in the upper row; it falls while the reel turns, so symbols move down. */
  at: number
  state: 'still' | 'turning' | 'landing' | 'settling'
  turnedMs: number
  landing: { stop: number; afterMs: number } | null
  settledMs: number
  cells: Container
  sprites: Sprite[]
  covers: Sprite[]
  coverMs: number
}

async function loadSheet(address: string): Promise<ImageSource> {
  const image = new Image()
  // Frames without an origin: only what is lent to everybody may become a texture.
  image.crossOrigin = 'anonymous'
  image.src = address
  await image.decode()
  return new ImageSource({ resource: image, autoGenerateMipmaps: true })
}

/** A soft round light, drawn once. */
function glowTexture(): Texture {
  const canvas = document.createElement('canvas')
  canvas.width = 128
  canvas.height = 128
  const pen = canvas.getContext('2d')
  if (pen) {
    const light = pen.createRadialGradient(64, 64, 0, 64, 64, 64)
    light.addColorStop(0, 'rgba(255,255,255,0.85)')
    light.addColorStop(0.45, 'rgba(255,255,255,0.34)')
    light.addColorStop(1, 'rgba(255,255,255,0)')
    pen.fillStyle = light
    pen.fillRect(0, 0, 128, 128)
  }
  return Texture.from(canvas)
}

const wrap = (place: number, length: number) => ((place % length) + length) % length

/** The reels of a slot: they know strips and stops, and nothing of what pays. */
export async function createReels<Face extends string>(
  place: HTMLElement,
  look: ReelsLook<Face>,
): Promise<Reels<Face>> {
  const { strips, rows, gap, faces } = look
  const [picture, source] = await Promise.all([createPicture(place), loadSheet(look.sheet)])
  const square = source.width / faces.length
  const frame = (face: Face, row: number) =>
    new Texture({ source, frame: new Rectangle(faces.indexOf(face) * square, row * square, square, square) })
  const sharp = new Map(faces.map((face) => [face, frame(face, 0)]))
  const moving = new Map(faces.map((face) => [face, frame(face, 1)]))
  const glow = glowTexture()

  const root = new Container()
  const heat = new Graphics()
  const glows = new Container()
  const lines = new Graphics()
  root.addChild(heat, glows, lines)
  picture.app.stage.addChild(root)

  const sprite = (texture: Texture) => {
    const made = new Sprite(texture)
    made.anchor.set(0.5)
    return made
  }
  const reels: Reel[] = strips.map(() => {
    const cells = new Container()
    const sprites = Array.from({ length: rows + 2 }, () => sprite(Texture.EMPTY))
    const covers = Array.from({ length: rows }, () => sprite(Texture.EMPTY))
    for (const cover of covers) cover.visible = false
    cells.addChild(...sprites, ...covers)
    root.addChild(cells)
    return {
      at: 0,
      state: 'still',
      turnedMs: 0,
      landing: null,
      settledMs: 0,
      cells,
      sprites,
      covers,
      coverMs: -1,
    }
  })
  const lights = strips.map(() =>
    Array.from({ length: rows }, () => {
      const made = sprite(glow)
      made.tint = look.glow
      made.alpha = 0
      glows.addChild(made)
      return made
    }),
  )
  /** How much each cell stands out now: 1 usual, above lit, below dimmed; it moves towards its goal. */
  const shown = strips.map(() => Array.from({ length: rows }, () => ({ part: 0, goal: 0 })))

  let width = 1
  let height = 1
  let hotReel: number | null = null
  let heatMs = 0
  let traces: readonly Trace[] = []
  let tracedMs = traceMs
  let onStop: (reel: number) => void = () => {}
  let onStill: () => void = () => {}
  let isRunning = false

  const reelWidth = () => (width - gap * (strips.length - 1)) / strips.length
  const cellHeight = () => height / rows
  const centreOf = (reel: number) => reel * (reelWidth() + gap) + reelWidth() / 2
  const symbolSize = () => (Math.min(reelWidth(), cellHeight()) * symbolPart) / sheetFill

  const turn = (reel: Reel, place: number, elapsedMs: number): void => {
    const speed = look.speed / 1000
    if (reel.state === 'turning') {
      reel.turnedMs += elapsedMs
      // A short pull back, then up to full speed.
      const part = (reel.turnedMs - backMs) / rampMs
      const pace = part < 0 ? -0.14 : Math.min(1, 0.15 + part)
      reel.at -= speed * pace * elapsedMs
      if (!reel.landing) return
      reel.landing.afterMs -= elapsedMs
      if (reel.landing.afterMs > 0 || part < 1) return
      // The strip is far too fast to be read: it goes on a few places before its stop.
      reel.at = reel.landing.stop + rows + 1 + wrap(reel.at, 1)
      reel.state = 'landing'
      return
    }
    if (reel.state === 'landing') {
      reel.at -= speed * elapsedMs
      const stop = reel.landing?.stop ?? 0
      if (reel.at > stop) return
      reel.at = stop
      reel.state = 'settling'
      reel.settledMs = 0
      onStop(place)
      return
    }
    if (reel.state !== 'settling') return
    const stop = reel.landing?.stop ?? 0
    reel.settledMs += elapsedMs
    const part = reel.settledMs / settleMs
    reel.at = part >= 1 ? stop : stop - look.bounce * Math.sin(part * Math.PI * 2.5) * Math.exp(-part * 4) * 1.6
    if (part < 1) return
    reel.state = 'still'
    reel.landing = null
    if (reels.every(({ state }) => state === 'still')) onStill()
  }

  const drawReel = (reel: Reel, place: number) => {
    const strip = strips[place] ?? []
    const first = Math.floor(reel.at) - 1
    const isFast = reel.state === 'landing' || (reel.state === 'turning' && reel.turnedMs > backMs + rampMs * 0.6)
    const size = symbolSize()
    const [x, cell] = [centreOf(place), cellHeight()]
    const isCovered = reel.coverMs >= 0
    for (const [step, each] of reel.sprites.entries()) {
      const index = first + step
      const face = strip[wrap(index, strip.length)]
      const texture = face && (isFast ? moving : sharp).get(face)
      if (texture && each.texture !== texture) each.texture = texture
      const light = reel.state === 'still' ? shown[place]?.[step - 1] : undefined
      const part = light?.part ?? 0
      each.position.set(x, (index - reel.at + 0.5) * cell)
      each.setSize(size * (part > 0 ? 1 + (lit - 1) * part : 1))
      each.alpha = part < 0 ? 1 + (1 - dimmed) * part : 1
      each.visible = !isCovered
    }
    for (const [row, cover] of reel.covers.entries()) {
      cover.visible = isCovered
      if (!isCovered) continue
      const part = Math.min(1, Math.max(0, (reel.coverMs - row * 90) / 260))
      const light = shown[place]?.[row]?.part ?? 0
      const grown = part === 0 ? 0 : 1 + 0.35 * Math.sin(part * Math.PI) * (1 - part)
      cover.position.set(x, (row + 0.5) * cell)
      cover.setSize(size * part * grown * (light > 0 ? 1 + (lit - 1) * light : 1))
      cover.alpha = light < 0 ? 1 + (1 - dimmed) * light : 1
    }
  }

  const pathOf = (trace: Trace): (readonly [x: number, y: number])[] => {
    const path = trace.map(([reel, row]) => [centreOf(reel), (row + 0.5) * cellHeight()] as const)
    const [first, last] = [path[0], path.at(-1)]
    if (!look.line.isThrough || !first || !last) return path
    return [[0, first[1]], ...path, ...(trace.length === strips.length ? [[width, last[1]] as const] : [])]
  }

  const drawLines = () => {
    lines.clear()
    if (traces.length === 0) return
    const part = tracedMs / traceMs
    const paths = traces.map(pathOf)
    const thick = Math.max(3, Math.min(6, width / 120))
    const widths = traces.length > 1 ? [thick + 2.5, thick * 0.8] : [thick + 4, thick]
    for (const [layer, lineWidth] of widths.entries()) {
      for (const path of paths) {
        const reach = Math.min(1, part) * (path.length - 1)
        for (const [step, [x, y]] of path.entries()) {
          if (step === 0) {
            lines.moveTo(x, y)
            continue
          }
          const [fromX, fromY] = path[step - 1] ?? [x, y]
          const share = Math.min(1, reach - (step - 1))
          if (share <= 0) break
          lines.lineTo(fromX + (x - fromX) * share, fromY + (y - fromY) * share)
        }
        const isEdge = layer === 0
        lines.stroke({
          width: lineWidth,
          color: isEdge ? look.line.edge : look.line.colour,
          alpha: isEdge ? 0.5 : 1,
          join: 'round',
          cap: 'round',
        })
      }
    }
  }

  const drawHeat = () => {
    heat.clear()
    if (hotReel === null) return
    const strength = 0.16 + 0.1 * Math.sin(heatMs / 130)
    heat.rect(centreOf(hotReel) - reelWidth() / 2, 0, reelWidth(), height).fill({ color: look.glow, alpha: strength })
  }

  /** True while something moves. */
  const step = (elapsedMs: number): boolean => {
    for (const [place, reel] of reels.entries()) {
      turn(reel, place, elapsedMs)
      if (reel.coverMs >= 0) reel.coverMs += elapsedMs
    }
    const ease = look.isCalm() ? 1 : 1 - Math.exp(-elapsedMs / lightMs)
    let isMoving =
      hotReel !== null || reels.some(({ state, coverMs }) => state !== 'still' || (coverMs >= 0 && coverMs < 600))
    for (const [reel, column] of shown.entries()) {
      for (const [row, cell] of column.entries()) {
        const rest = cell.goal - cell.part
        cell.part = Math.abs(rest) < 0.01 ? cell.goal : cell.part + rest * ease
        if (cell.part !== cell.goal) isMoving = true
        const light = lights[reel]?.[row]
        if (!light) continue
        light.position.set(centreOf(reel), (row + 0.5) * cellHeight())
        light.setSize(Math.min(reelWidth(), cellHeight()) * 1.5)
        light.alpha = Math.max(0, cell.part) * 0.8
      }
    }
    if (tracedMs < traceMs) {
      tracedMs = look.isCalm() ? traceMs : tracedMs + elapsedMs
      isMoving = true
    }
    heatMs += elapsedMs
    for (const [place, reel] of reels.entries()) drawReel(reel, place)
    drawLines()
    drawHeat()
    isRunning = isMoving
    return isMoving
  }

  const wake = () => {
    if (isRunning) return
    isRunning = true
    void picture.animate(step)
  }

  const dimAll = (goalOf: (reel: number, row: number) => number) => {
    for (const [reel, column] of shown.entries()) {
      for (const [row, cell] of column.entries()) cell.goal = goalOf(reel, row)
    }
    wake()
  }

  const clear = () => {
    traces = []
    hotReel = null
    dimAll(() => 0)
    for (const column of shown) for (const cell of column) cell.part = 0
    for (const reel of reels) reel.coverMs = -1
  }

  return {
    resize(nextWidth, nextHeight) {
      width = Math.max(1, nextWidth)
      height = Math.max(1, nextHeight)
      picture.resize(width, height)
      wake()
    },
    set(stops) {
      clear()
      for (const [place, reel] of reels.entries()) {
        reel.at = stops[place] ?? 0
        reel.state = 'still'
        reel.landing = null
      }
      onStill()
      wake()
    },
    start() {
      clear()
      for (const reel of reels) {
        if (reel.state === 'turning') continue
        reel.state = 'turning'
        reel.turnedMs = 0
        reel.landing = null
      }
      wake()
    },
    stop(stops, afterMs, stopped) {
      onStop = stopped
      for (const [place, reel] of reels.entries()) {
        reel.landing = { stop: stops[place] ?? 0, afterMs: afterMs[place] ?? 0 }
      }
      wake()
      return new Promise((resolve) => {
        onStill = () => {
          onStill = () => {}
          resolve()
        }
      })
    },
    hurry() {
      for (const { landing } of reels) if (landing) landing.afterMs = 0
    },
    light(cells) {
      if (cells === null) return dimAll(() => 0)
      const wanted = new Set(cells.map(([reel, row]) => `${reel}:${row}`))
      dimAll((reel, row) => (wanted.has(`${reel}:${row}`) ? 1 : -1))
    },
    trace(next) {
      traces = next
      tracedMs = 0
      wake()
    },
    cover(covered, face) {
      for (const place of covered) {
        const reel = reels[place]
        const texture = sharp.get(face)
        if (!reel || !texture) continue
        reel.coverMs = look.isCalm() ? 600 : 0
        for (const cover of reel.covers) cover.texture = texture
      }
      wake()
    },
    heat(reel) {
      hotReel = reel
      heatMs = 0
      wake()
    },
  }
}
