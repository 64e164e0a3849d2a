import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../context.ts'
import { isVoidResult } from './settle-rules.ts'

/**
 * What of a bet counts as played, step by step: the part of its stake that was own money and whose result stands. A void
 * bet, one that waits again and what was cashed out count nothing.
 */

type Row = {
  betId: bigint
  playerId: bigint
  currency: string
  stake: bigint
  own: bigint
  n: number
  isReopened: boolean
  atMs: number
  part: bigint
  legs: unknown
}

const record = z.array(z.object({ win: z.number(), back: z.number(), of: z.number() }))

/** Rounded down, once: a part of what bonus and own money paid together. */
function countedAfter({ isReopened, legs, part, own, stake }: Row): bigint {
  if (isReopened) return 0n
  const isVoid = record.parse(legs).every(({ win, back, of }) => isVoidResult([win, back, of]))
  return isVoid ? 0n : (part * own) / stake
}

type CountedStep = Pick<Row, 'betId' | 'n' | 'playerId' | 'currency' | 'atMs'> & {
  /** By how much more is counted than before this step; below zero where less is. */
  change: bigint
}

/** Steps of these bets that changed what counts, by bet and number. Bets for play money and free ones have none. */
export async function countedSteps(db: Db, betIds: readonly bigint[]): Promise<CountedStep[]> {
  if (betIds.length === 0) return []
  const { rows } = await sql<Row>`select bet.id as "betId", bet.player_id as "playerId", bet.currency, bet.stake,
      (select coalesce(sum((paid ->> 'amount')::bigint), 0)::bigint from jsonb_array_elements(bet.split) as paid
        where paid ->> 'kind' = 'main') as own,
      s.n, s.kind = 'reopened' as "isReopened", floor(extract(epoch from s.at) * 1000)::float8 as "atMs", s.part, s.legs
    from bets_bet as bet join bets_step as s on s.bet_id = bet.id and s.kind in ('settled', 'corrected', 'reopened')
    where bet.id = any(${`{${betIds.join()}}`}::bigint[]) and bet.mode = 'real' and not bet.is_free_bet
    order by bet.id, s.n`.execute(db)
  const counted = new Map<bigint, bigint>()
  return rows.flatMap((row) => {
    const { betId, n, playerId, currency, atMs } = row
    const after = countedAfter(row)
    const change = after - (counted.get(betId) ?? 0n)
    counted.set(betId, after)
    return change === 0n ? [] : [{ betId, n, playerId, currency, atMs, change }]
  })
}
