/** The connections of one process: its plain pool, each of its two pipelined ones, and those of its tables. */
export type ConnectionShare = { plain: number; pipelined: number; tables: number }

export const fullShare: ConnectionShare = { plain: 16, pipelined: 6, tables: 3 }
const leastShare: ConnectionShare = { plain: 8, pipelined: 3, tables: 3 }

/** For the owner, backups, the operator's commands and others who look. */
const spare = 20
export const fewestConnections = 200

/** One more of each process listens. */
const countOf = ({ plain, pipelined, tables }: ConnectionShare) => plain + 2 * pipelined + tables + 1

/** What an embedded database allows, so that every process has its full share. */
export const connectionsFor = (workers: number): number =>
  Math.max(fewestConnections, spare + workers * countOf(fullShare))

/** With less than that some process would be turned away. */
export const leastConnections = (workers: number): number => spare + workers * countOf(leastShare)

/** What each of so many processes may open; null where that is too little to work with. */
export function connectionShare(allowed: number, workers: number): ConnectionShare | null {
  if (allowed < leastConnections(workers)) return null
  const each = Math.floor((allowed - spare) / workers)
  if (each >= countOf(fullShare)) return fullShare
  const plain = leastShare.plain + each - countOf(leastShare)
  return { ...leastShare, plain: Math.min(plain, fullShare.plain) }
}
