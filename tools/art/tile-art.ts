// Draws one picture as SVG: gradient sky, scenes, symbols, vignette, lettering. No outside pictures.
import { seeded } from './random.ts'
import { type Scene, scenes } from './scenes.ts'

type Symbol = readonly [name: string, x: number, y: number, size: number, rot?: number, far?: number]

export type Title = {
  text: string
  font: string
  fill: readonly [string, string]
  edge: string
  max: number
  y: number
  x?: number
  width?: number
  anchor?: 'start'
  lead?: number
  depth?: number
  rot?: number
}

export type Picture = {
  id: string
  /** Seeds the scenes; the id does when a picture has no name. */
  name?: string
  w?: number
  h?: number
  /** Sky top, sky bottom, glow, scene ink. */
  colors: readonly [string, string, string, string]
  scene: readonly Scene[]
  glowAt?: readonly [number, number]
  /** Without the dark foot that carries the lettering. */
  bare?: boolean
  under?: string
  symbols?: readonly Symbol[]
  extra?: string
  title?: Title
}

export type Bodies = (symbol: string) => string
/** Width of a line at 100 px. */
export type Measure = (line: string, font: string) => number

export const sizeOf = (picture: Picture) => ({ w: picture.w ?? 576, h: picture.h ?? 384 })
export const linesOf = (title: Title) => title.text.split('|')

export function tileArt(picture: Picture, bodies: Bodies, measure: Measure): string {
  const { w, h } = sizeOf(picture)
  const [top, bottom, glow, ink] = picture.colors
  const [gx, gy] = picture.glowAt ?? [0.5, 0.44]
  const rnd = seeded(picture.name ?? picture.id)
  const layer = (fill: string) => `<rect width="${w}" height="${h}" fill="url(#${fill})"/>`
  const scene = picture.scene.map((entry) => {
    const [name, place] = typeof entry === 'string' ? [entry, {}] : entry
    return scenes[name]({ w, h, ink, rnd, ...place })
  })
  const symbols = (picture.symbols ?? []).map((symbol, index) => placed(symbol, isolate(bodies(symbol[0]), index)))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}"><defs>`,
    `<linearGradient id="sky" x1=".1" y1="0" x2=".5" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`,
    `<radialGradient id="glow" cx="${gx}" cy="${gy}" r=".62"><stop stop-color="${glow}" stop-opacity=".95"/><stop offset=".38" stop-color="${glow}" stop-opacity=".42"/><stop offset="1" stop-color="${glow}" stop-opacity="0"/></radialGradient>`,
    `<linearGradient id="foot" x1="0" y1="0" x2="0" y2="1"><stop offset=".5" stop-color="${bottom}" stop-opacity="0"/><stop offset="1" stop-color="${bottom}" stop-opacity=".96"/></linearGradient>`,
    '<filter id="near" x="-30%" y="-30%" width="160%" height="170%"><feDropShadow dx="0" dy="12" stdDeviation="12" flood-color="#000" flood-opacity=".5"/></filter>',
    '<filter id="far"><feGaussianBlur stdDeviation="4"/></filter></defs>',
    layer('sky'),
    layer('glow'),
    ...scene,
    picture.under ?? '',
    ...symbols,
    picture.extra ?? '',
    picture.bare ? '' : layer('foot'),
    picture.title ? lettering(picture.title, w, measure) : '',
    '</svg>',
  ].join('')
}

function placed([, x, y, size, rot = 0, far]: Symbol, body: string): string {
  const filter = far ? 'filter="url(#far)" opacity=".8"' : 'filter="url(#near)"'
  return `<g ${filter}><g transform="translate(${x} ${y}) rotate(${rot}) scale(${size / 32}) translate(-16 -16)">${body}</g></g>`
}

// Two symbols may use the same ids inside; one page holds them both.
function isolate(body: string, index: number): string {
  return body
    .replace(/id="([^"]+)"/g, `id="$1_${index}"`)
    .replace(/url\(#([^)]+)\)/g, `url(#$1_${index})`)
    .replace(/href="#([^"]+)"/g, `href="#$1_${index}"`)
}

function lettering(title: Title, w: number, measure: Measure): string {
  const lines = linesOf(title)
  const widest = Math.max(...lines.map((line) => measure(line, title.font)))
  const size = Math.min(title.max, ((title.width ?? w * 0.9) / widest) * 100)
  const lead = size * (title.lead ?? 0.92)
  const x = title.x ?? w / 2
  const y = title.y - lead * (lines.length - 1)
  const letters = `text-anchor="${title.anchor ?? 'middle'}" font-family="${title.font}, Geologica" font-weight="800" font-size="${size.toFixed(1)}"`
  const put = (down: number, paint: string) =>
    lines
      .map(
        (line, i) =>
          `<text x="${x}" y="${(y + lead * i + down).toFixed(1)}" ${letters} ${paint}>${escaped(line)}</text>`,
      )
      .join('')
  const edge = `stroke="${title.edge}" stroke-linejoin="round"`
  let depth = ''
  for (let i = title.depth ?? 6; i > 0; i -= 1) depth += put(i, `fill="${title.edge}" ${edge} stroke-width="9"`)
  const face = put(0, `fill="url(#letters)" ${edge} stroke-width="7" paint-order="stroke"`)
  return [
    `<defs><linearGradient id="letters" x1="0" y1="0" x2="0" y2="1"><stop offset=".1" stop-color="${title.fill[0]}"/><stop offset=".62" stop-color="${title.fill[1]}"/></linearGradient></defs>`,
    `<g transform="rotate(${title.rot ?? 0} ${x} ${y})">${depth}${face}</g>`,
  ].join('')
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
