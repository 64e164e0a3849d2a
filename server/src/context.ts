import type { contract, Input, MethodName, Output } from '@croupier/contract/contract'
import type { Kysely, Transaction } from 'kysely'
import type { Config } from './config.ts'
import type { DB } from './db/types.ts'
import type { Content } from './features/content/content.ts'
import type { I18n } from './features/i18n/i18n.ts'
import type { Log } from './log.ts'

export type Tx = Transaction<DB>

/** Who is signed in, as the session says. */
export type SessionPlayer = { id: bigint; sessionId: bigint; locale: string }

/** What an operation receives. Time is handed in, so that any moment can be replayed. */
export type Context = {
  sql: Kysely<DB>
  /** One database transaction; the operation's writes are all or nothing. */
  begin: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  now: Date
  locale: string
  player: SessionPlayer | null
  requestId: string
  config: Config
  content: Content
  i18n: I18n
  log: Log
}

type PlayerContext = Context & { player: SessionPlayer }

type ContextOf<M extends MethodName> = (typeof contract)[M]['who'] extends 'player' ? PlayerContext : Context

/** The operation is the handler: parsed, authenticated and typed before it is called. */
export type Operation<M extends MethodName> = (context: ContextOf<M>, input: Input<M>) => Promise<Output<M>>

/** A feature's method table, merged by `features/methods.ts`. */
export type Operations = { [M in MethodName]: Operation<M> }
