import { createPicture } from './pixi.ts'
import { type Cell, layOut, type Trace } from './reel-layout.ts'
import { advance, beginTurn } from './reel-motion.ts'
import { createReelScene, drawHeat, drawLights, drawLines, drawReel, type ReelsLook } from './reel-scene.ts'
import { loadTextures } from './reel-textures.ts'

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

const traceMs = 260
/** So long after it was covered a reel shows its last change. */
const coveredMs = 600

/** The reels of a slot: they know strips and stops, and nothing of what pays. */
export async function createReels<Face extends string>(
  place: HTMLElement,
  look: ReelsLook<Face>,
): Promise<Reels<Face>> {
  const [picture, textures] = await Promise.all([createPicture(place), loadTextures(look.sheet, look.faces)])
  const scene = createReelScene(look, textures)
  picture.app.stage.addChild(scene.root)
  const movement = createMovement(scene)
  let isRunning = false

  const wake = () => {
    if (isRunning) return
    isRunning = true
    void picture.animate((elapsedMs) => {
      isRunning = movement.step(elapsedMs)
      return isRunning
    })
  }
  /** Changes what moves, and lets it move. */
  const moving =
    <Given extends unknown[], Result>(change: (...given: Given) => Result) =>
    (...given: Given): Result => {
      const result = change(...given)
      wake()
      return result
    }
  return {
    resize: moving((width, height) => {
      const size = { width: Math.max(1, width), height: Math.max(1, height) }
      picture.resize(size.width, size.height)
      movement.resize(size)
    }),
    set: moving(movement.set),
    start: moving(movement.start),
    stop: moving(movement.stop),
    hurry: movement.hurry,
    light: moving(movement.light),
    trace: moving(movement.trace),
    cover: moving(movement.cover),
    heat: moving(movement.heat),
  }
}

/** What changes from frame to frame; it draws, and never asks for a frame. */
function createMovement<Face extends string>(scene: ReturnType<typeof createReelScene<Face>>) {
  const { look, reels, highlights } = scene
  const counts = { count: look.strips.length, rows: look.rows, gap: look.gap }
  let layout = layOut({ width: 1, height: 1 }, counts)
  let hotReel: number | null = null
  let heatMs = 0
  let traces: readonly Trace[] = []
  let tracedMs = traceMs
  let onStop: (reel: number) => void = () => {}
  let onStill: () => void = () => {}

  const light = (goalOf: (reel: number, row: number) => number) => {
    for (const [reel, column] of highlights.entries()) {
      for (const [row, cell] of column.entries()) cell.goal = goalOf(reel, row)
    }
  }
  const clear = () => {
    traces = []
    hotReel = null
    light(() => 0)
    for (const column of highlights) for (const cell of column) cell.part = 0
    for (const reel of reels) reel.coverMs = -1
  }

  return {
    /** True while something moves. */
    step(elapsedMs: number): boolean {
      for (const [place, reel] of reels.entries()) {
        const news = advance(reel, look, elapsedMs)
        if (news === 'stopped') onStop(place)
        if (news === 'stands' && reels.every(({ state }) => state === 'still')) onStill()
        if (reel.coverMs >= 0) reel.coverMs += elapsedMs
      }
      const isTurning = reels.some(({ state, coverMs }) => state !== 'still' || (coverMs >= 0 && coverMs < coveredMs))
      const isTracing = tracedMs < traceMs
      if (isTracing) tracedMs = look.isCalm() ? traceMs : tracedMs + elapsedMs
      heatMs += elapsedMs
      const isLighting = drawLights(scene, layout, elapsedMs)
      for (const place of reels.keys()) drawReel(scene, place, layout)
      drawLines(scene, traces, layout, tracedMs / traceMs)
      drawHeat(scene, hotReel, layout, heatMs)
      return hotReel !== null || isTurning || isTracing || isLighting
    },
    resize(size: { width: number; height: number }) {
      layout = layOut(size, counts)
    },
    set(stops: readonly number[]) {
      clear()
      for (const [place, reel] of reels.entries()) {
        reel.at = stops[place] ?? 0
        reel.state = 'still'
        reel.landing = null
      }
      onStill()
    },
    start() {
      clear()
      for (const reel of reels) beginTurn(reel)
    },
    stop(stops: readonly number[], afterMs: readonly number[], stopped: (reel: number) => void): Promise<void> {
      onStop = stopped
      for (const [place, reel] of reels.entries()) {
        reel.landing = { stop: stops[place] ?? 0, afterMs: afterMs[place] ?? 0 }
      }
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
    light(cells: readonly Cell[] | null) {
      if (cells === null) return light(() => 0)
      const wanted = new Set(cells.map(([reel, row]) => `${reel}:${row}`))
      light((reel, row) => (wanted.has(`${reel}:${row}`) ? 1 : -1))
    },
    trace(next: readonly Trace[]) {
      traces = next
      tracedMs = 0
    },
    cover(covered: readonly number[], face: Face) {
      const texture = scene.textures.sharp.get(face)
      for (const place of covered) {
        const reel = reels[place]
        if (!reel || !texture) continue
        reel.coverMs = look.isCalm() ? coveredMs : 0
        for (const cover of reel.covers) cover.texture = texture
      }
    },
    heat(reel: number | null) {
      hotReel = reel
      heatMs = 0
    },
  }
}
