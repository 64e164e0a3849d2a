import type { QueryConfig, QueryResult } from 'pg'
import { openGather } from '../gather.ts'

/** The database, as far as counting needs it. */
export type CountPool = {
  query: (query: QueryConfig) => Promise<Pick<QueryResult<{ key: string; points: number; expire: number }>, 'rows'>>
}

/** So many more under this key; the first one opens a window of so many seconds. */
type Count = { key: string; points: number; seconds: number }

/** All in the window until now, this count included, and how long the window still lasts. */
type Counted = { points: number; leftMs: number }

/**
 * In the order of keys, so that no two nodes wait for each other in a circle. Nothing waits for the disk: a crash of
 * the database forgets the counts of its last moments and nothing else.
 */
const countText = `insert into http_rate_limit (key, points, expire)
  select key, points, expire
  from unnest($1::text[], $2::int[], $3::float8[]) as come (key, points, expire),
    (select set_config('synchronous_commit', 'off', true) as now) as synchronous
  where synchronous.now = 'off'
  order by key
  on conflict (key) do update set
    points = excluded.points + case when http_rate_limit.expire <= $4 then 0 else http_rate_limit.points end,
    expire = case when http_rate_limit.expire <= $4 then excluded.expire else http_rate_limit.expire end
  returning key, points, expire`

/** Counts that all nodes share. Those who come together are counted by one statement, each as if it had come alone. */
export function openCounts(pool: CountPool) {
  const add = openGather(async (asked: readonly Count[]): Promise<Counted[]> => {
    const nowMs = Date.now()
    const byKey = Map.groupBy(asked, ({ key }) => key)
    const sums = [...byKey].map(([key, own]) => ({ key, points: sumOf(own), endsMs: nowMs + secondsOf(own) * 1_000 }))
    const { rows } = await pool.query({
      ...{ name: 'count', text: countText },
      values: [sums.map(({ key }) => key), sums.map(({ points }) => points), sums.map(({ endsMs }) => endsMs), nowMs],
    })
    const after = new Map(rows.map(({ key, ...counted }) => [key, counted]))
    return inTurn(asked, byKey, (key) => {
      const { points, expire } = after.get(key) ?? { points: 0, expire: nowMs }
      return { points, leftMs: Math.max(0, expire - nowMs) }
    })
  })

  return {
    add,
    forget: (key: string) => pool.query({ text: 'delete from http_rate_limit where key = $1', values: [key] }),
  }
}

const sumOf = (counts: readonly Count[]) => counts.reduce((sum, { points }) => sum + points, 0)
const secondsOf = ([first]: readonly Count[]) => first?.seconds ?? 0

/** Each sees those that came before it and itself, not those behind it. */
function inTurn(
  asked: readonly Count[],
  byKey: ReadonlyMap<string, readonly Count[]>,
  afterAll: (key: string) => Counted,
): Counted[] {
  const behind = new Map([...byKey].map(([key, own]) => [key, sumOf(own)]))
  return asked.map(({ key, points }) => {
    const left = (behind.get(key) ?? 0) - points
    behind.set(key, left)
    const { points: all, leftMs } = afterAll(key)
    return { points: all - left, leftMs }
  })
}
