import { Container, Graphics, Sprite, Texture } from 'pixi.js'
import { pathOf, type ReelLayout, reachOf, type Trace } from './reel-layout.ts'
import { coverScale, isBlurred, type ReelMotion, stillAt, wrap } from './reel-motion.ts'
import type { ReelTextures } from './reel-textures.ts'

const dimmed = 0.42
const lit = 1.12
const lightMs = 70

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

export type Reel = ReelMotion & { sprites: Sprite[]; covers: Sprite[]; coverMs: number }

/** How much a cell stands out now: 0 usual, 1 lit, -1 dimmed; it moves towards its goal. */
type Highlight = { part: number; goal: number }

const sizeWhen = (part: number) => (part > 0 ? 1 + (lit - 1) * part : 1)
const alphaWhen = (part: number) => (part < 0 ? 1 + (1 - dimmed) * part : 1)

function centred(texture: Texture) {
  const made = new Sprite(texture)
  made.anchor.set(0.5)
  return made
}

function createReel(root: Container, rows: number): Reel {
  const cells = new Container()
  const sprites = Array.from({ length: rows + 2 }, () => centred(Texture.EMPTY))
  const covers = Array.from({ length: rows }, () => centred(Texture.EMPTY))
  for (const cover of covers) cover.visible = false
  cells.addChild(...sprites, ...covers)
  root.addChild(cells)
  return { ...stillAt(0), sprites, covers, coverMs: -1 }
}

/** What is drawn of the reels: symbols, the light behind them, lines above them. */
export function createReelScene<Face extends string>(look: ReelsLook<Face>, textures: ReelTextures<Face>) {
  const { strips, rows } = look
  const root = new Container()
  const heat = new Graphics()
  const glows = new Container()
  const lines = new Graphics()
  root.addChild(heat, glows, lines)
  const reels = strips.map(() => createReel(root, rows))
  const lights = strips.map(() =>
    Array.from({ length: rows }, () => {
      const made = centred(textures.glow)
      made.tint = look.glow
      made.alpha = 0
      glows.addChild(made)
      return made
    }),
  )
  const highlights = strips.map(() => Array.from({ length: rows }, (): Highlight => ({ part: 0, goal: 0 })))
  return { look, textures, root, heat, lines, reels, lights, highlights }
}

export type ReelScene<Face extends string> = ReturnType<typeof createReelScene<Face>>

export function drawReel<Face extends string>(scene: ReelScene<Face>, place: number, layout: ReelLayout) {
  const { look, textures, highlights } = scene
  const reel = scene.reels[place]
  if (!reel) return
  const strip = look.strips[place] ?? []
  const first = Math.floor(reel.at) - 1
  const faces = isBlurred(reel) ? textures.moving : textures.sharp
  const x = layout.centreOf(place)
  const isCovered = reel.coverMs >= 0
  for (const [step, each] of reel.sprites.entries()) {
    const index = first + step
    const face = strip[wrap(index, strip.length)]
    const texture = face && faces.get(face)
    if (texture && each.texture !== texture) each.texture = texture
    const part = (reel.state === 'still' ? highlights[place]?.[step - 1] : undefined)?.part ?? 0
    each.position.set(x, layout.middleOf(index - reel.at))
    each.setSize(layout.symbol * sizeWhen(part))
    each.alpha = alphaWhen(part)
    each.visible = !isCovered
  }
  for (const [row, cover] of reel.covers.entries()) {
    cover.visible = isCovered
    if (!isCovered) continue
    const part = highlights[place]?.[row]?.part ?? 0
    cover.position.set(x, layout.middleOf(row))
    cover.setSize(layout.symbol * coverScale(reel.coverMs, row) * sizeWhen(part))
    cover.alpha = alphaWhen(part)
  }
}

/** Highlights move towards their goals. True while one of them is on its way. */
export function drawLights<Face extends string>(scene: ReelScene<Face>, layout: ReelLayout, elapsedMs: number) {
  const ease = scene.look.isCalm() ? 1 : 1 - Math.exp(-elapsedMs / lightMs)
  let isMoving = false
  for (const [reel, column] of scene.highlights.entries()) {
    for (const [row, cell] of column.entries()) {
      const rest = cell.goal - cell.part
      cell.part = Math.abs(rest) < 0.01 ? cell.goal : cell.part + rest * ease
      if (cell.part !== cell.goal) isMoving = true
      const light = scene.lights[reel]?.[row]
      if (!light) continue
      light.position.set(layout.centreOf(reel), layout.middleOf(row))
      light.setSize(layout.cell * 1.5)
      light.alpha = Math.max(0, cell.part) * 0.8
    }
  }
  return isMoving
}

/** Lines that pay, drawn as far as this share of their way. */
export function drawLines<Face extends string>(
  { lines, look }: ReelScene<Face>,
  traces: readonly Trace[],
  layout: ReelLayout,
  share: number,
) {
  lines.clear()
  if (traces.length === 0) return
  const through = { isThrough: look.line.isThrough, count: look.strips.length }
  const paths = traces.map((trace) => reachOf(pathOf(trace, layout, through), share))
  const thick = Math.max(3, Math.min(6, layout.width / 120))
  const widths = traces.length > 1 ? [thick + 2.5, thick * 0.8] : [thick + 4, thick]
  for (const [layer, width] of widths.entries()) {
    const isEdge = layer === 0
    for (const path of paths) {
      for (const [step, [x, y]] of path.entries()) step === 0 ? lines.moveTo(x, y) : lines.lineTo(x, y)
      lines.stroke({
        width,
        color: isEdge ? look.line.edge : look.line.colour,
        alpha: isEdge ? 0.5 : 1,
        join: 'round',
        cap: 'round',
      })
    }
  }
}

/** The reel that is awaited glows while it turns on. */
export function drawHeat<Face extends string>(
  { heat, look }: ReelScene<Face>,
  reel: number | null,
  layout: ReelLayout,
  heatMs: number,
) {
  heat.clear()
  if (reel === null) return
  const strength = 0.16 + 0.1 * Math.sin(heatMs / 130)
  heat
    .rect(layout.centreOf(reel) - layout.reelWidth / 2, 0, layout.reelWidth, layout.height)
    .fill({ color: look.glow, alpha: strength })
}
