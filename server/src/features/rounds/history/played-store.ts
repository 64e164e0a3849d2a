import { sql } from 'kysely'
import type { Db } from '../../../context.ts'
import { type Packed, packed, unpack, unpackRows } from '../../../db/packed.ts'
import { asked, portionsOf, type Stretch, within } from './portions.ts'

/**
 * Rounds with the sums of their calls as they stood at a moment: what was there by then and not yet rolled back. A pot
 * is in none of them, because no call of a game pays it.
 */
type StoodRound = {
  provider: string
  round: string
  playerId: bigint
  game: string
  isDemo: boolean
  isFree: boolean
  currency: string
  openedMs: number
  closedMs: number | null
  bets: number
  own: bigint
  bonus: bigint
  won: bigint
  wonOwn: bigint
}

/**
 * Milliseconds as statements have them: what is finer is cut off. Seconds as a float are exact to a fifth of a
 * microsecond, so half of one on top makes whole milliseconds whole, and nothing else.
 */
const ms = (moment: ReturnType<typeof sql>) => sql`floor(date_part('epoch', ${moment}) * 1000 + 0.0005)`

/** `infinity` as the driver can say it. */
const moment = (at: Date | null) => (at === null ? sql`'infinity'::timestamptz` : sql`${at}::timestamptz`)

/** The sum of the parts of these kinds. Most calls have one part: that is read without unfolding it. */
const partsOf = (list: 'split' | 'gains', kinds: readonly string[]) => {
  const [all, named] = [sql.ref(`a.${list}`), sql.join(kinds.map((kind) => sql.lit(kind)))]
  return sql`case when ${all} is null then 0 when ${all} -> 1 is null
      then case when ${all} -> 0 ->> 'kind' in (${named}) then (${all} -> 0 ->> 'amount')::bigint else 0 end
    else (select coalesce(sum((part ->> 'amount')::bigint), 0)::bigint from jsonb_array_elements(${all}) as part
      where part ->> 'kind' in (${named})) end`
}

const standing = (cut: Date | null) => sql`select
    count(*) filter (where kind in ('bet', 'betwin'))::int as bets,
    coalesce(sum(${partsOf('split', ['main', 'fun'])}), 0)::bigint as own,
    coalesce(sum(${partsOf('split', ['bonus'])}), 0)::bigint as bonus,
    coalesce(bool_or(a.split @> '[{"kind": "promotions"}]'), false) as is_free, coalesce(sum(a.won), 0)::bigint as won,
    coalesce(sum(case when a.gains is null then a.won else ${partsOf('gains', ['main'])} end), 0)::bigint as won_own
  from rounds_action as a
  where a.round = r.round and a.provider = r.provider and a.kind in ('bet', 'win', 'betwin') and a.at <= ${moment(cut)}
    and not (a.is_rolled_back and coalesce(a.rolled_back_at, '-infinity') <= ${moment(cut)})`

/**
 * Where a stake stands it says itself who paid it: the first one of an own round is taken back with all others or not at
 * all. The rest is asked for each round by itself: of a join the planner may read all plays there are.
 */
const isOfPack = sql`case when sums.bets > 0 then false else coalesce((select p.pack_id is not null from rounds_play as p
  where r.provider = 'studio' and p.round = r.round limit 1), false) end`

const isFree = sql`r.pack_id is not null or sums.is_free or ${isOfPack}`
const openedMs = ms(sql`r.opened_at`)
const closedMs = sql`case when r.is_closed then ${ms(sql`coalesce(r.closed_at, r.updated_at)`)} end`

const columns = sql`r.provider, r.round, r.player_id as "playerId", r.game, r.mode = 'demo' as "isDemo",
  ${isFree} as "isFree", r.currency, ${openedMs} as "openedMs", ${closedMs} as "closedMs",
  sums.bets, sums.own, sums.bonus, sums.won, sums.won_own as "wonOwn"`

const summed = (cut: Date | null) => sql`cross join lateral (${standing(cut)}) as sums`

type RoundName = { provider: string; round: string }

/** These, as they stand now. */
async function byName(db: Db, names: readonly RoundName[]): Promise<StoodRound[]> {
  if (names.length === 0) return []
  const { rows } = await sql<StoodRound>`select ${columns}
    from unnest(${names.map(({ provider }) => provider)}::text[], ${names.map(({ round }) => round)}::text[])
      as asked (provider, round) cross join lateral (
        -- Name by name: for a crowd of them the planner would read all there are.
        select * from rounds_round where provider = asked.provider and round = asked.round limit 1) as r
    ${summed(null)}`.execute(db)
  return rows
}

type Question = {
  /** As it stood then; null: now. */
  cut: Date | null
}

type RoundColumns = Record<Exclude<keyof StoodRound, 'isDemo'>, Packed>

const packedColumns = sql`${packed(sql`r.provider`)} as provider, ${packed(sql`r.round`)} as round,
  ${packed(sql`r.player_id`)} as "playerId", ${packed(sql`r.game`)} as game, ${packed(isFree)} as "isFree",
  ${packed(sql`r.currency`)} as currency, ${packed(openedMs)} as "openedMs", ${packed(closedMs)} as "closedMs",
  ${packed(sql`sums.bets`)} as bets, ${packed(sql`sums.own`)} as own, ${packed(sql`sums.bonus`)} as bonus,
  ${packed(sql`sums.won`)} as won, ${packed(sql`sums.won_own`)} as "wonOwn"`

