import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../context.ts'
import { list } from './store.ts'

/** Steps of bets that were counted, in the order in which they were. */

type StepName = { betId: bigint; n: number }

const seqs = z.record(z.string(), z.number())
/** How far the own purses of a player were worked in, by their numbers. */
export type PurseSeqs = z.output<typeof seqs>

export async function readCountedSteps(db: Db, betIds: readonly bigint[]): Promise<StepName[]> {
  const { rows } = await sql<StepName>`select bet_id as "betId", n from loyalty_bet_step
    where bet_id = any(${list(betIds)}::bigint[])`.execute(db)
  return rows
}

export async function addCountedSteps(
  tx: Tx,
  steps: readonly (StepName & { playerId: bigint; seqs: PurseSeqs })[],
): Promise<void> {
  if (steps.length === 0) return
  await tx
    .insertInto('loyalty_bet_step')
    .values(
      steps.map(({ playerId, betId, n, seqs: far }) => ({
        ...{ player_id: playerId, bet_id: betId, n, seqs: JSON.stringify(far) },
      })),
    )
    .execute()
}

export async function readStepsOfPlayer(db: Db, playerId: bigint): Promise<(StepName & { seqs: PurseSeqs })[]> {
  const rows = await db
    .selectFrom('loyalty_bet_step')
    .select(['bet_id as betId', 'n', 'seqs'])
    .where('player_id', '=', playerId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, seqs: seqs.parse(row.seqs) }))
}
