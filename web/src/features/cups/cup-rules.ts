import type { WireTournament } from '@croupier/contract/methods/tournaments'
import type { WireMoney } from '@croupier/contract/money'
import { isBettingKind } from '@croupier/contract/tournaments'

/** What pages beside those of tournaments say of one: scores as text, and whether a game counts. */

export type ScoreUnit = WireTournament['score']['unit']

const grouped = (whole: string) => whole.replace(/\B(?=(\d{3})+$)/g, ',')

/** A score in hundredths as `1,234.05`. A whole number of the wire: no float on the way. */
export function hundredthsOf(score: string): string {
  const padded = score.padStart(3, '0')
  return `${grouped(padded.slice(0, -2))}.${padded.slice(-2)}`
}

/** `123.40` of the wire with its thousands apart. */
export const multipleOf = (multiple: string): string => {
  const [whole = '0', rest] = multiple.split('.')
  return rest === undefined ? grouped(whole) : `${grouped(whole)}.${rest}`
}

/** `0.400000` is `0.40`, and `100.00` is `100`: a stake or a prize among facts. */
export function tidy({ amount, currency }: WireMoney): WireMoney {
  const [whole = '0', rest = ''] = amount.split('.')
  const kept = rest.replace(/0+$/, '')
  return { currency, amount: kept === '' ? whole : `${whole}.${kept.padEnd(2, '0')}` }
}

type Listed = { sysname: string; type: string; studio: { sysname: string } }

type Rules = { restrictions: WireTournament['restrictions']; score: Pick<WireTournament['score'], 'kind'> }

/** Named by itself, by its type or by its studio; where nothing is named, every game counts. Over bets none does. */
export function countsGame({ restrictions: { games, types, providers }, score }: Rules, game: Listed): boolean {
  if (isBettingKind(score.kind)) return false
  if (games.length + types.length + providers.length === 0) return true
  return (
    games.includes(game.sysname) || types.some((type) => type === game.type) || providers.includes(game.studio.sysname)
  )
}

/** What is judged: it stands in texts of rules, of the own list and of what is lost. */
export type CountedThing = 'bets' | 'rounds'

export const overOf = ({ score }: { score: Pick<WireTournament['score'], 'kind'> }): CountedThing =>
  isBettingKind(score.kind) ? 'bets' : 'rounds'

export const hasScore = (score: string | null | undefined): score is string => /[1-9]/.test(score ?? '')

/** The version of this board that the stream tells; null where it names others only. */
export function versionIn(news: unknown, id: string): number | null {
  if (typeof news !== 'object' || news === null || !('items' in news) || !Array.isArray(news.items)) return null
  for (const item of news.items) {
    if (typeof item !== 'object' || item === null || !('id' in item) || item.id !== id) continue
    return 'version' in item && typeof item.version === 'number' ? item.version : 0
  }
  return null
}

export const isAbout = (news: unknown, id: string): boolean => versionIn(news, id) !== null
