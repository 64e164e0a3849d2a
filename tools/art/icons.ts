// The logo mark as the files that browsers and phones ask for.
import { mark } from './pieces.ts'

const page = '#0B1210'
const ember = '#FF8A3D'
const ivory = '#F3F6F2'

type Icon = { file: string; size: number; corner: number; scale: number }

const svg = ({ size, corner, scale }: Omit<Icon, 'file'>) => {
  const inset = (32 * (1 - scale)) / 2
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32">`,
    `<rect width="32" height="32" rx="${corner}" fill="${page}"/>`,
    `<g transform="translate(${inset} ${inset}) scale(${scale})">${mark(ember, ivory)}</g></svg>`,
  ].join('')
}

export const favicon = svg({ size: 32, corner: 7, scale: 0.8 })

// Phones cut their own shape out of the last two, so these fill the square; the mark stays inside the safe circle.
const icons: Icon[] = [
  { file: 'icon-192.png', size: 192, corner: 7, scale: 0.74 },
  { file: 'icon-512.png', size: 512, corner: 7, scale: 0.74 },
  { file: 'icon-maskable-512.png', size: 512, corner: 0, scale: 0.54 },
  { file: 'apple-touch-icon.png', size: 180, corner: 0, scale: 0.66 },
]

export const iconDrawings = icons.map((icon) => ({ file: icon.file, size: icon.size, svg: svg(icon) }))
