import type { Call } from '@croupier/contract/contract'
import type { WireBonus, WireWager } from '@croupier/contract/methods/bonuses'
import { pageOf } from '../../site/page-numbers.ts'

/** The most that one call gives. */
const mostBonuses = 50
const fewWagers = 5
const wagersPerPage = 20

export type BonusesFound = { items: WireBonus[]; total: number }

export async function askBonuses(call: Call, offset = 0): Promise<BonusesFound> {
  const { items, total } = await call('bonuses.get', { count: mostBonuses, offset })
  return { items, total }
}

/** Null: only the newest few are wanted. */
export const readWagersPage = (query: URLSearchParams): number | null =>
  query.has('wagers') ? pageOf(query.get('wagers')) : null

export type Wagers = { items: WireWager[]; total: number; page: number | null; pages: number }

export async function askWagers(call: Call, bonusId: string, page: number | null): Promise<Wagers> {
  const count = page === null ? fewWagers : wagersPerPage
  const offset = page === null ? 0 : (page - 1) * wagersPerPage
  const { items, total } = await call('bonuses.getWagers', { bonus_id: bonusId, count, offset })
  return { items, total, page, pages: Math.max(1, Math.ceil(total / wagersPerPage)) }
}
