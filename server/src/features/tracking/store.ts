import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'

type Report = { name: string; params: string; playerId: bigint | null; requestId: string }

export const addEvent = (db: Kysely<DB>, { name, params, playerId, requestId }: Report) =>
  db.insertInto('tracking_event').values({ name, params, player_id: playerId, request_id: requestId }).execute()
