import type { Output } from '@croupier/contract/contract'
import { sql } from 'kysely'
import type { Db } from '../../../context.ts'

type BetRecord = Output<'bets.getRecord'>['record']

/** To a millionth of a second, which a date does not keep. */
const moment = (column: string) => sql.raw(`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`)

type BetPart = Omit<BetRecord['bet'], 'decimals'> & { made_at: string }

/** Always with the player: a number alone opens nothing. */
export async function readBetPart(db: Db, playerId: bigint, id: bigint): Promise<BetPart | undefined> {
  const { rows } =
    await sql<BetPart>`select id::text as id, number, state, kind, sizes, bankers, combinations, currency,
      mode, policy, stake::text as stake, stake_open::text as stake_open, is_free_bet, possible::text as possible,
      boost_bp, returned::text as returned, cashed::text as cashed, boost::text as boost, is_under_review, rules,
      ${moment('asked_at')} as asked_at, ${moment('accepted_at')} as accepted_at, ${moment('settled_at')} as settled_at,
      ${moment('clock_timestamp()')} as made_at
    from bets_bet where player_id = ${playerId} and id = ${id}`.execute(db)
  return rows[0]
}

type LegPart = Omit<BetRecord['legs'][number], 'pick'> & { event: string; outcome: string }

export async function readLegParts(db: Db, id: bigint): Promise<LegPart[]> {
  const { rows } = await sql<LegPart>`select place, part, event_id::text as event, market_id::text as market, outcome,
      price_asked, price, version, stops, is_live, win, back, subset_prices
    from bets_leg where bet_id = ${id} order by place, part`.execute(db)
  return rows
}

export async function readRulingParts(db: Db, id: bigint): Promise<BetRecord['rulings']> {
  const { rows } = await sql<BetRecord['rulings'][number]>`select place, part, n, win, back, "of", is_withdrawn, reason,
      actor, ${moment('at')} as at
    from bets_ruling where bet_id = ${id} order by place, part, n`.execute(db)
  return rows
}

export async function readStepParts(db: Db, id: bigint): Promise<BetRecord['steps']> {
  const { rows } = await sql<BetRecord['steps'][number]>`select n, kind, ${moment('at')} as at, actor, reason,
      part::text as part, returned_before::text as returned_before, returned_after::text as returned_after,
      boost::text as boost, shortfall::text as shortfall, legs, bet_id || ':' || n as ledger_key
    from bets_step where bet_id = ${id} order by n`.execute(db)
  return rows
}

/** Those that were paid: each is the step after the last one that was known when it was asked for. */
export async function readCashOutParts(db: Db, id: bigint): Promise<BetRecord['cash_outs']> {
  const { rows } = await sql<BetRecord['cash_outs'][number]>`select steps + 1 as step, kind, part::text as part,
      value::text as value, whole::text as whole, worth
    from bets_cash_out where bet_id = ${id} and state = 'paid' order by steps`.execute(db)
  return rows
}
