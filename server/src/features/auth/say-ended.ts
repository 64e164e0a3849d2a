import type { Context, Tx } from '../../context.ts'
import type { Ended } from './store.ts'

/** What hangs on a session elsewhere ends with it: a game that was launched takes no stake any more. */
export async function sayEnded({ announce }: Pick<Context, 'announce'>, tx: Tx, ended: Ended): Promise<void> {
  if (ended.length === 0) return
  await announce(tx, 'sessions.ended', { sessionIds: ended.map(({ id }) => String(id)) })
}
