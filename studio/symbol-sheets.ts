// `node studio/symbol-sheets.ts` draws what stands on the reels of the slots: per title one picture, sharp ones above,
// the same in motion below.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { icons as symbols } from '@iconify-json/fluent-emoji'
import sharp from 'sharp'
import { houseFace } from '../tools/art/faces.ts'
import { openPress } from '../tools/art/press.ts'

const cell = 208

const emoji = (name: string) => {
  const body = symbols.icons[name]?.body
  if (!body) throw new Error(`no symbol ${name}`)
  return body
}

const seven = `<defs>
<linearGradient id="a" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#FF6A5C"/><stop offset=".5" stop-color="#E3122F"/><stop offset="1" stop-color="#A3041F"/></linearGradient>
<linearGradient id="b" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#FFF2B8"/><stop offset="1" stop-color="#F0A81C"/></linearGradient></defs>
<path d="M5 4.6Q5 3 6.600 3H25.400Q27.300 3 27.300 4.900V9.200Q27.300 10.300 26.600 11.300C22.600 16.900 20.300 21.600 19.700 27.500Q19.500 29.300 17.800 29.300H11.300Q9.500 29.300 9.700 27.400C10.200 21.800 12.400 16.900 16.200 12.200H11.500V13.300Q11.500 15.100 9.700 15.100H6.800Q5 15.100 5 13.300Z" fill="url(#b)" stroke="#7A4A08" stroke-width=".5"/>
<path d="M6.700 5.300Q6.700 4.700 7.300 4.700H25Q25.600 4.700 25.600 5.300V9.200Q25.600 9.800 25.200 10.300C21.200 15.900 18.700 20.700 18.100 26.900Q18 27.600 17.300 27.600H12.200Q11.400 27.600 11.500 26.800C12.200 20.800 14.900 15.700 19.500 10.500H9.800V12.700Q9.800 13.400 9.100 13.400H7.400Q6.700 13.400 6.700 12.700Z" fill="url(#a)"/>
<path d="M8 6H24.200V7.300Q16 6.900 8 8.300Z" fill="#fff" opacity=".45"/>`

const bar = `<defs>
<linearGradient id="a" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#454B57"/><stop offset=".5" stop-color="#1A1D26"/><stop offset="1" stop-color="#0A0B10"/></linearGradient>
<linearGradient id="b" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#FFF4C4"/><stop offset=".5" stop-color="#F3BE45"/><stop offset="1" stop-color="#B97A12"/></linearGradient></defs>
<rect x="1.200" y="8.600" width="29.600" height="14.800" rx="3.600" fill="url(#b)" stroke="#6B4207" stroke-width=".5"/>
<rect x="2.700" y="10.100" width="26.600" height="11.800" rx="2.500" fill="url(#a)"/>
<path d="M4.600 11.300H27.400Q28 13 27.600 14Q16 12.800 4.400 14.600Q4 12.600 4.600 11.300Z" fill="#fff" opacity=".16"/>
<text x="16" y="19.900" font-family="Geologica" font-weight="900" font-size="10.200" letter-spacing=".3" text-anchor="middle" fill="url(#b)" stroke="#4A2C04" stroke-width=".25">BAR</text>`

const sheets: Record<string, readonly string[]> = {
  'fruit-parade': [seven, bar, ...['bell', 'grapes', 'cherries', 'lemon'].map(emoji)],
  'captains-share': [
    'crown',
    'gem-stone',
    'parrot',
    'coin',
    'anchor',
    'tropical-fish',
    'octopus',
    'turtle',
    'skull',
    'compass',
  ].map(emoji),
}

const size = (32 * 1) / 0.86
const inset = (size - 32) / 2
const drawing = (body: string, filter: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${cell}" height="${cell}" viewBox="${-inset} ${-inset} ${size} ${size}">
<defs><filter id="shown" x="-20%" y="-20%" width="140%" height="140%">${filter}</filter></defs>
<g filter="url(#shown)">${body}</g></svg>`
const shadow = '<feDropShadow dx="0" dy=".9" stdDeviation=".8" flood-color="#000" flood-opacity=".42"/>'
const motion = '<feGaussianBlur stdDeviation="0 2.300"/>'

const press = await openPress([houseFace])
try {
  for (const [sysname, bodies] of Object.entries(sheets)) {
    const parts = []
    for (const [column, body] of bodies.entries()) {
      for (const [row, filter] of [shadow, motion].entries()) {
        const input = await press.print(drawing(body, filter), cell, cell)
        parts.push({ input, left: column * cell, top: row * cell })
      }
    }
    const folder = join(import.meta.dirname, 'games', sysname, 'art')
    mkdirSync(folder, { recursive: true })
    await sharp({
      create: {
        width: bodies.length * cell,
        height: 2 * cell,
        channels: 4,
        background: { r: 0, g: 0, b: 0, alpha: 0 },
      },
    })
      .composite(parts)
      .webp({ quality: 80, alphaQuality: 90, effort: 6 })
      .toFile(join(folder, 'symbols.webp'))
  }
} finally {
  await press.close()
}
