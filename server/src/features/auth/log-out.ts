import type { Operation } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { noteEvent } from '../account/account.ts'
import { isToken, sayEnded, tokenHashes } from './sessions.ts'
import * as store from './store.ts'

export const logOut: Operation<'auth.logout'> = async ({ begin, visitor, keys, announce }) => {
  const token = visitor.cookie('sid')
  if (token === undefined) return null
  // By the token, not by who is signed in: an excluded player's browser is emptied just as well.
  if (isToken(token)) {
    await begin(async (tx) => {
      const ended = await store.endByToken(tx, tokenHashes(token, keys.sessionPepper))
      await sayEnded({ announce }, tx, ended)
      for (const { playerId } of ended) {
        await noteEvent(tx, playerId, 'signOut', visitor)
        await tellPlayer(tx, playerId, 'session')
      }
    })
  }
  visitor.setCookie('sid', null)
  return null
}
