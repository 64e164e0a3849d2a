import { Refusal } from '@croupier/contract/refusals'
import type { Operation } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { deviceText } from '../../device-text.ts'
import { noteEvent } from '../account/account.ts'
import { sayEnded } from './sessions.ts'
import * as store from './store.ts'

export const getSessions: Operation<'account.getSessions'> = async ({ sql, player }) => {
  const sessions = await store.readSessions(sql, player.id)
  return sessions.map(({ id, createdAt, seenAt, address, userAgent }) => ({
    id: Number(id),
    started_at: createdAt.toISOString(),
    seen_at: seenAt.toISOString(),
    address: address ?? '',
    device: deviceText(userAgent),
    is_current: id === player.sessionId,
  }))
}

/** Another player's session is like one that never was. */
export const closeSession: Operation<'account.closeSession'> = async (ctx, { id, others }) => {
  const { player, visitor } = ctx
  await ctx.begin(async (tx) => {
    if (others) {
      await sayEnded(ctx, tx, await store.endOtherSessions(tx, player.id, player.sessionId))
      await noteEvent(tx, player.id, 'sessionsClosed', visitor)
    } else {
      const ended = id === undefined ? [] : await store.endOwnSession(tx, player.id, BigInt(id))
      if (ended.length === 0) throw new Refusal('InvalidParameter:SESSION_UNKNOWN', { message: 'No such open session' })
      await sayEnded(ctx, tx, ended)
      await noteEvent(tx, player.id, 'sessionClosed', visitor)
    }
    await tellPlayer(tx, player.id, 'session')
  })
  return null
}
