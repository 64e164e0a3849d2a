import { type HistoryProduct, historyProducts } from '@croupier/contract/games'
import { paths } from '@croupier/contract/paths'

export const exportsPerPage = 4

/** A house without a sportsbook does not ask. */
export const productOf = (word: string): HistoryProduct =>
  historyProducts.find((product) => product === word) ?? historyProducts[0]

/** Messages of `my-bets.product`. */
export const productWords = { games: 'casino', sports: 'sports' } as const

export const toExports = (page: number): string => paths.betExports({ page: page > 1 ? String(page) : undefined })

const kilobyte = 1_000

/** How much there is to fetch, in the greatest unit that leaves a whole number before the point. */
export function sizeOf(bytes: number): { unit: 'B' | 'kB' | 'MB'; value: number } {
  if (bytes < kilobyte) return { unit: 'B', value: bytes }
  const kB = bytes / kilobyte
  return kB < kilobyte
    ? { unit: 'kB', value: Math.round(kB) }
    : { unit: 'MB', value: Math.round((kB / kilobyte) * 10) / 10 }
}
