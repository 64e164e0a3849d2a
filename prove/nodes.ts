import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { findDatabase } from '../server/src/operator/find-database.ts'
import { audit } from './audit.ts'
import { compare, openLedger, play } from './books.ts'
import { said } from './crash.ts'
import type { Figure } from './figures.ts'
import { type House, killSite, openHouse, startAgain } from './site.ts'

/** Two nodes on one database, one of them killed again and again: the other does not notice. */
export async function nodes(first: House, dir: string, kills: number): Promise<Figure> {
  const settings = {
    ...first.settings,
    DATABASE_URL: findDatabase({ dataDir: first.dir, databaseUrl: undefined }),
    SECRETS_DIR: `${first.dir}/secrets`,
  }
  const second = await openHouse(dir, settings)
  const steady = await openLedger(first, 16)
  const shaken = await openLedger(second, 16)
  const stop = new AbortController()
  const playing = [
    ...steady.seats.map((seat) => play(first, steady, seat, stop.signal)),
    ...shaken.seats.map((seat) => play(second, shaken, seat, stop.signal)),
  ]
  try {
    for (let count = 0; count < kills; count += 1) {
      await sleep(randomInt(100, 500))
      await killSite(second)
      await startAgain(second)
    }
    await sleep(300)
  } finally {
    stop.abort()
    await Promise.all(playing)
    await second.site.stop()
  }
  await compare(first, steady)
  await compare(first, shaken)
  // A player of the steady node who lost an answer without having cut the line was disturbed.
  const disturbed = Math.max(0, steady.counts.unknown - steady.counts.dropped)
  const faults = [...steady.faults, ...shaken.faults, ...(await audit(first))]
  if (disturbed > 0) faults.push(`${disturbed} calls of the other node failed`)
  return {
    name: 'S2 one of two nodes killed',
    tried: `${kills} kills, ${steady.counts.acknowledged} + ${shaken.counts.acknowledged} acknowledged`,
    found: `${disturbed} failed calls on the other node, ${faults.length} faults${said(faults)}`,
    isKept: faults.length === 0,
  }
}
