import { sql } from 'kysely'
import type { Context, Db } from '../../context.ts'
import { inPages } from '../../in-pages.ts'
import type { History, OpenLine, Page } from '../../ports/history.ts'
import { sportsbook } from './desk.ts'

/** Its stake is neither lost nor won. */
const isRunning = (playerId: bigint) => sql`player_id = ${playerId} and state in ('pending', 'open')`

async function readRunning(db: Db, playerId: bigint, { count, offset }: Page): Promise<OpenLine[]> {
  const { rows } = await sql<OpenLine>`select ${sportsbook.runner} as provider, id::text as round,
      ${sportsbook.game} as game, mode, currency, stake_open as staked, asked_at as "openedAt" from bets_bet
    where ${isRunning(playerId)} order by asked_at desc, id::text limit ${count} offset ${offset}`.execute(db)
  return rows
}

async function countRunning(db: Db, playerId: bigint): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from bets_bet
    where ${isRunning(playerId)}`.execute(db)
  return rows[0]?.total ?? 0
}

async function readRunningStakes(db: Db, { playerId, currency }: { playerId: bigint; currency: string }) {
  const { rows } = await sql<{ open: string }>`select coalesce(sum(stake_open), 0)::text as open from bets_bet
    where ${isRunning(playerId)} and mode = 'real' and currency = ${currency}`.execute(db)
  return BigInt(rows[0]?.open ?? 0)
}

/** What bets give to the player's history: what runs. What is over has a list of its own. */
export const betsHistory: History & { product: string } = {
  product: 'sports',
  page: async () => [],
  count: async () => 0,
  openPage: readRunning,
  countOpen: countRunning,
  openStakes: readRunningStakes,
}

type ToldBet = {
  number: number
  id: string
  key: string
  state: string
  kind: string
  sizes: number[]
  bankers: number[]
  currency: string
  mode: string
  policy: string
  stake: string
  returned: string
  boost: string
  refused_reason: string | null
  asked_at: Date
  accepted_at: Date | null
  settled_at: Date | null
  picks: { pick: string; price_asked: number; price: number | null }[]
}

/** A document that a browser can still open. */
const mostExported = 10_000

const betsAfter = (db: Db, playerId: bigint) => async (last: ToldBet | undefined, count: number) => {
  const { rows } = await sql<ToldBet>`select number, id::text as id, key, state, kind, sizes, bankers, currency, mode,
      policy, stake::text as stake, (returned + cashed)::text as returned, boost::text as boost, refused_reason, asked_at,
      accepted_at, settled_at, (select json_agg(json_build_object('pick', part.value ->> 'pick',
          'price_asked', leg.value -> 'price', 'price', (select price from bets_leg where bet_id = bet.id
            and place = leg.at - 1 order by part limit 1)) order by leg.at, part.at)
        from jsonb_array_elements(asked) with ordinality as leg (value, at),
          jsonb_array_elements(leg.value -> 'parts') with ordinality as part (value, at)) as picks
    from bets_bet as bet where player_id = ${playerId} and number < ${last?.number ?? 2_147_483_647}
    order by number desc limit ${count}`.execute(db)
  return rows
}

const toldBet = ({ asked_at: askedAt, accepted_at: acceptedAt, settled_at: settledAt, ...bet }: ToldBet) => ({
  ...bet,
  asked_at: askedAt.toISOString(),
  accepted_at: acceptedAt?.toISOString() ?? null,
  settled_at: settledAt?.toISOString() ?? null,
})

/** The bets of a player, and what the operator said of its stakes, for the player. */
export async function exportBets({ sql: db }: Pick<Context, 'sql'>, playerId: bigint) {
  const { rows } = await sql<{
    percent: number
    reason: string
    since: Date
  }>`select factor_bp / 100.0::float8 as percent,
      reason, since from bets_player where player_id = ${playerId}`.execute(db)
  return {
    stake_limit: rows[0] ? { ...rows[0], since: rows[0].since.toISOString() } : null,
    items: inPages(betsAfter(db, playerId), toldBet, mostExported),
  }
}
