import type { UnpricedCause } from '@croupier/contract/bets'
import { Refusal } from '@croupier/contract/refusals'
import { builderFault, builderParts } from '@croupier/sportsbook/builder'
import type { Sport } from '@croupier/sportsbook/facts'
import { type PickAddress, parsePick } from '@croupier/sportsbook/pick'
import { isSport, mayBuild, outcomesOf } from '@croupier/sportsbook/sports'
import type { BookEvent, BookMarket } from '../../ports/sports-book.ts'

/** A pick beside its market. */
type QuotedPart = { pick: string; address: PickAddress; market: BookMarket; price: number }
type BookSight = { event: BookEvent; isSilent: boolean; nowMs: number }

export const unpriced = (cause: UnpricedCause, message: string, picks?: readonly string[]) =>
  new Refusal('InvalidParameter:BUILDER_UNPRICED', { message, data: { cause, ...(picks && { picks }) } })

const unknown = (picks: readonly string[]) =>
  new Refusal('InvalidParameter:PICK_UNKNOWN', { message: 'There is no such pick', data: { picks } })

/** Picks by their addresses, as far as that can be said without the book: how many they are, and of one event. */
export function readPicks(picks: readonly string[]): { eventId: number; addresses: PickAddress[] } {
  const { min, max } = builderParts
  if (picks.length < min || picks.length > max)
    throw new Refusal('InvalidParameter:LEG_COUNT', {
      message: `A builder has ${min} to ${max} parts`,
      data: { min, max },
    })
  const addresses = picks.flatMap((pick) => parsePick(pick) ?? [])
  if (addresses.length < picks.length) throw unknown(picks.filter((pick) => parsePick(pick) === null))
  const eventId = Number(addresses[0]?.event)
  if (addresses.some(({ event }) => Number(event) !== eventId))
    throw unpriced('EVENTS', 'A builder is about one event', picks)
  return { eventId, addresses }
}

const isOf =
  ({ type, period, line }: PickAddress) =>
  (market: BookMarket) =>
    market.type === type && market.period === period && market.line === line

/** The picks with their markets. Refuses what is no builder, by the rules that the slip goes by too. */
export function partsOf(
  picks: readonly string[],
  addresses: readonly PickAddress[],
  event: BookEvent | undefined,
): { sport: Sport; event: BookEvent; parts: QuotedPart[] } {
  const sport = event?.tournament.sport.sysname ?? ''
  if (!event || !isSport(sport)) throw unknown(picks)
  const parts = addresses.flatMap((address, place): QuotedPart[] => {
    const market = event.markets.find(isOf(address))
    const at = market ? (outcomesOf(sport, market)?.indexOf(address.outcome) ?? -1) : -1
    return market && at >= 0 ? [{ pick: picks[place] ?? '', address, market, price: market.prices[at] ?? 0 }] : []
  })
  if (parts.length < picks.length) throw unknown(picks.filter((pick) => !parts.some((part) => part.pick === pick)))
  const isBuildable = ({ market }: QuotedPart) => mayBuild(sport, market)
  const fault = builderFault(
    parts.map((part) => ({ event: event.id, market: part.market.id, isBuildable: isBuildable(part) })),
  )
  if (fault === 'MARKET_TWICE') throw related(parts)
  if (fault !== null)
    throw unpriced(
      'LINE',
      'A part may come back by its line',
      named(parts, (part) => !isBuildable(part)),
    )
  return { sport, event, parts }
}

const named = (parts: readonly QuotedPart[], isMeant: (part: QuotedPart) => boolean) =>
  parts.filter(isMeant).map(({ pick }) => pick)

/** Two answers to one question. */
function related(parts: readonly QuotedPart[]): Refusal {
  const pairs = parts.flatMap((one, at) =>
    parts.slice(at + 1).flatMap((other) => (one.market.id === other.market.id ? [[one.pick, other.pick]] : [])),
  )
  return new Refusal('InvalidParameter:LEGS_RELATED', {
    message: 'Two picks of one market cannot stand in one bet',
    data: { pairs, can_build: false },
  })
}

/** Refuses what is not for sale at this moment, as the slip would show it. */
export function mustBeOpen(parts: readonly QuotedPart[], { event, isSilent, nowMs }: BookSight): void {
  const isClosed = ({ market, price }: QuotedPart) =>
    (market.state !== 'open' && market.state !== 'suspended') ||
    (market.state === 'open' && price === 0) ||
    (!market.isLive && event.startsMs <= nowMs)
  const closed = named(parts, isClosed)
  if (closed.length > 0)
    throw new Refusal('InvalidParameter:MARKET_CLOSED', { message: 'Betting has ended here', data: { picks: closed } })
  if (isSilent)
    throw new Refusal('InvalidParameter:FEED_STALE', {
      message: 'There is no fresh data',
      data: { picks: parts.map(({ pick }) => pick) },
    })
  const paused = parts.filter(({ market }) => market.state === 'suspended')
  if (paused.length > 0)
    throw new Refusal('InvalidParameter:MARKET_SUSPENDED', {
      message: 'Betting is paused',
      data: { picks: paused.map(({ pick }) => pick), cause: paused[0]?.market.cause ?? null },
    })
}
