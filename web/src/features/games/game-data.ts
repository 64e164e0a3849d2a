import type { Call } from '@croupier/contract/contract'
import { mostGames } from '@croupier/contract/games'
import type { WireMoney } from '@croupier/contract/money'

/** Names of the player's favourites, for the hearts; a guest has none. */
export async function askLikes(call: Call, isPlayer: boolean): Promise<string[]> {
  if (!isPlayer) return []
  const { items } = await call('games.getLikes', { count: mostGames, fields: 'sysname' })
  return items.map(({ sysname }) => sysname)
}

/** What each pot holds at its highest level, by the name that games know it by. */
export type Pots = Record<string, WireMoney>

/** The sum of a pot is worth less than the page it stands on: what fails is reported and left out. */
export async function askPotSums(call: Call, report: (fault: unknown) => void): Promise<Pots> {
  const { items } = await call('Jackpots.get', { fields: 'id,levels' }).catch((fault: unknown) => {
    report(fault)
    return { items: [] }
  })
  return Object.fromEntries(
    items.flatMap(({ id, levels }): [string, WireMoney][] => {
      const highest = levels.at(-1)
      return highest ? [[id, highest.amount]] : []
    }),
  )
}
