import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../context.ts'
import type { SlipLeg } from './rules.ts'
import type { BonusSlip, SlipStep } from './settle-rules.ts'

export type SlipRow = BonusSlip & {
  playerId: bigint
  currency: string
  odds: bigint
  /** Movements of it so far. */
  step: number
  /** As it was told, in one written form. */
  outcome: string | null
}

const legsOf = z.array(z.object({ sport: z.string(), odds: z.number() }))

export async function readSlip(db: Db, slip: string): Promise<SlipRow | undefined> {
  const { rows } = await sql<Omit<SlipRow, 'legs'> & { legs: unknown }>`select slip, bonus_id as "bonusId",
      player_id as "playerId", currency, stake, paid, odds, legs, state, step, outcome ->> 'said' as outcome,
      is_void as "isVoid", returned, share, prize, counted_bp as counted, backing, refund_id as "refundId"
    from bonuses_betting_slip where slip = ${slip}`.execute(db)
  const [row] = rows
  return row && { ...row, legs: legsOf.parse(row.legs) }
}

type NewSlip = {
  slip: string
  bonusId: bigint
  playerId: bigint
  currency: string
  stake: bigint
  paid: bigint
  odds: number
  legs: readonly SlipLeg[]
}

export const addSlip = (tx: Tx, { slip, bonusId, playerId, currency, stake, paid, odds, legs }: NewSlip) =>
  tx
    .insertInto('bonuses_betting_slip')
    .values({
      slip,
      bonus_id: bonusId,
      player_id: playerId,
      currency,
      stake,
      paid,
      odds: BigInt(odds),
      legs: JSON.stringify(legs),
    })
    .execute()

export const writeSlip = (tx: Tx, slip: BonusSlip, { step, outcome }: { step: number; outcome: string | null }) =>
  tx
    .updateTable('bonuses_betting_slip')
    .set({
      state: slip.state,
      step,
      outcome: outcome === null ? null : JSON.stringify({ said: outcome }),
      is_void: slip.isVoid,
      returned: slip.returned,
      share: slip.share,
      prize: slip.prize,
      counted_bp: slip.counted,
      backing: slip.backing,
      refund_id: slip.refundId,
      settled_at: slip.state === 'open' ? null : sql<Date>`clock_timestamp()`,
    })
    .where('slip', '=', slip.slip)
    .execute()

export async function addBettingNotes(tx: Tx, { slip, notes }: SlipStep, step: number): Promise<void> {
  if (notes.length === 0) return
  await tx
    .insertInto('bonuses_betting_note')
    .values(
      notes.map(({ kind, counted }) => ({
        bonus_id: slip.bonusId,
        slip: slip.slip,
        step,
        kind,
        staked: slip.stake,
        paid: slip.paid,
        returned: slip.returned,
        counted_bp: counted,
      })),
    )
    .execute()
}
