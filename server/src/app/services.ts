import { join } from 'node:path'
import type { Registry } from 'prom-client'
import { fullShare } from '../db/connections.ts'
import { begin, openDatabase, waitsOf } from '../db/db.ts'
import { openPipelinedDatabase } from '../db/pipelined-database.ts'
import { betsHistory, openBets } from '../features/bets/bets.ts'
import { openPromoCodes } from '../features/campaigns/campaigns.ts'
import { openPayments } from '../features/cashier/cashier.ts'
import { openContent } from '../features/content/content.ts'
import { openCatalogue } from '../features/games/games.ts'
import { openI18n } from '../features/i18n/i18n.ts'
import { openRounds } from '../features/rounds/rounds.ts'
import { openProducers, openSportsBook } from '../features/sports/sports.ts'
import { openCups } from '../features/tournaments/tournaments.ts'
import { openAttemptLimits, openLimits } from '../http/rate-limit.ts'
import { openSessions } from '../http/session.ts'
import { everyMinute, hourly, type ListenerContext, listeners } from '../jobs/events.ts'
import { openJobs } from '../jobs/jobs.ts'
import { openGateways, openIdentity, sandboxPayments } from '../outside-parties.ts'
import { openPeers } from '../sandbox/peers.ts'
import { loadFeedKeys } from '../secrets.ts'

import type { AppOptions } from './options.ts'
export type AppServices = Awaited<ReturnType<typeof openServices>>

/** What requests and jobs share, each opened once. */
export async function openServices(options: AppOptions, metrics: Registry) {
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
  const cups = openCups({ begin: (work) => begin(db, work), config })
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
    cups,
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
      await cups.close()
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
