import type { Context } from '../context.ts'
import { begin, type Database } from '../db/db.ts'

export type House = Pick<
  Context,
  | 'config'
  | 'keys'
  | 'content'
  | 'i18n'
  | 'catalogue'
  | 'attempts'
  | 'announce'
  | 'identity'
  | 'payments'
  | 'rounds'
  | 'log'
> & {
  db: Database
}
type Asked = Pick<Context, 'locale' | 'player' | 'visitor' | 'requestId'>

/** What an operation receives: the parts of the house, and who asks. */
export function makeContext(house: House, { locale, player, visitor, requestId }: Asked): Context {
  const { db, config, keys, content, i18n, catalogue, attempts, announce, identity, payments, rounds, log } = house
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
    attempts,
    announce,
    identity,
    payments,
    rounds,
    log,
  }
}
