import type { contract, Input, MethodName, Output } from '@croupier/contract/contract'
import type { Config } from './config.ts'
import type { Db, Tx } from './db/db.ts'
import type { Announce } from './happenings.ts'
import type { Log } from './log.ts'
import type { Bets } from './ports/bets.ts'
import type { Catalogue } from './ports/catalogue.ts'
import type { Content } from './ports/content.ts'
import type { Cups } from './ports/cups.ts'
import type { I18n } from './ports/i18n.ts'
import type { IdentityProvider } from './ports/identity.ts'
import type { Payments } from './ports/payments.ts'
import type { PromoCodes } from './ports/promo-codes.ts'
import type { Rounds } from './ports/rounds.ts'
import type { SportsBook } from './ports/sports-book.ts'
import type { SportsProducers } from './ports/sports-producers.ts'
import type { Standing } from './ports/standing.ts'
import type { Secrets } from './secrets.ts'

export type { Db, Tx }

/** Who is signed in, as the session says. */
export type SessionPlayer = {
  id: bigint
  sessionId: bigint
  locale: string
  /** An excluded player who may only take the balance out. */
  isPayoutOnly: boolean
  /** Signed in, or proven once more, within the last quarter of an hour. */
  isFresh: boolean
  /** Read together with the session, so that asking who one is costs no second question. */
  standing: Standing
  /** Likewise; `readPurses` of the wallet reads it. It is as old as the request. */
  purses: string | null
}

/** Cookies beside the session that operations may read and set; all are HttpOnly. */
export type CookieName = 'sid' | 'device' | 'second'

/** The browser that asks. */
export type Visitor = {
  address: string
  userAgent: string | null
  cookie: (name: CookieName) => string | undefined
  /** Null takes the cookie away; without an age it ends with the browser. */
  setCookie: (name: CookieName, value: string | null, maxAgeSeconds?: number) => void
}

/** Counters in the database, shared by all nodes, counted before anything is checked. */
export type AttemptLimits = {
  /** Refuses with TooManyRequests once the key has used up its points. */
  count: (name: string, limit: { points: number; seconds: number }, key: string) => Promise<void>
  /** Takes one count back: it turned out not to be a failure. */
  giveBack: (name: string, limit: { points: number; seconds: number }, key: string) => Promise<void>
  /** Forgets what a key has used: after the right password, after a reset. */
  forget: (name: string, key: string) => Promise<void>
}

/** What an operation receives. Time is handed in, so that any moment can be replayed. */
export type Context = {
  sql: Db
  /** One database transaction; the operation's writes are all or nothing. */
  begin: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  now: Date
  locale: string
  player: SessionPlayer | null
  visitor: Visitor
  requestId: string
  config: Config
  keys: Secrets
  content: Content
  i18n: I18n
  /** The games of the house, as this node remembers them. */
  catalogue: Catalogue
  /** Events, markets and prices, as this node remembers them. */
  book: SportsBook
  /** Who tells of events may also be asked. */
  producers: SportsProducers
  attempts: AttemptLimits
  /** Tells the rest of the house what happened, inside the transaction in which it happened. */
  announce: Announce
  identity: IdentityProvider
  payments: Payments
  promoCodes: PromoCodes
  /** Where the script of the sandbox's chat is; null where there is none. */
  chatStandIn: () => string | null
  /** Stakes of our own games. */
  rounds: Rounds
  /** Stakes on sports. */
  bets: Bets
  /** Places in tournaments. */
  cups: Cups
  log: Log
}

/** What a listener receives: it acts for no request, and may run twice. */
export type JobContext = Pick<
  Context,
  'sql' | 'begin' | 'config' | 'keys' | 'content' | 'i18n' | 'attempts' | 'announce' | 'payments' | 'log'
>

export type PlayerContext = Context & { player: SessionPlayer }

type ContextOf<M extends MethodName> = (typeof contract)[M]['who'] extends 'player' ? PlayerContext : Context

/** The operation is the handler: parsed, authenticated and typed before it is called. */
export type Operation<M extends MethodName> = (context: ContextOf<M>, input: Input<M>) => Promise<Output<M>>

/** A feature's method table, merged by `features/methods.ts`. */
export type Operations = { [M in MethodName]: Operation<M> }
