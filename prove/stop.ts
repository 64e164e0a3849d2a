import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { audit } from './audit.ts'
import { compare, openLedger, play } from './books.ts'
import { said } from './crash.ts'
import { type Figure, quantile, seconds } from './figures.ts'
import { type House, startAgain } from './site.ts'

/** Asked to stop with bets in flight: what was read is answered, the process ends by itself, nothing is lost. */
export async function stop(house: House, times: number): Promise<Figure> {
  const ledger = await openLedger(house, 64)
  const enough = new AbortController()
  const playing = ledger.seats.map((seat) => play(house, ledger, seat, enough.signal))
  const took: number[] = []
  try {
    for (let count = 0; count < times; count += 1) {
      await sleep(randomInt(200, 600))
      const began = performance.now()
      const code = await house.site.stop()
      took.push(performance.now() - began)
      if (code !== 0) ledger.faults.push(`the process ended with ${code}`)
      await startAgain(house)
    }
    await sleep(300)
  } finally {
    enough.abort()
    await Promise.all(playing)
  }
  await compare(house, ledger)
  ledger.faults.push(...(await audit(house)))
  const longest = Math.max(...took)
  if (longest > 10_000) ledger.faults.push(`one stop took ${seconds(longest)}`)
  return {
    name: 'S3 stopped politely under load',
    tried: `${times} SIGTERM under 64 connections, ${ledger.counts.acknowledged} acknowledged`,
    found: `${ledger.faults.length} faults; ended after p99 ${seconds(quantile(took, 0.99))}${said(ledger.faults)}`,
    isKept: ledger.faults.length === 0,
  }
}
