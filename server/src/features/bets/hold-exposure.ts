import { sql } from 'kysely'
import type { Tx } from '../../context.ts'
import { TryAgain } from '../../db/db.ts'
import { outcomeKey } from './store.ts'
import { settleLanes } from './work-store.ts'

/** What the house may lose on an outcome in all, and by how much a batch may add to that. */
export type AskedRisk = { marketId: bigint; outcome: string; most: bigint; adds: bigint }

const numbers = (values: readonly (bigint | number)[]) => `{${values.join()}}`
const lanes = numbers(settleLanes)

/**
 * What the house would lose on the outcomes of these markets, and for those that are asked about no other batch can make
 * it more than is allowed until this transaction ends. Each lane has its share of the whole: while every lane is within
 * its own, a batch locks its own lane alone, and others do not wait for it. Where a share does not suffice it locks all
 * of them, and what is left is shared out exactly.
 */
export async function holdExposure(
  tx: Tx,
  { marketIds, asked, lane }: { marketIds: readonly bigint[]; asked: readonly AskedRisk[]; lane: number },
): Promise<Map<string, bigint>> {
  const near = await lockRisks(tx, asked, lane)
  const found = await readLanes(tx, marketIds)
  const isPast = (risk: AskedRisk) => isNear(found.get(outcomeKey(risk.marketId, risk.outcome)), risk, lane)
  if (asked.some((risk) => !near.has(outcomeKey(risk.marketId, risk.outcome)) && isPast(risk)))
    throw new TryAgain('another batch has used what was left of a share')
  return new Map([...found].map(([key, own]) => [key, own.reduce((sum, { profit }) => sum + profit, 0n)]))
}

type InLane = { lane: number; profit: bigint }

const shareOf = (most: bigint) => most / BigInt(settleLanes.length)

/** Whether one of the lanes would have more than its share. */
const isNear = (found: readonly InLane[] = [], { most, adds }: AskedRisk, own: number): boolean =>
  settleLanes.some((lane) => {
    const profit = found.find((each) => each.lane === lane)?.profit ?? 0n
    return profit + (lane === own ? adds : 0n) > shareOf(most)
  })

/** In one order, so that no two batches wait for each other in a circle. Answers with those of which all lanes are locked. */
async function lockRisks(tx: Tx, asked: readonly AskedRisk[], own: number): Promise<Set<string>> {
  if (asked.length === 0) return new Set()
  const { rows } = await sql<{ marketId: bigint | null; outcome: string }>`with asked as materialized (
      select each.*, exists (select from unnest(${lanes}::int[]) as of (lane)
          left join bets_exposure as risk on risk.market_id = each.market_id and risk.outcome = each.outcome
            and risk.lane = of.lane
          where coalesce(risk.profit, 0) + case of.lane when ${own} then adds else 0 end > share) as is_near
      from unnest(${numbers(asked.map(({ marketId }) => marketId))}::bigint[],
        ${asked.map(({ outcome }) => outcome)}::text[], ${numbers(asked.map(({ most }) => shareOf(most)))}::bigint[],
        ${numbers(asked.map(({ adds }) => adds))}::bigint[]) as each (market_id, outcome, share, adds)
    ), keys as materialized (
      select distinct hashtextextended('exposure:' || market_id || '/' || outcome || '/' || of.lane, 0) as key
      from asked, unnest(${lanes}::int[]) as of (lane) where is_near or of.lane = ${own} order by key
    ), locked as materialized (
      select pg_advisory_xact_lock(key) from keys
    )
    -- The locks come first, whether or not there is anything to answer.
    select market_id as "marketId", outcome from (select count(*) from locked) as held left join asked on is_near`.execute(
    tx,
  )
  return new Set(rows.flatMap(({ marketId, outcome }) => (marketId === null ? [] : outcomeKey(marketId, outcome))))
}

/** A statement of its own, after the locks: what their holders committed is seen. */
async function readLanes(tx: Tx, marketIds: readonly bigint[]): Promise<Map<string, InLane[]>> {
  if (marketIds.length === 0) return new Map()
  const { rows } = await sql<InLane & { marketId: bigint; outcome: string }>`select market_id as "marketId", outcome,
      lane, profit from bets_exposure where market_id = any(${numbers(marketIds)}::bigint[])`.execute(tx)
  return Map.groupBy(rows, ({ marketId, outcome }) => outcomeKey(marketId, outcome))
}
