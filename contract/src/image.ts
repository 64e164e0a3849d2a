// Addresses of resized pictures: pages build them, the image proxy reads them.
// Sizes and qualities come from short lists, so that a stranger cannot ask for endless variants.

// biome-ignore format: small, middle, large
const sizes = [
  16, 24, 32, 40, 48, 64, 80, 96, 120, 128, 144, 160, 192, 240, 288, 300, 320, 360, 384, 432,
  480, 520, 540, 576, 600, 640, 720, 735, 780, 800, 960, 1040, 1104, 1200, 1470, 1600,
]
const maxSide = 1600
const ratio = 1.3
const qualities = [60, 80, 84, 95] as const
const formats = ['webp', 'avif', 'jpeg', 'png'] as const

export type ImageFormat = (typeof formats)[number]
type ImageQuality = (typeof qualities)[number]

export type ImageRequest = { width: number; height: number; quality: ImageQuality; format: ImageFormat; src: string }

/** Without a height the picture is cut to 1.3 : 1. */
export type ImageOptions = { width: number; height?: number; quality?: ImageQuality; format?: ImageFormat }

export function imageUrl(src: string, options: ImageOptions & { density?: 1 | 1.5 | 2 }): string {
  if (isOwnDrawing(src)) return src
  const { quality = 95, format = 'webp', density = 1 } = options
  const { width, height } = listedSize(options.width, options.height, density)
  return `/img/${width}x${height}-q${quality}.${format}?src=${encodeURIComponent(src)}`
}

export function imageSet(src: string, options: ImageOptions): { src: string; srcSet: string } {
  const once = imageUrl(src, options)
  return { src: once, srcSet: `${once} 1x, ${imageUrl(src, { ...options, density: 2 })} 2x` }
}

/** Three files, for a browser to choose by the width at which its page draws them: `sizes` of CSS. */
export function imageSetFor(src: string, drawn: string, options: ImageOptions) {
  const choices = ([1, 1.5, 2] as const).map(
    (density) =>
      `${imageUrl(src, { ...options, density })} ${listedSize(options.width, options.height, density).width}w`,
  )
  return { sizes: drawn, srcSet: [...new Set(choices)].join(', '), src: imageUrl(src, options) }
}

export function parseImageRequest(path: string, query: { src?: unknown }): ImageRequest | null {
  const match = /^\/img\/([1-9]\d{1,3})x([1-9]\d{1,3})-q(\d\d)\.([a-z]+)$/.exec(path)
  if (!match) return null
  const [width, height] = [Number(match[1]), Number(match[2])]
  const quality = qualities.find((allowed) => allowed === Number(match[3]))
  const format = formats.find((allowed) => allowed === match[4])
  const { src } = query
  if (!quality || !format || !isListedSize(width, height)) return null
  if (typeof src !== 'string' || src.length === 0 || src.length > 2048) return null
  return { width, height, quality, format, src }
}

// A drawing is sharp at every size; it needs no proxy.
const isOwnDrawing = (src: string) => /^\/[^/\\].*\.svg(\?v=\w+)?$/.test(src)

const ratioHeight = (width: number) => Math.round(width / ratio)

const listed = (side: number) => sizes.find((size) => size >= side) ?? maxSide

function listedSize(width: number, height: number | undefined, density: number) {
  const scale = Math.min(density, maxSide / Math.max(width, height ?? 0))
  const wide = listed(width * scale)
  return { width: wide, height: height === undefined ? ratioHeight(wide) : listed(height * scale) }
}

const isListedSize = (width: number, height: number) =>
  sizes.includes(width) && (sizes.includes(height) || height === ratioHeight(width))
