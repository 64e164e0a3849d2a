import type { Db, JobContext } from '../../../context.ts'
import { endLaunchesOf } from './launch-store.ts'

/** A sign-in is over: games that were launched with it take no stake any more. What they won is still paid. */
export const endSessions = (db: Db, authSessionIds: readonly bigint[]) => endLaunchesOf(db, authSessionIds)

export const sessionsEnded = ({ sql }: Pick<JobContext, 'sql'>, { sessionIds }: { sessionIds: readonly string[] }) =>
  endSessions(sql, sessionIds.map(BigInt))
