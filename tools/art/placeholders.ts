// Sixteen by eleven pixels of each picture, small enough to be written into the page.
import { readdirSync, writeFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import sharp from 'sharp'

const maxChars = 180

export async function writePlaceholders(artDir: string, file: string) {
  const all: Record<string, string> = {}
  for (const name of readdirSync(artDir)
    .filter((entry) => entry.endsWith('.webp'))
    .sort()) {
    all[parse(name).name] = await placeholder(join(artDir, name))
  }
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`)
  return Object.keys(all).length
}

async function placeholder(picture: string): Promise<string> {
  const tiny = await sharp(picture).resize(16, 11, { fit: 'fill' }).png().toBuffer()
  for (let quality = 60; quality > 0; quality -= 3) {
    const bytes = await sharp(tiny).webp({ quality, effort: 6, smartSubsample: false }).toBuffer()
    const uri = `data:image/webp;base64,${bytes.toString('base64')}`
    if (uri.length <= maxChars) return uri
  }
  throw new Error(`${picture}: no placeholder within ${maxChars} characters`)
}
