import { sql } from 'kysely'
import type { Tx } from '../../context.ts'

export type Studio = { sysname: string; name: string; runner: string | null; position: number; isFilled: boolean }

export const putStudios = (tx: Tx, studios: readonly Studio[]) =>
  tx
    .insertInto('games_provider')
    .values(
      studios.map(({ sysname, name, runner, position, isFilled }) => ({
        sysname,
        name,
        runner,
        position,
        is_filled: isFilled,
      })),
    )
    .onConflict((row) =>
      row.column('sysname').doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        runner: ref('excluded.runner'),
        position: ref('excluded.position'),
      })),
    )
    .execute()

export type NewGame = {
  sysname: string
  provider: string
  name: string
  imageUrl: string
  type: string
  categories: readonly string[]
  rtp: string | null
  volatility: number | null
  version: string | null
  hasDemo: boolean
  jackpot: string | null
  popularity: number
  /** When it came out, in days before now. A game that is here already keeps its day. */
  ageDays: number
}

/** In one statement, however many. */
export async function putGames(tx: Tx, games: readonly NewGame[]): Promise<void> {
  await sql`insert into games_game (sysname, provider, name, image_url, type, categories, rtp, volatility, version,
      has_demo, jackpot, popularity, released_at)
    select n.sysname, n.provider, n.name, n.image_url, n.type, array(select jsonb_array_elements_text(n.categories)),
      n.rtp, n.volatility, n.version, n.has_demo, n.jackpot, n.popularity, now() - make_interval(days => n.age_days)
    from jsonb_to_recordset(${JSON.stringify(games.map(toRow))}::jsonb) as n (sysname text, provider text, name text,
      image_url text, type text, categories jsonb, rtp text, volatility smallint, version text, has_demo boolean,
      jackpot text, popularity bigint, age_days integer)
    order by n.sysname
    on conflict (sysname) do update set provider = excluded.provider, name = excluded.name,
      image_url = excluded.image_url, type = excluded.type, categories = excluded.categories, rtp = excluded.rtp,
      volatility = excluded.volatility, version = excluded.version, has_demo = excluded.has_demo,
      jackpot = excluded.jackpot, popularity = excluded.popularity`.execute(tx)
}

const toRow = ({ imageUrl, hasDemo, ageDays, ...game }: NewGame) => ({
  ...game,
  image_url: imageUrl,
  has_demo: hasDemo,
  age_days: ageDays,
})

/** Titles of a runner that are no longer among these: they stay in the books, and cannot be opened. */
export const retireGames = (tx: Tx, runner: string, kept: readonly string[]) =>
  sql`update games_game as g set version = null from games_provider as p
    where p.sysname = g.provider and p.runner = ${runner} and g.version is not null
      and g.sysname <> all(${kept}::text[])`.execute(tx)

/** What was filled in before. How many games there were. */
export async function removeFilled(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`delete from games_game as g using games_provider as p
    where p.sysname = g.provider and p.is_filled`.execute(tx)
  await tx.deleteFrom('games_provider').where('is_filled', '=', true).execute()
  return Number(numAffectedRows ?? 0n)
}
