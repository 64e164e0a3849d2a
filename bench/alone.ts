import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSite } from '../e2e/global-setup.ts'
import { type Row, table } from './figures.ts'
import type { Workers } from './processor.ts'
import { startDatabase } from './statements.ts'

/** A site under load, its database, and the folder of both. */
export type BenchSite = { siteUrl: string; databaseUrl: string; dir: string; workers?: Workers }

/** Some rows by themselves, without the rest of `npm run bench`, on a site of their own. */
export async function benchAlone(rowsOf: (site: BenchSite) => Promise<Row[]>): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'croupier-bench-'))
  const database = await startDatabase(dir)
  const site = await startSite(dir, {
    DATABASE_URL: database.url,
    DATA_DIR: dir,
    LOG_LEVEL: 'warn',
    SPORTS_FEED: 'bench',
    TRUST_PROXY: '127.0.0.1',
    // Where the site's process writes what it spent its time on.
    ...(process.env.BENCH_PROFILE && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${process.env.BENCH_PROFILE}` }),
  })
  try {
    // By its number, as `npm run bench` does: a name would be looked up for each connection.
    const siteUrl = site.url.replace('localhost', '127.0.0.1')
    const workers = { site: site.child.pid ?? 0, database: database.pid() }
    const rows = await rowsOf({ siteUrl, databaseUrl: database.url, dir, workers })
    console.log(table(rows))
    process.exitCode = rows.some(({ bar }) => bar?.isMet === false) ? 1 : 0
  } finally {
    await site.stop()
    await database.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
