// npm run art [-- --fonts=DIR --out=DIR]: draws every picture of the catalogue, the icons and the placeholders.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { icons as symbols } from '@iconify-json/fluent-emoji'
import sharp from 'sharp'
import { banners, characters, fallback, share } from './catalogue.ts'
import { games } from './catalogue-games.ts'
import { findFace, houseFace, packageOf } from './faces.ts'
import { favicon, iconDrawings } from './icons.ts'
import { writePlaceholders } from './placeholders.ts'
import { openPress } from './press.ts'
import { linesOf, type Picture, sizeOf, tileArt } from './tile-art.ts'

const root = join(import.meta.dirname, '../..')
const { values: options } = parseArgs({
  options: {
    fonts: { type: 'string', default: join(import.meta.dirname, 'fonts') },
    out: { type: 'string', default: root },
  },
})
const publicDir = join(options.out, 'web/public')
const artDir = join(publicDir, 'art')
const uiDir = join(options.out, 'web/src/ui')
for (const dir of [artDir, uiDir]) mkdirSync(dir, { recursive: true })

const titles = games.flatMap(({ title }) => title ?? [])
const families = [...new Set(titles.map(({ font }) => font))]
const faces = families.flatMap((family) => findFace(family, options.fonts) ?? [])
const found = new Set(faces.map(({ family }) => family))

const press = await openPress([houseFace, ...faces])
try {
  const measure = await press.measure(
    titles.flatMap((title) => linesOf(title).map((line) => ({ line, font: title.font }))),
  )
  const pixels = async (picture: Picture) => {
    const { w, h } = sizeOf(picture)
    return sharp(await press.print(tileArt(picture, symbolBody, measure), w, h))
  }
  const webp = async (picture: Picture, quality: number) =>
    (await pixels(picture)).webp({ quality, effort: 6 }).toFile(artFile(picture))

  for (const picture of [...games.filter(mayDraw), fallback]) await webp(picture, 84)
  for (const picture of [...banners, ...characters]) await webp(picture, 80)
  await (await pixels(share)).jpeg({ quality: 84, mozjpeg: true }).toFile(join(publicDir, 'og.jpg'))

  writeFileSync(join(publicDir, 'favicon.svg'), `${favicon}\n`)
  for (const { file, size, svg } of iconDrawings) {
    await sharp(await press.print(svg, size, size))
      .png({ compressionLevel: 9 })
      .toFile(join(publicDir, file))
  }
} finally {
  await press.close()
}
console.log(`${await writePlaceholders(artDir, join(uiDir, 'placeholders.json'))} pictures in ${artDir}`)

function artFile({ id }: Picture) {
  return join(artDir, `${id}.webp`)
}

// A tile that has its proper lettering is never replaced by one in the house face.
function mayDraw(picture: Picture) {
  return !picture.title || found.has(picture.title.font) || !existsSync(artFile(picture))
}

function symbolBody(name: string) {
  const symbol = symbols.icons[name]
  if (!symbol) throw new Error(`no symbol ${name}`)
  return symbol.body
}

const missing = families.filter((family) => !found.has(family))
if (missing.length > 0) {
  console.log(
    `${missing.length} lettering faces are not in ${options.fonts}. Tiles that exist stayed, new ones got Geologica.`,
  )
  console.log(
    `npm install --prefix /tmp/faces ${missing.map(packageOf).join(' ')} && npm run art -- --fonts=/tmp/faces`,
  )
}
