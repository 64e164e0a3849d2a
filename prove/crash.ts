import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { audit } from './audit.ts'
import { askAgain, compare, openLedger, play } from './books.ts'
import { type Figure, quantile, seconds } from './figures.ts'
import { type House, killDatabase, killSite, startAgain, untilReady } from './site.ts'

/** Half of the kills hit the site, three tenths the database, the rest both. */
function victim(): 'site' | 'database' | 'both' {
  const die = randomInt(10)
  if (die < 5) return 'site'
  return die < 8 ? 'database' : 'both'
}

async function kill(house: House, whom: ReturnType<typeof victim>): Promise<number> {
  const began = performance.now()
  if (whom !== 'site') killDatabase(house)
  if (whom !== 'database') {
    await killSite(house)
    await startAgain(house)
  } else await sleep(50)
  await untilReady(house)
  return performance.now() - began
}

/** kill -9 at random moments under load: every acknowledged movement is there, none twice, none half. */
export async function crash(house: House, kills: number): Promise<Figure> {
  const ledger = await openLedger(house, 24)
  const stop = new AbortController()
  const playing = ledger.seats.map((seat) => play(house, ledger, seat, stop.signal))
  const ready: number[] = []
  try {
    for (let count = 0; count < kills; count += 1) {
      await sleep(randomInt(50, 700))
      ready.push(await kill(house, victim()))
    }
    await sleep(500)
  } finally {
    stop.abort()
    await Promise.all(playing)
  }
  await compare(house, ledger)
  const equal = await askAgain(house, ledger, 2_000)
  ledger.faults.push(...(await audit(house)))
  const { acknowledged, unknown, dropped } = ledger.counts
  const p99 = quantile(ready, 0.99)
  return {
    name: 'M3 kill -9 of site, database, both',
    tried: `${kills} kills, ${acknowledged} movements acknowledged, ${unknown} answers lost and asked again, ${dropped} lines cut`,
    found: `${ledger.faults.length} lost, doubled or wrong; ${equal} old keys byte-equal; ready again p99 ${seconds(p99)}${said(ledger.faults)}`,
    isKept: ledger.faults.length === 0 && acknowledged > 0,
  }
}

export const said = (faults: readonly string[]) =>
  faults.length === 0 ? '' : `\n        ${faults.slice(0, 10).join('\n        ')}`
