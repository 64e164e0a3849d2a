/** An operator's colours: which may be set, and whether people can still read what they colour. */

type Theme = 'dark' | 'light'
type Colour = { r: number; g: number; b: number; a: number }

/** Our own values, as in web/src/styles/tokens.css (a test compares them). */
export const tokens: Record<Theme, Record<string, string>> = {
  dark: {
    '--c-sunken': '#070d0b',
    '--c-page': '#0b1210',
    '--c-surface': '#121b18',
    '--c-raised': '#1a2521',
    '--c-control': '#24312c',
    '--c-control-hover': '#2e3e38',
    '--c-line-field': '#6a7a73',
    '--c-text': '#f3f6f2',
    '--c-text-2': '#b9c5bf',
    '--c-text-3': '#93a29b',
    '--c-accent': '#ff8a3d',
    '--c-accent-hover': '#ff9d5e',
    '--c-accent-press': '#ec7426',
    '--c-on-accent': '#1e0d02',
    '--c-accent-text': '#ffa468',
    '--c-accent-soft': 'rgb(255 138 61 / 0.14)',
    '--c-ivory': '#f5f1e6',
    '--c-on-ivory': '#14201b',
    '--c-brass': '#e8c880',
    '--c-brass-soft': 'rgb(232 200 128 / 0.13)',
    '--c-on-brass': '#221803',
    '--c-focus': '#fff4d9',
  },
  light: {
    '--c-sunken': '#e6ece8',
    '--c-page': '#f3f6f3',
    '--c-surface': '#ffffff',
    '--c-raised': '#ffffff',
    '--c-control': '#e8eeea',
    '--c-control-hover': '#dbe4df',
    '--c-line-field': '#7c8b84',
    '--c-text': '#0f1a16',
    '--c-text-2': '#42504a',
    '--c-text-3': '#596760',
    '--c-accent': '#f57f2e',
    '--c-accent-hover': '#ff9146',
    '--c-accent-press': '#e06c1c',
    '--c-on-accent': '#1e0d02',
    '--c-accent-text': '#a54300',
    '--c-accent-soft': 'rgb(245 127 46 / 0.14)',
    '--c-ivory': '#14201b',
    '--c-on-ivory': '#f7f5ee',
    '--c-brass': '#76560d',
    '--c-brass-soft': 'rgb(190 145 40 / 0.16)',
    '--c-on-brass': '#fffaf0',
    '--c-focus': '#0f1a16',
  },
}

const text = 4.5
const control = 3

/** What stands on what, and the least contrast for it (WCAG 2.2). A soft ground lies over the surface. */
const pairs: [ink: string, ground: string, least: number][] = [
  ...['page', 'surface', 'raised', 'control', 'control-hover'].map((ground): [string, string, number] => [
    'text',
    ground,
    text,
  ]),
  ...['page', 'surface', 'raised', 'control'].map((ground): [string, string, number] => ['text-2', ground, text]),
  ...['page', 'sunken', 'surface', 'raised', 'control'].map((ground): [string, string, number] => [
    'text-3',
    ground,
    text,
  ]),
  ...['page', 'surface', 'raised', 'accent-soft'].map((ground): [string, string, number] => [
    'accent-text',
    ground,
    text,
  ]),
  ...['accent', 'accent-hover', 'accent-press'].map((ground): [string, string, number] => ['on-accent', ground, text]),
  ...['surface', 'raised', 'brass-soft'].map((ground): [string, string, number] => ['brass', ground, text]),
  ['on-brass', 'brass', text],
  ['on-ivory', 'ivory', text],
  ['line-field', 'surface', control],
  ['line-field', 'page', control],
  ['focus', 'page', control],
]

/** Hex, and `rgb(r g b / a)`: forms whose contrast we can work out. Null for all others. */
function parseColour(value: string): Colour | null {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value)?.[1]
  if (hex) {
    const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex
    const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16))
    return { r, g, b, a: 1 }
  }
  const parts = /^rgb\((\d{1,3}) (\d{1,3}) (\d{1,3})(?: \/ (0?\.\d+|[01]))?\)$/.exec(value)
  if (!parts) return null
  const [r = 0, g = 0, b = 0] = parts.slice(1, 4).map(Number)
  return { r, g, b, a: parts[4] === undefined ? 1 : Number(parts[4]) }
}

const over = (top: Colour, ground: Colour): Colour => {
  const mix = (a: number, b: number) => a * top.a + b * (1 - top.a)
  return { r: mix(top.r, ground.r), g: mix(top.g, ground.g), b: mix(top.b, ground.b), a: 1 }
}

function luminance({ r, g, b }: Colour): number {
  const [red = 0, green = 0, blue = 0] = [r, g, b].map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrast(ink: Colour, ground: Colour): number {
  const [light = 0, dark = 0] = [luminance(ink), luminance(ground)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Pairs that could not be read with these values; a colour that we cannot judge fails too. */
export function unreadable(theme: Theme, values: Record<string, string>): string[] {
  const all = { ...tokens[theme], ...values }
  const colourOf = (name: string) => parseColour(all[`--c-${name}`] ?? '')
  return pairs.flatMap(([ink, ground, least]) => {
    const [front, back, surface] = [colourOf(ink), colourOf(ground), colourOf('surface')]
    if (!front || !back || !surface) return [`${ink} on ${ground}: colour cannot be read`]
    const ratio = contrast(front, over(back, surface))
    return ratio >= least ? [] : [`${ink} on ${ground}: ${ratio.toFixed(1)}`]
  })
}

/** The operator's values, or none of them: a theme that people cannot read is not shown. */
export function readableBrand(theme: Theme, values: Record<string, string>): Record<string, string> {
  const known = Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(tokens[theme], name)))
  return unreadable(theme, known).length === 0 ? known : {}
}
