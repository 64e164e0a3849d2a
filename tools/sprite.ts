// Draws the sprites, web/public/flags and the pictures of the shop from the icon sets.
// With --check it writes nothing and fails when a file is out of date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { icons as flags } from '@iconify-json/circle-flags'
import { icons as symbols } from '@iconify-json/fluent-emoji'
import { icons as lucide } from '@iconify-json/lucide'
import { bettingIconNames, clubIconNames, flagNames, iconNames, prizeDrawings } from '../web/src/ui/icon-names.ts'

const root = join(import.meta.dirname, '..')

function body(set: typeof lucide, name: string): string {
  const icon = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent ?? '']
  if (!icon) throw new Error(`${set.prefix} has no icon named ${name}`)
  return icon.body
}

// Stroke and fill are set once in CSS on the svg, so that a pressed heart can fill itself.
function strokeless(svg: string): string {
  return svg
    .replace(
      / (?:stroke="currentColor"|stroke-linecap="round"|stroke-linejoin="round"|stroke-width="2"|fill="none")/g,
      '',
    )
    .replace(/^<g>(.*)<\/g>$/, '$1')
}

// The view box stands on the svg that uses the drawing: a third of the sprite would be view boxes otherwise.
function drawing(name: string): string {
  const svg = strokeless(body(lucide, name))
  const single = svg.match(/^<(\w+)([^>]*\/>)$/)
  return single ? `<${single[1]} id="i-${name}"${single[2]}` : `<g id="i-${name}">${svg}</g>`
}

// One plain string: a bundler drops it from the browser's script only if nothing has to be computed.
function sprite(names: readonly string[], called: string): string {
  const text = names.map(drawing).join('\n')
  return `// Drawn by tools/sprite.ts from Lucide (ISC licence). Do not edit.\nexport const ${called} = \`\n${text}\n\`\n`
}

function flag(name: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${body(flags, name)}</svg>\n`
}

function prize(name: string): string {
  const { width = 32, height = 32 } = symbols
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body(symbols, name)}</svg>\n`
}

const files = new Map([
  [join(root, 'web/src/ui/sprite.ts'), sprite(iconNames, 'symbols')],
  [join(root, 'web/src/features/betting/betting-sprite.ts'), sprite(bettingIconNames, 'bettingSymbols')],
  [join(root, 'web/src/features/loyalty/club-sprite.ts'), sprite(clubIconNames, 'clubSymbols')],
  ...Object.entries(prizeDrawings).map(([kind, name]): [string, string] => [
    join(root, `web/public/art/prize-${kind}.svg`),
    prize(name),
  ]),
  ...flagNames.map((name): [string, string] => [join(root, `web/public/flags/${name}.svg`), flag(name)]),
])

const stale = [...files].filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text)

if (process.argv.includes('--check')) {
  for (const [path] of stale) console.error(`out of date: ${path}; run node tools/sprite.ts`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  for (const [path, text] of stale) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}
