import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from '@croupier/contract/contract'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { slipHooks } from '../features/bonuses/bonuses.ts'
import type { SendMail } from '../features/content/identities.ts'
import { post } from '../features/mail/mail.ts'
import { gameProviders, tableSources } from '../features/rounds/rounds.ts'
import { apiDocs } from '../http/api-docs.ts'
import { beacon } from '../http/beacon.ts'
import { contentApi } from '../http/content-api.ts'
import { contentHook } from '../http/content-hook.ts'
import type { Caller, createDispatcher } from '../http/dispatch.ts'
import { exports } from '../http/exports.ts'
import { feedApi } from '../http/feed-api.ts'
import { gameFramePages } from '../http/game-frame.ts'
import { addMetricsRoute } from '../http/health.ts'
import { images } from '../http/images.ts'
import { nfx } from '../http/nfx.ts'
import { oauth } from '../http/oauth.ts'
import { openPublicChannel } from '../http/public-channel.ts'
import { site } from '../http/site.ts'
import { siteFiles } from '../http/site-files.ts'
import { addSportsMetrics } from '../http/sports-metrics.ts'
import { listSportsPages } from '../http/sports-pages.ts'
import { openSportsStream } from '../http/sports-stream.ts'
import { statement } from '../http/statement.ts'
import { openStreams } from '../http/stream.ts'
import { studioFiles } from '../http/studio-files.ts'
import { listTournamentPages } from '../http/tournament-pages.ts'
import { tournamentResult } from '../http/tournament-result.ts'
import { uploads } from '../http/uploads.ts'
import { readingVisitor } from '../http/visitor.ts'
import { walletApi } from '../http/wallet-api.ts'
import { webhooks } from '../http/webhooks.ts'
import type { ListenerContext } from '../jobs/events.ts'
import { openSocial } from '../outside-parties.ts'
import { sandbox } from '../sandbox/sandbox.ts'
import { passOn } from '../workers/pass-on.ts'

import type { AppOptions } from './options.ts'
import type { AppServices } from './services.ts'

type Routing = {
  services: AppServices
  api: Parameters<typeof createDispatcher>[0]
  dispatcher: ReturnType<typeof createDispatcher>
  metrics: Registry
}

/** Every address of the site; pages come last, because they take what is left. */
export async function addRoutes(
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
