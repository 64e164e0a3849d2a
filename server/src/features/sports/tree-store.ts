import type { FeedMessageOf } from '@croupier/sportsbook/feed'
import { sql } from 'kysely'
import type { Tx } from '../../context.ts'

type Tree = FeedMessageOf<'tree'>

const json = (rows: readonly unknown[]) => JSON.stringify(rows)

/** Of two words about one the later counts. */
const byRef = (rows: readonly { ref: string }[]) => json([...new Map(rows.map((row) => [row.ref, row])).values()])

/** What is told again is changed only where it is another one. */
export async function writeTree(tx: Tx, producer: string, { sports, categories, tournaments, competitors }: Tree) {
  if (sports.length > 0)
    // Whoever told of it first: two producers would rename it to and fro.
    await sql`insert into sports_sport as known (sysname, producer, names, position)
      select sysname, ${producer}, names, position from jsonb_to_recordset(${byRef(sports.map((sport) => ({ ...sport, ref: sport.sysname })))}::jsonb)
        as told (sysname text, names jsonb, position int)
      on conflict (sysname) do update
        set producer = excluded.producer, names = excluded.names, position = excluded.position
        where coalesce(known.producer = excluded.producer, true) and (known.producer, known.names, known.position)
          is distinct from (excluded.producer, excluded.names, excluded.position)`.execute(tx)
  if (categories.length > 0)
    await sql`insert into sports_category as known (producer, ref, sport, names, position)
      select ${producer}, ref, sport, told.names, told.position
      from jsonb_to_recordset(${byRef(categories)}::jsonb) as told (ref text, sport text, names jsonb, position int)
        join sports_sport on sports_sport.sysname = told.sport
      on conflict (producer, ref) do update set names = excluded.names, position = excluded.position
        where (known.names, known.position) is distinct from (excluded.names, excluded.position)`.execute(tx)
  if (tournaments.length > 0)
    await sql`insert into sports_tournament as known (producer, ref, category_id, sport, names, position, tier)
      select ${producer}, told.ref, category.id, category.sport, told.names, told.position, told.tier
      from jsonb_to_recordset(${byRef(tournaments)}::jsonb)
          as told (ref text, category text, names jsonb, position int, tier text)
        join sports_category as category on category.producer = ${producer} and category.ref = told.category
      on conflict (producer, ref) do update
        set names = excluded.names, position = excluded.position, tier = excluded.tier
        where (known.names, known.position, known.tier)
          is distinct from (excluded.names, excluded.position, excluded.tier)`.execute(tx)
  if (competitors.length > 0)
    await sql`insert into sports_competitor as known (producer, ref, sport, names, crest)
      select ${producer}, told.ref, told.sport, told.names, told.crest
      from jsonb_to_recordset(${byRef(competitors)}::jsonb) as told (ref text, sport text, names jsonb, crest text)
        join sports_sport on sports_sport.sysname = told.sport
      on conflict (producer, ref) do update set names = excluded.names, crest = excluded.crest
        where (known.names, known.crest) is distinct from (excluded.names, excluded.crest)`.execute(tx)
}

export type Fixture = Omit<FeedMessageOf<'fixture'>, 'kind' | 'change'>

/** Events that are new or another than before. One of an unknown league or side is not taken. */
export async function writeFixtures(
  tx: Tx,
  producer: string,
  fixtures: readonly Fixture[],
  rules: Readonly<Record<string, string>>,
): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`insert into sports_event as known (producer, ref, sport, tournament_id,
      home_id, away_id, starts_at, first_starts_at, has_live, format, rules, seed_hash)
    select ${producer}, told.event, league.sport, league.id, home.id, away.id, told.starts_at,
      coalesce(told.first_starts_at, told.starts_at), told.has_live, told.format,
      coalesce(${JSON.stringify(rules)}::jsonb ->> league.sport, ''), told.seed_hash
    from jsonb_to_recordset(${json(fixtures)}::jsonb) as told (event text, tournament text, home text, away text,
        starts_at timestamptz, first_starts_at timestamptz, has_live boolean, format jsonb, seed_hash text)
      join sports_tournament as league on league.producer = ${producer} and league.ref = told.tournament
      join sports_competitor as home on home.producer = ${producer} and home.ref = told.home
      join sports_competitor as away on away.producer = ${producer} and away.ref = told.away
    on conflict (producer, ref) do update set starts_at = excluded.starts_at, has_live = excluded.has_live,
        format = excluded.format, home_id = excluded.home_id, away_id = excluded.away_id, version = known.version + 1,
        purged_at = null, held_at = null
      where (known.state = 'planned' or known.state in ('open', 'postponed')
          and (known.home_id, known.away_id) = (excluded.home_id, excluded.away_id))
        and (known.starts_at, known.has_live, known.format, known.home_id, known.away_id)
          is distinct from (excluded.starts_at, excluded.has_live, excluded.format, excluded.home_id, excluded.away_id)
    returning id`.execute(tx)
  const handled = fixtures.filter(({ is_handled: isHandled }) => isHandled).map(({ event }) => event)
  return [...new Set([...rows.map(({ id }) => id), ...(await markHandled(tx, producer, handled))])]
}

export type Turned = { id: bigint; rules: string; areExchanged: boolean; isBefore: boolean }

/** Events that are for sale or played, told now with other sides than those that bets are on. */
export async function turnEvents(tx: Tx, producer: string, fixtures: readonly Fixture[]): Promise<Turned[]> {
  const { rows } = await sql<Turned>`with told as (
      select event.id, event.state in ('open', 'postponed') as is_before, home.id = event.away_id and away.id = event.home_id as are_exchanged
      from jsonb_to_recordset(${json(fixtures)}::jsonb) as told (event text, home text, away text)
        join sports_event as event on event.producer = ${producer} and event.ref = told.event
        join sports_competitor as home on home.producer = ${producer} and home.ref = told.home
        join sports_competitor as away on away.producer = ${producer} and away.ref = told.away
      where event.state in ('open', 'postponed', 'live', 'interrupted') and not event.is_turned
        and (event.home_id, event.away_id) is distinct from (home.id, away.id)
    )
    update sports_event as event set is_turned = true, version = version + 1, ended_at = clock_timestamp(),
      interrupted_at = null, reason = 'VENUE', state = case when is_before then 'cancelled' else 'abandoned' end
    from told where event.id = told.id
    returning event.id, rules, is_before as "isBefore", are_exchanged as "areExchanged"`.execute(tx)
  return rows
}

/** Whatever state an event is in; it stays so. */
async function markHandled(tx: Tx, producer: string, refs: readonly string[]): Promise<bigint[]> {
  if (refs.length === 0) return []
  const { rows } = await sql<{ id: bigint }>`update sports_event set is_handled = true, version = version + 1
    where producer = ${producer} and ref = any(${[...refs]}::text[]) and not is_handled returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
