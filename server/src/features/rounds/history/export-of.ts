import type { Context } from '../../../context.ts'
import { inPages } from '../../../in-pages.ts'
import type { Mode } from '../batch/rules.ts'
import { readFair } from '../own/seeds-store.ts'
import { pastAfter, roundsHistory } from './history-store.ts'

/** A document that a browser can still open; the file of the bet history has all rounds. */
const mostExported = 10_000

/** The rounds of a player and the seed that the player chose, for the player. */
export async function exportRounds({ sql }: Pick<Context, 'sql'>, playerId: bigint): Promise<Record<string, unknown>> {
  const fair = await readFair(sql, playerId)
  const roundsOf = async (mode: Mode) => {
    const past = { playerId, mode }
    return {
      total: await roundsHistory.count(sql, past),
      // Minor units as text: they may be larger than a JSON number holds.
      items: inPages(
        pastAfter(sql, past),
        ({ mode: _, place: __, staked, won, isClosed, isFree, openedAt, ...round }) => ({
          ...round,
          staked: String(staked),
          won: String(won),
          is_closed: isClosed,
          is_free: isFree,
          opened_at: openedAt.toISOString(),
        }),
        mostExported,
      ),
    }
  }
  return { client_seed: fair?.clientSeed ?? null, real: await roundsOf('real'), demo: await roundsOf('demo') }
}
