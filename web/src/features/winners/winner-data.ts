import type { Call, Params } from '@croupier/contract/contract'
import type { Winner } from '@croupier/contract/methods/jackpots'
import type { WireMoney } from '@croupier/contract/money'

export async function askWinners(call: Call, params: Omit<Params<'Jackpots.getWinners'>, 'fields'>): Promise<Winner[]> {
  return (await call('Jackpots.getWinners', params)).items
}

const isMoney = (value: unknown): value is WireMoney =>
  typeof value === 'object' &&
  value !== null &&
  'amount' in value &&
  typeof value.amount === 'string' &&
  'currency' in value &&
  typeof value.currency === 'string'

const isWinner = (value: unknown): value is Winner =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'won' in value &&
  isMoney(value.won) &&
  'staked' in value &&
  isMoney(value.staked) &&
  'game' in value &&
  typeof value.game === 'object' &&
  value.game !== null &&
  'name' in value.game &&
  'multiple' in value &&
  typeof value.multiple === 'string'

/** How often the stake; a win of a free spin has none to be a multiple of. */
export const timesOf = ({ multiple }: Pick<Winner, 'multiple'>): string | null =>
  Number(multiple) > 0 ? `×${multiple}` : null

type Game = Winner['game']

const isGame = (value: unknown): value is Game =>
  typeof value === 'object' &&
  value !== null &&
  'sysname' in value &&
  'image_url' in value &&
  'name' in value &&
  typeof value.name === 'string'

/** The stream speaks to all pages at once: each takes the game in its own locale. */
function inLocale(winner: Winner, locale: string): Winner {
  const games: Record<string, unknown> =
    'games' in winner && typeof winner.games === 'object' && winner.games !== null ? { ...winner.games } : {}
  const game = games[locale]
  return isGame(game) ? { ...winner, game } : winner
}

/** One win of each player before the second of any: a quick game would else fill a row with one name. */
export function spread(winners: readonly Winner[], most: number): Winner[] {
  const names = new Set<string>()
  const isFirst = ({ fakename, id }: Winner) => {
    const name = fakename ?? id
    return !names.has(name) && names.add(name)
  }
  const firsts = new Set(winners.filter(isFirst))
  return [...firsts, ...winners.filter((winner) => !firsts.has(winner))].slice(0, most)
}

/** What the stream says is new, the newest first. */
export function readNews(news: unknown, locale: string): Winner[] {
  if (typeof news !== 'object' || news === null || !('items' in news) || !Array.isArray(news.items)) return []
  return news.items
    .filter(isWinner)
    .map((winner) => inLocale(winner, locale))
    .toReversed()
}

/** New ones before the others, none twice, at most so many. */
export function addNews(known: readonly Winner[], fresh: readonly Winner[], most: number): Winner[] {
  const ids = new Set(known.map(({ id }) => id))
  return [...fresh.filter(({ id }) => !ids.has(id)), ...known].slice(0, most)
}
