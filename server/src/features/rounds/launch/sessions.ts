import { randomBytes } from 'node:crypto'
import type { Db, JobContext, Tx } from '../../../context.ts'
import { hashLaunchToken } from '../batch/read-call.ts'
import { endLaunchesOf } from './launch-store.ts'
import { addGameSession, type NewGameSession } from './session-store.ts'

/** A launched game. What the token stands for is fixed for its life; only its hash is kept. */
export async function openSession(tx: Tx, session: NewGameSession): Promise<string> {
  if (session.mode === 'demo' && session.currency !== 'FUN') throw new Error('a demo is played with play money')
  const token = randomBytes(32).toString('base64url')
  await addGameSession(tx, hashLaunchToken(token), session)
  return token
}

/** A sign-in is over: games that were launched with it take no stake any more. What they won is still paid. */
export const endSessions = (db: Db, authSessionIds: readonly bigint[]) => endLaunchesOf(db, authSessionIds)

export const sessionsEnded = ({ sql }: Pick<JobContext, 'sql'>, { sessionIds }: { sessionIds: readonly string[] }) =>
  endSessions(sql, sessionIds.map(BigInt))
