import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import type { Listener } from '../db/listener.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets.ts'
import type { Talks } from './chat/talks.ts'
import { sandboxChat } from './chat-page.ts'
import { sandboxCoins } from './coins.ts'
import { sandboxFeed } from './feed-page.ts'
import { sandboxIdentity } from './identity.ts'
import { sandboxMessenger } from './messenger.ts'
import { outbox } from './outbox.ts'
import type { FeedHands } from './pass-wishes.ts'
import { sandboxPayment } from './payment.ts'
import { type BetHouse, sandboxSlips } from './slips.ts'
import { sandboxSocial } from './social.ts'

export type SandboxParts = {
  config: Config
  db: Database
  secrets: Secrets
  log: Log
  bets: BetHouse
  listener: Listener | null
  hands?: FeedHands | undefined
  talks: Talks | null
}

/** The stand-in peers that are reached through the site's own address. Only called while the sandbox is on. */
export async function sandbox(app: FastifyInstance, parts: SandboxParts) {
  const { config, db, secrets, log, bets, hands, listener, talks } = parts
  outbox(app, { config, sql: db.sql })
  await sandboxSocial(app, { config, keys: secrets, log })
  await sandboxMessenger(app, { config, keys: secrets })
  await sandboxIdentity(app, { config, sql: db.sql, keys: secrets, log })
  await sandboxPayment(app, { config, sql: db.sql, keys: secrets, log })
  await sandboxCoins(app, { config, sql: db.sql, keys: secrets, log })
  await sandboxSlips(app, { config, bets })
  await sandboxChat(app, { config, talks })
  await sandboxFeed(app, { config, hands, db: db.sql, listener })
}
