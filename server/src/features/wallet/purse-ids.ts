import type { Tx } from '../../context.ts'

/**
 * Purses are found by name again and again, and an id never changes its purse, so each database's ids are remembered.
 * They are hints: the locked row says whose purse it is.
 */
type PurseIds = Map<string, bigint>

const mostRemembered = 200_000

/** By the adapter of the database's connections, which all transactions of one database share. */
const idsByDatabase = new WeakMap<object, PurseIds>()

export function purseIdsOf(tx: Tx): PurseIds {
  const { adapter } = tx.getExecutor()
  const known = idsByDatabase.get(adapter)
  if (known) return known
  const ids: PurseIds = new Map()
  idsByDatabase.set(adapter, ids)
  return ids
}

export function rememberPurseIds(tx: Tx, found: ReadonlyMap<string, bigint>) {
  const ids = purseIdsOf(tx)
  if (ids.size > mostRemembered) ids.clear()
  for (const [name, id] of found) ids.set(name, id)
}

export function forgetPurseIds(tx: Tx, names: Iterable<string>) {
  const ids = purseIdsOf(tx)
  for (const name of names) ids.delete(name)
}
