import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Render } from '@croupier/contract/boot'
import type { Call } from '@croupier/contract/contract'
import { studioGames } from '@croupier/studio/games'
import { type App, createApp } from './app.ts'
import { type Config, parseConfig } from './config.ts'
import { begin, type Database, openDatabase } from './db/db.ts'
import { startEmbedded } from './db/embedded.ts'
import { type Listener, openListener } from './db/listener.ts'
import { migrate } from './db/migrate.ts'
import { checkRules } from './features/bets/bets.ts'
import { installGames } from './features/games/games.ts'
import { openPots } from './features/jackpots/jackpots.ts'
import { ownOrigins } from './http/same-origin.ts'
import { readingVisitor } from './http/visitor.ts'
import { prepareJobs } from './jobs/boss.ts'
import { listeners } from './jobs/events.ts'
import { type Log, openLog } from './log.ts'
import { writableFolder } from './make-folder.ts'
import { canSimulate, openSimulator } from './sandbox/feed-simulator.ts'
import { canRunSample, startSample } from './sandbox/sample-provider.ts'
import { loadSecrets } from './secrets.ts'
import { openCrowd } from './seeds/crowd/crowd.ts'
import { addDemoBets } from './seeds/demo-bets.ts'
import { closeDemoWorld, seedDemoWorld } from './seeds/demo-world.ts'
import { StartError } from './start-error.ts'

const root = resolve(import.meta.dirname, '../..')
const closeMs = 10_000

type Web = {
  render: Render
  buildId: string
  assetDirs: string[]
  close: () => Promise<void>
  attach?: (app: App) => void
}

async function builtWeb(): Promise<Web> {
  const { render } = await import('@croupier/web/server').catch(() => {
    throw new StartError('The web is not built: run npm start, which builds it.')
  })
  const stamp = readFileSync(join(root, 'web/build/.stamp'))
  const buildId = createHash('sha256').update(stamp).digest('hex').slice(0, 12)
  return { render, buildId, assetDirs: [join(root, 'web/build/client')], close: async () => {} }
}

/** Everything that was opened, in order, so that it can be closed in the reverse order. */
const opened: (() => Promise<void>)[] = []

async function start() {
  const isDev = process.argv.includes('--dev')
  const config = parseConfig(process.env)
  const log = openLog(config.logLevel)
  writableFolder('DATA_DIR', config.dataDir)
  const secrets = loadSecrets(config.secretsDir, config)
  const web = isDev ? await (await import('./dev.ts')).devWeb(root) : await builtWeb()
  opened.push(web.close)

  // Beside the database, which takes longer.
  const sampleStarts = canRunSample(config) ? openSample(config, log) : null
  opened.push(async () => (await sampleStarts)?.close())

  let url = config.databaseUrl
  if (!url) {
    const embedded = await startEmbedded({ dir: config.dataDir, log })
    opened.push(embedded.stop)
    url = embedded.url
  }
  await prepare(url, log).catch((error: unknown) => {
    if (!config.databaseUrl || !(error instanceof Error) || !('code' in error)) throw error
    throw new StartError(`DATABASE_URL leads to no database that can be used (${error.code}).`)
  })
  const db = openDatabase(url, log)
  opened.push(db.close)
  await checkRules(db.sql)
  const listener = await openListener(url, log)
  opened.push(listener.close)

  const sample = await sampleStarts
  const simulator = canSimulate(config) ? openSimulator({ config, log }) : null
  const app = await createApp({
    config,
    ...(sample && { sample }),
    ...(simulator && { hands: simulator }),
    secrets,
    db,
    listener,
    hasWorkers: true,
    log,
    ...web,
    contentDir: join(root, 'content'),
    studioDir: join(root, 'studio/build'),
  })
  opened.push(app.close)
  // What does not run is not listed.
  await installGames(db, studioGames, {
    isSandboxOn: sample !== null,
    isSportsOn: config.sportsFeeds.length > 0,
  })
  await openPots({ begin: (work) => begin(db, work) })
  if (config.isSandboxOn) await seedDemoWorld({ db, keys: secrets, content: app.content, config })
  else await closeDemoWorld(db.sql)
  web.attach?.(app)
  await app.server.listen({ port: config.port, host: config.host })
  simulator?.start()
  if (simulator) {
    opened.push(simulator.close)
    void addDemoBets({ ...app.api, db, log }, app.api.isClosing).catch((error: unknown) =>
      log.warn({ err: error }, 'the bets of the demo could not be made'),
    )
  }
  if (config.isCrowdOn) await startCrowd(app, { db, listener })
  console.log(`\n  Croupier is open at ${config.origin}\n`)
}

/** They ask what games in their frames ask, without a cookie. */
async function startCrowd(app: App, parts: { db: Database; listener: Listener }) {
  const caller = { player: null, locale: 'en', visitor: readingVisitor('demo players'), requestId: 'demo players' }
  const call: Call = (name, params) => app.dispatcher.invoke(name, params, caller)
  const crowd = openCrowd({ ...app.api, ...parts, call, isWatched: () => app.countPages() > 0 })
  opened.push(crowd.close)
  await crowd.start()
}

/** The house is open without it. */
const openSample = (config: Config, log: Log) =>
  startSample({ config, homes: ownOrigins(config), log }).catch((error: unknown) => {
    log.error({ err: error }, 'the sample provider could not be started')
    return null
  })

async function prepare(url: string, log: Log) {
  await migrate(url, log)
  await prepareJobs(url, listeners)
}

async function closeAll() {
  for (const close of opened.splice(0).reverse()) await close()
}

let isStopping = false

function stop() {
  // A second signal means now.
  if (isStopping) process.exit(1)
  isStopping = true
  setTimeout(() => process.exit(1), closeMs).unref()
  closeAll().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
}

/** What a person can mend is said in one line; anything else is a fault and shows its stack. */
function explain(error: unknown): unknown {
  if (error instanceof StartError) return error.message
  if (!(error instanceof Error) || !('code' in error)) return error
  if (error.code === 'EADDRINUSE')
    return `PORT ${process.env.PORT ?? 3000} is in use: stop the other program, or set PORT to another number.`
  if (error.code === 'EACCES')
    return `PORT ${process.env.PORT ?? 3000} may not be opened by this user: set PORT to a number above 1023.`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `HOST ${process.env.HOST} is not an address of this machine.`
  return error
}

process.on('SIGINT', stop)
process.on('SIGTERM', stop)

try {
  await start()
} catch (error) {
  console.error(explain(error))
  await closeAll().catch(() => undefined)
  process.exit(1)
}
