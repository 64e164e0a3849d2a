import { ImageSource, Rectangle, Texture } from 'pixi.js'

async function loadSheet(address: string): Promise<ImageSource> {
  const image = new Image()
  // Frames without an origin: only what is lent to every origin may become a texture.
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

/** A sheet has a square per symbol: sharp ones above, the same in motion below. */
export async function loadTextures<Face extends string>(sheet: string, faces: readonly Face[]) {
  const source = await loadSheet(sheet)
  const square = source.width / faces.length
  const frame = (face: Face, row: number) =>
    new Texture({ source, frame: new Rectangle(faces.indexOf(face) * square, row * square, square, square) })
  return {
    sharp: new Map(faces.map((face) => [face, frame(face, 0)])),
    moving: new Map(faces.map((face) => [face, frame(face, 1)])),
    glow: glowTexture(),
  }
}

export type ReelTextures<Face extends string> = Awaited<ReturnType<typeof loadTextures<Face>>>
