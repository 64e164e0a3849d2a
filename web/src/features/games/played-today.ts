import type { Call } from '@croupier/contract/contract'
import type { WireMoney } from '@croupier/contract/money'
import { count, sums } from './game-tally.ts'

/** What was played in one game since midnight UTC; `net` is null where there were more rounds than one answer has. */
export type PlayedToday = { rounds: number; net: WireMoney | null }

const most = 100
const fields = 'staked,won,is_free,is_closed'

type Line = { staked: WireMoney; won: WireMoney; is_free: boolean; is_closed: boolean }

/** A round that is open is a stake that is open, and neither won nor lost. */
export function playedOf(lines: readonly Line[], total: number): PlayedToday | null {
  const closed = lines.filter(({ is_closed }) => is_closed)
  // The newest come first, and the money of today is that of the newest.
  const tally = closed.toReversed().reduce<ReturnType<typeof count>>(count, null)
  if (!tally) return null
  if (total > lines.length) return { rounds: total - (lines.length - closed.length), net: null }
  return { rounds: tally.rounds, net: sums(tally).net }
}

export async function askPlayedToday(call: Call, game: string, now: Date): Promise<PlayedToday | null> {
  const from = now.toISOString().slice(0, 10)
  const { items, total } = await call('games.getHistory', { game, from, count: most, fields })
  return playedOf(items, total)
}
