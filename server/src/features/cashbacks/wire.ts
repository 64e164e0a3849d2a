import { cashbackAmount, percentText } from '@croupier/contract/cashback'
import type { WireCashback } from '@croupier/contract/methods/cashbacks'
import { currencyOf, toWire } from '@croupier/contract/money'
import { bonusTerms, type CashbackTerms, cashbackTerms } from '@croupier/contract/promotion-terms'
import type { Context } from '../../context.ts'
import type { Period } from './period-store.ts'
import { mapSums, type Reckoned } from './rules.ts'
import type { CashbackRow } from './store.ts'

/** Titles are content, in the language of the page; a scheme that is gone is named by its sysname. */
export async function titlesOfSchemes({ content, locale }: Pick<Context, 'content' | 'locale'>) {
  const records = await content.collection('cashbacks', locale)
  return new Map(
    records.flatMap(({ sysname, title }) =>
      typeof sysname === 'string' && typeof title === 'string' && title !== '' ? [[sysname, title] as const] : [],
    ),
  )
}

type Titles = ReadonlyMap<string, string>

/** `1250` hundredths → `12.5`. */
const timesOf = (terms: unknown): string | null =>
  terms === null ? null : String(bonusTerms.parse(terms).wagering.times / 100)

const bounds = ({ least, most }: { least: bigint | null; most: bigint | null }, row: { currency: string }) => {
  const money = (amount: bigint | null) => (amount === null ? null : toWire(amount, currencyOf(row)))
  return { least: money(least), most: money(most) }
}

export function wireCashback(row: CashbackRow, titles: Titles): WireCashback {
  const { period, zone } = cashbackTerms.parse(row.terms)
  const currency = currencyOf(row)
  return {
    id: String(row.id),
    status: row.state === 'active' && row.isOver ? 'expired' : row.state,
    description: titles.get(row.scheme) ?? row.scheme,
    period,
    zone,
    receiving_expired_at: row.receivingExpiredAt?.toISOString() ?? null,
    paid_out_at: row.paidOutAt?.toISOString() ?? null,
    start_date: row.startAt.toISOString(),
    end_date: row.endAt.toISOString(),
    amount: toWire(row.amount, currency),
    base: toWire(row.loss, currency),
    rate: percentText(row.rate),
    level: row.level,
    ...bounds(row, row),
    pays: row.pays,
    wagering_times: timesOf(row.bonusTerms),
    bonus_id: row.bonusId === null ? null : String(row.bonusId),
    sums: mapSums(row.sums, (amount) => toWire(amount, currency)),
    sheet_url: `/cashback/${row.id}.csv`,
  }
}

type Running = Reckoned & { currency: string; level: number; sums: CashbackRow['sums'] }

/** What it would be if the period ended now. */
export function wireRunning(
  period: Period,
  terms: CashbackTerms,
  running: Running,
  { titles, template }: { titles: Titles; template: unknown },
): WireCashback {
  const currency = currencyOf(running)
  return {
    id: `running-${period.id}`,
    status: 'accruing',
    description: titles.get(period.scheme) ?? period.scheme,
    period: terms.period,
    zone: terms.zone,
    receiving_expired_at: null,
    paid_out_at: null,
    start_date: period.startAt.toISOString(),
    end_date: period.endAt.toISOString(),
    amount: toWire(cashbackAmount(running.loss, running), currency),
    base: toWire(running.loss, currency),
    rate: percentText(running.rate),
    level: running.level,
    ...bounds(running, running),
    pays: template === null ? 'main' : 'bonus',
    wagering_times: timesOf(template),
    bonus_id: null,
    sums: mapSums(running.sums, (amount) => toWire(amount, currency)),
    sheet_url: null,
  }
}
