import type { Call } from '@croupier/contract/contract'
import { mostGames } from '@croupier/contract/games'
import type { WireMoney } from '@croupier/contract/money'
import { askPots, type Pot } from '../pots/pots.ts'

/** Names of the player's favourites, for the hearts; a guest has none. */
export async function askLikes(call: Call, isPlayer: boolean): Promise<string[]> {
  if (!isPlayer) return []
  const { items } = await call('games.getLikes', { count: mostGames, fields: 'sysname' })
  return items.map(({ sysname }) => sysname)
}

/** What each pot holds at its highest level, by the name that games know it by. */
export type Pots = Record<string, WireMoney>

export const potSums = (pots: readonly Pot[]): Pots =>
  Object.fromEntries(pots.flatMap(({ id, levels: [highest] }) => (highest ? [[id, highest.amount]] : [])))

/** The sum of a pot is worth less than the page it stands on: what fails is reported and left out. */
export async function askPotSums(call: Call, report: (fault: unknown) => void): Promise<Pots> {
  const pots = await askPots(call).catch((fault: unknown) => {
    report(fault)
    return []
  })
  return potSums(pots)
}
