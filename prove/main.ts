import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crash } from './crash.ts'
import { database } from './database.ts'
import { disk } from './disk.ts'
import { type Figure, print } from './figures.ts'
import { nodes } from './nodes.ts'
import { rtp } from './rtp.ts'
import { openHouse } from './site.ts'
import { stop } from './stop.ts'
import { suites } from './suites.ts'

/**
 * `npm run prove`: the long proofs, with the counts of a release. `npm run prove -- crash 1000` runs one of them with
 * another count.
 */
const dir = mkdtempSync(join(tmpdir(), 'croupier-prove-'))
const house = await openHouse(join(dir, 'first'))

const proofs: Record<string, (count?: number) => Promise<Figure>> = {
  crash: (kills = 200) => crash(house, kills),
  database: (restarts = 50) => database(house, { restarts, cuts: restarts * 4 }),
  nodes: (kills = 100) => nodes(house, join(dir, 'second'), kills),
  stop: (times = 100) => stop(house, times),
  rtp: (rounds = 20_000) => rtp(house, rounds),
  disk: (times = 5) => disk(join(dir, 'small'), times),
  suites: (rounds = 10) =>
    suites(rounds, [
      'server/src/features/wallet',
      'server/src/features/rounds',
      'server/src/features/cashier',
      'server/src/http',
    ]),
}

const [wanted, count] = process.argv.slice(2)
/** Only root may mount the small disk; an operator who asks for it by name is told so. */
const all = Object.keys(proofs).filter((name) => name !== 'disk' || process.getuid?.() === 0)
const names = wanted ? [wanted] : all
const figures: Figure[] = []
try {
  for (const name of names) {
    const prove = proofs[name]
    if (!prove) throw new Error(`There is no proof "${name}": choose one of ${Object.keys(proofs).join(', ')}.`)
    const figure = await prove(count === undefined ? undefined : Number(count))
    figures.push(figure)
    console.log(print([figure]))
  }
} finally {
  await house.site.stop()
  rmSync(dir, { recursive: true, force: true })
}
process.exitCode = figures.every(({ isKept }) => isKept) ? 0 : 1
