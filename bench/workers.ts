import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSite } from '../e2e/global-setup.ts'
import { type Row, table } from './figures.ts'
import { rate } from './load.ts'
import { costOf, costText } from './processor.ts'
import { startDatabase } from './statements.ts'
import { openLoad } from './wallet.ts'
import { addGamblers, openWorld } from './wallet-world.ts'

const counts = [1, 2, 4]
const players = 2_000
const warmSeconds = 6
const seconds = 6

type Figures = { count: number; calls: number; cost: string; pages: number }

/** The same load on one, two and four processes of the site, over one database. By itself: no part of `npm run bench`. */
async function compare(): Promise<Row[]> {
  const dir = mkdtempSync(join(tmpdir(), 'croupier-bench-'))
  const database = await startDatabase(dir)
  try {
    const found: Figures[] = []
    for (const count of counts) found.push(await measure(count, { dir, database }))
    const [one] = found
    if (!one) return []
    return found.flatMap(({ count, calls, cost, pages }) => [
      {
        name: `own rounds, ${count} of the site's processes`,
        ours: `${Math.round(calls)}/s${cost}`,
        reference: `one ${Math.round(one.calls)}/s`,
        ratio: calls / one.calls,
      },
      {
        name: `stored pages, ${count} of the site's processes`,
        ours: `${Math.round(pages)}/s`,
        reference: `one ${Math.round(one.pages)}/s`,
        ratio: pages / one.pages,
      },
    ])
  } finally {
    await database.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

type Place = { dir: string; database: Awaited<ReturnType<typeof startDatabase>> }

async function measure(count: number, { dir, database }: Place): Promise<Figures> {
  const settings = { DATABASE_URL: database.url, LOG_LEVEL: 'warn', TRUST_PROXY: '127.0.0.1', WORKERS: String(count) }
  const site = await startSite(dir, settings)
  const db = openWorld(database.url)
  try {
    const siteUrl = site.url.replace('localhost', '127.0.0.1')
    const load = openLoad(siteUrl, dir)
    const gamblers = await addGamblers(db, players, `thrower${count}`, 'twin-dice')
    await load({ gamblers, seconds: warmSeconds, isOwn: true })
    const workers = { site: site.child.pid ?? 0, database: database.pid() }
    const { calls, seconds: took, ...cost } = await costOf(workers, () => load({ gamblers, seconds, isOwn: true }))
    const home = { url: `${siteUrl}/`, headers: { 'accept-encoding': 'br', 'user-agent': 'bench' } }
    await rate(home, warmSeconds)
    return { count, calls: calls / took, cost: costText(cost), pages: await rate(home, seconds) }
  } finally {
    await db.close()
    await site.stop()
  }
}

console.log(table(await compare()))
