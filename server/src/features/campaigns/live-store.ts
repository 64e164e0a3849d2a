import { currencies } from '@croupier/contract/money'
import type { PublishedKind } from '@croupier/contract/published-terms'
import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'

export type LiveRow = {
  sysname: string
  hash: string
  body: unknown
  publishedAt: Date
  stoppedAt: Date | null
  actor: string
}

const rows = (db: Db, kind: PublishedKind) =>
  db
    .selectFrom('campaigns_live')
    .select(['sysname', 'hash', 'body', 'published_at as publishedAt', 'stopped_at as stoppedAt', 'actor'])
    .where('kind', '=', kind)

/** What is in force, of several kinds at once and without its terms: those of a hash never change. */
export const readLiveHeads = (db: Db, kinds: readonly PublishedKind[]) =>
  db
    .selectFrom('campaigns_live')
    .select(({ ref }) => [
      ref('kind').$castTo<PublishedKind>().as('kind'),
      'sysname',
      'hash',
      'published_at as publishedAt',
      'stopped_at as stoppedAt',
      'actor',
    ])
    .where('kind', 'in', [...kinds])
    .orderBy('kind')
    .orderBy('sysname')
    .execute()

/** Of which offers are made. */
export const offerKinds = [
  'campaigns',
  'bonus-templates',
  'spin-templates',
  'betting-templates',
] as const satisfies readonly PublishedKind[]

/** Another text whenever anything that offers are made of is another one: who remembers them under it need not read them. */
export const liveMark = sql<string>`(select count(*) || ':' || coalesce(
    sum(hash_record_extended((kind, sysname, hash, published_at, stopped_at), 0)), 0)
  from campaigns_live where kind = any(${`{${offerKinds.join()}}`}::text[]))`

/** With the clock of the database. */
export async function readLiveMark(db: Db): Promise<{ now: Date; live: string }> {
  const { rows } = await sql<{ now: Date; live: string }>`select now() as now, ${liveMark} as live`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a question without an answer')
  return row
}

export const readLiveRows = (db: Db, kind: PublishedKind): Promise<LiveRow[]> =>
  rows(db, kind).orderBy('sysname').execute()

export const readLiveRow = (db: Db, kind: PublishedKind, sysname: string): Promise<LiveRow | undefined> =>
  rows(db, kind).where('sysname', '=', sysname).executeTakeFirst()

type Publishing = { kind: PublishedKind; sysname: string; hash: string; body: string; actor: string }

/** In force from now on; what was before stays written down. */
export const writeLive = (tx: Tx, { kind, sysname, hash, body, actor }: Publishing) =>
  sql`with live as (
      insert into campaigns_live (kind, sysname, hash, body, actor)
      values (${kind}, ${sysname}, ${hash}, ${body}::jsonb, ${actor})
      on conflict (kind, sysname) do update set hash = excluded.hash, body = excluded.body, actor = excluded.actor,
        published_at = now(), stopped_at = null
      returning kind, sysname, hash, body, actor
    )
    insert into campaigns_version (kind, sysname, hash, body, actor) select * from live`.execute(tx)

/** Every version of a kind, the oldest first. */
export async function readVersions(db: Db, kind: PublishedKind) {
  type Version = { sysname: string; hash: string; body: unknown; atMs: bigint }
  const { rows } = await sql<Version>`select sysname, hash, body, (extract(epoch from at) * 1000)::bigint as "atMs"
    from campaigns_version where kind = ${kind} order by id`.execute(db)
  return rows.map(({ atMs, ...row }) => ({ ...row, atMs: Number(atMs) }))
}

/** False where it was not published, or stopped before. */
export async function writeStopped(tx: Tx, kind: PublishedKind, sysname: string, actor: string) {
  const stopped = await tx
    .updateTable('campaigns_live')
    .set({ stopped_at: sql<Date>`now()`, actor })
    .where('kind', '=', kind)
    .where('sysname', '=', sysname)
    .where('stopped_at', 'is', null)
    .returning('sysname')
    .executeTakeFirst()
  if (stopped)
    await sql`insert into campaigns_version (kind, sysname, actor) values (${kind}, ${sysname}, ${actor})`.execute(tx)
  return stopped !== undefined
}

export const stopAllOf = (db: Db, actor: string) =>
  sql`with stopped as (
      update campaigns_live set stopped_at = now() where actor = ${actor} and stopped_at is null returning kind, sysname
    )
    insert into campaigns_version (kind, sysname, actor) select kind, sysname, ${actor} from stopped`.execute(db)

/** The row that counts claims, whatever their currency. */
export const allCurrencies = '*'

/** A row for every currency, so that a claim only ever updates; what was given stays counted. */
export async function writeBudget(
  tx: Tx,
  offer: string,
  { claims, amounts }: { claims: number | null; amounts: ReadonlyMap<string, bigint> },
): Promise<void> {
  const codes = Object.keys(currencies).sort()
  const most = `{${codes.map((code) => amounts.get(code) ?? 'null').join()}}`
  await sql`insert into campaigns_budget (offer, currency, most_claims, most_amount)
    select ${offer}, code, most_claims, most_amount from (
      select ${allCurrencies} as code, ${claims}::int as most_claims, null::bigint as most_amount
      union all
      select code, null::int, most from unnest(${codes}::text[], ${most}::bigint[]) as each (code, most)
    ) as wanted order by code
    on conflict (offer, currency) do update
      set most_claims = excluded.most_claims, most_amount = excluded.most_amount`.execute(tx)
}

type SharedCode = { key: string; offer: string; mostUses: number | null; mostPerPlayer: number }

/** What was used stays used, also where fewer are allowed now. */
export const writeSharedCode = (tx: Tx, { key, offer, mostUses, mostPerPlayer }: SharedCode) =>
  sql`insert into campaigns_code (key, kind, offer, most_uses, most_per_player)
    values (${key}, 'shared', ${offer}, ${mostUses}, ${mostPerPlayer})
    on conflict (key) do update set offer = excluded.offer, most_per_player = excluded.most_per_player, stopped_at = null,
      most_uses = case when excluded.most_uses is null then null
        else greatest(excluded.most_uses, campaigns_code.uses) end`.execute(tx)
