import type { Db } from '../../context.ts'
import type { Scope } from './rules.ts'
import * as store from './store.ts'

/** Why a game of this runner is closed, or null. */
type IsClosed = (game: string, runner: string) => string | null

const closed = (reason: string) => reason || 'closed'

/**
 * What the operator closed, as of now: everything, a studio or the runner of its games, or one game. Asked inside the
 * transaction of a stake, so that a closed game takes none from that moment on.
 */
export async function readSwitches(db: Db): Promise<IsClosed> {
  // In this order: what was closed by the holder of the lock is seen.
  const [, rows] = await Promise.all([store.holdSwitches(db), store.readClosed(db)])
  return closedBy(rows)
}

/** The same for an answer that promises nothing: no lock is taken. */
export const lookAtSwitches = async (db: Db): Promise<IsClosed> => closedBy(await store.readClosed(db))

function closedBy(rows: Awaited<ReturnType<typeof store.readClosed>>): IsClosed {
  if (rows.length === 0) return () => null
  return (game, runner) => {
    for (const { scope, name, reason, games } of rows) {
      if (scope === 'all') return closed(reason)
      if (scope === 'provider' && (name === runner || games.includes(game))) return closed(reason)
      if (scope === 'game' && name === game) return closed(reason)
    }
    return null
  }
}

/** What stands under a name; everything has none. */
type Target = { scope: Scope; name: string }

const isKnown = async (db: Db, { scope, name }: Target): Promise<boolean> =>
  scope === 'all' || (scope === 'provider' ? store.isProvider(db, name) : store.isGame(db, name))

/** Holds for the next stake on every node. Rounds that are open may be finished: their stakes are paid. */
export async function closeGames(db: Db, target: Target & { reason: string }): Promise<'done' | 'unknown'> {
  if (!(await isKnown(db, target))) return 'unknown'
  // Stakes that are under way are waited for: after the answer there is not one more.
  await db.transaction().execute(async (tx) => {
    await store.lockSwitches(tx)
    await store.addSwitch(tx, target)
  })
  return 'done'
}

export const openGames = async (db: Db, { scope, name }: Target): Promise<'done' | 'not closed'> =>
  (await store.removeSwitch(db, scope, name)) ? 'done' : 'not closed'

export const listGameSwitches = store.readSwitchRows
