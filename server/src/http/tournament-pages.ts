import type { Call } from '@croupier/contract/contract'
import { paths } from '@croupier/contract/paths'

const perCall = 50
/** Those of a year, however often they repeat. */
const mostCalls = 20

/** Pages of all tournaments that are listed. */
export async function listTournamentPages(call: Call): Promise<string[]> {
  const found: string[] = []
  for (let page = 0; page < mostCalls; page++) {
    const { items, total } = await call('tournaments.get', { count: perCall, offset: page * perCall, fields: 'id' })
    found.push(...items.map(({ id }) => paths.tournament(id)))
    if (items.length === 0 || found.length >= total) break
  }
  return [...new Set(found)]
}
