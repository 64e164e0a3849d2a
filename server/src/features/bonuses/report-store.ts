import { sql } from 'kysely'
import type { Db } from '../../context.ts'

export type OfferSums = {
  offer: string
  currency: string
  state: string
  reason: string
  bonuses: number
  /** What left the budget. A late bonus, and one of free spins, is made of a win: nothing left it for that. */
  granted: bigint
  converted: bigint
  forfeited: bigint
}

/** What became of the bonuses that these offers gave between two moments. Sums travel as text: they may be long. */
export async function sumsOfOffers(
  db: Db,
  offers: readonly string[],
  { from, to }: { from: Date | null; to: Date | null },
): Promise<OfferSums[]> {
  const { rows } = await sql<Record<'offer' | 'currency' | 'state' | 'reason', string> & Record<string, string>>`select
      offer, currency, state, coalesce(end_reason, '') as reason, count(*)::text as bonuses,
      sum(granted)::text as granted, sum(converted)::text as converted, sum(forfeited)::text as forfeited
    from (
      select offer, currency, state, end_reason, issued_at, converted, forfeited,
        case when activated_at is not null and paid_from = 'main' and source <> 'late' then amount else 0 end as granted
      from bonuses_bonus
      union all
      -- A refund and a boost are paid where they are due: what became own money is what left the budget.
      select offer, currency, state, end_reason, issued_at, converted, forfeited,
        case when type in ('refund', 'combo_boost') then converted when activated_at is not null then amount else 0 end
      from bonuses_betting
    ) as given where offer = any(${[...offers]}::text[])
      and (${from}::timestamptz is null or issued_at >= ${from}) and (${to}::timestamptz is null or issued_at < ${to})
    group by offer, currency, state, end_reason order by offer, currency, state, end_reason`.execute(db)
  return rows.map(({ offer, currency, state, reason, bonuses, granted, converted, forfeited }) => ({
    offer,
    currency,
    state,
    reason,
    bonuses: Number(bonuses),
    granted: BigInt(granted ?? 0),
    converted: BigInt(converted ?? 0),
    forfeited: BigInt(forfeited ?? 0),
  }))
}
