import type { Context } from '../context.ts'
import { begin, type Database } from '../db/db.ts'

/** What all requests of this process share. */
export type Services = Pick<
  Context,
  | 'config'
  | 'keys'
  | 'content'
  | 'i18n'
  | 'catalogue'
  | 'book'
  | 'producers'
  | 'attempts'
  | 'announce'
  | 'identity'
  | 'payments'
  | 'promoCodes'
  | 'chatStandIn'
  | 'rounds'
  | 'bets'
  | 'cups'
  | 'log'
> & {
  db: Database
}

type Request = Pick<Context, 'locale' | 'player' | 'visitor' | 'requestId'>

/** What an operation receives: the parts of the house, and who asks. */
export function makeContext(services: Services, { locale, player, visitor, requestId }: Request): Context {
  const { db, config, keys, content, i18n, catalogue, book, producers, attempts, announce } = services
  const { identity, payments, promoCodes, chatStandIn, rounds, bets, cups, log } = services
  return {
    sql: db.sql,
    begin: (work) => begin(db, work),
    now: new Date(),
    locale,
    player,
    visitor,
    requestId,
    config,
    keys,
    content,
    i18n,
    catalogue,
    book,
    producers,
    attempts,
    announce,
    identity,
    payments,
    promoCodes,
    chatStandIn,
    rounds,
    bets,
    cups,
    log,
  }
}
