import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { SportsMarketState } from '@croupier/contract/sports'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../context.ts'
import { parseJson } from '../../parse-json.ts'
import { type PriceRow, readPrices } from './results-store.ts'

/** Prices of events that are closed, or older than the days that are kept: small, for those who look back. */

const zip = promisify(gzip)
const unzip = promisify(gunzip)

const states = [
  'off',
  'open',
  'suspended',
  'closed',
  'disputed',
  'resulted',
  'void',
] as const satisfies SportsMarketState[]
/** `[version, milliseconds, state, prices]`, newest first. */
const lines = z.array(z.tuple([z.number(), z.number(), z.enum(states), z.array(z.number())]))

type Line = z.output<typeof lines>[number]
type Row = PriceRow & { marketId: string }

/** All that the days still have, before what was packed when older days were about to go. */
export async function archivePrices(tx: Db | Tx, eventId: bigint): Promise<void> {
  const { rows } = await sql<Row>`select market_id::text as "marketId", version, at, state, prices from sports_price
    where market_id in (select id from sports_market where event_id = ${eventId})
    order by market_id, version desc`.execute(tx)
  const packed = packedLines.parse(parseJson((await readPacked(tx, Number(eventId))) ?? '{}'))
  const byMarket = Map.groupBy(rows, ({ marketId }) => marketId)
  const ids = [...new Set([...byMarket.keys(), ...Object.keys(packed)])]
  const prices: z.input<typeof packedLines> = Object.fromEntries(
    ids.map((id) => [id, joined((byMarket.get(id) ?? []).map(lineOf), packed[id] ?? [])]),
  )
  await sql`insert into sports_archive (event_id, prices) values (${eventId}, ${await zip(JSON.stringify(prices))})
    on conflict (event_id) do update set prices = excluded.prices, at = excluded.at`.execute(tx)
}

const packedLines = z.record(z.string(), lines)

const lineOf = ({ version, at, state, prices }: PriceRow): Line => [version, at.getTime(), state, prices]

/** Both newest first; the first is all that there is from its oldest line on. */
function joined(kept: readonly Line[], packed: readonly Line[]): Line[] {
  const [oldest = Number.POSITIVE_INFINITY] = kept.at(-1) ?? []
  return [...kept, ...packed.filter(([version]) => version < oldest)]
}

/** What a market offered, newest first: from the days that are kept, and before them from the archive. */
export async function readHistory(db: Db, market: { id: number; eventId: number }): Promise<PriceRow[]> {
  const kept = await readPrices(db, market.id)
  // The first version is there: nothing of it is in the archive alone.
  if (kept.at(-1)?.version === 1) return kept
  const text = await readPacked(db, market.eventId)
  if (text === null) return kept
  return joined(kept.map(lineOf), linesOf(text, market.id)).map(([version, at, state, prices]) => ({
    ...{ version, at: new Date(at), state, prices },
  }))
}

async function readPacked(db: Db | Tx, eventId: number): Promise<string | null> {
  const { rows } = await sql<{ prices: Buffer }>`select prices from sports_archive
    where event_id = ${eventId}`.execute(db)
  return rows[0] ? (await unzip(rows[0].prices)).toString('utf8') : null
}

/** In one go; what is left waits, and so do the days. */
const mostArchived = 200

/**
 * Events that are not closed, of which days that are older have prices: a dispute, a cancelled match, a question of long
 * standing. True where all of them are in the archive now.
 */
export async function archiveBefore(db: Db, days: number): Promise<boolean> {
  const { rows } = await sql<{ id: bigint }>`select event.id from sports_event as event
      left join sports_archive as archive on archive.event_id = event.id
    where event.told_at < current_date - ${days}::int and event.state <> 'closed' and event.purged_at is null
      and (archive.at is null or archive.at < current_date - ${days}::int)
      and exists (select from sports_market as market join sports_price as price on price.market_id = market.id
        where market.event_id = event.id and price.at < current_date - ${days}::int)
    limit ${mostArchived}`.execute(db)
  for (const { id } of rows) await archivePrices(db, id)
  return rows.length < mostArchived
}

/** Cut out before it is read: an event has a hundred thousand lines of all its markets, and any stranger may ask. */
function linesOf(text: string, marketId: number): z.output<typeof lines> {
  const named = `"${marketId}":`
  const at = text.indexOf(named)
  if (at < 0) return []
  const from = at + named.length
  // The last price, its line, and the list.
  return lines.parse(parseJson(text.slice(from, text.indexOf(']]]', from) + 3)))
}
