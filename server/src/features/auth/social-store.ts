import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import { demoService } from './store.ts'

export type SocialFlow = {
  stateHash: Buffer
  service: string
  nonce: string
  verifier: string
  browserHash: Buffer
  /** JSON. */
  details: string
}

export const addFlow = (db: Db, { stateHash, service, nonce, verifier, browserHash, details }: SocialFlow) =>
  db
    .insertInto('auth_social_flow')
    .values({ state_hash: stateHash, service, nonce, verifier, browser_hash: browserHash, details })
    .execute()

/** One use, ten minutes. A browser that comes with the state has used it up, whatever else is wrong with the answer. */
export const takeFlow = (db: Db, stateHashes: Buffer[]) =>
  db
    .updateTable('auth_social_flow')
    .set({ used_at: sql<Date>`now()` })
    .where('state_hash', 'in', stateHashes)
    .where('used_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - interval '10 minutes'`)
    .returning(['service', 'nonce', 'verifier', 'browser_hash as browserHash', 'details'])
    .executeTakeFirst()

/** A visitor who comes twice at once for the first time gets one account, not two. */
export const lockIdentity = (tx: Tx, service: string, subject: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`identity:${service}:${subject}`}, 0))`.execute(tx)

export const findSocialIdentity = (tx: Tx, service: string, subject: string) =>
  tx
    .selectFrom('auth_social')
    .select('player_id as playerId')
    .where('service', '=', service)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** But for the mark of the demo world, which is no way in. */
export const dropSocialIdentities = (tx: Tx, playerId: bigint) =>
  tx.deleteFrom('auth_social').where('player_id', '=', playerId).where('service', '<>', demoService).execute()

export const addSocialIdentity = (tx: Tx, service: string, subject: string, playerId: bigint) =>
  tx.insertInto('auth_social').values({ service, subject, player_id: playerId }).execute()

/** Not too old and not from the future, by the database's clock; a few seconds are forgiven to the messenger's. */
export async function useInit(tx: Tx, hash: Buffer, authSeconds: number, maxAge: number): Promise<boolean> {
  const { rows } = await sql`
    insert into auth_used_init (hash)
    select ${hash}
    where to_timestamp(${authSeconds}) > now() - make_interval(secs => ${maxAge})
      and to_timestamp(${authSeconds}) <= now() + interval '5 seconds'
    on conflict do nothing
    returning hash`.execute(tx)
  return rows.length > 0
}
