import type { FeedMessageOf } from '@croupier/sportsbook/feed'
import type { Tx } from '../../context.ts'
import { type About, applyResults, marketKeyOf } from './apply-results.ts'
import type { Desk } from './desk.ts'
import { readMarkets } from './market-store.ts'
import { addWindows, withdrawWindows } from './window-store.ts'

/** Bets that were taken in a window are void; without a window the market is, by the rules of every other result. */
export async function applyCancels(
  tx: Tx,
  desk: Desk,
  words: readonly About<FeedMessageOf<'cancel'>>[],
): Promise<void> {
  const isWindow = ({ said }: (typeof words)[number]) => said.from !== undefined || said.to !== undefined
  await applyResults(
    tx,
    desk,
    words
      .filter((word) => !isWindow(word))
      .map(({ said: { event: ref, markets, reason }, event }) => ({
        event,
        said: {
          ...{ kind: 'result', event: ref, certainty: 'confirmed' },
          markets: markets.map((market) => ({ ...market, void: reason })),
        },
      })),
  )
  for (const { said, event } of words.filter(isWindow)) {
    const markets = await marketsOf(tx, desk, { said, event })
    await addWindows(tx, markets, { from: said.from ?? null, to: said.to ?? null, reason: said.reason })
    touch(desk, event.id, markets)
  }
}

export async function withdrawCancels(
  tx: Tx,
  desk: Desk,
  words: readonly About<FeedMessageOf<'rollback'>>[],
): Promise<void> {
  for (const { said, event } of words.filter((word) => word.said.what === 'cancel')) {
    const markets = await marketsOf(tx, desk, { said, event })
    touch(desk, event.id, await withdrawWindows(tx, markets))
  }
}

function touch(desk: Desk, eventId: bigint, marketIds: readonly bigint[]): void {
  desk.changes.push(...marketIds.map((marketId) => ({ eventId, marketId, what: 'result' as const })))
  for (const id of marketIds) desk.resulted.add(id)
}

type Named = Pick<FeedMessageOf<'rollback'>, 'markets'>

async function marketsOf(tx: Tx, desk: Desk, { said, event }: About<Named>): Promise<bigint[]> {
  const asked = new Set(said.markets.map(marketKeyOf))
  const found = (await readMarkets(tx, [event.id])).filter((market) => asked.has(marketKeyOf(market)))
  desk.strangers += asked.size - found.length
  return found.map(({ id }) => id)
}
