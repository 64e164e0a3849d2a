import type { feedRequest } from '@croupier/sportsbook/feed'
import { sql } from 'kysely'
import type { z } from 'zod'
import { begin, type Database } from '../db/db.ts'
import { openToldMarkets, receiveFeed } from '../features/sports/sports.ts'
import type { Announce } from '../happenings.ts'

/** What a producer may send, as it writes it. */
export type SentMessage = z.input<typeof feedRequest>['messages'][number]

/**
 * A producer that numbers its messages and keeps them, as the protocol asks. Two of three requests go to one node, the
 * third to another; or each to one that has just begun.
 */
export function testProducer(
  db: Database,
  producer: string,
  { announce = async () => {}, isForgotten = false }: { announce?: Announce; isForgotten?: boolean } = {},
) {
  const sent: SentMessage[] = []
  const nodes = [openToldMarkets(), openToldMarkets()] as const
  let epoch = 1
  let posts = 0
  const post = (first: number, messages: readonly SentMessage[], inEpoch = epoch) => {
    posts += 1
    const told = isForgotten ? openToldMarkets() : nodes[posts % 3 === 0 ? 1 : 0]
    return receiveFeed(
      { begin: (work) => begin(db, work), announce, told },
      { producer, sentAtMs: Date.now() },
      JSON.stringify({ epoch: inEpoch, first, messages }),
    )
  }
  return {
    post,
    epoch: () => epoch,
    sent: () => sent.length,
    /** In order, in one request. */
    tell(...messages: SentMessage[]) {
      sent.push(...messages)
      return post(sent.length - messages.length + 1, messages)
    },
    /** Numbers begin anew; the first message is the beginning of a snapshot. */
    beginEpoch() {
      epoch += 1
      sent.length = 0
    },
  }
}

/**
 * Each word of a producer counts for an hour, so that a machine that stands still does not make it silent. Times that a
 * test sets back itself stay as they are.
 */
export async function makeLasting({ sql: db }: Pick<Database, 'sql'>): Promise<void> {
  await sql`create or replace function keep_word() returns trigger language plpgsql as $$ begin
      new.alive_at := new.alive_at + interval '1 hour';
      new.sent_at := new.alive_at;
      new.up_at := new.up_at + interval '1 hour';
      return new;
    end $$`.execute(db)
  await sql`create or replace trigger keep_word before update of alive_at on sports_producer for each row
    when (new.alive_at >= statement_timestamp()) execute function keep_word()`.execute(db)
}

const names = (en: string) => ({ en })

/** A sport, a league and so many pairs of teams. */
export const treeOf = (sport: string, teams: readonly string[]): SentMessage => ({
  kind: 'tree',
  sports: [{ sysname: sport, names: names(sport), position: 1 }],
  categories: [{ ref: `${sport}-land`, sport, names: names('Land'), position: 1 }],
  tournaments: [{ ref: `${sport}-league`, category: `${sport}-land`, names: names('League'), position: 1, tier: 'A' }],
  competitors: teams.map((ref) => ({ ref, sport, names: names(ref) })),
})

export const fixtureOf = (
  event: string,
  more: Partial<Extract<SentMessage, { kind: 'fixture' }>> = {},
): SentMessage => ({
  ...{ kind: 'fixture', event, tournament: 'football-league', home: 'reds', away: 'blues' },
  ...{ starts_at: '2026-12-01T18:00:00Z', has_live: true, format: { minutes: 90 } },
  ...more,
})

type PricesMarket = Extract<SentMessage, { kind: 'prices' }>['markets'][number]

export const resultMarket = (
  prices: readonly [number, number, number],
  more: Partial<PricesMarket> = {},
): PricesMarket => ({
  ...{ type: 'result', period: 'ft', line: null, state: 'open', is_live: true },
  prices: [...prices],
  wins: [436_774_000, 285_490_000, 277_736_000],
  backs: [0, 0, 0],
  ...more,
})

export const pricesOf = (event: string, ...markets: PricesMarket[]): SentMessage => ({ kind: 'prices', event, markets })

export const factsOf = (
  event: string,
  from: number,
  ...told: [string, Record<string, string | number | boolean>][]
): SentMessage => ({
  kind: 'facts',
  event,
  facts: told.map(([kind, data], at) => ({ seq: from + at, kind, data, at: '2026-12-01T18:30:00Z' })),
})

/** All that stands in the book of one producer, without ids and times. */
export async function bookOf(db: Database, producer: string) {
  const { rows: events } = await sql<{ ref: string; state: string; facts: number; score: unknown }>`select ref, state,
      facts, score from sports_event where producer = ${producer} order by ref`.execute(db.sql)
  const { rows: markets } = await sql<
    Record<string, unknown>
  >`select event.ref, type, period, line, market.state, cause,
      market.version, stops, prices, is_live as "isLive", (select jsonb_agg(jsonb_build_array(revision, outcomes, void_reason) order by revision)
        from sports_result where market_id = market.id) as results,
      (select count(*)::int from sports_price where market_id = market.id) as kept
    from sports_market as market join sports_event as event on event.id = market.event_id
    where event.producer = ${producer} order by event.ref, type, period, line`.execute(db.sql)
  const { rows: facts } = await sql<Record<string, unknown>>`select event.ref, fact.seq, kind, data, cancels
    from sports_fact as fact join sports_event as event on event.id = fact.event_id
    where event.producer = ${producer} order by event.ref, fact.seq`.execute(db.sql)
  return { events, markets, facts }
}
