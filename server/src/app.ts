import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Render } from '@croupier/contract/boot'
import type { Call } from '@croupier/contract/contract'
import fastifyStatic from '@fastify/static'
import fastify, { type FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import type { Config } from './config.ts'
import { type ConnectionShare, fullShare } from './db/connections.ts'
import { begin, type Database, openDatabase, waitsOf } from './db/db.ts'
import type { Listener } from './db/listener.ts'
import { openPipelinedDatabase } from './db/pipelined-database.ts'
import { afterRestore } from './features/after-restore.ts'
import {
  betsHistory,
  openAutoCashOut,
  openBets,
  openDelays,
  openSettler,
  waitingCashOuts,
} from './features/bets/bets.ts'
import { slipHooks } from './features/bonuses/bonuses.ts'
import { openPromoCodes } from './features/campaigns/campaigns.ts'
import { openPayments } from './features/cashier/cashier.ts'
import { openContent } from './features/content/content.ts'
import type { SendMail } from './features/content/identities.ts'
import { openCatalogue } from './features/games/games.ts'
import { openI18n } from './features/i18n/i18n.ts'
import { openBooking, potNews } from './features/jackpots/jackpots.ts'
import { openPointsFeed } from './features/loyalty/loyalty.ts'
import { post } from './features/mail/mail.ts'
import { operations } from './features/methods.ts'
import { gameProviders, houseChance, openRounds, openTables, tableSources } from './features/rounds/rounds.ts'
import { openProducers, openSportsBook, openSportsClock } from './features/sports/sports.ts'
import { openFeed, tournamentNews } from './features/tournaments/tournaments.ts'
import { winnerNews } from './features/winners/winners.ts'
import { apiDocs } from './http/api-docs.ts'
import { beacon } from './http/beacon.ts'
import { contentApi } from './http/content-api.ts'
import { contentHook } from './http/content-hook.ts'
import { type Caller, createDispatcher } from './http/dispatch.ts'
import { openDrain } from './http/drain.ts'
import { serverOptions } from './http/errors.ts'
import { exports } from './http/exports.ts'
import { feedApi } from './http/feed-api.ts'
import { gameFramePages } from './http/game-frame.ts'
import { generalHeaders } from './http/headers.ts'
import { addHealthRoutes, addMetricsRoute } from './http/health.ts'
import { images } from './http/images.ts'
import { nfx } from './http/nfx.ts'
import { oauth } from './http/oauth.ts'
import { openPublicChannel, openPublicNews } from './http/public-channel.ts'
import { openAttemptLimits, openLimits } from './http/rate-limit.ts'
import { openSessions } from './http/session.ts'
import { site } from './http/site.ts'
import { siteFiles } from './http/site-files.ts'
import { addSportsMetrics } from './http/sports-metrics.ts'
import { listSportsPages } from './http/sports-pages.ts'
import { openSportsStream } from './http/sports-stream.ts'
import { statement } from './http/statement.ts'
import { openStreams, type Streams } from './http/stream.ts'
import { studioFiles } from './http/studio-files.ts'
import { listTournamentPages } from './http/tournament-pages.ts'
import { tournamentResult } from './http/tournament-result.ts'
import { uploads } from './http/uploads.ts'
import { readingVisitor } from './http/visitor.ts'
import { walletApi } from './http/wallet-api.ts'
import { webhooks } from './http/webhooks.ts'
import { everyMinute, hourly, type ListenerContext, listeners } from './jobs/events.ts'
import { openJobs } from './jobs/jobs.ts'
import type { Log } from './log.ts'
import { openGateways, openIdentity, openSocial, sandboxPayments } from './outside-parties.ts'
import type { Payments } from './ports/payments.ts'
import type { FeedHands } from './sandbox/pass-wishes.ts'
import { openPeers } from './sandbox/peers.ts'
import type { SampleProvider } from './sandbox/sample-provider.ts'
import { sandbox } from './sandbox/sandbox.ts'
import { loadFeedKeys, type Secrets } from './secrets.ts'
import { passOn } from './workers/pass-on.ts'

export type AppOptions = {
  config: Config
  secrets: Secrets
  db: Database
  log: Log
  render: Render
  buildId: string
  /** Folders whose files are served as they are: the web's build, or its public folder while developing. */
  assetDirs: string[]
  contentDir: string
  /** The build of the studio's games. */
  studioDir: string
  /** Hears what other nodes say. */
  listener?: Listener
  /** Whether this process runs jobs by itself; tests run them by hand. */
  hasWorkers?: boolean
  /** Other payment providers than those of the settings, for tests. */
  payments?: Payments
  /** Where the games of the sample provider are; without it they cannot be opened. */
  sample?: Pick<SampleProvider, 'address' | 'origin'>
  /** By these a person makes things happen in the simulated matches. */
  hands?: FeedHands
  /** Where builders of simulated matches are priced, once it is known. */
  simulated?: () => string | undefined
  /** Which of several processes of this machine this is, from 1 on. */
  worker?: number
  /** Another of them, which has the stand-ins; without it they are here. */
  first?: { address: string; chatScript: string | null }
  /** What the others have counted, where this is the first of several. */
  measureOthers?: () => Promise<object[][]>
  /** Connections that are this process's to open. */
  share?: ConnectionShare | undefined
  /** How long producers are waited for, in tests. */
  producerPatienceMs?: number
}

/** Connections that stand in line when the process is asked to stop are still served. */
const lastCallMs = 4000

export type App = Awaited<ReturnType<typeof createApp>>

/** Puts the platform together: the only place that knows every part. */
export async function createApp(options: AppOptions) {
  const { config, db, log } = options
  const state = { isClosing: false }
  const isClosing = () => state.isClosing
  const server = fastify({ ...serverOptions(config, options.worker), logger: false, forceCloseConnections: 'idle' })
  const drain = openDrain(server)
  const metrics = new Registry()
  if (options.worker) metrics.setDefaultLabels({ worker: options.worker })
  nameRequests(server, config)
  if (config.isSandboxPublic) {
    const { origin } = config
    log.warn({ origin }, 'THE SANDBOX IS PUBLIC: every visitor reads every letter and code, and can be any player')
  }
  addHealthRoutes(server, { pool: db.pool, registry: metrics, config, isClosing })
  logRequests(server, log)

  const services = await openServices(options, metrics)
  const { shared, sessions, limits, identity, jobs, listenerContext } = services
  // Before anything can be asked or goes on by itself.
  await afterRestore(listenerContext)
  await houseChance.checkKey(listenerContext)
  const api = { operations, ...shared, db, sessions, limits, identity, isClosing }
  const dispatcher = createDispatcher(api)
  const { streams, channel, sports } = await addRoutes(server, options, { services, api, dispatcher, metrics })
  const workers = options.hasWorkers ? await startWorkers(services, streams, options) : null

  return {
    server,
    content: shared.content,
    i18n: shared.i18n,
    sessions,
    api,
    dispatcher,
    /** Pages that listen here. */
    countPages: streams.count,
    state,
    /** What this process has counted. */
    measure: () => metrics.getMetricsAsJSON(),
    chatScript: shared.chatStandIn,
    /** Runs what is queued until nothing is left, and answers with the faults. */
    runJobs: () => jobs.runAll(listenerContext),
    /** Readiness goes first, so that no more is sent; what was sent by then is read and finished; then the rest is let go. */
    async close() {
      state.isClosing = true
      await workers?.close()
      await channel.close()
      sports.close()
      await streams.close()
      await drain.settles(lastCallMs)
      await server.close()
      await services.close()
    },
  }
}

type AppServices = Awaited<ReturnType<typeof openServices>>

/** What requests and jobs share, each opened once. */
async function openServices(options: AppOptions, metrics: Registry) {
  const { config, secrets, db, log, listener = null } = options
  const content = await openContent({
    dir: options.contentDir,
    url: config.contentUrl,
    token: config.contentToken,
    refreshMs: config.contentRefreshMs,
    cacheDir: join(config.dataDir, 'cache', 'content'),
    host: new URL(config.origin).host,
    log,
    metrics,
  })
  const i18n = await openI18n({ dir: options.contentDir, content, log })
  const catalogue = await openCatalogue({ sql: db.sql, content, listener, log })
  const isSportsOn = config.sportsFeeds.length > 0
  const book = openSportsBook({ sql: db.sql, listener, log, isOn: isSportsOn })
  const feedKeys = loadFeedKeys(config.secretsDir, config)
  const addressOf = (name: string) =>
    config.sportsUrls.get(name) ?? (name === 'simulated' ? options.simulated?.() : undefined)
  const sessions = openSessions({ db, keys: secrets.sessionPepper, config })
  const counting = { pool: db.pool, pepper: secrets.sessionPepper.current }
  const jobListener = options.hasWorkers ? listener : null
  const jobs = await openJobs({ pool: db.pool, listeners, hourly, everyMinute, listener: jobListener, log })
  const { name: identityName, provider: identity } = openIdentity(options)
  const share = options.share ?? fullShare
  const pipelined = openPipelinedDatabase(db, log, share.pipelined)
  // Apart from those of rounds: bets wait for words of the feed, and no spin waits for a connection meanwhile.
  const betting = openPipelinedDatabase(db, log, share.pipelined)
  const { announce } = jobs
  const rounds = openRounds({
    sql: db.sql,
    begin: (work) => begin(pipelined, work),
    config,
    keys: secrets,
    announce,
    log,
    moreHistory: [betsHistory],
  })
  const bets = openBets({ sql: db.sql, begin: (work) => begin(betting, work), config, keys: secrets })
  const peers = await openPeers({ config, sql: db.sql, secrets, log, chatElsewhere: options.first?.chatScript })
  const shared = {
    config,
    keys: secrets,
    content,
    i18n,
    catalogue,
    book,
    producers: openProducers({ keys: feedKeys, addressOf, log, patienceMs: options.producerPatienceMs }),
    promoCodes: openPromoCodes({ sql: db.sql, content, keys: secrets }),
    chatStandIn: peers.chatScript,
    attempts: openAttemptLimits(counting),
    announce,
    payments: options.payments ?? openPayments({ config, secrets, log, sandbox: sandboxPayments(config) }),
    rounds,
    bets,
    log,
  }
  const gateways = openGateways(options, peers)
  const listenerContext: ListenerContext = { ...shared, sql: db.sql, begin: (work) => begin(db, work), gateways }
  return {
    shared,
    talks: peers.talks,
    feedKeys,
    sessions,
    limits: openLimits(counting),
    jobs,
    identity,
    identityName,
    listenerContext,
    openTableDatabase: () =>
      openDatabase(db.pool.options.connectionString ?? '', log, { ...waitsOf(db.pool), max: share.tables }),
    /** Through both pools that a player's call may need. */
    probe: () => Promise.all([db.pool.query('select 1'), pipelined.pool.query('select 1')]),
    async close() {
      await rounds.close()
      await bets.close()
      await pipelined.close()
      await betting.close()
      await jobs.close()
      gateways.email?.close()
      gateways.sms?.close()
      await peers.close()
      await book.close()
      await catalogue.close()
      await i18n.close()
      await content.close()
    },
  }
}

type Routing = {
  services: AppServices
  api: Parameters<typeof createDispatcher>[0]
  dispatcher: ReturnType<typeof createDispatcher>
  metrics: Registry
}

/** Every address of the site; pages come last, because they take what is left. */
async function addRoutes(
  server: FastifyInstance,
  options: AppOptions,
  { services, api, dispatcher, metrics }: Routing,
) {
  const { config, secrets, db, log, sample, hands, listener = null } = options
  const { shared, sessions, limits, identity, identityName, listenerContext } = services
  const { content, i18n, rounds } = shared
  const { isClosing } = api
  await server.register(dispatcher.plugin, { prefix: '/api' })
  const clients = openSocial(options)
  await server.register(oauth, { ...shared, db, limits, identity, clients })
  const sendMail = contentMail(listenerContext)
  await server.register(contentApi, {
    prefix: '/content',
    config,
    content,
    db,
    keys: secrets.contentJwt,
    sendMail,
    social: { config, content, clients, sql: db.sql, keys: secrets },
    log,
  })
  await server.register(webhooks, { ...shared, db, identityName })
  const contentUrl = config.contentUrl ? new URL(config.contentUrl) : null
  if (contentUrl)
    await server.register(contentHook, { config, content, sql: db.sql, keys: secrets.contentWebhook, listener, log })
  const streams = await openStreams(server, { sql: db.sql, sessions, limits, listener, isClosing, log })
  const slips = slipHooks.openDesk(db, config.jurisdiction)
  if (options.first) await passOn(server, options.first.address)
  else addMetricsRoute(server, { ...options, token: secrets.metricsToken, registry: metrics })
  if (config.isSandboxOn && !options.first)
    await sandbox(server, { config, db, secrets, log, bets: slips, hands, listener, talks: services.talks })
  await server.register(walletApi, { rounds, providers: gameProviders(config, secrets), config, log, isClosing })
  await server.register(feedApi, {
    begin: listenerContext.begin,
    announce: shared.announce,
    producers: services.feedKeys,
    config,
    registry: metrics,
    log,
    isClosing,
  })
  await server.register(statement, { config, db, sessions, limits, log })
  await server.register(exports, { config, db, sessions, limits, log })
  await server.register(tournamentResult, { config, db, limits, log })
  const studio = await studioFiles(server, options.studioDir)
  const sources = tableSources({ sql: db.sql, config, keys: secrets, listener })
  const channel = await openPublicChannel(server, { sources, limits, isClosing, log })
  const sports = openSportsStream(server, { book: shared.book, limits, isClosing })
  addSportsMetrics(metrics, { sql: db.sql, book: shared.book, streams: sports })
  const addresses = new Map(sample ? [['sample', sample.address]] : [])
  await server.register(gameFramePages, { ...api, studio, addresses })
  const isSeonEnabled = async () => (await content.config((await i18n.locales()).defaultLocale)).site.isSeonEnabled
  await server.register(beacon, { db, log, isSeonEnabled })
  await server.register(nfx, { content, i18n, log })
  await server.register(images, {
    publicDirs: options.assetDirs,
    hosts: [...(contentUrl ? [contentUrl.origin] : []), ...config.contentImageHosts],
    uploads: contentUrl?.origin ?? null,
    cacheDir: join(config.dataDir, 'cache', 'images'),
    fallbackFile: firstFile(options.assetDirs, 'art/fallback.webp'),
    log,
  })
  if (contentUrl)
    await server.register(uploads, {
      origin: contentUrl.origin,
      cacheDir: join(config.dataDir, 'cache', 'uploads'),
      log,
    })
  await apiDocs(server, { config })
  const callAs =
    (visitor: Caller): Call =>
    (name, params) =>
      dispatcher.invoke(name, params, visitor)
  const readSitemap = (locale: string) =>
    callAs({ player: null, locale, visitor: readingVisitor('sitemap'), requestId: 'sitemap' })
  siteFiles(server, {
    ...{ content, i18n, catalogue: shared.catalogue, origin: config.origin, buildId: options.buildId },
    sportsPages: (locale) =>
      listSportsPages(readSitemap(locale), { now: Date.now(), hasSimulated: config.isSandboxOn }),
    tournamentPages: (locale) => listTournamentPages(readSitemap(locale)),
  })
  await assets(server, options.assetDirs)
  site(server, {
    config,
    content,
    i18n,
    log,
    render: options.render,
    buildId: options.buildId,
    gameOrigins: () => (sample ? [sample.origin()] : []),
    limits,
    chatStandIn: shared.chatStandIn,
    playerOf: (request, reply) => sessions.playerOf(request, reply, false),
    hasSession: sessions.hasCookie,
    callAs,
  })
  return { streams, channel, sports }
}

/** What this process does by itself, besides answering. */
async function startWorkers(
  { jobs, listenerContext, openTableDatabase, probe, shared }: AppServices,
  streams: Streams,
  { log, listener }: Pick<AppOptions, 'log' | 'listener'>,
) {
  // Whatever else the node is busy with, a flight starts, pays and ends.
  const tableDb = openTableDatabase()
  const tables = openTables({ ...listenerContext, sql: tableDb.sql, begin: (work) => begin(tableDb, work) }, probe)
  const winners = winnerNews({ ...listenerContext, catalogue: shared.catalogue })
  const sources = [potNews(listenerContext), winners, tournamentNews(listenerContext)]
  const news = openPublicNews({ sources, streams, log })
  const feed = await openFeed(listenerContext, listener ?? null)
  const points = await openPointsFeed(listenerContext, listener ?? null)
  const booking = openBooking(listenerContext)
  const clock = openSportsClock(listenerContext)
  const settler = openSettler(listenerContext, listener ?? null)
  const delays = openDelays(shared.bets, log)
  const betting = { ...listenerContext, producers: shared.producers }
  const cashOuts = openDelays(waitingCashOuts(betting), log)
  const targets = openAutoCashOut(betting, log)
  await jobs.start(listenerContext)
  return {
    async close() {
      await news.close()
      await feed.close()
      await points.close()
      await tables.close()
      await tableDb.close()
      await booking.close()
      await clock.close()
      await settler.close()
      await delays.close()
      await cashOuts.close()
      await targets.close()
    },
  }
}

/** Letters to people of the content backend. */
const contentMail =
  (ctx: ListenerContext): SendMail =>
  async (kind, to, code) => {
    const locale = (await ctx.i18n.locales()).defaultLocale
    const link = `/content/auth/email-confirmation?confirmation=${code}`
    const letter = { channel: 'email', to, locale } as const
    await ctx.begin((tx) =>
      kind === 'confirm'
        ? post(ctx, tx, { ...letter, kind: 'contentConfirm', params: { link } })
        : post(ctx, tx, { ...letter, kind: 'contentReset', params: { code } }),
    )
  }

/** Every answer can be named to support, and none is taken for what it is not. */
function nameRequests(server: FastifyInstance, config: Config) {
  const headers = generalHeaders(config)
  server.addHook('onRequest', (request, reply, next) => {
    reply.headers(headers).header('x-request-id', request.id)
    next()
  })
}

/** One line per request: what was asked by route, never the address, query, cookie or body. */
function logRequests(server: FastifyInstance, log: Log) {
  if (!log.isLevelEnabled('debug')) return
  server.addHook('onResponse', async (request, reply) => {
    const route = request.call ? `/api/${request.call.name}` : (request.routeOptions.url ?? 'page')
    log.debug(
      {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}

const firstFile = (dirs: string[], name: string) => dirs.map((dir) => join(dir, name)).find(existsSync) ?? ''

async function assets(server: FastifyInstance, dirs: string[]) {
  await server.register(fastifyStatic, {
    root: dirs,
    // Only files that exist get a route: every other address is a page.
    wildcard: false,
    preCompressed: true,
    index: false,
    setHeaders(reply, path) {
      const isNamedByContent = path.includes('/assets/')
      reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      // What never changes is never asked for by its day or in parts; a page loads two dozen of these.
      if (isNamedByContent) reply.removeHeader('last-modified').removeHeader('accept-ranges')
    },
  })
}
