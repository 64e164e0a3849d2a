import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import { plannedOnce } from '../../db/db.ts'
import { lineFeed } from '../wallet/wallet.ts'
import { settleMs } from './rules.ts'
import type { TournamentEntry } from './store.ts'

/** Where the feed stands, rounds that are open, and scores. */

type RoundName = { playerId: bigint; provider: string; round: string }

const list = (values: readonly (bigint | number)[]) => `{${values.join()}}`

/** A player who joins begins at the present numbers of its purses. */
export const cupFeed = lineFeed.store('tournaments')

/** Which node works for the feeds: another goes on when it falls silent. */
export const feedLease = {
  /** True while this node works: no other node did for so long, or it did itself. */
  async take(db: Db, { name, holder, silenceMs }: { name: string; holder: string; silenceMs: number }) {
    const { rows } = await sql`${plannedOnce('feed-lease')}insert into tournaments_lease as l (name, holder, beat_at)
      values (${name}, ${holder}, clock_timestamp())
      on conflict (name) do update set holder = excluded.holder, beat_at = clock_timestamp()
      where l.holder = excluded.holder or l.beat_at < clock_timestamp() - make_interval(secs => ${silenceMs / 1_000})
      returning 1`.execute(db)
    return rows.length > 0
  },

  letGo: (db: Db, { name, holder }: { name: string; holder: string }) =>
    sql`delete from tournaments_lease where name = ${name} and holder = ${holder}`.execute(db),
}

export async function readOpenRounds(tx: Tx, playerIds: readonly bigint[]): Promise<RoundName[]> {
  const { rows } = await sql<RoundName>`select player_id as "playerId", provider, round from tournaments_open
    where player_id = any(${list(playerIds)}::bigint[])`.execute(tx)
  return rows
}

const unnested = (rounds: readonly RoundName[]) => sql`unnest(${list(rounds.map(({ playerId }) => playerId))}::bigint[],
  ${rounds.map(({ provider }) => provider)}::text[], ${rounds.map(({ round }) => round)}::text[])`

export async function writeOpenRounds(
  tx: Tx,
  { opened, closed }: { opened: readonly RoundName[]; closed: readonly RoundName[] },
): Promise<void> {
  if (opened.length > 0) {
    await sql`insert into tournaments_open (player_id, provider, round) select * from ${unnested(opened)}
      on conflict do nothing`.execute(tx)
  }
  if (closed.length > 0) {
    await sql`delete from tournaments_open as o using ${unnested(closed)} as n (player_id, provider, round)
      where o.player_id = n.player_id and o.provider = n.provider and o.round = n.round`.execute(tx)
  }
}

/** Until it is settled: lines of the last second before the cut are read after it. */
const isRunning = sql`e.state = 'in' and t.state = 'open' and t.starts_at <= clock_timestamp()
      and t.cut_at > clock_timestamp() - make_interval(secs => ${settleMs / 1_000})`

const running = (playerIds: readonly bigint[]) => sql`tournaments_entry as e
    join tournaments_tournament as t on t.id = e.tournament_id
    where e.player_id = any(${list(playerIds)}::bigint[]) and ${isRunning}`

export type Running = Pick<TournamentEntry, 'tournamentId' | 'playerId'>

/** Which of these players are in tournaments whose rounds can still count, or are being checked. */
export async function runningPlayers(tx: Tx, playerIds: readonly bigint[]): Promise<Running[]> {
  const { rows } = await sql<Running>`select e.tournament_id as "tournamentId", e.player_id as "playerId"
    from ${running(playerIds)}`.execute(tx)
  return rows
}

/** Entries of these players in such tournaments, by the clock of the database. */
export async function runningEntries(tx: Tx, playerIds: readonly bigint[]): Promise<TournamentEntry[]> {
  const { rows } = await sql<TournamentEntry>`select e.tournament_id as "tournamentId", e.player_id as "playerId",
      e.join_no as "joinNo", e.joined_at as "joinedAt", e.reset_at as "resetAt", e.score, e.reached_at as "reachedAt",
      e.rounds, e.tally, e.state, e.note
    from ${running(playerIds)}`.execute(tx)
  return rows
}

export type NewScore = Pick<
  TournamentEntry,
  'tournamentId' | 'playerId' | 'joinNo' | 'resetAt' | 'score' | 'rounds'
> & {
  reachedMs: number | null
  tally: unknown
}

/**
 * One version for all of a batch, under the locks of the tournaments: versions are in the order of commits. An entry
 * whose score stays keeps its own: boards do not read it again, and no index is written for it.
 */
export async function writeScores(tx: Tx, scores: readonly NewScore[]): Promise<void> {
  if (scores.length === 0) return
  const ids = [...new Set(scores.map(({ tournamentId }) => tournamentId))].sort((one, other) => (one < other ? -1 : 1))
  await sql`select id from tournaments_tournament where id = any(${list(ids)}::bigint[]) order by id for update`.execute(
    tx,
  )
  const times = (all: readonly (Date | null)[]) => all.map((at) => at?.toISOString() ?? null)
  await sql`with moved as (
      update tournaments_tournament set version = version + 1 where id = any(${list(ids)}::bigint[]) and state = 'open'
      returning id, version
    )
    update tournaments_entry as e set score = n.score, rounds = n.rounds, tally = n.tally, reached_at = n.reached_at,
      reset_at = n.reset_at, version = case when e.score = n.score and e.reached_at is not distinct from n.reached_at
        then e.version else moved.version end
    from unnest(${list(scores.map(({ tournamentId }) => tournamentId))}::bigint[],
      ${list(scores.map(({ playerId }) => playerId))}::bigint[], ${list(scores.map(({ joinNo }) => joinNo))}::int[],
      ${list(scores.map(({ score }) => score))}::bigint[], ${list(scores.map(({ rounds }) => rounds))}::int[],
      ${scores.map(({ tally }) => JSON.stringify(tally))}::jsonb[],
      ${times(scores.map(({ reachedMs }) => (reachedMs === null ? null : new Date(reachedMs))))}::timestamptz[],
      ${times(scores.map(({ resetAt }) => resetAt))}::timestamptz[])
      as n (tournament_id, player_id, join_no, score, rounds, tally, reached_at, reset_at)
    join moved on moved.id = n.tournament_id
    where e.tournament_id = n.tournament_id and e.player_id = n.player_id and e.join_no = n.join_no
      and e.state = 'in'`.execute(tx)
}

// Who has news

/** Players of running tournaments whose purses are further than their cursors, or who have rounds that were open. */
export async function playersBehind(
  db: Db,
  purses: ReturnType<typeof sql>,
  { after, count }: { after: bigint; count: number },
): Promise<bigint[]> {
  const { rows } = await sql<{ playerId: bigint }>`select distinct e.player_id as "playerId"
    from tournaments_entry as e join tournaments_tournament as t on t.id = e.tournament_id
    where ${isRunning} and e.player_id > ${after}
      and (exists (select from tournaments_open as o where o.player_id = e.player_id)
        or exists (select from ${purses} as p left join tournaments_cursor as c on c.player_id = e.player_id and c.purse = p.purse
          where p."playerId" = e.player_id and p.seq > coalesce(c.seq, 0)))
    order by 1 limit ${count}`.execute(db)
  return rows.map(({ playerId }) => playerId)
}
