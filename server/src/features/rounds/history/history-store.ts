import { sql } from 'kysely'
import type { Db } from '../../../context.ts'
import type { HistoryLine, HistoryQuery, OpenLine, Page, PaidBy } from '../../../ports/history.ts'
import type { HistorySource } from './source.ts'

export const columns = sql`r.provider, r.round, r.game, r.mode, r.currency, r.staked, r.won, r.is_closed as "isClosed",
  p.pack_id is not null as "isFree", p.version, r.opened_at as "openedAt"`

const withPlay = sql`rounds_round as r left join rounds_play as p on r.provider = 'studio' and p.round = r.round`

/** Walks along the index of the player and mode. */
export const isIn = ({
  playerId,
  mode,
  game,
  from,
  to,
}: HistoryQuery) => sql`r.player_id = ${playerId} and r.mode = ${mode}
  and (${game ?? null}::text is null or r.game = ${game ?? null})
  and r.opened_at >= coalesce(${from ?? null}::date::timestamp at time zone 'utc', '-infinity')
  and r.opened_at < coalesce((${to ?? null}::date + 1)::timestamp at time zone 'utc', 'infinity')`

/** Who paid, of the parts that stakes keep. */
export const paidSums = sql`
  coalesce(sum((part ->> 'amount')::bigint) filter (where part ->> 'kind' in ('main', 'fun')), 0)::bigint as own,
  coalesce(sum((part ->> 'amount')::bigint) filter (where part ->> 'kind' = 'bonus'), 0)::bigint as bonus,
  coalesce(sum((part ->> 'counted')::bigint), 0)::bigint as counted`

/** Of the stakes of a round that stand. */
export const paidBy = sql`select ${paidSums} from rounds_action as a, jsonb_array_elements(a.split) as part
  where a.provider = r.provider and a.round = r.round and not a.is_rolled_back and a.split is not null`

const newest = sql`r.opened_at desc, r.provider, r.round`

/** Newest first. */
async function readPast(db: Db, past: HistoryQuery, { count, offset }: Page) {
  // Plays are looked up for this page only, not for all that were passed over on the way to it.
  const { rows } = await sql<HistoryLine & PaidBy>`select ${columns}, paid.* from (
      select * from rounds_round as r where ${isIn(past)} order by ${newest} limit ${count} offset ${offset}
    ) as r left join rounds_play as p on r.provider = 'studio' and p.round = r.round
    cross join lateral (${paidBy}) as paid order by ${newest}`.execute(db)
  return rows
}

type PastRow = HistoryLine & { place: string }

/** Newest first, after this one: a round that is played meanwhile moves no other. Its moment is text there, to the last digit. */
export const pastAfter = (db: Db, past: HistoryQuery) => async (last: PastRow | undefined, count: number) => {
  const at = sql`${last?.place ?? 'infinity'}::timestamptz`
  const { rows } = await sql<PastRow>`select ${columns}, r.opened_at::text as place from ${withPlay}
    where ${isIn(past)} and r.opened_at <= ${at}
      and (r.opened_at < ${at} or (r.provider, r.round) > (${last?.provider ?? ''}, ${last?.round ?? ''}))
    order by ${newest} limit ${count}`.execute(db)
  return rows
}

async function countPast(db: Db, past: HistoryQuery): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`select count(*) as total from rounds_round as r
    where ${isIn(past)}`.execute(db)
  return Number(rows[0]?.total ?? 0)
}

/** Rounds that wait for a choice; without a bet that stands nothing is in them. */
const isWaiting = (playerId: bigint) => sql`player_id = ${playerId} and not is_closed and bets > 0`

async function readOpen(db: Db, playerId: bigint, { count, offset }: Page): Promise<OpenLine[]> {
  const { rows } = await sql<OpenLine>`
    select provider, round, game, mode, currency, staked, opened_at as "openedAt" from rounds_round
    where ${isWaiting(playerId)} order by opened_at desc, provider, round limit ${count} offset ${offset}`.execute(db)
  return rows
}

async function countOpen(db: Db, playerId: bigint): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`select count(*) as total from rounds_round
    where ${isWaiting(playerId)}`.execute(db)
  return Number(rows[0]?.total ?? 0)
}

/** Stakes that were rolled back are not in it. */
async function readOpenStakes(db: Db, { playerId, currency }: { playerId: bigint; currency: string }): Promise<bigint> {
  const { rows } = await sql<{ open: string }>`select coalesce(sum(staked), 0)::text as open from rounds_round
    where ${isWaiting(playerId)} and mode = 'real' and currency = ${currency}`.execute(db)
  return BigInt(rows[0]?.open ?? 0)
}

/** What rounds give to the player's history. */
export const roundsHistory: HistorySource = {
  product: 'rounds',
  page: readPast,
  count: countPast,
  openPage: readOpen,
  countOpen,
  openStakes: readOpenStakes,
}
