import { studioGames } from '@croupier/studio/games'
import type { App } from './app.ts'
import { type Config, parseConfig } from './config.ts'
import { connectionsFor, fullShare } from './db/connections.ts'
import { begin } from './db/db.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { installGames } from './features/games/games.ts'
import { openPots } from './features/jackpots/jackpots.ts'
import { ownOrigins } from './http/same-origin.ts'
import { prepareJobs } from './jobs/boss.ts'
import { listeners } from './jobs/events.ts'
import { openLifetime } from './lifetime.ts'
import { type Log, openLog } from './log.ts'
import { writableFolder } from './make-folder.ts'
import { builtWeb, openNode, root, startCrowd } from './open-node.ts'
import { canSimulate, openSimulator } from './sandbox/feed-simulator.ts'
import { canRunSample, startSample } from './sandbox/sample-provider.ts'
import { loadSecrets } from './secrets.ts'
import { addDemoBets } from './seeds/demo-bets.ts'
import { closeDemoWorld, seedDemoWorld } from './seeds/demo-world.ts'
import { StartError } from './start-error.ts'
import type { Begin } from './workers/messages.ts'
import { openSideDoor } from './workers/pass-on.ts'
import { shareConnections } from './workers/share-connections.ts'
import { openWorkers } from './workers/workers.ts'

const { opened, closeAll, stop, isStopping } = openLifetime()

async function start() {
  const config = parseConfig(process.env)
  const worker = config.workers > 1 ? 1 : undefined
  const log = openLog(config.logLevel, worker)
  writableFolder('DATA_DIR', config.dataDir)
  const secrets = loadSecrets(config.secretsDir, config)
  const dev = process.argv.includes('--dev') ? await openDev(config) : null
  const web = dev ?? (await builtWeb())

  // Beside the database, which takes longer.
  const sampleStarts = canRunSample(config) ? openSample(config, log) : null
  opened.push(async () => (await sampleStarts)?.close())

  let url = config.databaseUrl
  if (!url) {
    const embedded = await startEmbedded({ dir: config.dataDir, log, connections: connectionsFor(config.workers) })
    opened.push(embedded.stop)
    url = embedded.url
  }
  await prepare(url, log).catch((error: unknown) => {
    if (!config.databaseUrl || !(error instanceof Error) || !('code' in error)) throw error
    throw new StartError(`DATABASE_URL leads to no database that can be used (${error.code}).`)
  })
  const share = worker ? await shareConnections(url, config.workers) : fullShare
  const sample = await sampleStarts
  const others: { workers: Workers | null } = { workers: null }
  const onAddress = () => others.workers?.setSimulated(simulator?.address())
  const simulator = canSimulate(config) ? openSimulator({ config, log, onAddress }) : null
  const node = await openNode(
    {
      ...{ config, secrets, log, web, url, share },
      ...(sample && { sample }),
      ...(simulator && { hands: simulator, simulated: simulator.address }),
      ...(worker && { worker, measureOthers: async () => (await others.workers?.measure()) ?? [] }),
    },
    opened,
  )
  const { app, db } = node
  opened.push(() => Promise.all([app.close(), others.workers?.close()]))
  // What does not run is not listed.
  await installGames(db, studioGames, {
    isSandboxOn: sample !== null,
    isSportsOn: config.sportsFeeds.length > 0,
  })
  await openPots({ begin: (work) => begin(db, work) })
  if (config.isSandboxOn) await seedDemoWorld({ ...app.api, db, keys: secrets, content: app.content, config })
  else await closeDemoWorld(db.sql)
  dev?.attach(app)
  await app.server.listen({ port: config.port, host: config.host })
  const about = { url, share, chatScript: app.chatScript(), sampleOrigin: sample?.origin() ?? null }
  if (worker) others.workers = await openOthers(app, { count: config.workers, about, log })
  simulator?.start()
  if (simulator) {
    opened.push(simulator.close)
    void addDemoBets({ ...app.api, db, log }, app.api.isClosing).catch((error: unknown) =>
      log.warn({ err: error }, 'the bets of the demo could not be made'),
    )
  }
  if (config.isCrowdOn) await startCrowd(node, opened)
  console.log(`\n  Croupier is open at ${config.origin}\n`)
}

async function openDev(config: Config) {
  if (config.workers > 1) throw new StartError('WORKERS takes 1 while developing.')
  const dev = await (await import('./dev.ts')).devWeb(root)
  opened.push(dev.close)
  return dev
}

type Workers = Awaited<ReturnType<typeof openOthers>>
type OthersOptions = Pick<Parameters<typeof openWorkers>[0], 'count' | 'log'> & {
  about: Omit<Begin, 'kind' | 'worker' | 'passTo'>
}

/** The port is open: from here on they share it. */
async function openOthers({ server }: App, { count, about, log }: OthersOptions) {
  const door = await openSideDoor(server)
  const workers = openWorkers({ count, server: server.server, about: { ...about, passTo: door.address }, log })
  const close = async () => {
    await workers.close()
    await door.close()
  }
  return { ...workers, close }
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

function end() {
  // A second signal means now.
  if (isStopping()) process.exit(1)
  stop()
}

process.on('SIGINT', end)
process.on('SIGTERM', end)

try {
  await start()
} catch (error) {
  console.error(explain(error))
  await closeAll().catch(() => undefined)
  process.exit(1)
}
