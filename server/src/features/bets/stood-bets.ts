import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../context.ts'
import { countedSteps } from './counted-stakes.ts'
import { sportsbook } from './desk.ts'
import { isVoidResult } from './settle-rules.ts'

/**
 * Bets as they stood at a moment, by the steps that were there by then, in the shape of rounds: opened when they were
 * accepted, closed when they were settled. Boosts are not in what they won.
 */

type Row = {
  id: string
  playerId: bigint
  isDemo: boolean
  isFree: boolean
  currency: string
  stake: bigint
  own: bigint
  openedMs: number
  closedMs: number | null
  returned: bigint
  legs: unknown
  isCashedOut: boolean
}

const moment = (at: Date | null) => (at === null ? sql`'infinity'::timestamptz` : sql`${at}::timestamptz`)
const list = (values: readonly bigint[]) => `{${values.join()}}`

/** Of the last word about it: what it gave, and since when it is settled. A bet that was open again is open. */
const stood = (cut: Date | null) => sql`select
    (array_agg(s.kind order by s.n desc) filter (where s.kind in ('settled', 'corrected', 'reopened')))[1] as last,
    (array_agg(s.returned_after order by s.n desc) filter (where s.kind in ('settled', 'corrected')))[1] as returned,
    (array_agg(s.legs order by s.n desc) filter (where s.kind in ('settled', 'corrected')))[1] as legs,
    max(s.at) filter (where s.kind = 'settled') as settled_at,
    max(s.at) filter (where s.kind = 'cashed') as cashed_at
  from bets_step as s where s.bet_id = bet.id and s.at <= ${moment(cut)}`

const columns = sql`bet.id::text as id, bet.player_id as "playerId", bet.mode = 'demo' as "isDemo",
  bet.is_free_bet as "isFree", bet.currency, bet.stake,
  (select coalesce(sum((part ->> 'amount')::bigint), 0)::bigint from jsonb_array_elements(bet.split) as part
    where part ->> 'kind' in ('main', 'fun')) as own,
  floor(extract(epoch from bet.accepted_at) * 1000)::float8 as "openedMs",
  floor(extract(epoch from case when last.last in ('settled', 'corrected') then last.settled_at else last.cashed_at end)
    * 1000)::float8 as "closedMs",
  case when last.last = 'reopened' then 0 else coalesce(last.returned, 0) end as returned, last.legs,
  last.cashed_at is not null as "isCashedOut"`

const record = z.array(z.object({ win: z.number(), back: z.number(), of: z.number() }))

function slipOf({ id, stake, own, returned, legs, isCashedOut, ...row }: Row) {
  const said = record.parse(legs ?? [])
  const isVoid = said.length > 0 && said.every(({ win, back, of }) => isVoidResult([win, back, of]))
  return {
    ...row,
    ...{ provider: sportsbook.runner, round: id, game: sportsbook.game },
    // A stake that came back stands no more.
    bets: isVoid ? 0 : 1,
    ...{ own, bonus: stake - own, won: returned, wonOwn: (returned * own) / stake },
    slip: { isCashedOut },
  }
}

type StoodBet = ReturnType<typeof slipOf>

/** These, as they stand now. One that was never accepted is none. */
async function byId(db: Db, ids: readonly bigint[]): Promise<StoodBet[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`select ${columns} from bets_bet as bet cross join lateral (${stood(null)}) as last
    where bet.id = any(${list(ids)}::bigint[]) and bet.accepted_at is not null`.execute(db)
  return rows.map(slipOf)
}

type Stretch = { playerId: bigint; openedFrom: Date; openedTo: Date }

const asked = (
  stretches: readonly Stretch[],
) => sql`unnest(${list(stretches.map(({ playerId }) => playerId))}::bigint[],
    ${stretches.map(({ openedFrom }) => openedFrom.toISOString())}::timestamptz[],
    ${stretches.map(({ openedTo }) => openedTo.toISOString())}::timestamptz[]) as asked (player_id, opened_from, opened_to)
  join bets_bet as bet on bet.player_id = asked.player_id and bet.accepted_at >= asked.opened_from
    and bet.accepted_at < asked.opened_to`

/** All that these players had accepted within their stretches. */
async function ofPlayers(db: Db, stretches: readonly Stretch[], { cut }: { cut: Date | null }): Promise<StoodBet[]> {
  if (stretches.length === 0) return []
  const { rows } = await sql<Row>`select ${columns} from ${asked(stretches)} and bet.mode = 'real'
    cross join lateral (${stood(cut)}) as last`.execute(db)
  return rows.map(slipOf)
}

type StretchPage = { cut: Date | null; count: number; offset: number; isNewestFirst: boolean }

/** Some of what a player had accepted within a stretch, play money too, by when it was. */
async function pageOf(
  db: Db,
  stretch: Stretch,
  { cut, count, offset, isNewestFirst }: StretchPage,
): Promise<StoodBet[]> {
  const order = isNewestFirst ? sql`bet.accepted_at desc, bet.id desc` : sql`bet.accepted_at, bet.id`
  const { rows } = await sql<Row>`select ${columns} from (
      select bet.* from ${asked([stretch])} order by ${order} limit ${count} offset ${offset}
    ) as bet cross join lateral (${stood(cut)}) as last order by ${order}`.execute(db)
  return rows.map(slipOf)
}

async function countOf(db: Db, stretch: Stretch): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${asked([stretch])}`.execute(db)
  return rows[0]?.total ?? 0
}

type LateStep = { playerId: bigint; provider: string; round: string; kind: string; at: Date }

/** Results and corrections of bets of these stretches that came after a moment. */
async function lateSteps(db: Db, stretches: readonly Stretch[], cut: Date): Promise<LateStep[]> {
  if (stretches.length === 0) return []
  const { rows } = await sql<LateStep>`select bet.player_id as "playerId", ${sportsbook.runner} as provider,
      bet.id::text as round, s.kind, s.at
    from ${asked(stretches)} and bet.mode = 'real' join bets_step as s on s.bet_id = bet.id and s.at > ${cut}
    order by s.at, bet.id, s.n`.execute(db)
  return rows
}

/** `bet:12`, as lines of the ledger name it. */
function idIn(ref: string): bigint | null {
  const [, id] = /^bet:(\d+)$/.exec(ref) ?? []
  return id === undefined ? null : BigInt(id)
}

/** What scores of tournaments over bets, and points of bets, are made of. */
export const stoodBets = {
  byId,
  countOf,
  countedSteps,
  game: sportsbook.game,
  idIn,
  lateSteps,
  ofPlayers,
  pageOf,
  provider: sportsbook.runner,
}
