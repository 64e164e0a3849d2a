import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chosenEffort } from '../server/src/test/effort.ts'
import { crash } from './crash.ts'
import { database } from './database.ts'
import { disk } from './disk.ts'
import { type Figure, print, seconds } from './figures.ts'
import { nodes } from './nodes.ts'
import { rtp } from './rtp.ts'
import { type House, openHouse } from './site.ts'
import { stop } from './stop.ts'
import { suites } from './suites.ts'

/**
 * `npm run prove`: the long proofs, with the counts of a release. `npm run prove -- crash 1000` runs one of them with
 * another count, and `EFFORT=quick npm run prove` tries all of them with small ones.
 */
const effort = chosenEffort('release')
const dir = mkdtempSync(join(tmpdir(), 'croupier-prove-'))

/** The site that most proofs shake; those that need none do not wait for it. */
let opened: Promise<House> | undefined
const house = () => {
  opened ??= openHouse(join(dir, 'first'))
  return opened
}

const proofs: Record<string, (count?: number) => Promise<Figure>> = {
  crash: async (kills = effort.kills) => crash(await house(), kills),
  database: async (restarts = effort.restarts) => database(await house(), { restarts, cuts: restarts * 4 }),
  nodes: async (kills = effort.kills / 2) => nodes(await house(), join(dir, 'second'), Math.ceil(kills)),
  stop: async (times = effort.stops) => stop(await house(), times),
  rtp: async (rounds = effort.playedRounds) => rtp(await house(), rounds),
  disk: (times = effort.fullDisks) => disk(join(dir, 'small'), times),
  suites: () => suites(effort),
}

const [wanted, count] = process.argv.slice(2)
/** Only root may mount the small disk; another user who asks for it by name is told so. */
const all = Object.keys(proofs).filter((name) => name !== 'disk' || process.getuid?.() === 0)
const names = wanted ? [wanted] : all
const figures: Figure[] = []
try {
  for (const name of names) {
    const prove = proofs[name]
    if (!prove) throw new Error(`There is no proof "${name}": choose one of ${Object.keys(proofs).join(', ')}.`)
    const began = performance.now()
    const figure = await prove(count === undefined ? undefined : Number(count))
    figures.push(figure)
    console.log(`${print([figure])}\n        took ${seconds(performance.now() - began)}`)
  }
} finally {
  const site = await opened?.catch(() => undefined)
  await site?.site.stop()
  rmSync(dir, { recursive: true, force: true })
}
if (figures.length > 1) console.log(`\nAll figures\n${print(figures)}`)
process.exitCode = figures.every(({ isKept }) => isKept) ? 0 : 1
