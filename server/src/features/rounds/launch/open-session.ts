import { randomBytes } from 'node:crypto'
import type { Tx } from '../../../context.ts'
import { hashToken } from '../batch/read-call.ts'
import { addSession, type NewSession } from '../batch/store.ts'

/** A launched game. What the token stands for is fixed for its life; only its hash is kept. */
export async function openSession(tx: Tx, session: NewSession): Promise<string> {
  if (session.mode === 'demo' && session.currency !== 'FUN') throw new Error('a demo is played with play money')
  const token = randomBytes(32).toString('base64url')
  await addSession(tx, hashToken(token), session)
  return token
}
