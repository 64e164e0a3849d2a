import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSite } from '../e2e/global-setup.ts'
import { startEmbedded } from '../server/src/db/embedded.ts'
import { openLog } from '../server/src/log.ts'
import { login, signIn } from './account.ts'
import { betRows } from './bets.ts'
import { bettingPageRows } from './betting-pages.ts'
import { bonusRows } from './bonuses.ts'
import { builderRows } from './builders.ts'
import { cashbackRows } from './cashback.ts'
import { clubRows } from './clubs.ts'
import { crowdRows } from './crowd.ts'
import { feedRows } from './feed.ts'
import { type Row, table } from './figures.ts'
import { historyRows } from './history.ts'
import { lobbyRows } from './lobby.ts'
import { offersRow } from './offers.ts'
import { browser, madeAnewRows, pageRows } from './pages.ts'
import { roundsRow } from './rounds.ts'
import { searchRow } from './search.ts'
import { settleRows } from './settle.ts'
import { walletRows } from './wallet.ts'

const dir = mkdtempSync(join(tmpdir(), 'croupier-bench-'))

/** What runs, so that it can be ended in the reverse order. */
const running: (() => Promise<unknown>)[] = []

const database = await startEmbedded({ dir, log: openLog('warn') })
running.push(database.stop)
try {
  const rows = await measureAll()
  console.log(table(rows))
  process.exitCode = rows.some(({ bar }) => bar?.isMet === false) ? 1 : 0
} finally {
  for (const stop of running.reverse()) await stop()
  rmSync(dir, { recursive: true, force: true })
}

async function measureAll(): Promise<Row[]> {
  const site = await startSite(dir, {
    DATABASE_URL: database.url,
    DATA_DIR: dir,
    LOG_LEVEL: 'warn',
    SPORTS_FEED: 'bench',
    TRUST_PROXY: '127.0.0.1',
  })
  running.push(site.stop)
  // By its number: a name would be looked up for each connection.
  const siteUrl = site.url.replace('localhost', '127.0.0.1')
  const workers = { site: site.child.pid ?? 0, database: database.pid() }
  const whole = { siteUrl, databaseUrl: database.url, dir, workers }
  return [
    ...(await pageRows(whole)),
    ...(await madeAnewRows(whole)),
    ...(await historyRows({ ...whole, headers: browser, login, cookie: await signIn(siteUrl) })),
    await searchRow({ ...whole, headers: browser }),
    ...(await lobbyRows(whole)),
    await offersRow(whole),
    ...(await walletRows(whole)),
    await roundsRow(whole),
    ...(await bonusRows(whole)),
    ...(await crowdRows(whole)),
    ...(await cashbackRows(whole)),
    ...(await feedRows(whole)),
    ...(await bettingPageRows(whole)),
    ...(await betRows(whole)),
    ...(await settleRows(whole)),
    ...(await clubRows(whole)),
    ...builderRows(),
  ]
}