/** The next round of real money with each call. */
function roundsFrom(found: RoundColumns): () => StoodRound {
  const [provider, round, playerId] = [
    unpack.text(found.provider),
    unpack.text(found.round),
    unpack.bigint(found.playerId),
  ]
  const [game, isFreeSpin, currency] = [
    unpack.text(found.game),
    unpack.boolean(found.isFree),
    unpack.text(found.currency),
  ]
  const [opened, closed, bets] = [
    unpack.float8(found.openedMs),
    unpack.float8OrNull(found.closedMs),
    unpack.int(found.bets),
  ]
  const [own, bonus] = [unpack.bigint(found.own), unpack.bigint(found.bonus)]
  const [won, wonOwn] = [unpack.bigint(found.won), unpack.bigint(found.wonOwn)]
  return () => ({
    provider: provider(),
    round: round(),
    playerId: playerId(),
    game: game(),
    isDemo: false,
    isFree: isFreeSpin(),
    currency: currency(),
    openedMs: opened(),
    closedMs: closed(),
    bets: bets(),
    own: own(),
    bonus: bonus(),
    won: won(),
    wonOwn: wonOwn(),
  })
}

/** All that these players opened within their stretches. Where that may be much, portion by portion. */
async function ofPlayers(db: Db, stretches: readonly Stretch[], { cut }: Question): Promise<StoodRound[]> {
  if (stretches.length === 0) return []
  const { rows } = await sql<RoundColumns>`select ${packedColumns}
    from ${asked(stretches)} join rounds_round as r on ${within} ${summed(cut)}`.execute(db)
  const [found] = rows
  return found ? unpackRows(found.round, roundsFrom(found)) : []
}

type StretchPage = Pick<Question, 'cut'> & { count: number; offset: number; isNewestFirst: boolean }

/** Some of what a player opened within a stretch, play money too, by when they were opened: only these are summed up. */
async function pageOf(db: Db, { playerId, openedFrom, openedTo }: Stretch, page: StretchPage): Promise<StoodRound[]> {
  const order = page.isNewestFirst ? sql`opened_at desc, provider desc, round desc` : sql`opened_at, provider, round`
  const { rows } = await sql<StoodRound>`select ${columns} from (
      select * from rounds_round where player_id = ${playerId} and mode in ('real', 'demo')
        and opened_at >= ${openedFrom} and opened_at < ${openedTo}
      order by ${order} limit ${page.count} offset ${page.offset}
    ) as r ${summed(page.cut)} order by ${page.isNewestFirst ? sql`r.opened_at desc, r.provider desc, r.round desc` : sql`r.opened_at, r.provider, r.round`}`.execute(
    db,
  )
  return rows
}

async function countOf(db: Db, { playerId, openedFrom, openedTo }: Stretch): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from rounds_round
    where player_id = ${playerId} and mode in ('real', 'demo') and opened_at >= ${openedFrom}
      and opened_at < ${openedTo}`.execute(db)
  return rows[0]?.total ?? 0
}

type LateCall = RoundName & {
  playerId: bigint
  action: string
  kind: string
  won: bigint
  at: Date
  isRollback: boolean
}

/** Calls of rounds of these stretches that came, or were taken back, after a moment. */
async function lateCalls(db: Db, stretches: readonly Stretch[], cut: Date): Promise<LateCall[]> {
  if (stretches.length === 0) return []
  const { rows } = await sql<LateCall>`select r.provider, r.round, r.player_id as "playerId", a.action, a.kind, a.won,
      coalesce(a.rolled_back_at, a.at) as at, a.rolled_back_at is not null as "isRollback"
    from ${asked(stretches)} join rounds_round as r on ${within}
    join rounds_action as a on a.round = r.round and a.provider = r.provider and a.kind in ('bet', 'win', 'betwin')
    where a.at > ${cut} or a.rolled_back_at > ${cut} order by 7, r.provider, r.round, a.action`.execute(db)
  return rows
}

/** The games of rounds, in any order; a round that is unknown is not in the answer. */
async function gamesOf(db: Db, names: readonly RoundName[]): Promise<(RoundName & { game: string })[]> {
  if (names.length === 0) return []
  const { rows } = await sql<RoundName & { game: string }>`select r.provider, r.round, r.game
    from unnest(${names.map(({ provider }) => provider)}::text[], ${names.map(({ round }) => round)}::text[])
      as asked (provider, round) cross join lateral (
        -- Name by name: for a crowd of them the planner would read all there are.
        select provider, round, game from rounds_round
        where provider = asked.provider and round = asked.round limit 1) as r`.execute(db)
  return rows
}

/** `round:studio:abc`, as lines of the ledger name it; ids of rounds may have colons of their own. */
function nameIn(ref: string): RoundName | null {
  const [, provider, round] = /^round:([^:]+):(.+)$/.exec(ref) ?? []
  return provider !== undefined && round !== undefined ? { provider, round } : null
}

/** What scores and points are made of. */
export const stoodRounds = { byName, countOf, gamesOf, lateCalls, nameIn, ofPlayers, pageOf, portionsOf }
