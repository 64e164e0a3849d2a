import { Refusal } from '@croupier/contract/refusals'
import type { Operation } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { deviceText, noteEvent } from '../account/account.ts'
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
export const closeSession: Operation<'account.closeSession'> = async ({ begin, player, visitor }, { id, others }) => {
  await begin(async (tx) => {
    if (others) {
      await store.endOtherSessions(tx, player.id, player.sessionId)
      await noteEvent(tx, player.id, 'sessionsClosed', visitor)
    } else {
      const ended = id === undefined ? undefined : await store.endOwnSession(tx, player.id, BigInt(id))
      if (!ended) throw new Refusal('InvalidParameter:SESSION_UNKNOWN', { message: 'No such open session' })
      await noteEvent(tx, player.id, 'sessionClosed', visitor)
    }
    await tellPlayer(tx, player.id, 'session')
  })
  return null
}
