import 'pixi.js/unsafe-eval'
import { Application, Texture, Ticker } from 'pixi.js'

export type Picture = {
  app: Application
  /** Draws one frame soon; any number of calls before it are one. */
  draw: () => void
  /** Draws frame after frame until the function says that nothing moves any more. */
  animate: (step: (elapsedMs: number) => boolean) => Promise<void>
  resize: (width: number, height: number) => void
}

/** Frames longer than this are a pause, not a movement: a hidden tab comes back where it was. */
const mostFrameMs = 100

/**
 * A canvas that fills its place, drawn only when something changed. `unsafe-eval` makes Pixi work without `eval`, which
 * the rules of the page forbid.
 */
export async function createPicture(place: HTMLElement): Promise<Picture> {
  const app = new Application()
  await app.init({
    preference: 'webgl',
    backgroundAlpha: 0,
    antialias: true,
    autoStart: false,
    sharedTicker: false,
    autoDensity: true,
    resolution: Math.min(2, window.devicePixelRatio || 1),
    width: Math.max(1, place.clientWidth),
    height: Math.max(1, place.clientHeight),
    eventMode: 'none',
    skipExtensionImports: false,
  })
  app.ticker.stop()
  // Pixi's own clock would ask for every frame, for tidying that a page with a few textures does not need.
  Ticker.system.autoStart = false
  Ticker.system.stop()
  app.canvas.setAttribute('aria-hidden', 'true')
  place.append(app.canvas)

  let frame = 0
  let last = 0
  const steps = new Set<(elapsedMs: number) => void>()

  const run = (now: number) => {
    frame = 0
    const elapsed = last === 0 ? 16 : Math.min(mostFrameMs, now - last)
    last = now
    for (const step of steps) step(elapsed)
    app.renderer.render(app.stage)
    if (steps.size > 0) draw()
    else last = 0
  }
  const draw = () => {
    if (frame === 0) frame = requestAnimationFrame(run)
  }
  // The graphics card may be taken away and given back; what it showed is drawn again.
  app.canvas.addEventListener('webglcontextrestored', draw)
  draw()

  return {
    app,
    draw,
    animate: (step) =>
      new Promise((resolve) => {
        const each = (elapsedMs: number) => {
          if (step(elapsedMs)) return
          steps.delete(each)
          resolve()
        }
        steps.add(each)
        draw()
      }),
    resize(width, height) {
      app.renderer.resize(Math.max(1, width), Math.max(1, height))
      draw()
    },
  }
}

/** A drawing by its address, as large as it will be shown. No blob: frames without an origin cannot load one. */
export async function svgTexture(address: string, size: number): Promise<Texture> {
  const image = new Image(size, size)
  image.crossOrigin = 'anonymous'
  image.src = address
  await image.decode()
  const scale = Math.min(2, window.devicePixelRatio || 1)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(size * scale)
  canvas.height = Math.round(size * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const texture = Texture.from(canvas)
  texture.source.resolution = scale
  texture.source.update()
  return texture
}
