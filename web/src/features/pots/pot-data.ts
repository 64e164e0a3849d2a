import type { Call } from '@croupier/contract/contract'
import type { JackpotLevel } from '@croupier/contract/games'
import type { Jackpot } from '@croupier/contract/methods/jackpots'
import type { WireMoney } from '@croupier/contract/money'

/** A pot, the greatest level first. */
export type Pot = Jackpot

export async function askPots(call: Call, id?: string): Promise<Pot[]> {
  const { items } = await call('Jackpots.get', id === undefined ? {} : { id })
  return items.map((pot) => ({ ...pot, levels: pot.levels.toReversed() }))
}

/** The level that was paid last. */
export const lastPaid = ({ levels }: Pot): Pot['levels'][number] | undefined =>
  levels
    .filter(({ last }) => last !== null)
    .toSorted((a, b) => (b.last?.at ?? '').localeCompare(a.last?.at ?? ''))
    .at(0)

/** What the stream says about a pot: by currency and level. Whatever is not there stays as it was. */
export function withNews(pots: readonly Pot[], news: unknown): Pot[] {
  return pots.map((pot) => ({
    ...pot,
    levels: pot.levels.map((level) => ({ ...level, amount: amountIn(news, pot.id, level.sysname, level.amount) })),
  }))
}

function amountIn(news: unknown, pot: string, level: JackpotLevel, known: WireMoney): WireMoney {
  const amount = at(at(at(news, pot), known.currency), level)
  return typeof amount === 'string' && /^\d+(\.\d+)?$/.test(amount) ? { ...known, amount } : known
}

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
