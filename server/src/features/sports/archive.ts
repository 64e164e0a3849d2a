import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { SportsMarketState } from '@croupier/contract/sports'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../context.ts'
import { parseJson } from '../../parse-json.ts'
import type { PriceRow } from './results-store.ts'

/** Prices of events that are closed: kept small, for those who look back. */

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

type Row = PriceRow & { marketId: string }

export async function archivePrices(tx: Tx, eventId: bigint): Promise<void> {
  const { rows } = await sql<Row>`select market_id::text as "marketId", version, at, state, prices from sports_price
    where market_id in (select id from sports_market where event_id = ${eventId})
    order by market_id, version desc`.execute(tx)
  const byMarket = Map.groupBy(rows, ({ marketId }) => marketId)
  const prices: Record<string, z.input<typeof lines>> = Object.fromEntries(
    [...byMarket].map(([id, own]) => [
      id,
      own.map(({ version, at, state, prices: offered }) => [version, at.getTime(), state, offered]),
    ]),
  )
  const packed = await zip(JSON.stringify(prices))
  await sql`insert into sports_archive (event_id, prices) values (${eventId}, ${packed}) on conflict do nothing`.execute(
    tx,
  )
}

export async function readArchived(db: Db, market: { id: number; eventId: number }): Promise<PriceRow[]> {
  const { rows } = await sql<{ prices: Buffer }>`select prices from sports_archive
    where event_id = ${market.eventId}`.execute(db)
  if (!rows[0]) return []
  const text = (await unzip(rows[0].prices)).toString('utf8')
  return linesOf(text, market.id).map(([version, at, state, prices]) => ({ version, at: new Date(at), state, prices }))
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
