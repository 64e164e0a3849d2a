import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { audit } from './audit.ts'
import { askAgain, compare, openLedger, play } from './books.ts'
import { said } from './crash.ts'
import type { Figure } from './figures.ts'
import { openHouse, untilReady } from './site.ts'

const size = '400m'

/** The disk fills up under load, and later there is room again: nothing is acknowledged that was not written. */
export async function disk(dir: string, times: number): Promise<Figure> {
  mkdirSync(dir, { recursive: true })
  run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0755`, 'tmpfs', dir])
  try {
    return await fillAndEmpty(dir, times)
  } finally {
    run('umount', ['-l', dir])
  }
}

async function fillAndEmpty(dir: string, times: number): Promise<Figure> {
  const house = await openHouse(join(dir, 'data'))
  const filler = join(dir, 'filler')
  const ledger = await openLedger(house, 16)
  const stop = new AbortController()
  const playing = ledger.seats.map((seat) => play(house, ledger, seat, stop.signal))
  try {
    for (let count = 0; count < times; count += 1) {
      await sleep(400)
      const { bavail, bsize } = statfsSync(dir)
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 65_536)))
      // Long enough for the log of the database to want a new file.
      await sleep(4_000)
      rmSync(filler, { force: true })
      await untilReady(house)
    }
    await sleep(1_000)
  } finally {
    stop.abort()
    await Promise.all(playing)
  }
  await compare(house, ledger)
  await askAgain(house, ledger, 1_000)
  ledger.faults.push(...(await audit(house)))
  await house.site.stop()
  return {
    name: 'S7 disk full',
    tried: `${times} times full under load, ${ledger.counts.acknowledged} acknowledged, ${ledger.counts.unknown} calls without an answer`,
    found: `${ledger.faults.length} lost or doubled; open again by itself each time${said(ledger.faults)}`,
    isKept: ledger.faults.length === 0,
  }
}

function run(command: string, args: string[]) {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`${command}: ${stderr.trim()}. This proof has to mount a small disk and needs root.`)
}
