import type { Input } from '@croupier/contract/contract'
import type { EventHead } from '../../ports/sports-book.ts'
import { isLive } from './card-rules.ts'

const hourMs = 3_600_000

type Asked = Pick<Input<'sports.getEvents'>, 'view' | 'sport' | 'tournament' | 'competitor'>

/** Whether an event that is listed stands in this part of the book. */
export function isWanted(event: EventHead, { view, sport, tournament, competitor }: Asked, nowMs: number): boolean {
  return (
    (view === undefined || isInView(event, view, nowMs)) &&
    (sport === undefined || event.tournament.sport.sysname === sport) &&
    (tournament === undefined || event.tournament.id === tournament) &&
    (competitor === undefined || event.home.id === competitor || event.away.id === competitor)
  )
}

export function isInView(event: EventHead, view: NonNullable<Asked['view']>, nowMs: number): boolean {
  if (view === 'live' || isLive(event)) return view === 'live' && isLive(event)
  const hours = view === 'soon' ? 3 : view === 'today' ? 24 : Number.POSITIVE_INFINITY
  return event.startsMs - nowMs < hours * hourMs
}
