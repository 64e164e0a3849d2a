import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSite } from '../e2e/global-setup.ts'
import { openDatabase } from '../server/src/db/db.ts'
import { findDatabase } from '../server/src/operator/find-database.ts'

type Site = Awaited<ReturnType<typeof startSite>>

/** The site's own process; callers look here for where it is now. */
export type House = { dir: string; settings: Record<string, string>; site: Site }

export const openHouse = async (dir: string, settings: Record<string, string> = {}): Promise<House> => ({
  dir,
  settings,
  site: await startSite(dir, settings),
})

const silent = { warn: () => {} }

export const databaseOf = ({ dir, settings }: Pick<House, 'dir' | 'settings'>) =>
  openDatabase(findDatabase({ dataDir: dir, databaseUrl: settings.DATABASE_URL }), silent)

/** As a power cut would: without a question. */
export async function killSite(house: House): Promise<void> {
  const { child } = house.site
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

export function killDatabase({ dir }: Pick<House, 'dir'>): void {
  const pid = Number(readFileSync(join(dir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  if (!Number.isInteger(pid) || pid < 2) throw new Error('the database has no process')
  process.kill(pid, 'SIGKILL')
}

export async function startAgain(house: House): Promise<void> {
  house.site = await startSite(house.dir, house.settings)
}

export async function untilReady(house: House, patienceMs = 60_000): Promise<number> {
  const began = performance.now()
  while (performance.now() - began < patienceMs) {
    const answer = await fetch(`${house.site.url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
    if (answer?.ok) return performance.now() - began
    await sleep(20)
  }
  throw new Error('the site did not become ready again')
}
