import type { Boot } from '@croupier/contract/boot'
import type { Call, Output } from '@croupier/contract/contract'
import type { WireBet } from '@croupier/contract/methods/bets'
import { mostEvents } from '@croupier/contract/sports'
import type { Format } from '@croupier/sportsbook/formats'
import { type BetEvents, waitedEvents } from './my-bet-events.ts'
import { askOddsFormat } from './odds-choice.ts'
import { type BetsFilter, readBetId, readBetsFilter } from './sports-bets-query.ts'

const betsPerPage = 20

export type SportsBetsData = {
  filter: BetsFilter
  format: Format
  madeAt: string
  events: BetEvents
  list: Output<'bets.get'> | null
  /** The one that the address opens. */
  opened: Output<'bets.getBet'> | null
}

async function askEvents(call: Call, bets: readonly WireBet[]): Promise<BetEvents> {
  const ids = waitedEvents(bets)
  if (ids.length === 0) return { cards: [], seq: 0 }
  const { items, seq } = await call('sports.getEvents', { ids: ids.join(), count: mostEvents })
  return { cards: items, seq }
}

/** For the history in the profile: a page of bets, or one of them with its steps. */
export async function readSportsBets(
  call: Call,
  boot: Pick<Boot, 'account' | 'odds'>,
  query: URLSearchParams,
): Promise<SportsBetsData> {
  const filter = readBetsFilter(query)
  const id = readBetId(query)
  const { show: states, mode, after } = filter
  const [opened, list, format] = await Promise.all([
    id ? call('bets.getBet', { id }) : null,
    id ? null : call('bets.get', { states, mode, count: betsPerPage, after: after ?? undefined }),
    askOddsFormat(call, boot),
  ])
  const events = await askEvents(call, opened ? [opened.bet] : (list?.items ?? []))
  return { filter, format, madeAt: new Date().toISOString(), events, list, opened }
}
