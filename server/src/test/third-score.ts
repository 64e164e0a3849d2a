import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * Scores of tournaments from a dump of the tables, with nothing of the product: sums in floating point and whole lists,
 * where it has tallies. The rules are those of `thirdTerms`.
 */

export type ThirdScore = { player: string; score: string; reached: string | null }

/** `cups`: every player has a score in each of those it is in. `mostRounds` and `mostUnits` (of a day) are their caps. */
export type ThirdRules = { mostRounds: number; mostUnits: number }
type ThirdCup = { id: bigint; kind: string }

/** What the publisher is told of the same rules. */
export const thirdTerms = (kind: string, { mostRounds, mostUnits }: ThirdRules) => ({
  ...{ min_units: 2, cap: 5, best_of: 3, run_length: 4, at_least: 1.5, most_rounds: mostRounds },
  ...{ kind, reset_on_cashout: true, grace: 0 },
  ...((kind === 'stake' || kind === 'win') && { most_per_day: mostUnits }),
})

type Call = { at: number; undone: number | null; staked: number; won: number }
type DumpedRound = { name: string; opened: number; closed: number | null; calls: Call[] | null }
type DumpedEntry = { cup: string; joined: number; starts: number; ends: number }
type Dumped = { id: bigint; payouts: number[]; entries: DumpedEntry[]; rounds: DumpedRound[] }

const page = 200

/** Of all who are in, by cup, in the order of players. */
export async function thirdScores(
  db: QueryExecutorProvider,
  cups: readonly ThirdCup[],
  rules: ThirdRules,
): Promise<Map<bigint, ThirdScore[]>> {
  const found = new Map<bigint, ThirdScore[]>(cups.map(({ id }) => [id, []]))
  for (let after = 0n; ; ) {
    const players = await dump(db, cups, after)
    for (const { id, entries, ...dumped } of players) {
      for (const { cup, ...entry } of entries) {
        const kind = cups.find((each) => each.id === BigInt(cup))?.kind ?? ''
        found.get(BigInt(cup))?.push({ player: String(id), ...scoreOf({ ...entry, ...dumped }, kind, rules) })
      }
    }
    const last = players.at(-1)
    if (!last) return found
    after = last.id
  }
}

async function dump(db: QueryExecutorProvider, cups: readonly ThirdCup[], after: bigint): Promise<Dumped[]> {
  const ids = `{${cups.map(({ id }) => id).join()}}`
  const { rows } = await sql<Dumped>`select who.id,
      (select json_agg(json_build_object('cup', t.id::text, 'joined', extract(epoch from e.joined_at)::float8 * 1000,
          'starts', extract(epoch from t.starts_at)::float8 * 1000, 'ends', extract(epoch from t.ends_at)::float8 * 1000))
        from tournaments_entry e join tournaments_tournament t on t.id = e.tournament_id
        where e.player_id = who.id and e.tournament_id = any(${ids}::bigint[]) and e.state = 'in') as entries,
      coalesce((select json_agg(floor(extract(epoch from l.at) * 1000)) from wallet_transfer l join wallet_purse p on p.id = l.from_purse
        join wallet_purse h on h.id = l.to_purse
        where p.player_id = who.id and p.kind = 'main' and h.kind = 'withdrawal_hold'), '[]') as payouts,
      coalesce((select json_agg(json_build_object('name', r.provider || ' ' || r.round,
          'opened', floor(extract(epoch from r.opened_at) * 1000), 'closed', floor(extract(epoch from r.closed_at) * 1000),
          'calls', (select json_agg(json_build_object('at', extract(epoch from a.at) * 1000, 'staked', a.staked, 'won', a.won,
              'undone', extract(epoch from a.rolled_back_at) * 1000)) from rounds_action a
            where a.provider = r.provider and a.round = r.round and a.kind in ('bet', 'win', 'betwin'))))
        from rounds_round r where r.player_id = who.id), '[]') as rounds
    from (select distinct player_id as id from tournaments_entry
      where tournament_id = any(${ids}::bigint[]) and state = 'in' and player_id > ${after} order by 1 limit ${page}) as who
    order by who.id`.execute(db)
  return rows
}

const minimum = 40

type Standing = Omit<DumpedEntry, 'cup'> & Pick<Dumped, 'payouts' | 'rounds'>

function scoreOf({ joined, starts, ends, payouts, rounds }: Standing, kind: string, rules: ThirdRules) {
  const reset = Math.max(0, ...payouts.filter((at) => at >= joined && at < ends))
  const from = Math.max(joined, starts, reset)
  const good = rounds
    .map(({ calls, ...round }) => {
      const standing = (calls ?? []).filter(({ at, undone }) => at <= ends && (undone === null || undone > ends))
      const sum = (side: 'staked' | 'won') => standing.reduce((total, call) => total + call[side], 0)
      return { ...round, staked: sum('staked'), won: sum('won') }
    })
    .filter(
      ({ opened, closed, staked }) =>
        opened >= from && opened < ends && closed !== null && closed <= ends && staked >= minimum,
    )
    .sort((one, two) => one.opened - two.opened || (one.name < two.name ? -1 : 1))
  const values = (count: number) => worthOf(good.slice(0, count), kind, rules)
  const score = values(good.length)
  if (score === 0) return { score: '0', reached: null }
  // The first place at which it was this score: that round made it. A score never falls, so it is found by halving.
  let [low, high] = [1, good.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (values(middle) === score) high = middle
    else low = middle + 1
  }
  return { score: String(score), reached: String(good[low - 1]?.closed ?? null) }
}

type Good = { staked: number; won: number; opened: number }

function worthOf(good: readonly Good[], kind: string, rules: ThirdRules): number {
  if (kind === 'stake' || kind === 'win') return volumeOf(good, kind, rules)
  const multiples = good.slice(0, rules.mostRounds).map(({ staked, won }) => Math.floor((won * 100) / staked))
  const capped = multiples.map((each) => Math.min(each, 500))
  const total = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0)
  if (kind === 'multiplier_best') return Math.max(0, ...multiples)
  if (kind === 'multiplier_sum') return total(capped.toSorted((one, two) => two - one).slice(0, 3))
  if (kind === 'multiplier_run')
    return Math.max(0, ...capped.map((_each, place) => total(capped.slice(place, place + 4))))
  return Math.max(
    0,
    ...multiples
      .map((each) => (each >= 150 ? 'x' : '-'))
      .join('')
      .split('-')
      .map(({ length }) => length),
  )
}

/** Both currencies have units of 20; a run lasts minutes, so there may be two days. */
function volumeOf(good: readonly Good[], kind: 'stake' | 'win', { mostRounds, mostUnits }: ThirdRules): number {
  const most = mostUnits * 20
  const days = new Map<number, number>()
  let counted = 0
  for (const { staked, won, opened } of good) {
    const day = Math.floor(opened / 86_400_000)
    const amount = kind === 'win' ? won : staked
    const before = days.get(day) ?? 0
    if (counted === mostRounds || (before >= most && amount > 0)) continue
    counted += 1
    days.set(day, Math.min(most, before + amount))
  }
  return Math.floor([...days.values()].reduce((sum, each) => sum + each, 0) / 20)
}
