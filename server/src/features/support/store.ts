import type { ChatEvent } from '@croupier/contract/chat'
import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'

export type NewFeedback = { playerId: bigint | null; topic: string; text: string; contact: string; locale: string }

/** Null: the same words came from the same place a moment ago. Two at once wait for each other. */
export async function addFeedback(tx: Tx, { playerId, ...feedback }: NewFeedback): Promise<bigint | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`feedback:${feedback.contact}`}, 0))`.execute(tx)
  const known = await tx
    .selectFrom('support_feedback')
    .select('id')
    .where('contact', '=', feedback.contact)
    .where('topic', '=', feedback.topic)
    .where('text', '=', feedback.text)
    .where('at', '>', sql<Date>`now() - interval '10 minutes'`)
    .executeTakeFirst()
  if (known) return null
  const { id } = await tx
    .insertInto('support_feedback')
    .values({ player_id: playerId, ...feedback })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const columns = [
  'id',
  'at',
  'player_id as playerId',
  'topic',
  'text',
  'contact',
  'locale',
  'answer',
  'answered_at as answeredAt',
] as const

/** Those that wait come first come first; with the answered ones, the newest come first. */
export const listFeedback = (db: Db, isAll: boolean, count: number) =>
  db
    .selectFrom('support_feedback')
    .select(columns)
    .$if(!isAll, (rows) => rows.where('answered_at', 'is', null))
    .orderBy('id', isAll ? 'desc' : 'asc')
    .limit(count)
    .execute()

export const lockFeedback = (tx: Tx, id: bigint) =>
  tx.selectFrom('support_feedback').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

export const writeAnswer = (tx: Tx, id: bigint, answer: string) =>
  tx.updateTable('support_feedback').set({ answer, answered_at: sql<Date>`now()` }).where('id', '=', id).execute()

export const feedbackAfter = (db: Db, playerId: bigint) => (last: { id: bigint } | undefined, count: number) =>
  db
    .selectFrom('support_feedback')
    .select(['id', 'at', 'topic', 'text', 'contact', 'answer', 'answered_at'])
    .where('player_id', '=', playerId)
    .where('id', '>', last?.id ?? 0n)
    .orderBy('id')
    .limit(count)
    .execute()

/** Long enough for a complaint to be taken further. */
export async function forgetOldFeedback(db: Db): Promise<void> {
  await db.deleteFrom('support_feedback').where('at', '<', sql<Date>`now() - interval '24 months'`).execute()
}

export const addChatEvent = (db: Db, event: ChatEvent & { player_id: bigint }) =>
  db.insertInto('support_chat_event').values(event).execute()

export const chatEventsAfter = (db: Db, playerId: bigint) => (last: { id: bigint } | undefined, count: number) =>
  db
    .selectFrom('support_chat_event')
    .select(['id', 'at', 'channel_id', 'conversation_id', 'event', 'text'])
    .where('player_id', '=', playerId)
    .where('id', '>', last?.id ?? 0n)
    .orderBy('id')
    .limit(count)
    .execute()

/** The provider keeps its own; here it is of use while a player may come back to it. */
export async function forgetOldChats(db: Db): Promise<void> {
  await db.deleteFrom('support_chat_event').where('at', '<', sql<Date>`now() - interval '12 months'`).execute()
}
