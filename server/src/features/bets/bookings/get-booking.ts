import type { Output } from '@croupier/contract/contract'
import { Refusal } from '@croupier/contract/refusals'
import { isSport, mayBuild } from '@croupier/sportsbook/sports'
import type { Operation } from '../../../context.ts'
import type { BookEvent } from '../../../ports/sports-book.ts'
import { nameOf, slugOf } from '../../sports/sports.ts'
import { seePicks } from './book-picks.ts'
import { type BookedPick, findBooking } from './booking-store.ts'

type WirePick = Output<'bets.getBooking'>['picks'][number]
type Sight = Awaited<ReturnType<typeof seePicks>>['sights'][number]

export const getBooking: Operation<'bets.getBooking'> = async (ctx, { code }) => {
  const booking = await findBooking(ctx.sql, code)
  if (!booking) throw new Refusal('InvalidParameter:BOOKING_UNKNOWN', { message: 'There is no such code any more' })
  const { view, sights } = await seePicks(
    ctx,
    booking.picks.map(({ pick }) => pick),
  )
  const ids = [...new Set(sights.map(({ part }) => Number(part.address?.event)))]
  const events = new Map((await view.read(ids)).map((event) => [String(event.id), event]))
  return {
    ...{ code, booked_at: booking.at.toISOString(), expires_at: booking.expiresAt.toISOString() },
    picks: sights.flatMap((sight, at) => {
      const [booked, event] = [booking.picks[at], events.get(sight.part.address?.event ?? '')]
      return booked && event ? [wirePick(booked, sight, { event, locale: ctx.locale })] : []
    }),
  }
}

type Shown = { event: BookEvent; locale: string }

function wirePick(booked: BookedPick, { part, offered, seen }: Sight, { event, locale }: Shown): WirePick {
  const { type = '', period = '', line = null, outcome = '' } = part.address ?? {}
  const sport = event.tournament.sport.sysname
  const { home, away, id, startsMs } = event
  const isForSale = seen?.state === 'open' && !seen.isSilent
  return {
    ...{ pick: booked.pick, outcome, market: { id: booked.market, type, period, line } },
    event: {
      ...{ id, sport, home: nameOf(home.names, locale), away: nameOf(away.names, locale) },
      slug: slugOf(home.names.en ?? '', away.names.en ?? ''),
      starts_at: new Date(startsMs).toISOString(),
    },
    price_then: booked.price,
    price: isForSale ? seen.price : null,
    version: seen?.version ?? 0,
    is_live: offered?.isLive ?? false,
    is_buildable: isSport(sport) && mayBuild(sport, { type, period, line }),
    state: stateOf({ offered, seen }),
  }
}

const onSale: readonly string[] = ['open', 'suspended']

/** What ended a market is said by it, unless the clock or the event did. */
function stateOf({ offered, seen }: Pick<Sight, 'offered' | 'seen'>): string {
  if (!offered || !seen) return 'closed'
  if (seen.state === 'closed') return onSale.includes(offered.state) ? 'closed' : offered.state
  return seen.isSilent ? 'suspended' : seen.state
}
