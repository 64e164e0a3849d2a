import { sql } from 'kysely'
import type { Db } from '../../../context.ts'

export type Stretch = {
  playerId: bigint
  /** Opened at or after it, and before the other. */
  openedFrom: Date
  openedTo: Date
}

const times = (all: readonly Date[]) => all.map((at) => at.toISOString())

/** Stretches as a relation, and what real rounds are within each of them, walked along the index of its player. */
export const asked = (stretches: readonly Stretch[]) => sql`unnest(
    ${`{${stretches.map(({ playerId }) => playerId).join()}}`}::bigint[],
    ${times(stretches.map(({ openedFrom }) => openedFrom))}::timestamptz[],
    ${times(stretches.map(({ openedTo }) => openedTo))}::timestamptz[])
  with ordinality as asked (player_id, opened_from, opened_to, no)`
export const within = sql`r.player_id = asked.player_id and r.mode = 'real' and r.opened_at >= asked.opened_from
  and r.opened_at < asked.opened_to`

async function countsOf(db: Db, stretches: readonly Stretch[]): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`select c.count from ${asked(stretches)}
    cross join lateral (select count(*)::int from rounds_round as r where ${within}) as c order by asked.no`.execute(db)
  return rows.map(({ count }) => count)
}

/** One that is too long, cut where so many rounds were opened, in the order of time. */
async function cutAcross(db: Db, stretch: Stretch, most: number): Promise<Stretch[]> {
  const { rows } = await sql<{ at: Date }>`select distinct opened_at as at from (
      select r.opened_at, row_number() over (order by r.opened_at) as no from ${asked([stretch])}
      join rounds_round as r on ${within}) as numbered
    where no % ${most}::int = 0 order by 1`.execute(db)
  const ends = [...rows.map(({ at }) => at), stretch.openedTo]
  return ends.map((openedTo, at) => ({ ...stretch, openedFrom: ends[at - 1] ?? stretch.openedFrom, openedTo }))
}

/**
 * Stretches together as long as they have about so many rounds; one that has more is cut, and its parts follow each
 * other. A statement has only its time and the process its memory, however much was played.
 */
export async function portionsOf(db: Db, stretches: readonly Stretch[], most: number): Promise<Stretch[][]> {
  if (stretches.length === 0) return []
  const counts = await countsOf(db, stretches)
  const portions: Stretch[][] = []
  let open: Stretch[] = []
  let room = most
  const close = () => {
    if (open.length > 0) portions.push(open)
    open = []
    room = most
  }
  for (const [at, stretch] of stretches.entries()) {
    const count = counts[at] ?? 0
    if (count > room) close()
    if (count > most) {
      for (const part of await cutAcross(db, stretch, most)) portions.push([part])
      continue
    }
    open.push(stretch)
    room -= count
  }
  close()
  return portions
}
