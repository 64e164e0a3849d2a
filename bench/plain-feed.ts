import type { Database } from '../server/src/db/db.ts'

/** A market as its row has it. */
export type PlainMarket = {
  event: number
  type: string
  period: string
  line: string
  prices: readonly number[]
  wins: readonly number[]
  backs: readonly number[]
}

/**
 * The same rows in twins of the house's tables, with their indexes, each portion one statement and one commit: what the
 * database needs for them alone, without a feed that is read, checked, kept and told of.
 */
export async function openPlainFeed(db: Database) {
  await db.pool.query(`drop table if exists bench_market, bench_price;
    create table bench_market (like sports_market including all);
    create table bench_price (like sports_price including all)`)
  const history = `insert into bench_price (market_id, version, state, prices, wins, backs)
    select id, version, state, prices, wins, backs from written`
  return {
    async add(markets: readonly PlainMarket[]): Promise<void> {
      await db.pool.query({
        name: 'plain-add',
        text: `with written as (
            insert into bench_market (event_id, type, period, line, state, is_live, prices, wins, backs, told_in)
            select event, type, period, line, 'open', true, prices, wins, backs, 1 from jsonb_to_recordset($1::jsonb)
              as told (event bigint, type text, period text, line text, prices int[], wins int[], backs int[])
            returning id, version, state, prices, wins, backs)
          ${history}`,
        values: [JSON.stringify(markets)],
      })
    },
    async move(markets: readonly Pick<PlainMarket, 'event' | 'type' | 'period' | 'line' | 'prices'>[]): Promise<void> {
      await db.pool.query({
        name: 'plain-move',
        text: `with told as materialized (
            select * from jsonb_to_recordset($1::jsonb)
              as told (event bigint, type text, period text, line text, prices int[])
          ), written as (
            update bench_market as market set prices = told.prices, version = version + 1 from told
            where market.event_id = told.event and market.type = told.type and market.period = told.period
              and market.line = told.line
            returning market.id, market.version, market.state, market.prices, market.wins, market.backs)
          ${history}`,
        values: [JSON.stringify(markets)],
      })
    },
    close: () => db.pool.query('drop table bench_market, bench_price'),
  }
}

export type PlainFeed = Awaited<ReturnType<typeof openPlainFeed>>
